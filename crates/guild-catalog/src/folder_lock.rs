//! One server on a data folder.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::Path;

use crate::error::OpenError;

/// A lock that the system takes back when the process ends, however it ends.
#[derive(Debug)]
pub(crate) struct FolderLock {
    // Closing the file gives the lock up.
    _file: File,
}

impl FolderLock {
    /// Locks a data folder.
    pub(crate) fn take(data: &Path) -> Result<Self, OpenError> {
        let not_writable = |source: io::Error| OpenError::NotWritable {
            path: data.to_owned(),
            source,
        };
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(data.join("lock"));
        let mut file = file.map_err(not_writable)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(OpenError::Locked {
                    path: data.to_owned(),
                    process: holder(&mut file),
                });
            }
            Err(TryLockError::Error(error)) => return Err(not_writable(error)),
        }
        note_holder(&mut file).map_err(not_writable)?;
        Ok(Self { _file: file })
    }
}

/// Writes down which process holds the lock, for the message of the next one.
fn note_holder(file: &mut File) -> io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    writeln!(file, "{}", std::process::id())
}

/// Reads which process holds the lock; where the system locks reading too, it stays unknown.
fn holder(file: &mut File) -> Option<u32> {
    let mut text = String::new();
    file.take(16).read_to_string(&mut text).ok()?;
    text.trim().parse().ok()
}
