//! The directory of an archive: one record an entry.

use super::directory::Directory;
use super::extra::{self, Sizes};
use super::{ArchiveError, EntryError};
use crate::files::shown;

pub(super) const CENTRAL_SIGNATURE: [u8; 4] = *b"PK\x01\x02";
pub(super) const END_SIGNATURE: [u8; 4] = *b"PK\x05\x06";
pub(super) const METHOD_STORED: u16 = 0;
pub(super) const METHOD_DEFLATE: u16 = 8;
pub(super) const FLAG_DESCRIPTOR: u16 = 1 << 3;

const CENTRAL_BYTES: usize = 46;
const FLAG_UTF8: u16 = 1 << 11;
/// Encrypted, strongly encrypted, with a masked header.
const FLAGS_ENCRYPTED: u16 = 1 | 1 << 6 | 1 << 13;
/// Two bits of how deflate was set, the record behind the data, names in UTF-8.
const FLAGS_KNOWN: u16 = 0b110 | FLAG_DESCRIPTOR | FLAG_UTF8;
const HOST_UNIX: u8 = 3;
const HOST_MACOS: u8 = 19;
const DOS_FOLDER: u32 = 0x10;
const DOS_LABEL: u32 = 0x08;
/// Version 4.5 of the format brought zip64; what later ones brought is not read.
const VERSION_KNOWN: u8 = 45;

/// What the directory says of an entry.
#[derive(Clone, Debug)]
pub(super) struct Central<'a> {
    /// The name as it stands in the archive.
    pub(super) raw_name: &'a [u8],
    /// The name as text, a folder's without its `/`.
    pub(super) name: String,
    pub(super) is_folder: bool,
    pub(super) is_executable: bool,
    pub(super) flags: u16,
    pub(super) method: u16,
    pub(super) crc: u32,
    pub(super) packed: u64,
    pub(super) unpacked: u64,
    pub(super) offset: u64,
}

/// Reads the whole directory, which must fill its room.
pub(super) fn read<'a>(
    bytes: &'a [u8],
    directory: &Directory,
) -> Result<Vec<Central<'a>>, ArchiveError> {
    let mut rest = &bytes[directory.start..directory.end];
    let mut list = Vec::new();
    for _ in 0..directory.entries {
        let (central, length) = record(rest)?;
        list.push(central);
        rest = &rest[length..];
    }
    if rest.is_empty() {
        return Ok(list);
    }
    Err(ArchiveError::Directory {
        what: if rest.starts_with(&CENTRAL_SIGNATURE) {
            "it lists more entries than the end record counts"
        } else {
            "bytes stand behind its last entry"
        },
    })
}

fn record(bytes: &[u8]) -> Result<(Central<'_>, usize), ArchiveError> {
    let fields = Fields::read(bytes).ok_or(ArchiveError::Directory {
        what: if bytes.is_empty() {
            "it lists fewer entries than the end record counts"
        } else {
            "an entry of it is not whole"
        },
    })?;
    let label = shown(&String::from_utf8_lossy(fields.name));
    let entry = |reason| ArchiveError::entry(&label, reason);
    let central = fields.judge().map_err(entry)?;
    Ok((central, fields.length))
}

/// The record as it stands.
struct Fields<'a> {
    bytes: &'a [u8],
    host: u8,
    version: u8,
    flags: u16,
    method: u16,
    disk: u16,
    attributes: u32,
    name: &'a [u8],
    extra: &'a [u8],
    length: usize,
}

impl<'a> Fields<'a> {
    fn read(bytes: &'a [u8]) -> Option<Self> {
        if !bytes.starts_with(&CENTRAL_SIGNATURE) {
            return None;
        }
        let short = |at| u16_at(bytes, at);
        let name_end = CENTRAL_BYTES + usize::from(short(28)?);
        let extra_end = name_end + usize::from(short(30)?);
        let length = extra_end + usize::from(short(32)?);
        bytes.get(..length)?;
        Some(Self {
            bytes,
            host: *bytes.get(5)?,
            version: *bytes.get(6)?,
            flags: short(8)?,
            method: short(10)?,
            disk: short(34)?,
            attributes: u32_at(bytes, 38)?,
            name: &bytes[CENTRAL_BYTES..name_end],
            extra: &bytes[name_end..extra_end],
            length,
        })
    }

    fn long(&self, at: usize) -> u32 {
        u32_at(self.bytes, at).expect("the record was found whole")
    }

    fn judge(&self) -> Result<Central<'a>, EntryError> {
        self.check_flags()?;
        let extra = extra::read(self.extra)?;
        let name = self.decode(extra.unicode_name)?;
        let sizes = Sizes {
            unpacked: self.long(24),
            packed: self.long(20),
            offset: Some(self.long(42)),
        };
        let [unpacked, packed, offset] = extra::resolve(&sizes, extra.zip64)?;
        if self.disk != 0 {
            return Err(EntryError::OtherDisk);
        }
        let is_folder = name.ends_with('/');
        let mode = self.mode();
        self.check_kind(mode, is_folder)?;
        if is_folder && unpacked != 0 {
            return Err(EntryError::FolderWithBytes { bytes: unpacked });
        }
        Ok(Central {
            raw_name: self.name,
            name: name.strip_suffix('/').map_or(name.clone(), str::to_owned),
            is_folder,
            is_executable: mode & 0o100 != 0,
            flags: self.flags,
            method: self.method,
            crc: self.long(16),
            packed,
            unpacked,
            offset,
        })
    }

    fn check_flags(&self) -> Result<(), EntryError> {
        let flags = self.flags;
        if flags & FLAGS_ENCRYPTED != 0 {
            return Err(EntryError::Encrypted);
        }
        if flags & !FLAGS_KNOWN != 0 {
            return Err(EntryError::Flags { flags });
        }
        let method = self.method;
        if !matches!(method, METHOD_STORED | METHOD_DEFLATE) {
            return Err(EntryError::Method { method });
        }
        if self.version > VERSION_KNOWN {
            let version = self.version;
            return Err(EntryError::Version { version });
        }
        Ok(())
    }

    /// Reads the name in the one character set that all programs would take.
    ///
    /// Without the flag for UTF-8 a name is in the maker's own set. On Unix and macOS that is UTF-8, and the Finder
    /// sets no flag; elsewhere only ASCII means the same everywhere.
    fn decode(&self, unicode_name: Option<&[u8]>) -> Result<String, EntryError> {
        let is_utf8 = self.flags & FLAG_UTF8 != 0
            || self.name.is_ascii()
            || unicode_name == Some(self.name)
            || matches!(self.host, HOST_UNIX | HOST_MACOS);
        let name = std::str::from_utf8(self.name).ok().filter(|_| is_utf8);
        let name = name.ok_or(EntryError::NameEncoding)?;
        if unicode_name.is_some_and(|second| second != self.name) {
            return Err(EntryError::SecondName);
        }
        Ok(name.to_owned())
    }

    /// Gives type and mode of Unix, or 0 when the maker did not state them.
    fn mode(&self) -> u32 {
        self.attributes >> 16
    }

    fn check_kind(&self, mode: u32, is_folder: bool) -> Result<(), EntryError> {
        // Some programs leave out what is marked as the label of a disk.
        if self.attributes & DOS_LABEL != 0 {
            return Err(EntryError::Special);
        }
        let is_dos_folder = self.attributes & DOS_FOLDER != 0;
        // The type is believed whatever system the maker names: some programs look at nothing else.
        let is_fit = match mode & 0o170_000 {
            0o120_000 => return Err(EntryError::Link),
            0o020_000 | 0o060_000 | 0o010_000 | 0o140_000 => return Err(EntryError::Special),
            0o040_000 => is_folder,
            0o100_000 => !is_folder,
            0 => is_folder || !is_dos_folder,
            _ => return Err(EntryError::Special),
        };
        if is_fit && (is_folder || !is_dos_folder) {
            Ok(())
        } else {
            Err(EntryError::KindDisagrees)
        }
    }
}

pub(super) fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    let field = bytes.get(at..)?.first_chunk()?;
    Some(u16::from_le_bytes(*field))
}

pub(super) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    let field = bytes.get(at..)?.first_chunk()?;
    Some(u32::from_le_bytes(*field))
}

pub(super) fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    let field = bytes.get(at..)?.first_chunk()?;
    Some(u64::from_le_bytes(*field))
}
