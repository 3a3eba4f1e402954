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

/// Writes files into a new folder and waits until the disk has them.
pub(crate) fn unpack(files: &FileSet, into: &Path) -> Result<(), UnpackError> {
    create_folder(into)?;
    let mut folders = vec![into.to_owned()];
    for file in files {
        let path = into.join(file.path.as_str());
        let parent = path.parent().unwrap_or(into);
        if !folders.iter().any(|folder| folder == parent) {
            fs::create_dir_all(parent).map_err(|source| failed(parent, source))?;
            folders.push(parent.to_owned());
        }
        write(&path, file).map_err(|source| failed(&path, source))?;
    }
    for folder in &folders {
        sync_folder(folder).map_err(|source| failed(folder, source))?;
    }
    Ok(())
}

/// Waits until the disk has a folder's entries.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

fn create_folder(path: &Path) -> Result<(), UnpackError> {
    fs::create_dir(path).map_err(|source| failed(path, source))
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
    out.write_all(&file.bytes)?;
    out.sync_all()
}

fn failed(path: &Path, source: io::Error) -> UnpackError {
    let path = path.to_owned();
    UnpackError { path, source }
}
