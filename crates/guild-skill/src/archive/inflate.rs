//! Unpacking the data of one entry, never to more than it declares.

use miniz_oxide::inflate::stream::{InflateState, inflate};
use miniz_oxide::{DataFormat, MZFlush, MZStatus};

use super::EntryError;
use super::central::{Central, METHOD_STORED};

/// How much is unpacked at once while an entry is only proved.
const PART_BYTES: usize = 32 << 10;

/// Unpacks an entry part by part and holds it against what it declares, keeping nothing.
pub(super) fn prove(central: &Central<'_>, packed: &[u8]) -> Result<(), EntryError> {
    each_part(central, packed, &mut |_| ())
}

/// Unpacks an entry, held against what it declares.
pub(super) fn unpack(central: &Central<'_>, packed: &[u8]) -> Result<Vec<u8>, EntryError> {
    let mut contents = Vec::with_capacity(usize::try_from(central.unpacked).unwrap_or(0));
    each_part(central, packed, &mut |part| {
        contents.extend_from_slice(part)
    })?;
    Ok(contents)
}

fn each_part(
    central: &Central<'_>,
    packed: &[u8],
    take: &mut dyn FnMut(&[u8]),
) -> Result<(), EntryError> {
    let declared = central.unpacked;
    let mut checksum = crc32fast::Hasher::new();
    let mut take = |part: &[u8]| {
        checksum.update(part);
        take(part);
    };
    let found = if central.method == METHOD_STORED {
        let found = packed.len() as u64;
        if found <= declared {
            take(packed);
        }
        found
    } else {
        inflate_parts(packed, declared, &mut take)?
    };
    if found > declared {
        return Err(EntryError::UnpacksToMore { declared });
    }
    if found < declared {
        return Err(EntryError::UnpacksToLess { declared, found });
    }
    match checksum.finalize() == central.crc {
        true => Ok(()),
        false => Err(EntryError::Checksum),
    }
}

/// Gives the size that came out; stops at the first part that goes over what is declared.
fn inflate_parts(
    packed: &[u8],
    declared: u64,
    take: &mut dyn FnMut(&[u8]),
) -> Result<u64, EntryError> {
    let mut state = InflateState::new_boxed(DataFormat::Raw);
    let mut part = vec![0; PART_BYTES];
    let mut rest = packed;
    let mut found = 0;
    loop {
        let result = inflate(&mut state, rest, &mut part, MZFlush::None);
        rest = &rest[result.bytes_consumed..];
        found += result.bytes_written as u64;
        if found > declared {
            return Ok(found);
        }
        take(&part[..result.bytes_written]);
        let is_progress = result.bytes_consumed + result.bytes_written > 0;
        match result.status {
            Ok(MZStatus::StreamEnd) => break,
            Ok(MZStatus::Ok) if is_progress => {}
            Ok(MZStatus::Ok | MZStatus::NeedDict) | Err(_) => return Err(EntryError::Damaged),
        }
    }
    if rest.is_empty() || found < declared {
        Ok(found)
    } else {
        let bytes = rest.len() as u64;
        Err(EntryError::DataBehind { bytes })
    }
}
