//! Extra fields: the few that change what an entry is. All others (times, owners, padding) change nothing.

use super::EntryError;
use super::central::{u16_at, u32_at, u64_at};

const ZIP64: u16 = 0x0001;
const UNICODE_PATH: u16 = 0x7075;
/// Strong encryption, and the one of AES.
const STRONG_ENCRYPTION: u16 = 0x0017;
const AES: u16 = 0x9901;
const FULL: u32 = 0xFFFF_FFFF;

/// The extra fields that matter.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Extra<'a> {
    pub(super) zip64: Option<&'a [u8]>,
    /// The name in UTF-8.
    pub(super) unicode_name: Option<&'a [u8]>,
}

/// The sizes of a header in 32 bits, which may leave the word to zip64.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    pub(super) unpacked: u32,
    pub(super) packed: u32,
    /// Only the directory has one.
    pub(super) offset: Option<u32>,
}

/// Reads extra fields, which must fill their room.
pub(super) fn read(bytes: &[u8]) -> Result<Extra<'_>, EntryError> {
    let mut extra = Extra::default();
    let mut rest = bytes;
    while !rest.is_empty() {
        let (Some(id), Some(length)) = (u16_at(rest, 0), u16_at(rest, 2)) else {
            return Err(EntryError::Extra);
        };
        let end = 4 + usize::from(length);
        let field = rest.get(4..end).ok_or(EntryError::Extra)?;
        rest = &rest[end..];
        match id {
            ZIP64 if extra.zip64.replace(field).is_some() => return Err(EntryError::Extra),
            UNICODE_PATH if extra.unicode_name.replace(unicode_name(field)?).is_some() => {
                return Err(EntryError::Extra);
            }
            STRONG_ENCRYPTION | AES => return Err(EntryError::Encrypted),
            _ => {}
        }
    }
    Ok(extra)
}

/// A version (1), a checksum of the other name, and the name.
fn unicode_name(field: &[u8]) -> Result<&[u8], EntryError> {
    match field {
        [1, _, _, _, _, name @ ..] => Ok(name),
        _ => Err(EntryError::Extra),
    }
}

/// Gives the unpacked size, the packed size and the offset (0 when there is none), each from the place that counts.
///
/// A zip64 field holds what the header leaves out, in this order, and nothing else. One that repeats what the header
/// says is taken when it says the same.
pub(super) fn resolve(sizes: &Sizes, zip64: Option<&[u8]>) -> Result<[u64; 3], EntryError> {
    let plain = [Some(sizes.unpacked), Some(sizes.packed), sizes.offset];
    let is_left_out = plain.contains(&Some(FULL));
    let Some(field) = zip64 else {
        return if is_left_out {
            Err(EntryError::Zip64)
        } else {
            Ok(plain.map(|value| value.unwrap_or(0).into()))
        };
    };
    let mut at = 0;
    let mut resolved = [0; 3];
    for (value, plain) in resolved.iter_mut().zip(plain) {
        let Some(plain) = plain else { continue };
        *value = plain.into();
        let is_repeated = !is_left_out && at < field.len();
        if plain == FULL || is_repeated {
            let large = u64_at(field, at).ok_or(EntryError::Zip64)?;
            at += 8;
            if plain != FULL && large != *value {
                return Err(EntryError::Zip64);
            }
            *value = large;
        }
    }
    // A disk number may follow, of the first disk.
    let rest = field.get(at..).ok_or(EntryError::Zip64)?;
    let is_first_disk = rest.len() == 4 && u32_at(rest, 0) == Some(0) && sizes.offset.is_some();
    if rest.is_empty() || is_first_disk {
        Ok(resolved)
    } else {
        Err(EntryError::Zip64)
    }
}
