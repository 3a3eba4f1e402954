//! A folder of archives on this machine: `sha256/ab/abcd…`.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use guild_skill::Digest;

use super::{Kept, number, of_hex};
use crate::error::StoreError;

/// How the name of a file starts that is still being written.
const UNFINISHED: &str = ".new-";

/// The folder of archives.
#[derive(Clone, Debug)]
pub(crate) struct Folder {
    folder: PathBuf,
}

impl Folder {
    /// Takes a folder, and makes it unless it is there.
    pub(super) fn open(archives: &Path) -> io::Result<Self> {
        let folder = archives.join("sha256");
        fs::create_dir_all(&folder)?;
        for parent in archives.parent().into_iter().chain([archives]) {
            sync_folder(parent)?;
        }
        Ok(Self { folder })
    }

    /// Takes away what a killed server left half-written. Only for who has the folder alone.
    pub(super) fn sweep(&self) -> io::Result<()> {
        for entry in self.files()? {
            if entry.file_name().to_string_lossy().starts_with(UNFINISHED) {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }

    /// Tells whether the folder is there.
    pub(super) fn is_ready(&self) -> io::Result<()> {
        fs::metadata(&self.folder).map(|_| ())
    }

    /// Lists what is kept. A file that is no archive is passed over.
    pub(super) fn list(&self) -> io::Result<Vec<Kept>> {
        let mut all = Vec::new();
        for entry in self.files()? {
            let name = entry.file_name();
            let Some(digest) = name.to_str().and_then(of_hex) else {
                continue;
            };
            let metadata = entry.metadata()?;
            let since = metadata.modified()?.duration_since(UNIX_EPOCH);
            all.push(Kept {
                digest,
                size_bytes: metadata.len(),
                kept_at: since.map_or(0, |since| number(since.as_millis())),
            });
        }
        Ok(all)
    }

    /// Takes an archive away; absent ones too.
    pub(super) fn remove(&self, digest: &Digest) -> io::Result<()> {
        match fs::remove_file(self.shelf(digest).join(digest.hex())) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            Ok(()) | Err(_) => Ok(()),
        }
    }

    fn files(&self) -> io::Result<Vec<fs::DirEntry>> {
        let mut files = Vec::new();
        for shelf in fs::read_dir(&self.folder)? {
            let shelf = shelf?;
            if shelf.file_type()?.is_dir() {
                files.extend(fs::read_dir(shelf.path())?.collect::<io::Result<Vec<_>>>()?);
            }
        }
        Ok(files)
    }

    /// Keeps bytes for ever: once this returns they outlive a loss of power.
    ///
    /// What is there is written again: it may be damaged, or so old that it would be removed before a record names it.
    pub(super) fn put(&self, digest: &Digest, bytes: &[u8]) -> Result<(), StoreError> {
        self.write(digest, bytes)
            .map_err(|error| StoreError::of_archive(digest, error))
    }

    fn write(&self, digest: &Digest, bytes: &[u8]) -> io::Result<()> {
        let shelf = self.shelf(digest);
        let path = shelf.join(digest.hex());
        // Whoever wrote what is there may have been killed before the name of the shelf was safe.
        if !shelf.is_dir() || path.exists() {
            fs::create_dir_all(&shelf)?;
            sync_folder(&self.folder)?;
        }
        // In the same folder, so that the rename stays on one disk.
        let mut file = tempfile::Builder::new()
            .prefix(UNFINISHED)
            .tempfile_in(&shelf)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        file.persist(path).map_err(|error| error.error)?;
        sync_folder(&shelf)
    }

    /// Reads bytes; absent when they were never kept.
    pub(super) fn get(&self, digest: &Digest) -> Result<Option<Vec<u8>>, StoreError> {
        let bytes = match fs::read(self.shelf(digest).join(digest.hex())) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(StoreError::of_archive(digest, error)),
        };
        let found = Digest::of(&bytes);
        if found != *digest {
            return Err(StoreError::CorruptArchive {
                digest: digest.clone(),
                found,
            });
        }
        Ok(Some(bytes))
    }

    /// Spreads the archives over 256 folders, which file systems and people can list.
    fn shelf(&self, digest: &Digest) -> PathBuf {
        self.folder.join(&digest.hex()[..2])
    }
}

/// Makes the names in a folder outlive a loss of power.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) {
        return File::open(folder)?.sync_all();
    }
    // Elsewhere a folder cannot be opened, and the system keeps its names by itself.
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_is_found_by_its_digest() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Folder::open(folder.path()).unwrap();
        let digest = Digest::of(b"an archive");
        assert!(blobs.get(&digest).unwrap().is_none());
        blobs.put(&digest, b"an archive").unwrap();
        blobs.put(&digest, b"an archive").unwrap();
        assert_eq!(blobs.get(&digest).unwrap().unwrap(), b"an archive");
    }

    #[test]
    fn what_is_put_again_is_as_young_as_if_it_were_new() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Folder::open(folder.path()).unwrap();
        let digest = Digest::of(b"an archive");
        blobs.put(&digest, b"an archive").unwrap();
        let written = blobs.list().unwrap()[0].kept_at;
        let file = File::open(blobs.shelf(&digest).join(digest.hex())).unwrap();
        file.set_modified(UNIX_EPOCH).unwrap();
        assert_eq!(blobs.list().unwrap()[0].kept_at, 0);
        blobs.put(&digest, b"an archive").unwrap();
        assert!(blobs.list().unwrap()[0].kept_at >= written);
    }

    #[test]
    fn damaged_bytes_are_never_given_out_and_are_replaced_by_the_next_publish() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Folder::open(folder.path()).unwrap();
        let digest = Digest::of(b"an archive");
        blobs.put(&digest, b"an archive").unwrap();
        fs::write(blobs.shelf(&digest).join(digest.hex()), b"an archivf").unwrap();
        let error = blobs.get(&digest).unwrap_err();
        assert!(
            matches!(error, StoreError::CorruptArchive { .. }),
            "{error}"
        );
        blobs.put(&digest, b"an archive").unwrap();
        assert_eq!(blobs.get(&digest).unwrap().unwrap(), b"an archive");
    }

    #[test]
    fn what_a_killed_server_left_half_written_is_swept_away() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Folder::open(folder.path()).unwrap();
        let digest = Digest::of(b"an archive");
        blobs.put(&digest, b"an archive").unwrap();
        let left = blobs.shelf(&digest).join(".new-abc");
        fs::write(&left, b"an ar").unwrap();
        blobs.sweep().unwrap();
        assert!(!left.exists());
        assert!(blobs.get(&digest).unwrap().is_some());
    }

    #[test]
    fn no_half_written_file_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Folder::open(folder.path()).unwrap();
        let digest = Digest::of(b"an archive");
        blobs.put(&digest, b"an archive").unwrap();
        assert_eq!(fs::read_dir(blobs.shelf(&digest)).unwrap().count(), 1);
    }
}
