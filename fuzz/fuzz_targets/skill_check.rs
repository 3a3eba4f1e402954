//! Reads text as SKILL.md and, after a form feed, PAGE.md, and holds the skill against every rule; each finding points into its file.
#![no_main]


use guild_skill::check::judge;
use guild_skill::page::record_of;
use guild_skill::skill::{File, KnownSkills, Level, Parts, Skill};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (skill_md, page_md) = text.split_once('\u{c}').unwrap_or((text, ""));
    let _ = record_of(skill_md, Some(page_md));
    let file = |path: &str, text: &str| File::new(path.to_owned(), path.to_owned(), text.into());
    let skill = Skill::of_files(Parts {
        folder_name: "a-skill".to_owned(),
        path: "a-skill".to_owned(),
        level: Level::Listed,
        files: vec![file("SKILL.md", skill_md), file("PAGE.md", page_md)],
        known_skills: KnownSkills::default(),
    });
    for finding in judge(&skill) {
        let text = finding.place.source.text();
        assert!(text.get(finding.place.span.range()).is_some(), "{finding:?}");
    }
});
