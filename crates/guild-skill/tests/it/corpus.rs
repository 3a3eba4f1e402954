//! Skills from the wild, where they are on this machine: the verdicts of the specification's own validator.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use guild_check::Severity;
use guild_skill::check::{CheckOptions, Checked, Level, check};

#[test]
fn the_verdicts_are_those_of_the_reference_validator() {
    let Some(corpus) = corpus() else {
        eprintln!("shared/corpus is not on this machine: no verdict compared");
        return;
    };
    let index = fs::read_to_string(corpus.join("index.json")).unwrap();
    let index: serde_json::Value = serde_json::from_str(&index).unwrap();
    let skills = index["skills"].as_array().unwrap();
    assert_eq!(skills.len(), 26);
    for skill in skills {
        let folder = skill["dir"].as_str().unwrap();
        let checked = judged(&corpus.join(folder), Level::Spec);
        let is_valid = errors(&checked).is_empty();
        let expected = skill["skills_ref"]["valid"].as_bool().unwrap();
        assert_eq!(is_valid, expected, "{folder}: {:?}", checked.findings);
    }
}

#[test]
fn skills_that_quote_attacks_are_not_accused_of_them() {
    let Some(corpus) = corpus() else {
        eprintln!("shared/corpus is not on this machine: no safety rule tried");
        return;
    };
    let checked = judged(&corpus, Level::Listed);
    assert_eq!(checked.skills, 26);
    let safety = [
        "skill/ignore",
        "skill/credential",
        "skill/secret",
        "skill/download",
        "skill/encoded",
        "skill/instruction",
    ];
    let accused: Vec<_> = errors(&checked)
        .into_iter()
        .filter(|error| safety.iter().any(|rule| error.starts_with(rule)))
        .collect();
    assert!(accused.is_empty(), "{accused:#?}");
}

#[test]
fn the_developer_pack_is_without_a_finding() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let checked = judged(&here.join("../../skills"), Level::Listed);
    assert_eq!(checked.skills, 6);
    assert!(checked.findings.is_empty(), "{:#?}", checked.findings);
}

fn judged(path: &Path, level: Level) -> Checked {
    let options = CheckOptions {
        level,
        known_skills: BTreeSet::new(),
    };
    check(&[path.to_owned()], &options).unwrap()
}

fn errors(checked: &Checked) -> Vec<String> {
    let errors = checked
        .findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error);
    errors
        .map(|finding| format!("{} {:?} {}", finding.rule, finding.place, finding.message))
        .collect()
}

fn corpus() -> Option<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = here
        .ancestors()
        .map(|folder| folder.join("shared/corpus/skills"));
    folders.find(|folder| folder.is_dir())
}
