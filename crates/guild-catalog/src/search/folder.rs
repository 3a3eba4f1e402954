//! The folder that the index lies in: postings are read, everything else is mapped.
//!
//! Postings are nine tenths of an index, and a search wants a few short stretches of them. Mapped, every stretch that was
//! ever wanted would stay in our memory until the system takes it back, up to the whole index; read, it is ours as long
//! as the search lasts, and the system keeps what is read often in its own. The dictionaries and columns are looked up
//! all over for every search, and are small.

use std::fmt;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tantivy::directory::error::{DeleteError, LockError, OpenReadError, OpenWriteError};
use tantivy::directory::{
    Directory, DirectoryLock, FileHandle, FileSlice, Lock, MmapDirectory, OwnedBytes,
    WatchCallback, WatchHandle, WritePtr,
};
use tantivy::{HasLen, TantivyError};

/// How the file of a segment is called that holds its postings.
const POSTINGS: &str = "idx";

/// The folder of an index.
#[derive(Clone)]
pub(super) struct IndexFolder {
    path: PathBuf,
    mapped: MmapDirectory,
}

/// A file that is read where it is wanted.
#[derive(Debug)]
struct ReadFile(FileSlice);

impl IndexFolder {
    /// Opens a folder that is there.
    pub(super) fn open(path: &Path) -> Result<Self, TantivyError> {
        Ok(Self {
            path: path.to_owned(),
            mapped: MmapDirectory::open(path)?,
        })
    }
}

impl fmt::Debug for IndexFolder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "IndexFolder({})", self.path.display())
    }
}

impl HasLen for ReadFile {
    fn len(&self) -> usize {
        self.0.len()
    }
}

impl FileHandle for ReadFile {
    fn read_bytes(&self, range: Range<usize>) -> io::Result<OwnedBytes> {
        // The file's own reading takes nothing for a wrong range.
        if range.is_empty() {
            return Ok(OwnedBytes::empty());
        }
        self.0.read_bytes_slice(range)
    }
}

impl Directory for IndexFolder {
    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        if path.extension().is_none_or(|ending| ending != POSTINGS) {
            return self.mapped.get_file_handle(path);
        }
        match FileSlice::open(&self.path.join(path)) {
            Ok(file) => Ok(Arc::new(ReadFile(file))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(OpenReadError::FileDoesNotExist(path.to_owned()))
            }
            Err(error) => Err(OpenReadError::wrap_io_error(error, path.to_owned())),
        }
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        self.mapped.delete(path)
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        self.mapped.exists(path)
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        self.mapped.open_write(path)
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        self.mapped.atomic_read(path)
    }

    fn atomic_write(&self, path: &Path, data: &[u8]) -> io::Result<()> {
        self.mapped.atomic_write(path, data)
    }

    fn sync_directory(&self) -> io::Result<()> {
        self.mapped.sync_directory()
    }

    fn acquire_lock(&self, lock: &Lock) -> Result<DirectoryLock, LockError> {
        self.mapped.acquire_lock(lock)
    }

    fn watch(&self, watch_callback: WatchCallback) -> Result<WatchHandle, TantivyError> {
        self.mapped.watch(watch_callback)
    }
}
