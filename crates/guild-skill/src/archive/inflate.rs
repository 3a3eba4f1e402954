//! Unpacking the data of one entry, never to more than it declares.

use miniz_oxide::inflate::stream::{InflateState, inflate};
use miniz_oxide::{DataFormat, MZFlush, MZStatus};

use super::EntryError;
use super::central::{Central, METHOD_STORED};

/// Unpacks an entry whose declared size is known to be inside the limits.
pub(super) fn unpack(central: &Central<'_>, packed: &[u8]) -> Result<Vec<u8>, EntryError> {
    let declared = central.unpacked;
    let contents = if central.method == METHOD_STORED {
        stored(packed, declared)?
    } else {
        deflated(packed, declared)?
    };
    if crc32fast::hash(&contents) == central.crc {
        Ok(contents)
    } else {
        Err(EntryError::Checksum)
    }
}

fn stored(packed: &[u8], declared: u64) -> Result<Vec<u8>, EntryError> {
    let found = packed.len() as u64;
    if found > declared {
        return Err(EntryError::UnpacksToMore { declared });
    }
    if found < declared {
        return Err(EntryError::UnpacksToLess { declared, found });
    }
    Ok(packed.to_vec())
}

fn deflated(packed: &[u8], declared: u64) -> Result<Vec<u8>, EntryError> {
    let room = usize::try_from(declared).map_err(|_| EntryError::UnpacksToMore { declared })?;
    // One byte more than declared, to see whether there is more.
    let mut contents = vec![0; room + 1];
    let mut state = InflateState::new_boxed(DataFormat::Raw);
    let result = inflate(&mut state, packed, &mut contents, MZFlush::Finish);
    let found = result.bytes_written;
    if found > room {
        return Err(EntryError::UnpacksToMore { declared });
    }
    if result.status != Ok(MZStatus::StreamEnd) {
        return Err(EntryError::Damaged);
    }
    if found < room {
        let found = found as u64;
        return Err(EntryError::UnpacksToLess { declared, found });
    }
    if result.bytes_consumed < packed.len() {
        let bytes = (packed.len() - result.bytes_consumed) as u64;
        return Err(EntryError::DataBehind { bytes });
    }
    contents.truncate(room);
    Ok(contents)
}
