//! Reading a file in whose place a person may have put anything, and putting another in its place.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use tempfile::NamedTempFile;

/// Reads a whole file; a pipe or a device, on which a reader could wait for ever, is refused.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let metadata = fs::metadata(path)?;
    if metadata.is_dir() {
        return Err(io::Error::other("a folder stands in its place"));
    }
    if !metadata.is_file() {
        return Err(io::Error::other("it is a device, a pipe or a socket"));
    }
    fs::read(path)
}

/// Reads a whole file of text.
pub(crate) fn read_text(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path)?).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let message = format!("it is not UTF-8 text: byte {at} is wrong");
        io::Error::new(io::ErrorKind::InvalidData, message)
    })
}

/// Puts a file with these bytes in place of what is there, in one step: a crash leaves the one or the other.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link stays a link: what it leads to is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let permissions = fs::metadata(&path).map(|old| old.permissions()).ok();
    if permissions.as_ref().is_some_and(|old| old.readonly()) {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    let file = beside(folder, ".guild-", bytes)?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    file.as_file().sync_all()?;
    file.persist(&path)?;
    Ok(())
}

/// Writes a file that is to take the place of another in its folder; it goes again by itself unless it is kept.
pub(crate) fn beside(folder: &Path, prefix: &str, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix);
    // The umask takes away what others may not do, as it does for every file.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    Ok(file)
}
