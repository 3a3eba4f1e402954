//! Holding a folder: one process at a time writes into it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

/// The right to write into a folder, until it is dropped or the process ends.
#[derive(Debug)]
pub(crate) struct Hold {
    /// Kept for the lock on it.
    _file: File,
}

/// Takes a folder; `on_wait` is called when another process has it and this one has to wait.
pub(crate) fn take(folder: &Path, on_wait: impl FnOnce()) -> io::Result<Hold> {
    let file = open(folder)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            on_wait();
            file.lock()?;
        }
        // Some network disks lock files and not folders, and some lock nothing.
        Err(TryLockError::Error(_)) => return take_by_file(folder, on_wait),
    }
    Ok(Hold { _file: file })
}

fn take_by_file(folder: &Path, on_wait: impl FnOnce()) -> io::Result<Hold> {
    let file = open_lock_file(folder)?;
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        on_wait();
        file.lock()?;
    }
    Ok(Hold { _file: file })
}

/// On Unix the folder itself is locked, which leaves nothing behind.
#[cfg(unix)]
fn open(folder: &Path) -> io::Result<File> {
    File::open(folder)
}

#[cfg(not(unix))]
fn open(folder: &Path) -> io::Result<File> {
    open_lock_file(folder)
}

fn open_lock_file(folder: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).write(true);
    options.open(folder.join(LOCK_FILE))
}

/// The file that is locked where a folder cannot be.
pub(crate) const LOCK_FILE: &str = ".guild-lock";
