//! Putting a new folder in place of an old one.

use std::fs;
use std::io;
use std::path::Path;

/// Puts the folder `new` at `target` and whatever stood there at `old`, in one step where the system can.
///
/// Where it cannot, `old` is filled before `target` is, so that a crash between the two leaves the old folder to be
/// put back.
pub(crate) fn swap_in(new: &Path, target: &Path, old: &Path) -> io::Result<()> {
    if fs::symlink_metadata(target).is_err() {
        return fs::rename(new, target);
    }
    match exchange(new, target) {
        Ok(()) => fs::rename(new, old),
        Err(_) => {
            fs::rename(target, old)?;
            fs::rename(new, target).inspect_err(|_| {
                // The old skill is better than none; if this fails too, the next command puts it back.
                let _ = fs::rename(old, target);
            })
        }
    }
}

#[cfg(any(target_os = "linux", target_os = "macos"))]
fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn exchange(_one: &Path, _other: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_new_folder_stands_and_the_old_one_is_aside() {
        let root = tempfile::tempdir().unwrap();
        let [new, target, old] = ["new", "target", "old"].map(|name| root.path().join(name));
        for (folder, text) in [(&new, "new"), (&target, "old")] {
            fs::create_dir(folder).unwrap();
            fs::write(folder.join("file"), text).unwrap();
        }
        swap_in(&new, &target, &old).unwrap();
        assert_eq!(fs::read_to_string(target.join("file")).unwrap(), "new");
        assert_eq!(fs::read_to_string(old.join("file")).unwrap(), "old");
        assert!(!new.exists());
    }
}
