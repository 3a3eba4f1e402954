//! Archives whose records lie, so that two programs would find different files in them.

use guild_skill::archive::{self, ArchiveError, EntryError};
use guild_skill::{ArchiveLimits, FilePath};

use crate::archive_builder::{
    DESCRIPTOR, FOLDER, RawEntry, RawZip, UTF8, extra, good, good_with, reason, refused,
};

/// Each test changes a good archive, which is then refused for one entry.
macro_rules! bad_entries {
    ($($test:ident: $change:expr => $name:literal, $error:pat,)+) => {
        $(#[test]
        fn $test() {
            let mut zip = good();
            let change: fn(&mut RawZip) = $change;
            change(&mut zip);
            let (name, reason) = reason(&zip);
            assert_eq!(name, $name, "{reason}");
            assert!(matches!(reason, $error), "{reason}");
        })+
    };
}

/// Each test changes a good archive, which is then refused as a whole.
macro_rules! bad_archives {
    ($($test:ident: $change:expr => $error:pat,)+) => {
        $(#[test]
        fn $test() {
            let mut zip = good();
            let change: fn(&mut RawZip) = $change;
            change(&mut zip);
            let error = refused(&zip);
            assert!(matches!(error, $error), "{error}");
        })+
    };
}

bad_entries! {
    a_symbolic_link: |zip| zip.entries[2].attributes = 0o120_777 << 16
        => "adr/notes.txt", EntryError::Link,
    a_link_by_a_maker_on_dos: |zip| {
        zip.entries[2].made_by = 20;
        zip.entries[2].attributes = 0o120_777 << 16;
    } => "adr/notes.txt", EntryError::Link,
    a_device: |zip| zip.entries[2].attributes = 0o020_666 << 16
        => "adr/notes.txt", EntryError::Special,
    a_pipe: |zip| zip.entries[2].attributes = 0o010_666 << 16
        => "adr/notes.txt", EntryError::Special,
    the_label_of_a_disk: |zip| {
        zip.entries[2].made_by = 20;
        zip.entries[2].attributes = 0x08;
    } => "adr/notes.txt", EntryError::Special,
    a_version_of_the_format_that_is_too_new: |zip| zip.entries[2].version = 63
        => "adr/notes.txt", EntryError::Version { version: 63 },
    a_socket: |zip| zip.entries[2].attributes = 0o140_666 << 16
        => "adr/notes.txt", EntryError::Special,
    a_file_with_the_attributes_of_a_folder: |zip| zip.entries[2].attributes = FOLDER
        => "adr/notes.txt", EntryError::KindDisagrees,
    a_folder_with_the_attributes_of_a_file: |zip| zip.entries[2] = {
        let mut entry = RawEntry::folder("adr/docs/");
        entry.attributes = 0o100_644 << 16;
        entry
    } => "adr/docs/", EntryError::KindDisagrees,
    a_folder_with_contents: |zip| zip.entries[2] = {
        let mut entry = RawEntry::stored("adr/docs/", b"hidden");
        entry.attributes = FOLDER;
        entry
    } => "adr/docs/", EntryError::FolderWithBytes { bytes: 6 },
    an_encrypted_entry: |zip| zip.entries[2].both(|header| header.flags |= 1)
        => "adr/notes.txt", EntryError::Encrypted,
    a_strongly_encrypted_entry: |zip| zip.entries[2].both(|header| header.flags |= 1 << 6)
        => "adr/notes.txt", EntryError::Encrypted,
    an_entry_encrypted_by_aes: |zip| zip.entries[2].both(|header| header.extra = extra(0x9901, b"\x02\0AE\x03\x08\0"))
        => "adr/notes.txt", EntryError::Encrypted,
    flags_of_unknown_meaning: |zip| zip.entries[2].both(|header| header.flags |= 1 << 5)
        => "adr/notes.txt", EntryError::Flags { .. },
    another_compression: |zip| zip.entries[2].both(|header| header.method = 12)
        => "adr/notes.txt", EntryError::Method { method: 12 },
    deflate64: |zip| zip.entries[0].both(|header| header.method = 9)
        => "adr/SKILL.md", EntryError::Method { method: 9 },
    a_name_in_no_known_character_set: |zip| zip.entries[2].rename(b"adr/\xe9.md")
        => "adr/\u{fffd}.md", EntryError::NameEncoding,
    a_name_marked_as_utf8_that_is_not: |zip| {
        zip.entries[2].rename(b"adr/\xff.md");
        zip.entries[2].both(|header| header.flags |= UTF8);
    } => "adr/\u{fffd}.md", EntryError::NameEncoding,
    a_name_of_a_dos_code_page: |zip| {
        zip.entries[2].rename("adr/é.md".as_bytes());
        zip.entries[2].made_by = 20;
    } => "adr/é.md", EntryError::NameEncoding,
    a_second_name_in_the_directory: |zip| zip.entries[2].central.extra = extra(0x7075, b"\x01\0\0\0\0adr/evil.sh")
        => "adr/notes.txt", EntryError::SecondName,
    a_second_name_in_the_entry: |zip| zip.entries[2].local.extra = extra(0x7075, b"\x01\0\0\0\0adr/evil.sh")
        => "adr/notes.txt", EntryError::SecondName,
    another_name_in_the_entry: |zip| zip.entries[2].local.name = b"adr/evil1.txt".to_vec()
        => "adr/notes.txt", EntryError::HeadersDisagree { field: "name" },
    another_checksum_in_the_entry: |zip| zip.entries[2].local.crc ^= 1
        => "adr/notes.txt", EntryError::HeadersDisagree { field: "checksum" },
    another_size_in_the_entry: |zip| zip.entries[2].local.unpacked += 1
        => "adr/notes.txt", EntryError::HeadersDisagree { field: "size" },
    another_packed_size_in_the_entry: |zip| zip.entries[2].local.packed -= 1
        => "adr/notes.txt", EntryError::HeadersDisagree { field: "size" },
    another_method_in_the_entry: |zip| zip.entries[2].local.method = 8
        => "adr/notes.txt", EntryError::HeadersDisagree { field: "method" },
    other_flags_in_the_entry: |zip| zip.entries[2].local.flags = UTF8
        => "adr/notes.txt", EntryError::HeadersDisagree { field: "flags" },
    a_size_left_to_a_record_that_is_not_announced: |zip| zip.entries[2].local.unpacked = 0
        => "adr/notes.txt", EntryError::HeadersDisagree { field: "size" },
    a_wrong_checksum: |zip| zip.entries[2].both(|header| header.crc ^= 1)
        => "adr/notes.txt", EntryError::Checksum,
    changed_contents: |zip| zip.entries[2].data[0] ^= 1
        => "adr/notes.txt", EntryError::Checksum,
    a_record_behind_the_data_that_is_missing: |zip| zip.entries[2].both(|header| header.flags |= DESCRIPTOR)
        => "adr/notes.txt", EntryError::Descriptor,
    a_record_behind_the_data_that_lies: |zip| {
        zip.entries[2].stream();
        zip.entries[2].descriptor[8] ^= 1;
    } => "adr/notes.txt", EntryError::Descriptor,
    bytes_behind_the_record_behind_the_data: |zip| {
        zip.entries[0].stream();
        zip.entries[0].descriptor.push(0);
    } => "adr/SKILL.md", EntryError::Descriptor,
    large_sizes_in_the_record_of_a_small_entry: |zip| {
        zip.entries[2].stream();
        let crc = zip.entries[2].central.crc.to_le_bytes();
        zip.entries[2].descriptor = [&b"PK\x07\x08"[..], &crc, &7_u64.to_le_bytes(), &7_u64.to_le_bytes()].concat();
    } => "adr/notes.txt", EntryError::Descriptor,
    an_entry_on_another_disk: |zip| zip.entries[2].disk = 1
        => "adr/notes.txt", EntryError::OtherDisk,
    extra_fields_that_run_over: |zip| zip.entries[2].central.extra = vec![0x55, 0x54, 200, 0, 1]
        => "adr/notes.txt", EntryError::Extra,
    extra_fields_that_end_in_the_middle: |zip| zip.entries[2].local.extra = vec![0x55, 0x54, 0]
        => "adr/notes.txt", EntryError::Extra,
    two_zip64_fields: |zip| zip.entries[2].central.extra = [extra(1, b""), extra(1, b"")].concat()
        => "adr/notes.txt", EntryError::Extra,
    a_large_size_that_is_missing: |zip| zip.entries[2].central.unpacked = u32::MAX
        => "adr/notes.txt", EntryError::Zip64,
    a_large_size_that_is_cut: |zip| {
        zip.entries[2].central.unpacked = u32::MAX;
        zip.entries[2].central.extra = extra(1, &[7, 0, 0, 0]);
    } => "adr/notes.txt", EntryError::Zip64,
    a_large_size_that_is_not_asked_for_and_differs: |zip| zip.entries[2].central.extra = extra(1, &8_u64.to_le_bytes())
        => "adr/notes.txt", EntryError::Zip64,
    a_large_size_followed_by_something: |zip| {
        zip.entries[2].central.unpacked = u32::MAX;
        zip.entries[2].central.extra = extra(1, &[7; 16]);
    } => "adr/notes.txt", EntryError::Zip64,
    two_entries_on_the_same_bytes: |zip| {
        let mut twin = zip.entries[0].clone();
        twin.central.name = b"adr/copy.md".to_vec();
        twin.offset = Some(0);
        (twin.data, twin.local.name) = (Vec::new(), Vec::new());
        zip.entries.push(twin);
    } => "adr/copy.md", EntryError::Overlap { .. },
    an_entry_inside_the_data_of_another: |zip| {
        let inner = good().bytes();
        zip.entries = vec![RawEntry::stored("adr/SKILL.md", &inner), RawEntry::stored("adr/notes.txt", b"x")];
        zip.entries[1].offset = Some(30 + 12);
    } => "adr/notes.txt", EntryError::Overlap { .. },
    an_entry_that_points_into_another: |zip| zip.entries[1].offset = Some(4)
        => "adr/scripts/run.sh", EntryError::Overlap { .. },
    an_entry_that_points_past_the_end: |zip| zip.entries[2].offset = Some(0x7FFF_FFFF)
        => "adr/notes.txt", EntryError::NoHeader { .. },
    data_that_runs_into_the_directory: |zip| zip.entries[2].both(|header| {
        header.packed += 9;
        header.unpacked += 9;
    }) => "adr/notes.txt", EntryError::RunsOver,
}

bad_archives! {
    bytes_after_the_end: |zip| {
        zip.comment = b"extra".to_vec();
        zip.comment_length = Some(0);
    } => ArchiveError::TrailingBytes { bytes: 5 },
    a_comment_that_is_cut: |zip| zip.comment_length = Some(9) => ArchiveError::CutShort { .. },
    a_comment_that_holds_an_archive: |zip| zip.comment = RawZip::default().bytes()
        => ArchiveError::SecondEndRecord,
    a_comment_that_holds_half_an_end_record: |zip| zip.comment = b"see PK\x05\x06".to_vec()
        => ArchiveError::SecondEndRecord,
    a_program_before_the_first_entry: |zip| zip.entries[0].gap = b"#!/bin/sh\nexit\n".to_vec()
        => ArchiveError::LeadingBytes { bytes: 15 },
    bytes_between_entries: |zip| zip.entries[1].gap = vec![0; 7] => ArchiveError::Gap { bytes: 7, .. },
    bytes_before_the_directory: |zip| zip.before_directory = vec![0; 3] => ArchiveError::Gap { bytes: 3, .. },
    bytes_after_the_directory: |zip| zip.after_directory = vec![0; 3] => ArchiveError::Gap { bytes: 3, .. },
    bytes_in_the_directory: |zip| {
        zip.after_directory = vec![0; 3];
        let size: usize = zip.entries.iter().map(|entry| 46 + entry.central.name.len()).sum();
        zip.size = Some(u32::try_from(size + 3).unwrap());
    } => ArchiveError::Directory { .. },
    an_entry_the_directory_does_not_list: |zip| zip.entries[1].is_listed = false
        => ArchiveError::Unlisted { .. },
    a_last_entry_the_directory_does_not_list: |zip| zip.entries[2].is_listed = false
        => ArchiveError::Unlisted { .. },
    more_entries_than_counted: |zip| zip.count = Some(2) => ArchiveError::Directory { .. },
    fewer_entries_than_counted: |zip| zip.count = Some(4) => ArchiveError::Directory { .. },
    a_directory_of_another_size: |zip| zip.size = Some(20) => ArchiveError::Gap { .. },
    a_directory_outside_the_archive: |zip| zip.offset = Some(0x7FFF_FFFF) => ArchiveError::Directory { .. },
    a_part_of_several: |zip| zip.disk = 1 => ArchiveError::ManyDisks,
    a_large_end_record_that_is_missing: |zip| zip.offset = Some(u32::MAX) => ArchiveError::Zip64 { .. },
    a_large_end_record_that_differs: |zip| {
        zip.has_zip64_end = true;
        zip.count = Some(2);
    } => ArchiveError::Zip64 { .. },
    a_thousand_and_one_entries: |zip| for number in 3..1_001 {
        zip.entries.push(RawEntry::stored(&format!("adr/{number}"), b""));
    } => ArchiveError::TooManyEntries { entries: 1_001, limit: 1_000 },
    ten_thousand_entries: |zip| for number in 3..10_000 {
        zip.entries.push(RawEntry::stored(&format!("adr/{number}"), b""));
    } => ArchiveError::TooManyEntries { entries: 10_000, limit: 1_000 },
    nothing_at_all: |zip| zip.entries.clear() => ArchiveError::Empty,
}

#[test]
fn a_large_end_record_away_from_its_locator() {
    let mut zip = good();
    zip.has_zip64_end = true;
    let mut bytes = zip.bytes();
    // The offset in the locator, which stands before the end record.
    let at = bytes.len() - 22 - 12;
    bytes[at] ^= 1;
    let error = archive::read(&bytes, &ArchiveLimits::STANDARD).unwrap_err();
    assert!(matches!(error, ArchiveError::Zip64 { .. }), "{error}");
}

#[test]
fn an_archive_with_something_put_in_front() {
    let bytes = [b"MZ stub", &good().bytes()[..]].concat();
    let error = archive::read(&bytes, &ArchiveLimits::STANDARD).unwrap_err();
    assert_eq!(error, ArchiveError::LeadingBytes { bytes: 7 });
}

#[test]
fn two_archives_one_after_the_other() {
    let bytes = [good().bytes(), good().bytes()].concat();
    let error = archive::read(&bytes, &ArchiveLimits::STANDARD).unwrap_err();
    assert!(
        matches!(error, ArchiveError::LeadingBytes { .. }),
        "{error}"
    );
}

#[test]
fn an_archive_cut_short_anywhere() {
    let bytes = good().bytes();
    for length in 0..bytes.len() {
        let error = archive::read(&bytes[..length], &ArchiveLimits::STANDARD).unwrap_err();
        let is_told = matches!(error, ArchiveError::NotAZip | ArchiveError::CutShort { .. });
        assert!(is_told, "{length}: {error}");
    }
}

#[test]
fn something_else_is_no_archive() {
    for bytes in [
        &b""[..],
        b"PK",
        b"# Title\n",
        b"\x1f\x8b\x08\0",
        &[0; 100_000],
    ] {
        let error = archive::read(bytes, &ArchiveLimits::STANDARD).unwrap_err();
        assert_eq!(error, ArchiveError::NotAZip);
    }
}

#[test]
fn a_skill_of_ten_thousand_files_is_read_where_the_limits_allow_it() {
    let mut zip = good();
    for number in 0..10_000 {
        zip.entries
            .push(RawEntry::stored(&format!("adr/{number}"), b"x"));
    }
    let limits = ArchiveLimits {
        entries: 10_003,
        ..ArchiveLimits::STANDARD
    };
    assert_eq!(
        archive::read(&zip.bytes(), &limits).unwrap().files.len(),
        10_003
    );
}

#[test]
fn narrower_limits_hold_for_paths_too() {
    let limits = ArchiveLimits {
        path_depth: 2,
        ..ArchiveLimits::STANDARD
    };
    let zip = good_with(RawEntry::stored("adr/a/b/c", b""));
    assert!(archive::read(&zip.bytes(), &limits).is_err());
    assert!(FilePath::parse("a/b/c").is_ok());
}
