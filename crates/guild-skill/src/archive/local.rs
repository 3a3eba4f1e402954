//! The entries themselves: a header, the data, and sometimes a record behind it.

use super::central::{Central, FLAG_DESCRIPTOR, u16_at, u32_at, u64_at};
use super::extra::{self, Sizes};
use super::{ArchiveError, EntryError};
use crate::files::shown;

pub(super) const LOCAL_SIGNATURE: [u8; 4] = *b"PK\x03\x04";
const LOCAL_BYTES: usize = 30;
const DESCRIPTOR_SIGNATURE: [u8; 4] = *b"PK\x07\x08";

/// Finds the packed data of each entry, in the order of the list.
///
/// The entries must fill the room before the directory: no byte may belong to two of them, and none to nothing.
pub(super) fn find_data<'a>(
    bytes: &'a [u8],
    list: &[Central<'_>],
) -> Result<Vec<&'a [u8]>, ArchiveError> {
    let mut order: Vec<usize> = (0..list.len()).collect();
    order.sort_by_key(|&index| list[index].offset);
    let mut data = vec![&bytes[..0]; list.len()];
    let mut cursor = 0;
    for (place, &index) in order.iter().enumerate() {
        let central = &list[index];
        let before = place.checked_sub(1).map(|place| &list[order[place]]);
        check_start(bytes, cursor, central, before)?;
        let next = order.get(place + 1).map(|&index| &list[index]);
        let room = Room { bytes, next };
        let entry = |reason| ArchiveError::entry(&central.name, reason);
        (data[index], cursor) = room.entry(central).map_err(entry)?;
    }
    if cursor == bytes.len() {
        Ok(data)
    } else {
        Err(stray(bytes, cursor, bytes.len()))
    }
}

fn check_start(
    bytes: &[u8],
    cursor: usize,
    central: &Central<'_>,
    before: Option<&Central<'_>>,
) -> Result<(), ArchiveError> {
    let offset = usize::try_from(central.offset).unwrap_or(usize::MAX);
    if offset == cursor {
        return Ok(());
    }
    if let Some(other) = before.filter(|_| offset < cursor) {
        let other = shown(&other.name);
        return Err(ArchiveError::entry(
            &central.name,
            EntryError::Overlap { other },
        ));
    }
    if offset >= bytes.len() {
        let reason = EntryError::NoHeader {
            offset: central.offset,
        };
        return Err(ArchiveError::entry(&central.name, reason));
    }
    Err(stray(bytes, cursor, offset))
}

/// Says what the bytes are that belong to no entry.
fn stray(bytes: &[u8], start: usize, end: usize) -> ArchiveError {
    let offset = start as u64;
    if bytes[start..].starts_with(&LOCAL_SIGNATURE) {
        return ArchiveError::Unlisted { offset };
    }
    let bytes = (end - start) as u64;
    if start == 0 {
        ArchiveError::LeadingBytes { bytes }
    } else {
        ArchiveError::Gap { offset, bytes }
    }
}

/// The bytes before the directory, and the entry that comes after the one looked at.
struct Room<'a, 'b> {
    bytes: &'a [u8],
    next: Option<&'b Central<'b>>,
}

impl<'a> Room<'a, '_> {
    /// Gives the data of an entry, and where the next one must start.
    fn entry(&self, central: &Central<'_>) -> Result<(&'a [u8], usize), EntryError> {
        let start = usize::try_from(central.offset).map_err(|_| EntryError::RunsOver)?;
        let header = self.bytes.get(start..).unwrap_or(&[]);
        if !header.starts_with(&LOCAL_SIGNATURE) {
            return Err(EntryError::NoHeader {
                offset: central.offset,
            });
        }
        let local = Local::read(header).ok_or(EntryError::RunsOver)?;
        local.agree(central)?;
        let packed = usize::try_from(central.packed).map_err(|_| EntryError::RunsOver)?;
        let data_start = start + local.length;
        let data_end = data_start
            .checked_add(packed)
            .filter(|&end| end <= self.bytes.len());
        let data_end = data_end.ok_or(EntryError::RunsOver)?;
        let data = &self.bytes[data_start..data_end];
        if central.flags & FLAG_DESCRIPTOR == 0 {
            return Ok((data, data_end));
        }
        let end = self.descriptor_end(data_end)?;
        local.check_descriptor(central, &self.bytes[data_end..end])?;
        Ok((data, end))
    }

    /// The record behind the data reaches to the next entry; nothing in it tells its length.
    fn descriptor_end(&self, data_end: usize) -> Result<usize, EntryError> {
        let Some(next) = self.next else {
            return Ok(self.bytes.len());
        };
        let end = usize::try_from(next.offset).map_err(|_| EntryError::RunsOver)?;
        if end < data_end {
            let other = shown(&next.name);
            return Err(EntryError::Overlap { other });
        }
        Ok(end.min(self.bytes.len()))
    }
}

/// An entry's own header.
struct Local<'a> {
    flags: u16,
    method: u16,
    crc: u32,
    sizes: Sizes,
    name: &'a [u8],
    extra: &'a [u8],
    length: usize,
}

impl<'a> Local<'a> {
    fn read(bytes: &'a [u8]) -> Option<Self> {
        let name_end = LOCAL_BYTES + usize::from(u16_at(bytes, 26)?);
        let length = name_end + usize::from(u16_at(bytes, 28)?);
        Some(Self {
            flags: u16_at(bytes, 6)?,
            method: u16_at(bytes, 8)?,
            crc: u32_at(bytes, 14)?,
            sizes: Sizes {
                packed: u32_at(bytes, 18)?,
                unpacked: u32_at(bytes, 22)?,
                offset: None,
            },
            name: bytes.get(LOCAL_BYTES..name_end)?,
            extra: bytes.get(name_end..length)?,
            length,
        })
    }

    fn agree(&self, central: &Central<'_>) -> Result<(), EntryError> {
        let differs = |field| Err(EntryError::HeadersDisagree { field });
        if self.name != central.raw_name {
            return differs("name");
        }
        if self.flags != central.flags {
            return differs("flags");
        }
        if self.method != central.method {
            return differs("method");
        }
        let extra = extra::read(self.extra)?;
        if extra.unicode_name.is_some_and(|second| second != self.name) {
            return Err(EntryError::SecondName);
        }
        let [unpacked, packed, _] = extra::resolve(&self.sizes, extra.zip64)?;
        let is_later = central.flags & FLAG_DESCRIPTOR != 0;
        // A header written before the data was known leaves these to the record behind it.
        let is_same = |own: u64, other: u64| own == other || (is_later && own == 0);
        if !is_same(self.crc.into(), central.crc.into()) {
            return differs("checksum");
        }
        if !is_same(packed, central.packed) || !is_same(unpacked, central.unpacked) {
            return differs("size");
        }
        Ok(())
    }

    /// A record of 12 bytes, or 20 when the sizes are large, with or without 4 bytes of signature.
    fn check_descriptor(&self, central: &Central<'_>, record: &[u8]) -> Result<(), EntryError> {
        let is_large = extra::read(self.extra)?.zip64.is_some();
        let fields = match (record.len(), is_large) {
            (12, false) | (20, true) => Some(record),
            (16, false) | (24, true) => record.strip_prefix(&DESCRIPTOR_SIGNATURE),
            _ => None,
        };
        let fields = fields.ok_or(EntryError::Descriptor)?;
        let long = |at| u32_at(fields, at).map(u64::from);
        let (packed, unpacked) = if is_large {
            (u64_at(fields, 4), u64_at(fields, 12))
        } else {
            (long(4), long(8))
        };
        let found = (u32_at(fields, 0), packed, unpacked);
        if found
            == (
                Some(central.crc),
                Some(central.packed),
                Some(central.unpacked),
            )
        {
            Ok(())
        } else {
            Err(EntryError::Descriptor)
        }
    }
}
