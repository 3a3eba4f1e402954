//! Documents as different people write them: what is sound passes, and of what is not each defect is found.

use std::fs;
use std::path::PathBuf;

use guild_check::Severity;

use crate::documents::{findings, found};

fn stranger(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/it/strangers");
    fs::read_to_string(folder.join(name).with_extension("md")).unwrap()
}

/// Gives the findings as `rule:line`, without the first half of the rules' names.
fn rules(name: &str) -> Vec<String> {
    let found = found(stranger(name));
    found
        .iter()
        .map(|line| line.replacen("docs/", "", 1))
        .collect()
}

#[test]
fn a_sound_document_passes_in_anybody_s_style() {
    for name in [
        "refund", "go", "rust", "chart", "java", "python", "french", "nested", "cpp", "c", "csharp",
    ] {
        assert_eq!(rules(name), [""; 0], "{name}");
    }
}

#[test]
fn what_is_only_guessed_at_is_no_error() {
    assert_eq!(rules("typescript"), ["not-present-tense:66"]);
    let found = findings(stranger("typescript"));
    assert!(found[0].is_guess && found[0].severity == Severity::Note);
}

#[test]
fn placeholders_are_found_wherever_they_stand_as_names() {
    let lines = ["9", "17", "23", "23", "24", "31", "34", "40", "44", "61"];
    assert_eq!(
        rules("placeholders-bad"),
        lines.map(|line| format!("forbidden-word:{line}"))
    );
}

#[test]
fn a_document_with_many_defects_gives_each_of_them() {
    let mut wanted = [
        "sentence-count:3",
        "implementation-in-effect:5",
        "bullets-missing:7",
        "not-use-without-alternative:11",
        "authentication-vague:15",
        "table-columns:21",
        "table-cell:23",
        "parameter-without-note:23",
        "table-cell:24",
        "note-repeats-type:24",
        "table-cell:25",
        "note-repeats-type:25",
        "fence-without-language:29",
        "forbidden-word:32",
        "response-json-invalid:33",
        "table-columns:40",
        "subsection-missing:46",
        "subsection-missing:46",
        "fence-without-language:48",
        "forbidden-word:49",
        "placeholder-value:49",
        "section-empty:52",
        "section-empty:56",
        "last-line:58",
    ];
    let mut found = rules("search-bad");
    wanted.sort_unstable();
    found.sort();
    assert_eq!(found, wanted);
}

#[test]
fn errors_that_tell_nothing_are_found_row_by_row() {
    let found = rules("members-bad");
    for wanted in [
        "note-repeats-type:27",
        "parameter-without-note:28",
        "note-repeats-type:29",
        "error-without-trigger:43",
        "error-without-trigger:44",
        "error-code-twice:45",
        "error-without-trigger:46",
        "error-without-action:46",
        "table-cell:47",
        "line-count:53",
        "optional-example-shows-nothing-new:57",
        "related-empty:68",
        "date-invalid:72",
    ] {
        assert!(
            found.iter().any(|line| line == wanted),
            "{wanted}: {found:?}"
        );
    }
}
