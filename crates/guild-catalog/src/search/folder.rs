//! The folder that the index lies in: postings are read, everything else is mapped.
//!
//! Postings are nine tenths of an index, and a search wants a few short stretches of them. Mapped, every stretch that was
//! ever wanted would stay in our memory until the system takes it back, up to the whole index; read, it is ours as long
//! as the search lasts, and the system keeps what is read often in its own. The dictionaries and columns are looked up
//! all over for every search, and are small.
//!
//! A beginning of a word stands for thousands of words, whose postings lie one behind the other: where a search reads on
//! from where it read last, it gets a longer stretch at once.

use std::fmt;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use tantivy::directory::error::{DeleteError, LockError, OpenReadError, OpenWriteError};
use tantivy::directory::{
    Directory, DirectoryLock, FileHandle, FileSlice, Lock, MmapDirectory, OwnedBytes,
    WatchCallback, WatchHandle, WritePtr,
};
use tantivy::{HasLen, TantivyError};

/// How the file of a segment is called that holds its postings.
const POSTINGS: &str = "idx";

/// How many bytes are read at once where one reads on.
const STRETCH: usize = 64 * 1024;

/// How many bytes may lie between two readings of which one goes on from the other: what is between them is skipped.
const GAP: usize = 4 * 1024;

/// The folder of an index.
#[derive(Clone)]
pub(super) struct IndexFolder {
    path: PathBuf,
    mapped: MmapDirectory,
}

/// A file that is read where it is wanted.
#[derive(Debug)]
struct ReadFile {
    file: FileSlice,
    last: Mutex<Reading>,
}

/// What was read last.
#[derive(Debug)]
struct Reading {
    /// Where what was wanted last ends.
    end: usize,
    /// A stretch that was read ahead, and where it begins.
    ahead: OwnedBytes,
    start: usize,
}

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

impl ReadFile {
    fn new(file: FileSlice) -> Self {
        let last = Mutex::new(Reading {
            end: 0,
            ahead: OwnedBytes::empty(),
            start: 0,
        });
        Self { file, last }
    }
}

impl Reading {
    /// Gives the bytes of a range, if they were read ahead.
    fn get(&self, range: &Range<usize>) -> Option<OwnedBytes> {
        let (first, last) = (
            range.start.checked_sub(self.start)?,
            range.end.checked_sub(self.start)?,
        );
        (last <= self.ahead.len()).then(|| self.ahead.slice(first..last))
    }

    /// Notes what is wanted now, and tells whether it goes on from what was wanted last.
    fn goes_on(&mut self, range: &Range<usize>) -> bool {
        let behind = range.start.checked_sub(self.end);
        self.end = range.end;
        behind.is_some_and(|gap| gap <= GAP)
    }
}

impl HasLen for ReadFile {
    fn len(&self) -> usize {
        self.file.len()
    }
}

impl FileHandle for ReadFile {
    fn read_bytes(&self, range: Range<usize>) -> io::Result<OwnedBytes> {
        // The file's own reading takes nothing for a wrong range.
        if range.is_empty() {
            return Ok(OwnedBytes::empty());
        }
        let last = || self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let (goes_on, known) = {
            let mut last = last();
            (last.goes_on(&range), last.get(&range))
        };
        if let Some(bytes) = known {
            return Ok(bytes);
        }
        let until = range.start.saturating_add(STRETCH).min(self.file.len());
        if !goes_on || range.end > until {
            return self.file.read_bytes_slice(range);
        }
        // Another search may read at the same time: then each disturbs the other, and no more.
        let ahead = self.file.read_bytes_slice(range.start..until)?;
        let wanted = ahead.slice(0..range.len());
        let mut last = last();
        (last.ahead, last.start) = (ahead, range.start);
        Ok(wanted)
    }
}

impl Directory for IndexFolder {
    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        if path.extension().is_none_or(|ending| ending != POSTINGS) {
            return self.mapped.get_file_handle(path);
        }
        match FileSlice::open(&self.path.join(path)) {
            Ok(file) => Ok(Arc::new(ReadFile::new(file))),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn file(bytes: &[u8]) -> ReadFile {
        ReadFile::new(FileSlice::from(bytes.to_vec()))
    }

    #[test]
    fn what_is_read_ahead_is_what_the_file_holds() {
        let bytes: Vec<u8> = (0..300_000_u32)
            .map(|number| (number % 251) as u8)
            .collect();
        let file = file(&bytes);
        // One behind the other, with gaps, back again, over the end of a stretch, and to the end of the file.
        let ranges = (0..299_000)
            .step_by(997)
            .map(|start| start..start + 700)
            .chain([
                10..20,
                5..15,
                0..0,
                15..70_000,
                299_990..300_000,
                0..300_000,
            ]);
        for range in ranges {
            let read = file.read_bytes(range.clone()).unwrap();
            assert_eq!(read.as_slice(), &bytes[range]);
        }
    }
}
