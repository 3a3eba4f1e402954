//! The baseline's file: read, written, refused.

use guild_check::baseline::{Baseline, Folders, Known};
use guild_check::{Source, Span};
use proptest::prelude::*;

fn parse(text: &str) -> Result<Baseline, String> {
    let source = Source::new("guild-baseline.toml", text);
    Baseline::parse(&source, Folders::default()).map_err(|error| error.to_string())
}

#[test]
fn an_entry_that_cannot_be_followed_says_where_and_why() {
    let whole = "rule = \"docs/a\"\npath = \"a.md\"\nfingerprint = \"1\"\nreason = \"x\"";
    let errors = [
        "[[known]]\nrule = 1",
        "[[known]]\nrule = \"docs/a\"\nreason = \"x\"",
        &whole
            .replace("reason = \"x\"", "")
            .replacen("rule", "[[known]]\nrule", 1),
        &format!("[[known]]\n{whole}\ncount = 0"),
        &format!("[[known]]\n{whole}\nline = 3"),
        "known = 1",
        "[[finding]]",
        "[[known]",
    ]
    .map(|text| parse(text).unwrap_err());
    insta::assert_snapshot!(errors.join("\n"), @r#"
    guild-baseline.toml:2:8: `rule` is to be a text in quotation marks
    guild-baseline.toml:1:1: the entry has no `path`: `--write-baseline` writes whole ones
    guild-baseline.toml:1:1: `docs/a` has no reason: add `reason = "…"`, so that the next reader knows why
    guild-baseline.toml:6:9: `count` is to be a whole number from 1
    guild-baseline.toml:6:1: `line` is not known here; known are rule, path, finding, fingerprint, count, reason
    guild-baseline.toml:1:9: `known` is to be a list of entries, each under `[[known]]`
    guild-baseline.toml:1:3: `finding` is not known here; known are `[[known]]`
    guild-baseline.toml:1:9: unclosed array table, expected `]`
    "#);
}

#[test]
fn paths_are_seen_from_the_folder_of_the_settings() {
    let folders = |root: &str, working: &str| Folders {
        root: root.into(),
        working: working.into(),
    };
    let inside = folders("/a/b", "/a/b/docs");
    assert_eq!(inside.path_of("x.md"), "docs/x.md");
    assert_eq!(inside.path_of("../y/./x.md"), "y/x.md");
    assert_eq!(inside.path_of("/a/b/z.md"), "z.md");
    assert_eq!(inside.path_of("/a/c.md"), "../c.md");
    assert_eq!(Folders::default().path_of("docs/x.md"), "docs/x.md");
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(texts in prop::collection::vec("\\PC{1,12}|[\"\\\\\n\u{202e}\u{7f}'a-z]{1,12}", 5), count in 1_usize..9) {
        let text = |index: usize| format!("x{}", texts[index]).trim().to_owned();
        let known = Known {
            rule: text(0),
            path: text(1),
            finding: text(2),
            fingerprint: text(3),
            count,
            reason: text(4),
            span: Span::default(),
        };
        let mut baseline = parse("").unwrap();
        baseline.known.push(known.clone());
        let mut back = parse(&baseline.text()).unwrap();
        back.known[0].span = Span::default();
        prop_assert_eq!(&back.known, &[known]);
    }

    #[test]
    fn any_file_is_read_or_refused_at_a_place(text in "(\\PC|[\n\"{}=\\[\\]]|\\[\\[known\\]\\]\n|rule = |count = 1){0,20}") {
        if let Err(error) = parse(&text) {
            prop_assert!(error.starts_with("guild-baseline.toml:"), "{}", error);
        }
    }
}
