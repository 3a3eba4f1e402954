//! What holds for all archives, tried on many.

use std::collections::BTreeMap;

use guild_skill::archive::{self, Archive, Layout};
use guild_skill::{ArchiveLimits, FilePath, FileSet, SkillFile, SkillName};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;

use crate::archive_builder::{RawEntry, good};
use crate::archive_legal::odd_shapes;

const LIMITS: &ArchiveLimits = &ArchiveLimits::STANDARD;

fn contents(archive: &Archive) -> Vec<(&str, &[u8])> {
    let files = archive.files.iter();
    files
        .map(|file| (file.path.as_str(), file.bytes.as_slice()))
        .collect()
}

/// Contents that deflate likes, and contents that it does not.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        vec(any::<u8>(), 0..400),
        (any::<u8>(), 0..5_000_usize).prop_map(|(byte, length)| std::vec::from_elem(byte, length)),
    ]
}

/// Sets of files; folders end in `-`, so that no file is also a folder.
fn files() -> impl Strategy<Value = BTreeMap<String, (Vec<u8>, bool)>> {
    btree_map(
        "([a-e]{1,3}-/){0,4}[a-e0-9é.]{1,6}[a-e]",
        (bytes(), any::<bool>()),
        0..12,
    )
}

fn set(files: BTreeMap<String, (Vec<u8>, bool)>) -> FileSet {
    let file = |(path, (bytes, is_executable)): (String, (Vec<u8>, bool))| SkillFile {
        path: FilePath::parse(&path).unwrap(),
        bytes,
        is_executable,
    };
    let skill_md = ("SKILL.md".to_owned(), (b"# Title\n".to_vec(), false));
    FileSet::new(
        files.into_iter().chain([skill_md]).map(file).collect(),
        LIMITS,
    )
    .unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_written_is_read_back(files in files()) {
        let files = set(files);
        let name = SkillName::parse("some-skill").unwrap();
        let wrapped = archive::read(&archive::write(&files, Layout::Wrapped(&name)), LIMITS).unwrap();
        prop_assert_eq!(&wrapped.files, &files);
        prop_assert_eq!(wrapped.wrapper.as_deref(), Some("some-skill"));
        let root = archive::read(&archive::write(&files, Layout::Root), LIMITS).unwrap();
        prop_assert_eq!(root.files.tree_digest(), files.tree_digest());
        prop_assert_eq!(root.wrapper, None);
    }

    #[test]
    fn a_file_read_by_itself_is_the_one_that_the_archive_holds(files in files()) {
        let files = set(files);
        let name = SkillName::parse("some-skill").unwrap();
        for layout in [Layout::Wrapped(&name), Layout::Root] {
            let bytes = archive::write(&files, layout);
            for file in files.iter() {
                let found = archive::read_file(&bytes, file.path.as_str(), LIMITS).unwrap();
                prop_assert_eq!(found.as_ref(), Some(&file.bytes));
            }
            prop_assert_eq!(archive::read_file(&bytes, "some-skill", LIMITS).unwrap(), None);
            prop_assert_eq!(archive::read_file(&bytes, "", LIMITS).unwrap(), None);
        }
    }

    #[test]
    fn the_order_of_the_files_does_not_matter(files in files()) {
        let files = set(files);
        let reversed: Vec<SkillFile> = files.iter().rev().cloned().collect();
        let reversed = FileSet::new(reversed, LIMITS).unwrap();
        prop_assert_eq!(archive::write(&reversed, Layout::Root), archive::write(&files, Layout::Root));
    }
}

proptest! {
    #[test]
    fn no_bytes_make_the_reader_fall_over(bytes in vec(any::<u8>(), 0..600)) {
        let _ = archive::read(&bytes, LIMITS);
        let _ = archive::read_file(&bytes, "SKILL.md", LIMITS);
    }

    #[test]
    fn no_damage_makes_the_reader_fall_over(
        shape in 0..25_usize,
        changes in vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
    ) {
        let mut bytes = odd_shapes()[shape].1.bytes();
        for (index, byte) in changes {
            let at = index.index(bytes.len());
            bytes[at] = byte;
        }
        let _ = archive::read(&bytes, LIMITS);
    }

    #[test]
    fn a_path_is_read_the_same_when_read_again(text in "\\PC{0,40}") {
        if let Ok(path) = FilePath::parse(&text) {
            prop_assert_eq!(FilePath::parse(path.as_str()), Ok(path.clone()));
            prop_assert!(!path.as_str().starts_with('/') && !path.as_str().contains(['\\', '\0']));
            prop_assert!(path.parts().all(|part| !matches!(part, "" | "." | "..")));
        }
    }
}

/// Only the mode has no second witness: it stands in the directory alone.
#[test]
fn one_changed_byte_never_changes_a_file() {
    let mut zip = good();
    zip.entries[0].stream();
    zip.entries.push(RawEntry::folder("adr/docs/"));
    let bytes = zip.bytes();
    let archive = archive::read(&bytes, LIMITS).unwrap();
    let mut taken = 0;
    for at in 0..bytes.len() {
        for change in [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xFF] {
            let mut changed = bytes.clone();
            changed[at] ^= change;
            if let Ok(other) = archive::read(&changed, LIMITS) {
                assert_eq!(
                    contents(&other),
                    contents(&archive),
                    "byte {at} by {change:#x}"
                );
                taken += 1;
            }
        }
    }
    // Times and versions say nothing, so some changes pass; the test would be empty without them.
    assert!(taken > 100);
}

#[test]
fn one_changed_byte_of_a_canonical_archive_never_changes_a_file() {
    let archive = good().read().unwrap();
    let bytes = archive::write(&archive.files, Layout::Root);
    for at in 0..bytes.len() {
        for change in [0x01, 0x80, 0xFF] {
            let mut changed = bytes.clone();
            changed[at] ^= change;
            if let Ok(other) = archive::read(&changed, LIMITS) {
                assert_eq!(
                    contents(&other),
                    contents(&archive),
                    "byte {at} by {change:#x}"
                );
            }
        }
    }
}

#[test]
fn what_deflate_packs_too_well_is_stored_and_read_back() {
    let zeros = ("zeros".to_owned(), (vec![0; 3 << 20], false));
    let files = set(BTreeMap::from([zeros]));
    let bytes = archive::write(&files, Layout::Root);
    assert!(bytes.len() > 3 << 20);
    assert_eq!(archive::read(&bytes, LIMITS).unwrap().files, files);
}
