//! The mark of a restore that has not come to its end: what is there is not the catalog yet.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use crate::blobs::sync_folder;
use crate::error::OpenError;
use crate::private;

const NAME: &str = "restoring";

/// Makes sure that a data folder holds no half of a catalog.
pub(crate) fn check(data: &Path) -> Result<(), OpenError> {
    match data.join(NAME).exists() {
        true => Err(OpenError::HalfRestored {
            path: data.to_owned(),
        }),
        false => Ok(()),
    }
}

/// Marks a data folder, which is made where it is not; a mark that is there stays.
pub(super) fn set(data: &Path) -> io::Result<()> {
    private::make_folder(data)?;
    File::create(data.join(NAME))?.sync_all()?;
    sync_folder(data)
}

/// Takes the mark away, if there is one.
pub(super) fn clear(data: &Path) -> io::Result<()> {
    match fs::remove_file(data.join(NAME)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        Ok(()) | Err(_) => sync_folder(data),
    }
}
