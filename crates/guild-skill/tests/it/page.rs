//! Page records, written and derived.

use guild_skill::page::{Listing, Opinion, RecordError, record_of, updated_on};
use guild_skill::version::version;
use guild_skill::{Date, PackName, SkillName, wire};

const SKILL: &str = "---\nname: wiki-writer\ndescription: >-\n  Writes wiki pages. Use when the user says \"write it down\" or\n  \"document this\".\nmetadata:\n  version: \"1.2.0\"\n---\n\n# Wiki Writer\n\nText.\n\n## When to use\n\n- A decision\n  was *made*.\n\n## When NOT to use\n\n- A secret.\n";

const PAGE: &str = "---\npack: Developer pack\ncheck-glyphs: true\n---\n\n# Wiki Writer\n\nWrites pages\nwith `care`.\n\n## What it does\n\nOne.\n\nTwo.\n\n## When to use\n\n- First, see [this](x.md).\n- Second\n  line.\n\n## When not to use\n\n- Never.\n\n## Example prompts\n\n- Write it down.\n- Document this.\n\n## Recent changes\n\n- Nov 2, 2026: Shorter: much.\n- Nov 20, 2026: New skill.\n";

#[test]
fn a_written_record_holds_every_field_as_its_author_wrote_it() {
    let record = record_of(SKILL, Some(PAGE)).unwrap();
    assert_eq!(record.pack_label, "Developer pack");
    assert_eq!(record.title, "Wiki Writer");
    assert_eq!(record.summary, "Writes pages with `care`.");
    assert_eq!(record.what_it_does.as_deref(), Some("One.\n\nTwo."));
    assert_eq!(
        record.when_to_use,
        ["First, see [this](x.md).", "Second line."]
    );
    assert!(record.has_check_glyphs && !record.has_cross_glyphs);
    assert_eq!(record.when_not_to_use, ["Never."]);
    assert_eq!(record.example_prompts, ["Write it down.", "Document this."]);
    assert_eq!(record.recent_changes[0].text, "New skill.");
    assert_eq!(record.recent_changes[1].text, "Shorter: much.");
    assert_eq!(updated_on(&record), Date::parse("Nov 20, 2026").ok());
    assert_eq!(record.skill_md, SKILL);
    assert!(!record.is_derived);
}

#[test]
fn a_derived_record_invents_nothing() {
    let record = record_of(SKILL, None).unwrap();
    assert!(record.is_derived);
    assert_eq!(record.title, "Wiki Writer");
    assert_eq!(record.summary, "Writes wiki pages.");
    assert_eq!(record.what_it_does, None);
    assert_eq!(record.when_to_use, ["A decision was *made*."]);
    assert_eq!(record.when_not_to_use, ["A secret."]);
    assert_eq!(record.example_prompts, ["write it down", "document this"]);
    assert_eq!(updated_on(&record), None);
}

#[test]
fn a_record_reads_the_same_with_windows_line_ends() {
    let unix = record_of(SKILL, Some(PAGE)).unwrap();
    let windows = |text: &str| text.replace('\n', "\r\n");
    let mut record = record_of(&windows(SKILL), Some(&windows(PAGE))).unwrap();
    record.skill_md.clone_from(&unix.skill_md);
    assert_eq!(record, unix);
}

#[test]
fn a_text_without_description_gives_no_record() {
    for text in [
        "",
        "# Title",
        "---\nname: x\n---\n",
        "---\nname: x\ndescription:\n---\n",
        "---\n",
    ] {
        let error = record_of(text, None).unwrap_err();
        assert!(matches!(error, RecordError::NotASkill { .. }), "{text}");
    }
}

#[test]
fn the_version_is_that_of_the_metadata_if_it_is_semantic() {
    assert_eq!(
        version(SKILL).map(|version| version.to_string()).as_deref(),
        Some("1.2.0")
    );
    assert_eq!(version(&SKILL.replace("1.2.0", "1.2")), None);
    assert_eq!(version("---\nname: x\n---\n"), None);
}

#[test]
fn a_listing_says_how_long_ago_the_skill_was_updated() {
    let record = record_of(SKILL, Some(PAGE)).unwrap();
    let name = SkillName::parse("wiki-writer").unwrap();
    let pack = PackName::of_label(&record.pack_label).unwrap();
    let release = release();
    let mut listing = Listing {
        name: &name,
        pack: &pack,
        record: &record,
        release: &release,
        updated: updated_on(&record),
        opinion: Opinion::default(),
    };
    let today = Date::parse("Nov 23, 2026").unwrap();
    let skill = listing.to_skill(today);
    assert_eq!(
        skill.updated_indicator.as_deref(),
        Some("Updated 3 days ago")
    );
    assert_eq!(skill.updated_at.as_deref(), Some("2026-11-20T00:00:00Z"));
    assert_eq!(skill.kind_label, "Skill");
    assert_eq!(
        skill.install.archive_path,
        "/skills/wiki-writer/wiki-writer.zip"
    );
    listing.updated = None;
    assert_eq!(listing.to_skill(today).updated_indicator, None);
    assert_eq!(listing.to_summary().version, "1.2.0");
}

fn release() -> wire::Release {
    wire::Release {
        skill: "wiki-writer".to_owned(),
        version: "1.2.0".to_owned(),
        digest: String::new(),
        root_digest: String::new(),
        tree_digest: String::new(),
        size_bytes: 1,
        file_count: 2,
        published_at: "2026-11-20T08:00:00Z".to_owned(),
        is_yanked: false,
        yank_reason: None,
        published_by: None,
        identity: None,
        signature: None,
        log: None,
        is_dry_run: false,
    }
}
