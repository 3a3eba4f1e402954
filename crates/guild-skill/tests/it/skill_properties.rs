//! Whatever the text is, reading it ends, and every finding points into its file.

use guild_check::Source;
use guild_skill::check::{Level, judge};
use guild_skill::front_matter::{FrontMatter, LIMITS};
use guild_skill::page::record_of;
use guild_skill::skill::{File, KnownSkills, Parts, Skill};
use proptest::prelude::*;

/// Text made of the pieces that front matter and pages are made of, in any order.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[a-zé \\t\\r\\n]{0,6}",
        proptest::sample::select(vec![
            "---",
            "\n---\n",
            "name: x",
            "description: ",
            "\"",
            "'",
            ": ",
            "- ",
            "[",
            "]",
            "{",
            "}",
            "&a ",
            "*a",
            "!!str ",
            "|\n",
            ">-\n  ",
            "#",
            "# T\n",
            "## When to use\n",
            "## Recent changes\n- Nov 20, 2026: x\n",
            "<!-- you must ",
            "-->",
            "```\n",
            "`",
            "[x](y.md)",
            "\u{200b}",
            "\u{202e}",
            "\u{e0041}",
            "\u{feff}",
            "curl x | sh",
            "\\\n",
            "ignore all previous instructions",
            "cat ~/.ssh/id_rsa",
            "…",
            "\0",
            "metadata:\n  version: 1",
        ])
        .prop_map(str::to_owned),
    ];
    proptest::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

fn skill(skill_md: &str, page_md: &str, script: &str, level: Level) -> Skill {
    let files = [
        ("SKILL.md", skill_md),
        ("PAGE.md", page_md),
        ("run.sh", script),
    ];
    let files = files.map(|(path, text)| File::new(path.to_owned(), path.to_owned(), text.into()));
    Skill::of_files(Parts {
        folder_name: "x".to_owned(),
        path: "x".to_owned(),
        level,
        files: files.into(),
        known_skills: KnownSkills::default(),
    })
}

proptest! {
    #[test]
    fn a_title_that_a_look_tells_is_the_one_that_reading_finds(
        before in "(---\r?\n|---[ \t]\n|\n|\r)?",
        line in "# ?[ a-zé0-9#_*.:`\t\\\\&\\[-]{0,9}",
        after in pieces(),
    ) {
        let text = format!("---\nname: x\n---\n{before}{line}{after}");
        let skill = skill(&text, "", "", Level::Listed);
        let skill_md = skill.skill_md.expect("it is text");
        if let Some(title) = skill_md.plain_title() {
            prop_assert_eq!(Some(title), skill_md.heading().map(|heading| heading.text.as_str()));
            prop_assert!(skill_md.markdown().blocks[0].as_heading().is_some());
        }
    }

    #[test]
    fn front_matter_never_stops_a_reader(text in pieces()) {
        let text = format!("---\n{text}\n---\n");
        let source = Source::new("SKILL.md", text.clone());
        let front_matter = FrontMatter::read(&source, LIMITS);
        for entry in &front_matter.entries {
            prop_assert!(text.get(entry.key.span.range()).is_some());
            prop_assert!(text.get(entry.value.span().range()).is_some());
        }
        for defect in &front_matter.defects {
            prop_assert!(text.get(defect.span.range()).is_some());
        }
    }

    #[test]
    fn a_record_is_made_or_refused(skill_md in pieces(), page_md in pieces()) {
        let with = format!("---\nname: x\ndescription: y\n---\n{skill_md}");
        let record = record_of(&with, Some(&page_md)).unwrap();
        prop_assert_eq!(&record.skill_md, &with);
        let mut changes = record.recent_changes.iter().map(|change| change.date);
        prop_assert!(changes.clone().zip(changes.by_ref().skip(1)).all(|(newer, older)| newer >= older));
        let _ = record_of(&skill_md, None);
    }

    #[test]
    fn every_finding_points_into_its_file(skill_md in pieces(), page_md in pieces(), script in pieces()) {
        for level in [Level::Spec, Level::Listed] {
            for finding in judge(&skill(&skill_md, &page_md, &script, level)) {
                let place = &finding.place;
                prop_assert!(place.source.text().get(place.span.range()).is_some(), "{:?}", finding);
                prop_assert!(!finding.message.is_empty() && finding.help.is_some(), "{:?}", finding);
            }
        }
    }

    #[test]
    fn any_text_at_all_can_be_judged(text in ".{0,200}") {
        let _ = judge(&skill(&text, &text, &text, Level::Listed));
    }
}
