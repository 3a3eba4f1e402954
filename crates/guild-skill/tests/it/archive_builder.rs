//! Makes zip archives by hand, so that a test can lie in every field.

use guild_skill::ArchiveLimits;
use guild_skill::archive::{self, Archive, ArchiveError, EntryError};
use miniz_oxide::deflate::compress_to_vec;

pub(crate) const UTF8: u16 = 1 << 11;
pub(crate) const DESCRIPTOR: u16 = 1 << 3;
pub(crate) const FILE: u32 = 0o100_644 << 16;
pub(crate) const PROGRAM: u32 = 0o100_755 << 16;
pub(crate) const FOLDER: u32 = 0o040_755 << 16 | 0x10;
/// Info-ZIP on Unix, version 3.0 of the format.
const UNIX: u16 = 3 << 8 | 30;

/// What the two headers of an entry both say.
#[derive(Clone, Debug)]
pub(crate) struct Header {
    pub(crate) flags: u16,
    pub(crate) method: u16,
    pub(crate) crc: u32,
    pub(crate) packed: u32,
    pub(crate) unpacked: u32,
    pub(crate) name: Vec<u8>,
    pub(crate) extra: Vec<u8>,
}

/// An entry: its two headers, its data, and what stands around them.
#[derive(Clone, Debug)]
pub(crate) struct RawEntry {
    pub(crate) local: Header,
    pub(crate) central: Header,
    pub(crate) data: Vec<u8>,
    /// The record behind the data.
    pub(crate) descriptor: Vec<u8>,
    pub(crate) made_by: u16,
    /// The version of the format that the directory says is needed.
    pub(crate) version: u16,
    pub(crate) attributes: u32,
    pub(crate) disk: u16,
    pub(crate) comment: Vec<u8>,
    /// Where the directory says the header stands; the truth when absent.
    pub(crate) offset: Option<u32>,
    pub(crate) is_listed: bool,
    /// Bytes before the header that belong to nothing.
    pub(crate) gap: Vec<u8>,
}

/// An archive; what is absent is filled in with the truth.
#[derive(Clone, Debug, Default)]
pub(crate) struct RawZip {
    pub(crate) entries: Vec<RawEntry>,
    /// Bytes between the last entry and the directory.
    pub(crate) before_directory: Vec<u8>,
    /// Bytes between the last record of the directory and what ends it.
    pub(crate) after_directory: Vec<u8>,
    pub(crate) has_zip64_end: bool,
    pub(crate) disk: u16,
    pub(crate) count: Option<u16>,
    pub(crate) size: Option<u32>,
    pub(crate) offset: Option<u32>,
    pub(crate) comment: Vec<u8>,
    pub(crate) comment_length: Option<u16>,
}

impl RawEntry {
    pub(crate) fn stored(name: &str, contents: &[u8]) -> Self {
        Self::packed(name, contents, contents.to_vec(), 0)
    }

    pub(crate) fn deflated(name: &str, contents: &[u8]) -> Self {
        Self::packed(name, contents, compress_to_vec(contents, 6), 8)
    }

    pub(crate) fn folder(name: &str) -> Self {
        let mut entry = Self::stored(name, b"");
        entry.attributes = FOLDER;
        entry
    }

    fn packed(name: &str, contents: &[u8], data: Vec<u8>, method: u16) -> Self {
        let header = Header {
            flags: if name.is_ascii() { 0 } else { UTF8 },
            method,
            crc: crc32fast::hash(contents),
            packed: data.len().try_into().unwrap(),
            unpacked: contents.len().try_into().unwrap(),
            name: name.as_bytes().to_vec(),
            extra: Vec::new(),
        };
        Self {
            local: header.clone(),
            central: header,
            data,
            descriptor: Vec::new(),
            made_by: UNIX,
            version: 20,
            attributes: FILE,
            disk: 0,
            comment: Vec::new(),
            offset: None,
            is_listed: true,
            gap: Vec::new(),
        }
    }

    /// Changes both headers in the same way.
    pub(crate) fn both(&mut self, change: impl Fn(&mut Header)) {
        change(&mut self.local);
        change(&mut self.central);
    }

    pub(crate) fn rename(&mut self, name: &[u8]) {
        self.both(|header| header.name = name.to_vec());
    }

    /// Moves checksum and sizes from the header to a record behind the data, as writers do that cannot seek.
    pub(crate) fn stream(&mut self) {
        self.both(|header| header.flags |= DESCRIPTOR);
        (self.local.crc, self.local.packed, self.local.unpacked) = (0, 0, 0);
        self.descriptor = b"PK\x07\x08".to_vec();
        let Header {
            crc,
            packed,
            unpacked,
            ..
        } = self.central;
        for field in [crc, packed, unpacked] {
            self.descriptor.extend(field.to_le_bytes());
        }
    }
}

impl RawZip {
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut directory = Vec::new();
        let mut count = 0;
        for entry in &self.entries {
            bytes.extend(&entry.gap);
            let offset = u32::try_from(bytes.len()).unwrap();
            local(&mut bytes, entry);
            if entry.is_listed {
                count += 1;
                central(&mut directory, entry, offset);
            }
        }
        bytes.extend(&self.before_directory);
        let offset = u32::try_from(bytes.len()).unwrap();
        let size = u32::try_from(directory.len()).unwrap();
        bytes.extend(directory);
        bytes.extend(&self.after_directory);
        if self.has_zip64_end {
            zip64_end(&mut bytes, count, size, offset);
        }
        let count = self.count.unwrap_or(count);
        bytes.extend(b"PK\x05\x06");
        for field in [self.disk, self.disk, count, count] {
            bytes.extend(field.to_le_bytes());
        }
        bytes.extend(self.size.unwrap_or(size).to_le_bytes());
        bytes.extend(self.offset.unwrap_or(offset).to_le_bytes());
        let length = u16::try_from(self.comment.len()).unwrap();
        bytes.extend(self.comment_length.unwrap_or(length).to_le_bytes());
        bytes.extend(&self.comment);
        bytes
    }

    pub(crate) fn read(&self) -> Result<Archive, ArchiveError> {
        archive::read(&self.bytes(), &ArchiveLimits::STANDARD)
    }
}

/// A plain archive of three files under one folder, as Info-ZIP would make it.
pub(crate) fn good() -> RawZip {
    let text = "# Write a decision record\n\nAsk what was decided, and why.\n".repeat(20);
    let mut script = RawEntry::stored("adr/scripts/run.sh", b"#!/bin/sh\necho done\n");
    script.attributes = PROGRAM;
    let entries = vec![
        RawEntry::deflated("adr/SKILL.md", text.as_bytes()),
        script,
        RawEntry::stored("adr/notes.txt", b"Notes.\n"),
    ];
    RawZip {
        entries,
        ..RawZip::default()
    }
}

/// Adds one entry to the good archive.
pub(crate) fn good_with(entry: RawEntry) -> RawZip {
    let mut zip = good();
    zip.entries.push(entry);
    zip
}

/// One extra field.
pub(crate) fn extra(id: u16, data: &[u8]) -> Vec<u8> {
    let length = u16::try_from(data.len()).unwrap();
    [&id.to_le_bytes(), &length.to_le_bytes(), data].concat()
}

/// Reads what must be refused, and gives the entry and the reason; every message must be fit for a terminal.
pub(crate) fn refused(zip: &RawZip) -> ArchiveError {
    let error = zip.read().expect_err("the archive is refused");
    let message = error.to_string();
    assert!(!message.chars().any(char::is_control), "{message:?}");
    assert!(message.len() < 500 && !message.ends_with('.'), "{message}");
    error
}

/// Gives the reason when the archive is refused for one entry.
#[track_caller]
pub(crate) fn reason(zip: &RawZip) -> (String, EntryError) {
    match refused(zip) {
        ArchiveError::Entry { entry, reason } => (entry, reason),
        error => panic!("refused as a whole: {error}"),
    }
}

fn local(bytes: &mut Vec<u8>, entry: &RawEntry) {
    bytes.extend(b"PK\x03\x04");
    bytes.extend(20_u16.to_le_bytes());
    shared(bytes, &entry.local);
    bytes.extend(&entry.local.name);
    bytes.extend(&entry.local.extra);
    bytes.extend(&entry.data);
    bytes.extend(&entry.descriptor);
}

fn central(directory: &mut Vec<u8>, entry: &RawEntry, offset: u32) {
    directory.extend(b"PK\x01\x02");
    directory.extend(entry.made_by.to_le_bytes());
    directory.extend(entry.version.to_le_bytes());
    shared(directory, &entry.central);
    let comment = u16::try_from(entry.comment.len()).unwrap();
    for field in [comment, entry.disk, 0] {
        directory.extend(field.to_le_bytes());
    }
    directory.extend(entry.attributes.to_le_bytes());
    directory.extend(entry.offset.unwrap_or(offset).to_le_bytes());
    directory.extend(&entry.central.name);
    directory.extend(&entry.central.extra);
    directory.extend(&entry.comment);
}

fn shared(bytes: &mut Vec<u8>, header: &Header) {
    // A time and a date of 2026.
    for field in [header.flags, header.method, 0x6B52, 0x5D75] {
        bytes.extend(field.to_le_bytes());
    }
    for field in [header.crc, header.packed, header.unpacked] {
        bytes.extend(field.to_le_bytes());
    }
    for length in [header.name.len(), header.extra.len()] {
        bytes.extend(u16::try_from(length).unwrap().to_le_bytes());
    }
}

fn zip64_end(bytes: &mut Vec<u8>, count: u16, size: u32, offset: u32) {
    let at = bytes.len() as u64;
    bytes.extend(b"PK\x06\x06");
    bytes.extend(44_u64.to_le_bytes());
    bytes.extend([45, 3, 45, 0]);
    bytes.extend([0; 8]);
    for field in [count.into(), count.into(), size.into(), u64::from(offset)] {
        bytes.extend(field.to_le_bytes());
    }
    bytes.extend(b"PK\x06\x07");
    bytes.extend([0; 4]);
    bytes.extend(at.to_le_bytes());
    bytes.extend(1_u32.to_le_bytes());
}
