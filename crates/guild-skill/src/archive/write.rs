//! Writing the canonical archive.

use miniz_oxide::deflate::core::{
    CompressorOxide, TDEFLFlush, TDEFLStatus, compress, create_comp_flags_from_zip_params,
};

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
    let [archive] = write_each(files, [layout]);
    archive
}

/// Writes the archive in several layouts, as [`write`] does; each file is packed once.
pub fn write_each<const LAYOUTS: usize>(
    files: &FileSet,
    layouts: [Layout<'_>; LAYOUTS],
) -> [Vec<u8>; LAYOUTS] {
    let mut deflate = Deflate::default();
    let packed: Vec<Packed<'_>> = files.iter().map(|file| deflate.pack(file)).collect();
    layouts.map(|layout| laid_out(&packed, layout))
}

fn laid_out(files: &[Packed<'_>], layout: Layout<'_>) -> Vec<u8> {
    let mut archive = Vec::new();
    let mut directory = Vec::new();
    for packed in files {
        let entry = Entry::new(packed, layout, narrow(archive.len()));
        archive.extend_from_slice(&LOCAL_SIGNATURE);
        archive.extend_from_slice(&VERSION.to_le_bytes());
        archive.extend_from_slice(&entry.shared());
        archive.extend_from_slice(entry.name.as_bytes());
        archive.extend_from_slice(packed.data());
        directory.extend_from_slice(&CENTRAL_SIGNATURE);
        directory.extend_from_slice(&MADE_BY.to_le_bytes());
        directory.extend_from_slice(&VERSION.to_le_bytes());
        directory.extend_from_slice(&entry.shared());
        // No comment, the first disk, no internal attributes.
        directory.extend_from_slice(&[0; 6]);
        directory.extend_from_slice(&(packed.mode() << 16).to_le_bytes());
        directory.extend_from_slice(&entry.offset.to_le_bytes());
        directory.extend_from_slice(entry.name.as_bytes());
    }
    let start = narrow(archive.len());
    archive.extend_from_slice(&directory);
    finish(&mut archive, files.len(), narrow(directory.len()), start);
    archive
}

/// A compressor, whose tables take longer to make than a small file to pack.
struct Deflate(CompressorOxide);

impl Default for Deflate {
    fn default() -> Self {
        // No header and trailer of zlib, no strategy.
        let flags = create_comp_flags_from_zip_params(LEVEL.into(), 0, 0);
        Self(CompressorOxide::new(flags))
    }
}

impl Deflate {
    fn pack<'a>(&mut self, file: &'a SkillFile) -> Packed<'a> {
        let deflated = self.smaller(&file.bytes);
        let unpacked = file.bytes.len() as u64;
        let is_bomb =
            |packed: &Vec<u8>| ArchiveLimits::STANDARD.is_bomb(unpacked, packed.len() as u64);
        Packed {
            file,
            crc: crc32fast::hash(&file.bytes),
            deflated: deflated.filter(|packed| !is_bomb(packed)),
        }
    }

    /// Deflates bytes; absent where that is not smaller.
    fn smaller(&mut self, bytes: &[u8]) -> Option<Vec<u8>> {
        self.0.reset();
        let mut packed = vec![0; bytes.len()];
        let (status, _, length) = compress(&mut self.0, bytes, &mut packed, TDEFLFlush::Finish);
        let is_smaller = status == TDEFLStatus::Done && length < bytes.len();
        packed.truncate(length);
        is_smaller.then_some(packed)
    }
}

/// A file as every layout holds it.
struct Packed<'a> {
    file: &'a SkillFile,
    crc: u32,
    /// Absent when the contents are stored as they are.
    deflated: Option<Vec<u8>>,
}

impl Packed<'_> {
    fn data(&self) -> &[u8] {
        self.deflated.as_deref().unwrap_or(&self.file.bytes)
    }

    const fn mode(&self) -> u32 {
        match self.file.is_executable {
            true => 0o100_755,
            false => 0o100_644,
        }
    }
}

/// A file at its place in a layout.
struct Entry<'a> {
    packed: &'a Packed<'a>,
    name: String,
    offset: u32,
}

impl<'a> Entry<'a> {
    fn new(packed: &'a Packed<'a>, layout: Layout<'_>, offset: u32) -> Self {
        let path = &packed.file.path;
        let name = match layout {
            Layout::Wrapped(skill) => format!("{skill}/{path}"),
            Layout::Root => path.to_string(),
        };
        Self {
            packed,
            name,
            offset,
        }
    }

    /// What the entry's own header and the directory have in common, from the flags to the length of the extra fields.
    fn shared(&self) -> Vec<u8> {
        let method = match self.packed.deflated {
            Some(_) => METHOD_DEFLATE,
            None => METHOD_STORED,
        };
        let name = u16::try_from(self.name.len()).expect("a path has at most 1,024 bytes");
        let mut bytes = Vec::with_capacity(24);
        for field in [FLAGS, method, 0, DATE] {
            bytes.extend_from_slice(&field.to_le_bytes());
        }
        for field in [
            self.packed.crc,
            narrow(self.packed.data().len()),
            narrow(self.packed.file.bytes.len()),
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

#[cfg(test)]
mod tests {
    use miniz_oxide::deflate::compress_to_vec;
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn a_file_is_packed_alike_whatever_was_packed_before(
            files in vec(prop_oneof![vec(any::<u8>(), 0..2_000), vec(0_u8..4, 0..40_000)], 1..5)
        ) {
            let mut deflate = Deflate::default();
            for file in files {
                let alone = compress_to_vec(&file, LEVEL);
                let is_smaller = alone.len() < file.len();
                prop_assert_eq!(deflate.smaller(&file), is_smaller.then_some(alone));
            }
        }
    }
}
