//! What is remembered of a catalog's log: one small file a catalog, which a person can read and remove.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use guild_skill::log::Checkpoint;
use guild_skill::note::VerifierKey;

use crate::failure::Failure;
use crate::plain_file;

/// What is remembered.
#[derive(Debug)]
pub(super) struct Known {
    /// Where.
    pub(super) path: PathBuf,
    /// The key of the log.
    pub(super) key: VerifierKey,
    /// The last head that was seen.
    pub(super) head: Checkpoint,
}

impl Known {
    /// Reads what is remembered of a catalog; nothing where it was never asked.
    pub(super) fn read(folder: &Path, catalog: &str) -> Result<Option<Self>, Failure> {
        let path = file(folder, catalog);
        let failed = |failure: Failure| {
            failure.hint(format!(
                "mend it, or remove it (`rm '{}'`): then the catalog is believed anew",
                path.display()
            ))
        };
        let what = || {
            format!(
                "could not read what is known of the catalog in {}",
                path.display()
            )
        };
        let text = match plain_file::read_text(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(Failure::could_not(what()).because(&error))),
        };
        // A power cut may leave a name without its content.
        if text.is_empty() {
            return Ok(None);
        }
        let parts = text.split_once("\n\n");
        let parts = parts.and_then(|(head, note)| {
            let key = VerifierKey::parse(head.lines().next_back()?).ok()?;
            let head = Checkpoint::verify(note, &key).ok()?;
            Some((key, head))
        });
        match parts {
            Some((key, head)) => Ok(Some(Self { path, key, head })),
            None => Err(failed(Failure::could_not(what()).cause("it is damaged"))),
        }
    }

    /// Remembers a key and a signed head.
    pub(super) fn write(
        folder: &Path,
        catalog: &str,
        key: &VerifierKey,
        checkpoint: &str,
    ) -> Result<(), Failure> {
        let path = file(folder, catalog);
        let text = format!(
            "# The log of {catalog}: its key, and its last head that guild saw.\n{key}\n\n{checkpoint}"
        );
        put(folder, &path, text.as_bytes()).map_err(|error| {
            let message = format!(
                "could not remember the log of the catalog in {}",
                path.display()
            );
            Failure::could_not(message).because(&error).hint(
                "make the folder writable: without the note a rewritten history would not be seen",
            )
        })
    }
}

/// Puts the file there in one step, and does not wait for the disk.
pub(super) fn put(folder: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let file = tempfile::NamedTempFile::new_in(folder)?;
    fs::write(file.path(), bytes)?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Names the file after the address, as far as every system takes it.
pub(super) fn file(folder: &Path, catalog: &str) -> PathBuf {
    let mut name = String::new();
    for byte in catalog.bytes() {
        match byte {
            b'a'..=b'z' | b'0'..=b'9' | b'.' | b'-' => name.push(char::from(byte)),
            byte => name.push_str(&format!("_{byte:02x}")),
        }
    }
    folder.join(name)
}
