//! What is written is read back, the same on every machine.

use guild_skill::archive::{self, Layout};
use guild_skill::{ArchiveLimits, Digest, FilePath, FileSet, SkillFile, SkillName};

const LIMITS: &ArchiveLimits = &ArchiveLimits::STANDARD;

fn file(path: &str, bytes: &[u8]) -> SkillFile {
    SkillFile {
        path: FilePath::parse(path).unwrap(),
        bytes: bytes.to_vec(),
        is_executable: path.ends_with(".sh"),
    }
}

fn sample() -> FileSet {
    let text = "# Title\n\nDo this, then do that.\n".repeat(40);
    let files = vec![
        file("scripts/run.sh", b"#!/bin/sh\necho done\n"),
        file("SKILL.md", text.as_bytes()),
        file("references/e\u{301}te\u{301}.md", b""),
        file("assets/noise.bin", &[0, 255, 17, 4, 91, 3]),
    ];
    FileSet::new(files, LIMITS).unwrap()
}

#[test]
fn the_canonical_archive_has_the_same_bytes_everywhere() {
    let name = SkillName::parse("adr-writer").unwrap();
    let wrapped = archive::write(&sample(), Layout::Wrapped(&name));
    let root = archive::write(&sample(), Layout::Root);
    insta::assert_snapshot!(Digest::of(&wrapped), @"sha256:9bde782cff172ff9e878a9047272ac88217b9229bbef55da35746699d5775c40");
    insta::assert_snapshot!(Digest::of(&root), @"sha256:0a5fb69d4334323192a976f19256c1bc99cf14f970c8b2b0a678b38522d1a29b");
    insta::assert_snapshot!(sample().tree_digest(), @"sha256:b14744e3ad290a7c7240b5af5d3fbdcc01d150e870cc664f2d272b0d235d40e2");
}

#[test]
fn both_layouts_give_back_the_files() {
    let name = SkillName::parse("adr-writer").unwrap();
    let wrapped =
        archive::read(&archive::write(&sample(), Layout::Wrapped(&name)), LIMITS).unwrap();
    assert_eq!(wrapped.files, sample());
    assert_eq!(wrapped.wrapper.as_deref(), Some("adr-writer"));
    let root = archive::read(&archive::write(&sample(), Layout::Root), LIMITS).unwrap();
    assert_eq!(root.files, sample());
    assert_eq!(root.wrapper, None);
}
