//! Writing the files of a skill into a folder that nobody looks at yet.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use guild_skill::files::{FileSet, SkillFile};

/// A file that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("could not write {}", path.display())]
pub(crate) struct UnpackError {
    /// The file or folder.
    pub(crate) path: PathBuf,
    /// Why.
    #[source]
    pub(crate) source: io::Error,
}

/// Writes files into an empty folder, and gives the paths of everything in it and its own, the folders after their
/// files.
pub(crate) fn unpack(files: &FileSet, into: &Path) -> Result<Vec<PathBuf>, UnpackError> {
    let mut folders = vec![into.to_owned()];
    let mut made = Vec::new();
    for file in files {
        let path = into.join(file.path.as_str());
        let parent = path.parent().unwrap_or(into);
        if !folders.iter().any(|folder| folder == parent) {
            fs::create_dir_all(parent).map_err(|source| failed(parent, source))?;
            folders.push(parent.to_owned());
        }
        write(&path, file).map_err(|source| failed(&path, source))?;
        made.push(path);
    }
    made.append(&mut folders);
    Ok(made)
}

/// Waits until the disk has files and folders.
///
/// Each wait takes the disk a moment, and it can serve several at once.
pub(crate) fn settle(paths: &[PathBuf]) -> Result<(), UnpackError> {
    const AT_ONCE: usize = 8;
    let share = paths.len().div_ceil(AT_ONCE).max(1);
    let sync_all = |paths: &[PathBuf]| -> Result<(), UnpackError> {
        for path in paths {
            sync(path).map_err(|source| failed(path, source))?;
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let shares = paths.chunks(share);
        let workers: Vec<_> = shares
            .map(|share| scope.spawn(move || sync_all(share)))
            .collect();
        let mut ended = workers.into_iter().map(|worker| worker.join());
        ended.try_for_each(|end| end.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

/// Waits until the disk has a file, or a folder's entries.
pub(crate) fn sync(path: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(path)?.sync_all()
    } else if path.is_file() {
        OpenOptions::new().write(true).open(path)?.sync_all()
    } else {
        // Other systems have no way to wait for a folder.
        Ok(())
    }
}

fn write(path: &Path, file: &SkillFile) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        // The umask takes away what others may not do, as it does for every file.
        options.mode(if file.is_executable { 0o777 } else { 0o666 });
    }
    let mut out = options.open(path)?;
    out.write_all(&file.bytes)
}

fn failed(path: &Path, source: io::Error) -> UnpackError {
    let path = path.to_owned();
    UnpackError { path, source }
}
