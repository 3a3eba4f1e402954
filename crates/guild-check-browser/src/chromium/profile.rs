//! The profile folder of one browser, which goes away whatever happens.
//!
//! Three hold it: this process removes it when the browser has ended; the shell that the browser runs under removes it
//! when this process was killed, for the browser ends with its pipe; and where both were killed, the next start
//! removes it: a folder whose lock nobody holds belongs to nobody.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

const PREFIX: &str = "guild-chromium-";

/// A folder for one browser.
pub(super) struct Profile {
    folder: TempDir,
    /// The lock on the folder itself; it is gone with the process that holds it.
    _lock: File,
}

impl Profile {
    /// Makes a folder below `parent`, and removes those that dead processes left there.
    pub(super) fn create(parent: &Path) -> io::Result<Self> {
        sweep(parent);
        loop {
            let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(parent)?;
            // Between the two another process may take it for left behind: it is ours once it is locked and still there.
            if let Ok(lock) = File::open(folder.path())
                && lock.lock().is_ok()
                && folder.path().exists()
            {
                write_preferences(&of_user(folder.path()))?;
                return Ok(Self {
                    folder,
                    _lock: lock,
                });
            }
        }
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Gives the folder that the browser takes for its user's.
    pub(super) fn of_user(&self) -> PathBuf {
        of_user(self.path())
    }
}

fn of_user(folder: &Path) -> PathBuf {
    folder.join("profile")
}

/// Nothing is guessed ahead: where a page's link is pressed, the browser would connect to its host before it is known
/// whether it may.
fn write_preferences(user: &Path) -> io::Result<()> {
    const NEVER: &str = r#"{"net":{"network_prediction_options":2}}"#;
    let default = user.join("Default");
    fs::create_dir_all(&default)?;
    fs::write(default.join("Preferences"), NEVER)
}

/// Removes the folders below `parent` that nobody holds. What cannot be removed is not ours.
fn sweep(parent: &Path) {
    let Ok(entries) = fs::read_dir(parent) else {
        return;
    };
    for entry in entries.flatten() {
        let is_ours = entry.file_name().to_string_lossy().starts_with(PREFIX);
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if !is_ours || !is_folder {
            continue;
        }
        let path = entry.path();
        if let Ok(lock) = File::open(&path)
            && lock.try_lock().is_ok()
        {
            drop(fs::remove_dir_all(&path));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_nobody_holds_is_removed_and_one_that_is_held_stays() {
        let parent = tempfile::tempdir().unwrap();
        let stale = parent.path().join("guild-chromium-stale");
        let other = parent.path().join("other");
        fs::create_dir_all(stale.join("Default")).unwrap();
        fs::create_dir(&other).unwrap();
        let held = Profile::create(parent.path()).unwrap();
        let next = Profile::create(parent.path()).unwrap();
        assert!(!stale.exists());
        assert!(other.exists() && held.path().exists() && next.path().exists());
        let path = held.path().to_owned();
        drop(held);
        assert!(!path.exists());
    }
}
