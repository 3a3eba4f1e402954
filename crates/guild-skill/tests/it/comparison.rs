//! What changed between two releases.

use guild_skill::archive::ArchiveLimits;
use guild_skill::comparison::compare;
use guild_skill::files::{FilePath, FileSet, SkillFile};
use guild_skill::wire::{ContentChange, DiffLineKind, FileChange, FileChangeKind};
use proptest::prelude::*;

fn files(files: &[(&str, &[u8])]) -> FileSet {
    let file = |(path, bytes): &(&str, &[u8])| SkillFile {
        path: FilePath::parse(path).unwrap(),
        bytes: bytes.to_vec(),
        is_executable: path.ends_with(".sh"),
    };
    FileSet::new(files.iter().map(file).collect(), &ArchiveLimits::STANDARD).unwrap()
}

/// Writes changed lines as `diff -u` does, without those around them.
fn changed(change: &FileChange) -> Vec<String> {
    let lines = change.hunks.iter().flat_map(|hunk| &hunk.lines);
    let sign = |kind| match kind {
        DiffLineKind::Kept => ' ',
        DiffLineKind::Removed => '-',
        DiffLineKind::Added => '+',
    };
    let lines = lines.map(|line| format!("{}{}", sign(line.kind), line.text));
    lines.filter(|line| !line.starts_with(' ')).collect()
}

#[test]
fn files_are_new_gone_changed_and_moved() {
    let before = files(&[
        ("SKILL.md", b"one\ntwo\nthree\n"),
        ("gone.md", b"gone\n"),
        ("old/place.md", b"moved as it is\n"),
        ("same.md", b"same\n"),
    ]);
    let after = files(&[
        ("SKILL.md", b"one\n2\nthree\n"),
        ("new.md", b"new\n"),
        ("new/place.md", b"moved as it is\n"),
        ("same.md", b"same\n"),
    ]);
    let changes = compare(&before, &after);
    let kinds: Vec<_> = changes
        .iter()
        .map(|one| (one.path.as_str(), one.kind))
        .collect();
    assert_eq!(
        kinds,
        [
            ("SKILL.md", FileChangeKind::Changed),
            ("gone.md", FileChangeKind::Removed),
            ("new.md", FileChangeKind::Added),
            ("new/place.md", FileChangeKind::Moved),
        ]
    );
    assert_eq!(changed(&changes[0]), ["-two", "+2"]);
    assert_eq!(changes[3].moved_from.as_deref(), Some("old/place.md"));
    assert_eq!(changes[3].content, ContentChange::Same);
}

#[test]
fn lines_carry_their_numbers_and_those_around_them() {
    let text = |word: &str| {
        let lines = (1..=20).map(|number| match number {
            12 => format!("{word}\n"),
            number => format!("line {number}\n"),
        });
        lines.collect::<String>()
    };
    let (before, after) = (text("before"), text("after"));
    let changes = compare(
        &files(&[("a.md", before.as_bytes())]),
        &files(&[("a.md", after.as_bytes())]),
    );
    let [hunk] = changes[0].hunks.as_slice() else {
        panic!("{changes:?}")
    };
    assert_eq!((hunk.start_before, hunk.start_after), (9, 9));
    assert_eq!(hunk.lines.len(), 8);
}

#[test]
fn what_no_reader_sees_is_a_change() {
    let cases: [(&[u8], &[u8]); 4] = [
        (b"a\n", b"a\r\n"),
        (b"a\n", b"a"),
        (b"a\n", "a\u{200b}\n".as_bytes()),
        (b"a\n", "\u{202e}a\n".as_bytes()),
    ];
    for (before, after) in cases {
        let changes = compare(&files(&[("a.md", before)]), &files(&[("a.md", after)]));
        assert_eq!(changes[0].content, ContentChange::Text);
        let lines = &changes[0].hunks[0].lines;
        assert_eq!(lines.len(), 2, "{lines:?}");
        assert_ne!(
            (&lines[0].text, lines[0].has_line_feed),
            (&lines[1].text, lines[1].has_line_feed)
        );
    }
}

#[test]
fn a_file_that_may_be_run_now_is_a_change() {
    let before = files(&[("run", b"echo\n")]);
    let mut after: Vec<SkillFile> = before.iter().cloned().collect();
    after[0].is_executable = true;
    let after = FileSet::new(after, &ArchiveLimits::STANDARD).unwrap();
    let changes = compare(&before, &after);
    assert_eq!(changes[0].content, ContentChange::Same);
    assert!(!changes[0].before.unwrap().is_executable);
    assert!(changes[0].after.unwrap().is_executable);
}

#[test]
fn no_text_and_too_much_text_are_told() {
    let large = "x\n".repeat(10_000);
    let changes = compare(
        &files(&[("a.png", b"\x89PNG\0"), ("b.md", b"small\n")]),
        &files(&[("a.png", b"\x89PNG\0\0"), ("b.md", large.as_bytes())]),
    );
    assert_eq!(changes[0].content, ContentChange::Binary);
    assert_eq!(changes[1].content, ContentChange::TooLarge);
    assert_eq!(changes[1].after.unwrap().size_bytes, 20_000);
}

/// Puts the file after together from the file before and what changed.
fn applied(before: &str, change: &FileChange) -> String {
    let before: Vec<&str> = before.split_inclusive('\n').collect();
    let mut text = String::new();
    let mut next = 0;
    for hunk in &change.hunks {
        let start = hunk.start_before as usize - 1;
        text.extend(before[next..start].iter().copied());
        next = start;
        for line in &hunk.lines {
            if line.kind != DiffLineKind::Added {
                next += 1;
            }
            if line.kind != DiffLineKind::Removed {
                text.push_str(&line.text);
                text.push_str(if line.has_line_feed { "\n" } else { "" });
            }
        }
    }
    text.extend(before[next..].iter().copied());
    text
}

proptest! {
    #[test]
    fn what_changed_makes_the_one_text_of_the_other(before in "[ab\r\n]{0,60}", after in "[ab\r\n]{0,60}") {
        let changes = compare(
            &files(&[("a.md", before.as_bytes())]),
            &files(&[("a.md", after.as_bytes())]),
        );
        match changes.as_slice() {
            [] => prop_assert_eq!(before, after),
            [change] => prop_assert_eq!(applied(&before, change), after),
            more => prop_assert!(false, "{:?}", more),
        }
    }
}
