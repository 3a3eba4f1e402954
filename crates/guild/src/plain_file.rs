//! Reading a file in whose place a person may have put anything.

use std::fs;
use std::io;
use std::path::Path;

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
