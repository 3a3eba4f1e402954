//! Folders and files that only their owner may read: a catalog holds hashes of passwords, secrets of webhooks, and the
//! private key of its log.
//!
//! Where the system knows no such modes, a folder is as its parent says.

use std::fs::{self, DirBuilder, OpenOptions};
use std::io;
use std::path::Path;

use tempfile::TempDir;

/// Makes a folder, and those above it as any other; one that is there stays as it is.
pub(crate) fn make_folder(path: &Path) -> io::Result<()> {
    if let Some(above) = path.parent() {
        fs::create_dir_all(above)?;
    }
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    // One that is there is no error.
    builder.recursive(true).create(path)
}

/// Makes a folder that goes with the value.
pub(crate) fn temporary_folder(prefix: &str, above: &Path) -> io::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    builder.prefix(prefix).tempdir_in(above)
}

/// Makes an empty file; one that is there stays as it is.
pub(crate) fn make_file(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.write(true).create_new(true).open(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        Ok(_) | Err(_) => Ok(()),
    }
}
