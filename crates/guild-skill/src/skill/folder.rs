//! A folder whose contents are opened by the way from a folder that is open, so that the system walks the long part of a
//! path once, and nothing that is put in the place of a file while we read leads out of it.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A folder.
#[derive(Clone, Debug)]
pub(crate) struct Folder {
    /// Its path, for people.
    pub(crate) path: PathBuf,
    root: Arc<Root>,
    /// The way to it from the root; empty for the root itself.
    inner: PathBuf,
}

/// What a folder holds under one name.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) name: OsString,
    pub(crate) kind: Kind,
}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    File,
    Folder,
    Link,
    /// A device, a pipe or a socket.
    Special,
}

impl Folder {
    /// Opens a folder; the path itself may be a link.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        Ok(Self {
            path: path.to_owned(),
            root: Arc::new(Root::open(path)?),
            inner: PathBuf::new(),
        })
    }

    /// Names a folder in this one.
    pub(crate) fn folder(&self, name: &OsStr) -> Self {
        Self {
            path: self.path.join(name),
            root: Arc::clone(&self.root),
            inner: self.inner.join(name),
        }
    }

    /// Lists what is in it, in no order.
    pub(crate) fn list(&self) -> io::Result<Vec<Entry>> {
        self.root.list(&self.inner)
    }

    /// Opens a file in it for reading; a link is refused.
    pub(crate) fn file(&self, name: &OsStr) -> io::Result<File> {
        self.root.file(&self.inner.join(name))
    }
}

#[cfg(unix)]
use unix::Root;

#[cfg(unix)]
mod unix {
    use std::ffi::OsStr;
    use std::fs::File;
    use std::io;
    use std::os::fd::OwnedFd;
    use std::os::unix::ffi::OsStrExt as _;
    use std::path::Path;

    use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, openat, statat};

    use super::{Entry, Kind};

    #[derive(Debug)]
    pub(super) struct Root(OwnedFd);

    impl Root {
        pub(super) fn open(path: &Path) -> io::Result<Self> {
            let flags = OFlags::DIRECTORY | OFlags::CLOEXEC;
            Ok(Self(openat(CWD, path, flags, Mode::empty())?))
        }

        pub(super) fn list(&self, inner: &Path) -> io::Result<Vec<Entry>> {
            let itself = Path::new(".");
            let inner = if inner.as_os_str().is_empty() {
                itself
            } else {
                inner
            };
            let flags = OFlags::DIRECTORY | OFlags::CLOEXEC | OFlags::NOFOLLOW;
            let mut folder = Dir::new(openat(&self.0, inner, flags, Mode::empty())?)?;
            let mut entries = Vec::new();
            while let Some(entry) = folder.read() {
                let entry = entry?;
                let name = OsStr::from_bytes(entry.file_name().to_bytes());
                if name == "." || name == ".." {
                    continue;
                }
                let kind = match entry.file_type() {
                    // Some file systems tell only when they are asked about the file itself.
                    FileType::Unknown => {
                        let found = statat(folder.fd()?, name, AtFlags::SYMLINK_NOFOLLOW)?;
                        FileType::from_raw_mode(found.st_mode)
                    }
                    kind => kind,
                };
                let name = name.to_owned();
                let kind = Kind::from(kind);
                entries.push(Entry { name, kind });
            }
            Ok(entries)
        }

        pub(super) fn file(&self, inner: &Path) -> io::Result<File> {
            // Without waiting: a pipe may have taken the place of the file that was listed.
            let flags = OFlags::CLOEXEC | OFlags::NOFOLLOW | OFlags::NONBLOCK;
            Ok(openat(&self.0, inner, flags, Mode::empty())?.into())
        }
    }

    impl From<FileType> for Kind {
        fn from(kind: FileType) -> Self {
            match kind {
                FileType::RegularFile => Self::File,
                FileType::Directory => Self::Folder,
                FileType::Symlink => Self::Link,
                _ => Self::Special,
            }
        }
    }
}

#[cfg(not(unix))]
use elsewhere::Root;

/// Where nothing can be opened by its way from an open folder, each path is walked whole.
#[cfg(not(unix))]
mod elsewhere {
    use std::fs::{self, File};
    use std::io;
    use std::path::{Path, PathBuf};

    use super::{Entry, Kind};

    #[derive(Debug)]
    pub(super) struct Root(PathBuf);

    impl Root {
        pub(super) fn open(path: &Path) -> io::Result<Self> {
            Ok(Self(path.to_owned()))
        }

        pub(super) fn list(&self, inner: &Path) -> io::Result<Vec<Entry>> {
            let entry = |entry: io::Result<fs::DirEntry>| {
                let entry = entry?;
                let kind = entry.file_type()?;
                let kind = match kind {
                    _ if kind.is_symlink() => Kind::Link,
                    _ if kind.is_dir() => Kind::Folder,
                    _ if kind.is_file() => Kind::File,
                    _ => Kind::Special,
                };
                let name = entry.file_name();
                Ok(Entry { name, kind })
            };
            fs::read_dir(self.0.join(inner))?.map(entry).collect()
        }

        pub(super) fn file(&self, inner: &Path) -> io::Result<File> {
            File::open(self.0.join(inner))
        }
    }
}
