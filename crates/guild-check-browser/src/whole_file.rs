//! Writing a file whole: whoever looks meanwhile sees the one before, or this one.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use tempfile::NamedTempFile;

/// Writes a file of a folder, in the place of what was there.
pub(crate) fn replace(folder: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    let file = file.persist(path)?;
    readable(&file)
}

/// A temporary file is its owner's alone; this one is for whoever may read the folder.
#[cfg(unix)]
fn readable(file: &fs::File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn readable(_: &fs::File) -> io::Result<()> {
    Ok(())
}
