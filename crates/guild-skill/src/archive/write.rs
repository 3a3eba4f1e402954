//! Writing the canonical archive.

use miniz_oxide::deflate::compress_to_vec;

use super::ArchiveLimits;
use super::central::{CENTRAL_SIGNATURE, END_SIGNATURE, METHOD_DEFLATE, METHOD_STORED};
use super::local::LOCAL_SIGNATURE;
use crate::SkillName;
use crate::files::{FileSet, SkillFile};

/// Where the files stand in the archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout<'a> {
    /// Under one folder of the skill's name, for unzipping into a folder of skills.
    Wrapped(&'a SkillName),
    /// At the root, which is what discovery protocols want.
    Root,
}

/// Deflate 2.0.
const VERSION: u16 = 20;
/// Made on Unix, so that modes are read.
const MADE_BY: u16 = 3 << 8 | VERSION;
/// Names are in UTF-8.
const FLAGS: u16 = 1 << 11;
/// The first of January 1980, the earliest date there is.
const DATE: u16 = 1 << 5 | 1;
const LEVEL: u8 = 9;

/// Writes the canonical archive of files: the same bytes on every machine.
///
/// Entries are sorted by the bytes of their names, dated 1980-01-01, of mode 644 or 755, and deflated at level 9, or
/// stored where that is not smaller, or where deflate would pack so well that [`read`](super::read()) takes it for a
/// bomb. There are no folders, extra fields and comments. Another version of the compressor may give other bytes, so a
/// published archive is kept and never made again.
///
/// The limits of `files` do not bound the archive itself ([`ArchiveLimits::archive_bytes`]): who publishes it reads it
/// back first.
pub fn write(files: &FileSet, layout: Layout<'_>) -> Vec<u8> {
    let mut archive = Vec::new();
    let mut directory = Vec::new();
    for file in files {
        let entry = Entry::new(file, layout, narrow(archive.len()));
        archive.extend_from_slice(&LOCAL_SIGNATURE);
        archive.extend_from_slice(&VERSION.to_le_bytes());
        archive.extend_from_slice(&entry.shared());
        archive.extend_from_slice(entry.name.as_bytes());
        archive.extend_from_slice(entry.data());
        directory.extend_from_slice(&CENTRAL_SIGNATURE);
        directory.extend_from_slice(&MADE_BY.to_le_bytes());
        directory.extend_from_slice(&VERSION.to_le_bytes());
        directory.extend_from_slice(&entry.shared());
        // No comment, the first disk, no internal attributes.
        directory.extend_from_slice(&[0; 6]);
        directory.extend_from_slice(&(entry.mode << 16).to_le_bytes());
        directory.extend_from_slice(&entry.offset.to_le_bytes());
        directory.extend_from_slice(entry.name.as_bytes());
    }
    let start = narrow(archive.len());
    archive.extend_from_slice(&directory);
    finish(&mut archive, files.len(), narrow(directory.len()), start);
    archive
}

struct Entry<'a> {
    file: &'a SkillFile,
    name: String,
    offset: u32,
    crc: u32,
    mode: u32,
    /// Absent when the contents are stored as they are.
    deflated: Option<Vec<u8>>,
}

impl<'a> Entry<'a> {
    fn new(file: &'a SkillFile, layout: Layout<'_>, offset: u32) -> Self {
        let name = match layout {
            Layout::Wrapped(skill) => format!("{skill}/{}", file.path),
            Layout::Root => file.path.to_string(),
        };
        let deflated = compress_to_vec(&file.bytes, LEVEL);
        let (unpacked, packed) = (file.bytes.len() as u64, deflated.len() as u64);
        let is_worth = packed < unpacked && !ArchiveLimits::STANDARD.is_bomb(unpacked, packed);
        Self {
            file,
            name,
            offset,
            crc: crc32fast::hash(&file.bytes),
            mode: if file.is_executable {
                0o100_755
            } else {
                0o100_644
            },
            deflated: is_worth.then_some(deflated),
        }
    }

    fn data(&self) -> &[u8] {
        self.deflated.as_deref().unwrap_or(&self.file.bytes)
    }

    /// What the entry's own header and the directory have in common, from the flags to the length of the extra fields.
    fn shared(&self) -> Vec<u8> {
        let method = match self.deflated {
            Some(_) => METHOD_DEFLATE,
            None => METHOD_STORED,
        };
        let name = u16::try_from(self.name.len()).expect("a path has at most 1,024 bytes");
        let mut bytes = Vec::with_capacity(24);
        for field in [FLAGS, method, 0, DATE] {
            bytes.extend_from_slice(&field.to_le_bytes());
        }
        for field in [
            self.crc,
            narrow(self.data().len()),
            narrow(self.file.bytes.len()),
        ] {
            bytes.extend_from_slice(&field.to_le_bytes());
        }
        for field in [name, 0] {
            bytes.extend_from_slice(&field.to_le_bytes());
        }
        bytes
    }
}

fn finish(archive: &mut Vec<u8>, entries: usize, directory: u32, start: u32) {
    let entries = u16::try_from(entries).expect("a file set has at most 60,000 files");
    archive.extend_from_slice(&END_SIGNATURE);
    archive.extend_from_slice(&[0; 4]);
    archive.extend_from_slice(&entries.to_le_bytes());
    archive.extend_from_slice(&entries.to_le_bytes());
    archive.extend_from_slice(&directory.to_le_bytes());
    archive.extend_from_slice(&start.to_le_bytes());
    archive.extend_from_slice(&[0; 2]);
}

fn narrow(length: usize) -> u32 {
    u32::try_from(length).expect("a file set has at most 2 GiB, and its names far less")
}
