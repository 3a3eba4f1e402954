//! Archives made to fill a disk or a memory: each is refused before it can.

use std::process::Command;

use guild_skill::archive::{self, ArchiveError, EntryError};
use guild_skill::{ArchiveLimits, FilePath, FileSet, SkillFile};
use miniz_oxide::deflate::core::{
    CompressorOxide, TDEFLFlush, compress_to_output, create_comp_flags_from_zip_params,
};

use crate::archive_builder::{RawEntry, RawZip, good, good_with, reason, refused};

const MEGABYTE: usize = 1 << 20;

/// Two gigabytes of zeros in two megabytes of deflate.
///
/// A flushed block ends at a byte and looks back at zeros only, so the second one stands for all that follow.
fn two_gigabytes_deflated() -> Vec<u8> {
    let flags = create_comp_flags_from_zip_params(9, 0, 0);
    let mut compressor = CompressorOxide::new(flags);
    let zeros = vec![0; MEGABYTE];
    let (mut packed, mut block) = (Vec::new(), Vec::new());
    feed(&mut compressor, &zeros, TDEFLFlush::Sync, &mut packed);
    feed(&mut compressor, &zeros, TDEFLFlush::Sync, &mut block);
    for _ in 1..2_048 {
        packed.extend_from_slice(&block);
    }
    feed(&mut compressor, &[], TDEFLFlush::Finish, &mut packed);
    packed
}

fn feed(compressor: &mut CompressorOxide, bytes: &[u8], flush: TDEFLFlush, packed: &mut Vec<u8>) {
    compress_to_output(compressor, bytes, flush, |part| {
        packed.extend_from_slice(part);
        true
    });
}

/// An entry that holds a bomb and declares what it likes.
fn bomb(data: &[u8], declared: u32) -> RawEntry {
    let mut entry = RawEntry::deflated("adr/bomb.txt", b"");
    let packed = u32::try_from(data.len()).unwrap();
    entry.both(|header| (header.packed, header.unpacked) = (packed, declared));
    entry.data = data.to_vec();
    entry
}

#[test]
fn a_file_over_the_limit_is_refused_by_what_it_declares() {
    let zip = good_with(RawEntry::deflated(
        "adr/large.txt",
        &vec![b'x'; 10 * MEGABYTE + 1],
    ));
    let (bytes, limit) = (10 * 1_048_576 + 1, 10 * 1_048_576);
    assert_eq!(reason(&zip).1, EntryError::TooLarge { bytes, limit });
}

#[test]
fn a_file_packed_too_well_is_refused() {
    let zip = good_with(RawEntry::deflated("adr/zeros.bin", &vec![0; 2 * MEGABYTE]));
    assert!(matches!(
        reason(&zip).1,
        EntryError::Ratio { limit: 100, .. }
    ));
}

#[test]
fn a_small_file_may_be_packed_as_well_as_it_likes() {
    let zip = good_with(RawEntry::deflated("adr/zeros.bin", &vec![0; MEGABYTE]));
    assert_eq!(zip.read().unwrap().files.len(), 4);
}

#[test]
fn many_files_over_the_limit_together_are_refused() {
    let mut zip = good();
    for number in 0..51 {
        zip.entries.push(RawEntry::deflated(
            &format!("adr/{number}"),
            &vec![0; MEGABYTE],
        ));
    }
    let error = refused(&zip);
    assert!(
        matches!(
            error,
            ArchiveError::TooMuch {
                limit: 52_428_800,
                ..
            }
        ),
        "{error}"
    );
}

#[test]
fn an_archive_over_the_limit_is_refused_unread() {
    let bytes = vec![0; 12 * MEGABYTE + 1];
    let error = archive::read(&bytes, &ArchiveLimits::STANDARD).unwrap_err();
    assert!(matches!(error, ArchiveError::TooLarge { .. }), "{error}");
}

#[test]
fn a_file_that_unpacks_to_more_than_it_declares() {
    let mut entry = RawEntry::deflated("adr/x", b"twelve bytes");
    entry.both(|header| header.unpacked = 11);
    assert_eq!(
        reason(&good_with(entry)).1,
        EntryError::UnpacksToMore { declared: 11 }
    );
}

#[test]
fn a_file_that_unpacks_to_less_than_it_declares() {
    let mut entry = RawEntry::deflated("adr/x", b"twelve bytes");
    entry.both(|header| header.unpacked = 13);
    let (declared, found) = (13, 12);
    assert_eq!(
        reason(&good_with(entry)).1,
        EntryError::UnpacksToLess { declared, found }
    );
}

#[test]
fn a_stored_file_of_another_size() {
    for declared in [0, 11, 13, u32::MAX - 1] {
        let mut entry = RawEntry::stored("adr/x", b"twelve bytes");
        entry.both(|header| header.unpacked = declared);
        assert!(good_with(entry).read().is_err());
    }
}

#[test]
fn bytes_behind_the_packed_data() {
    let mut entry = RawEntry::deflated("adr/x", b"twelve bytes");
    entry.data.extend(b"hidden");
    entry.both(|header| header.packed += 6);
    assert_eq!(
        reason(&good_with(entry)).1,
        EntryError::DataBehind { bytes: 6 }
    );
}

#[test]
fn packed_data_that_is_damaged_or_cut() {
    let mut damaged = RawEntry::deflated("adr/x", b"twelve bytes");
    damaged.data[0] = 0xFF;
    assert_eq!(reason(&good_with(damaged)).1, EntryError::Damaged);
    let mut cut = RawEntry::deflated("adr/x", b"twelve bytes");
    cut.data.pop();
    cut.both(|header| header.packed -= 1);
    assert_eq!(reason(&good_with(cut)).1, EntryError::Damaged);
}

/// Files that share one block of data, each with a header quoted in the one before.
#[test]
fn a_bomb_of_overlapping_entries_is_refused() {
    let zeros = RawEntry::deflated("adr/0", &vec![0; MEGABYTE]);
    let mut zip = good_with(zeros.clone());
    for number in 1..40 {
        let mut entry = zeros.clone();
        entry.central.name = format!("adr/{number}").into_bytes();
        // It points at the first one's bytes and brings none.
        entry.offset = Some(0);
        (entry.data, entry.local.name) = (Vec::new(), Vec::new());
        zip.entries.push(entry);
    }
    assert!(matches!(reason(&zip).1, EntryError::Overlap { .. }));
}

#[test]
fn a_set_of_files_has_the_same_limits() {
    let file = |path: &str, size| SkillFile {
        path: FilePath::parse(path).unwrap(),
        bytes: vec![0; size],
        is_executable: false,
    };
    let limits = &ArchiveLimits::STANDARD;
    let large = FileSet::new(vec![file("a", 10 * MEGABYTE + 1)], limits);
    assert!(matches!(large, Err(ArchiveError::Entry { .. })));
    let sum = (0..6)
        .map(|number| file(&number.to_string(), 9 * MEGABYTE))
        .collect();
    assert!(matches!(
        FileSet::new(sum, limits),
        Err(ArchiveError::TooMuch { .. })
    ));
    let many = (0..10_000)
        .map(|number| file(&number.to_string(), 0))
        .collect();
    assert!(matches!(
        FileSet::new(many, limits),
        Err(ArchiveError::TooManyEntries { .. })
    ));
}

#[test]
fn the_bomb_is_a_bomb() {
    // A true deflate stream, which goes on after 9 MiB: otherwise the tests below would prove nothing.
    let limit =
        miniz_oxide::inflate::decompress_to_vec_with_limit(&two_gigabytes_deflated(), 9 * MEGABYTE);
    let failure = limit.unwrap_err();
    assert_eq!(
        failure.status,
        miniz_oxide::inflate::TINFLStatus::HasMoreOutput
    );
    assert_eq!(failure.output.len(), 9 * MEGABYTE);
}

/// Runs itself in a process of its own, because a peak of memory is a fact of a process.
#[cfg(target_os = "linux")]
#[test]
fn a_bomb_of_two_gigabytes_is_refused_in_64_megabytes() {
    const CHILD: &str = "GUILD_TEST_BOMB";
    if std::env::var_os(CHILD).is_some() {
        refuse_bombs();
        println!("peak {} kB", peak_kilobytes());
        return;
    }
    let test = "archive_hostile_sizes::a_bomb_of_two_gigabytes_is_refused_in_64_megabytes";
    let output = Command::new(std::env::current_exe().unwrap())
        .args([test, "--exact", "--nocapture", "--test-threads=1"])
        .env(CHILD, "1")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    let peak = text
        .lines()
        .find_map(|line| line.split_once("peak ")?.1.strip_suffix(" kB"));
    let peak: u64 = peak.unwrap().parse().unwrap();
    assert!(peak < 32_000, "the peak was {peak} kB");
}

#[cfg(target_os = "linux")]
fn refuse_bombs() {
    let data = two_gigabytes_deflated();
    let honest = RawZip {
        entries: vec![RawEntry::stored("adr/SKILL.md", b"x"), bomb(&data, 2 << 30)],
        ..RawZip::default()
    };
    assert!(matches!(
        reason(&honest).1,
        EntryError::TooLarge {
            bytes: 2_147_483_648,
            ..
        }
    ));
    drop(honest);
    // As many good files as fit, and then one that says it is small.
    let mut lying = good();
    for number in 0..40 {
        lying.entries.push(RawEntry::deflated(
            &format!("adr/{number}"),
            &vec![0; MEGABYTE],
        ));
    }
    lying.entries.push(bomb(&data, 9 << 20));
    assert_eq!(
        reason(&lying).1,
        EntryError::UnpacksToMore { declared: 9 << 20 }
    );
}

#[cfg(target_os = "linux")]
fn peak_kilobytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.unwrap()
        .trim()
        .trim_end_matches(" kB")
        .parse()
        .unwrap()
}
