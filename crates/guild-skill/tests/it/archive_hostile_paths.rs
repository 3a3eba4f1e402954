//! Archives whose names would write where they must not, or differently on different systems.

use guild_skill::archive::{ArchiveError, EntryError};
use guild_skill::files::PathError;

use crate::archive_builder::{RawEntry, good, good_with, reason, refused};

/// Each test adds one file of a bad name to a good archive.
macro_rules! bad_names {
    ($($test:ident: $name:expr => $error:pat,)+) => {
        $(#[test]
        fn $test() {
            let mut entry = RawEntry::stored("placeholder", b"x");
            entry.rename($name.as_ref());
            entry.both(|header| header.flags |= crate::archive_builder::UTF8);
            let (name, reason) = reason(&good_with(entry));
            assert!(matches!(reason, EntryError::Path($error)), "{name}: {reason}");
        })+
    };
}

bad_names! {
    a_name_that_climbs: "adr/../../outside" => PathError::Parent,
    a_name_that_climbs_at_its_end: "adr/.." => PathError::Parent,
    a_name_that_climbs_at_once: "../outside" => PathError::Parent,
    a_name_from_the_root: "/etc/passwd" => PathError::Absolute,
    a_name_on_a_network: "//server/share/x" => PathError::Absolute,
    a_name_on_a_drive: "C:/windows/x" => PathError::Drive,
    a_name_relative_to_a_drive: "c:x" => PathError::Drive,
    a_name_with_backslashes: "adr\\..\\..\\x" => PathError::Backslash,
    a_name_with_a_dot_part: "adr/./x" => PathError::Dot,
    a_name_that_starts_with_a_dot_part: "./adr/x" => PathError::Dot,
    a_name_with_an_empty_part: "adr//x" => PathError::EmptyPart,
    a_name_of_nothing: "" => PathError::Empty,
    a_name_with_nul: "adr/x.md\0.exe" => PathError::Control { character: '\0' },
    a_name_with_an_escape_for_the_terminal: "adr/\u{1b}[31mred" => PathError::Control { character: '\u{1b}' },
    a_name_over_two_lines: "adr/a\nb" => PathError::Control { character: '\n' },
    a_name_with_the_c1_escape: "adr/\u{9b}31m" => PathError::Control { character: '\u{9b}' },
    a_name_turned_around: "adr/gpj.\u{202e}sh" => PathError::Hidden { character: '\u{202e}' },
    a_name_with_a_character_of_no_width: "adr/SKILL\u{200b}.md" => PathError::Hidden { character: '\u{200b}' },
    a_name_with_tag_characters: "adr/x\u{e0041}" => PathError::Hidden { character: '\u{e0041}' },
    a_part_that_is_too_long: format!("adr/{}", "x".repeat(256)) => PathError::LongPart { bytes: 256 },
    a_path_that_is_too_long: format!("adr/{}x", "0123456789abcde/".repeat(100)) => PathError::LongPath { .. },
    a_name_of_sixty_thousand_bytes: "x".repeat(60_000) => PathError::LongPart { bytes: 60_000 },
    a_path_that_is_too_deep: format!("adr/{}x", "d/".repeat(16)) => PathError::Deep { levels: 17, limit: 16 },
    a_device_of_windows: "adr/con" => PathError::Device { .. },
    a_device_of_windows_with_an_extension: "adr/Aux.tar.gz" => PathError::Device { .. },
    a_device_of_windows_as_a_folder: "adr/nul/x" => PathError::Device { .. },
    a_port_of_windows: "adr/COM1.txt" => PathError::Device { .. },
    a_port_of_windows_in_superscript: "adr/lpt²" => PathError::Device { .. },
    a_name_that_ends_in_a_dot: "adr/x." => PathError::Trailing { .. },
    a_name_that_ends_in_a_space: "adr/x /y" => PathError::Trailing { .. },
    a_stream_of_windows: "adr/x.md:hidden" => PathError::WindowsCharacter { character: ':' },
    a_wildcard: "adr/*.md" => PathError::WindowsCharacter { character: '*' },
    hooks_of_git: "adr/.git/hooks/post-checkout" => PathError::VersionControl { .. },
    hooks_of_git_in_capitals: "adr/sub/.GIT/hooks/x" => PathError::VersionControl { .. },
    hooks_of_git_with_a_dot_that_windows_drops: "adr/.git./hooks/x" => PathError::VersionControl { .. },
    hooks_of_git_by_its_short_name: "adr/GIT~1/hooks/x" => PathError::VersionControl { .. },
    hooks_of_mercurial: "adr/.hg/hgrc" => PathError::VersionControl { .. },
    settings_of_an_assistant: "adr/.claude/settings.json" => PathError::Settings { .. },
    settings_of_an_editor: "adr/.vscode/tasks.json" => PathError::Settings { .. },
    servers_for_an_assistant: "adr/.mcp.json" => PathError::Settings { .. },
}

/// Adds two files whose names meet.
fn two(first: &str, second: &str) -> (String, EntryError) {
    let mut zip = good_with(RawEntry::stored(first, b"1"));
    zip.entries.push(RawEntry::stored(second, b"2"));
    reason(&zip)
}

fn twin_of(name: &str) -> EntryError {
    EntryError::Twin { other: name.into() }
}

#[test]
fn the_same_name_twice() {
    let (name, reason) = two("adr/a.md", "adr/a.md");
    assert_eq!((name.as_str(), reason), ("adr/a.md", EntryError::Duplicate));
}

#[test]
fn a_second_skill_md_of_another_case() {
    let (_, reason) = two("adr/skill.md", "adr/b.md");
    assert_eq!(reason, twin_of("adr/SKILL.md"));
}

#[test]
fn names_that_differ_in_case_only() {
    assert_eq!(
        two("adr/Notes.md", "adr/notes.MD").1,
        twin_of("adr/Notes.md")
    );
    assert_eq!(two("adr/Straße", "adr/STRASSE").1, twin_of("adr/Straße"));
    assert_eq!(two("adr/k", "adr/\u{212a}").1, twin_of("adr/k"));
    assert_eq!(two("adr/ΣΑΣ", "adr/σας").1, twin_of("adr/ΣΑΣ"));
}

#[test]
fn names_that_differ_in_unicode_form_only() {
    assert_eq!(
        two("adr/\u{e9}.md", "adr/e\u{301}.md").1,
        EntryError::Duplicate
    );
    assert_eq!(
        two("adr/\u{c9}.md", "adr/e\u{301}.md").1,
        twin_of("adr/\u{c9}.md")
    );
}

#[test]
fn folders_that_differ_in_case_only() {
    assert_eq!(two("adr/Docs/a", "adr/docs/b").1, twin_of("adr/Docs"));
}

#[test]
fn a_file_that_is_also_a_folder() {
    assert_eq!(two("adr/a", "adr/a/b").1, EntryError::FileIsFolder);
    assert_eq!(two("adr/a/b", "adr/a").1, EntryError::FileIsFolder);
}

#[test]
fn a_folder_listed_twice() {
    let mut zip = good_with(RawEntry::folder("adr/docs/"));
    zip.entries.push(RawEntry::folder("adr/docs/"));
    assert_eq!(reason(&zip).1, EntryError::Duplicate);
}

#[test]
fn a_file_beside_the_one_folder() {
    let (name, reason) = reason(&good_with(RawEntry::stored("README.md", b"x")));
    let wrapper = "adr".to_owned();
    assert_eq!(
        (name.as_str(), reason),
        ("README.md", EntryError::Outside { wrapper })
    );
}

#[test]
fn a_folder_whose_name_only_starts_like_the_wrapper() {
    let zip = good_with(RawEntry::stored("adr-two/x.md", b"x"));
    assert!(matches!(reason(&zip).1, EntryError::Outside { .. }));
}

#[test]
fn two_skills_in_one_archive() {
    let error = refused(&good_with(RawEntry::stored("other/SKILL.md", b"x")));
    assert!(matches!(error, ArchiveError::ManySkills { .. }), "{error}");
}

#[test]
fn a_skill_two_folders_down_is_no_skill() {
    let mut zip = good();
    zip.entries = vec![RawEntry::stored("a/b/SKILL.md", b"x")];
    assert_eq!(refused(&zip), ArchiveError::NoSkillFile);
}

#[test]
fn skill_md_in_other_letters_is_named() {
    let mut zip = good();
    zip.entries = vec![RawEntry::stored("adr/Skill.MD", b"x")];
    let found = "adr/Skill.MD".to_owned();
    assert_eq!(refused(&zip), ArchiveError::SkillFileName { found });
}

#[test]
fn settings_at_the_root_of_an_archive_without_a_wrapper() {
    let mut zip = good();
    zip.entries = vec![
        RawEntry::stored("SKILL.md", b"x"),
        RawEntry::stored(".claude/settings.json", b"{}"),
    ];
    let reason = reason(&zip).1;
    assert!(matches!(
        reason,
        EntryError::Path(PathError::Settings { .. })
    ));
}

#[test]
fn a_wrapper_named_for_version_control() {
    let mut zip = good();
    zip.entries = vec![RawEntry::stored(".git/SKILL.md", b"x")];
    let reason = reason(&zip).1;
    assert!(matches!(
        reason,
        EntryError::Path(PathError::VersionControl { .. })
    ));
}
