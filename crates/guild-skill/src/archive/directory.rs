//! The end record, and where it says that the directory of the archive stands.

use super::ArchiveError;
use super::central::{CENTRAL_SIGNATURE, END_SIGNATURE, u16_at, u32_at, u64_at};

const END_BYTES: usize = 22;
const COMMENT_BYTES: usize = 0xFFFF;
const LOCATOR_SIGNATURE: [u8; 4] = *b"PK\x06\x07";
const LOCATOR_BYTES: usize = 20;
const END64_SIGNATURE: [u8; 4] = *b"PK\x06\x06";
const END64_BYTES: usize = 56;

/// Where the directory stands, and how many entries it lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Directory {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) entries: u64,
}

/// What an end record says, in its plain or its zip64 form.
#[derive(Clone, Copy)]
struct EndRecord {
    disks: [u64; 2],
    entries: [u64; 2],
    size: u64,
    offset: u64,
}

/// Finds the directory, and makes sure that no program can find another one.
pub(super) fn find(bytes: &[u8]) -> Result<Directory, ArchiveError> {
    let at = find_end(bytes)?;
    let damaged = ArchiveError::CutShort {
        missing: "the end record is not whole",
    };
    let plain = read_end(bytes, at).ok_or(damaged)?;
    let (record, end) = with_zip64(bytes, at, plain)?;
    if record.disks != [0, 0] || record.entries[0] != record.entries[1] {
        return Err(ArchiveError::ManyDisks);
    }
    let start = place(bytes, &record, end)?;
    Ok(Directory {
        start,
        end,
        entries: record.entries[1],
    })
}

/// Finds the one end record, whose comment must reach to the last byte.
fn find_end(bytes: &[u8]) -> Result<usize, ArchiveError> {
    let tail = bytes.len().saturating_sub(END_BYTES + COMMENT_BYTES);
    let is_end = |at: &usize| bytes[*at..].starts_with(&END_SIGNATURE);
    let mut candidates = (tail..bytes.len()).rev().filter(is_end);
    let Some(last) = candidates.next() else {
        return Err(if bytes.starts_with(b"PK\x03\x04") {
            ArchiveError::CutShort {
                missing: "it starts as a zip but has no end record",
            }
        } else {
            ArchiveError::NotAZip
        });
    };
    let reaches =
        |at: usize| u16_at(bytes, at + 20).map(|comment| at + END_BYTES + usize::from(comment));
    // An earlier one whose comment swallows the last one.
    if candidates.any(|at| reaches(at) == Some(bytes.len())) {
        return Err(ArchiveError::SecondEndRecord);
    }
    match reaches(last) {
        Some(end) if end == bytes.len() => Ok(last),
        Some(end) if end < bytes.len() => Err(ArchiveError::TrailingBytes {
            bytes: (bytes.len() - end) as u64,
        }),
        Some(_) | None => Err(ArchiveError::CutShort {
            missing: "the end record is not whole",
        }),
    }
}

fn read_end(bytes: &[u8], at: usize) -> Option<EndRecord> {
    let short = |offset| u16_at(bytes, at + offset).map(u64::from);
    Some(EndRecord {
        disks: [short(4)?, short(6)?],
        entries: [short(8)?, short(10)?],
        size: u32_at(bytes, at + 12)?.into(),
        offset: u32_at(bytes, at + 16)?.into(),
    })
}

/// Reads the zip64 end record when there is one; gives the record that counts and where the directory must end.
fn with_zip64(
    bytes: &[u8],
    at: usize,
    plain: EndRecord,
) -> Result<(EndRecord, usize), ArchiveError> {
    let locator = at.checked_sub(LOCATOR_BYTES);
    let locator = locator.filter(|&at| bytes[at..].starts_with(&LOCATOR_SIGNATURE));
    let Some(locator) = locator else {
        let is_full =
            plain.entries[1] == 0xFFFF || plain.size == 0xFFFF_FFFF || plain.offset == 0xFFFF_FFFF;
        return if is_full {
            Err(ArchiveError::Zip64 {
                what: "the end record points to one, and there is none",
            })
        } else {
            Ok((plain, at))
        };
    };
    let (disk, disks) = (u32_at(bytes, locator + 4), u32_at(bytes, locator + 16));
    if disk != Some(0) || disks != Some(1) {
        return Err(ArchiveError::ManyDisks);
    }
    let offset = u64_at(bytes, locator + 8).and_then(|offset| usize::try_from(offset).ok());
    let end64 = offset.filter(|&offset| offset.checked_add(END64_BYTES) == Some(locator));
    let large = end64.and_then(|end64| read_end64(bytes, end64));
    let (Some(end64), Some(large)) = (end64, large) else {
        return Err(ArchiveError::Zip64 {
            what: "the large end record does not stand right before its locator",
        });
    };
    agree(&plain, &large)?;
    Ok((large, end64))
}

fn read_end64(bytes: &[u8], at: usize) -> Option<EndRecord> {
    let is_whole = bytes[at..].starts_with(&END64_SIGNATURE) && u64_at(bytes, at + 4) == Some(44);
    let disk = |offset| u32_at(bytes, at + offset).map(u64::from);
    is_whole.then_some(())?;
    Some(EndRecord {
        disks: [disk(16)?, disk(20)?],
        entries: [u64_at(bytes, at + 24)?, u64_at(bytes, at + 32)?],
        size: u64_at(bytes, at + 40)?,
        offset: u64_at(bytes, at + 48)?,
    })
}

/// A field of the plain record either leaves the word to the large one, or says the same.
fn agree(plain: &EndRecord, large: &EndRecord) -> Result<(), ArchiveError> {
    let short = |plain: [u64; 2], large: [u64; 2]| {
        let pairs = plain.into_iter().zip(large);
        pairs
            .into_iter()
            .all(|(plain, large)| plain == 0xFFFF || plain == large)
    };
    let long = |plain: u64, large: u64| plain == 0xFFFF_FFFF || plain == large;
    let is_same = short(plain.disks, large.disks)
        && short(plain.entries, large.entries)
        && long(plain.size, large.size)
        && long(plain.offset, large.offset);
    if is_same {
        Ok(())
    } else {
        Err(ArchiveError::Zip64 {
            what: "the two end records differ",
        })
    }
}

/// Makes sure that the directory fills the room before the end record.
fn place(bytes: &[u8], record: &EndRecord, end: usize) -> Result<usize, ArchiveError> {
    let outside = ArchiveError::Directory {
        what: "the end record places it outside the archive",
    };
    let offset = usize::try_from(record.offset).ok();
    let size = usize::try_from(record.size).ok();
    let (Some(offset), Some(size)) = (offset, size) else {
        return Err(outside);
    };
    let Some(found) = offset.checked_add(size).filter(|&found| found <= end) else {
        return Err(outside);
    };
    if found == end {
        return Ok(offset);
    }
    let gap = (end - found) as u64;
    // When it ends where it should but starts later than said, something was put in front of the archive.
    let is_shifted = bytes[end - size..].starts_with(&CENTRAL_SIGNATURE) && size > 0;
    Err(if is_shifted {
        ArchiveError::LeadingBytes { bytes: gap }
    } else {
        ArchiveError::Gap {
            offset: record.offset + record.size,
            bytes: gap,
        }
    })
}
