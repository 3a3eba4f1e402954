//! Putting a new folder in place of an old one.

use std::fs;
use std::io;
use std::path::Path;

/// Puts the folder `new` at `target`, and whatever stood there at `new`, in one step where the system can.
///
/// Where it cannot, what stood there goes by way of `aside`, so that a crash meanwhile leaves it to be put back.
pub(crate) fn swap_in(new: &Path, target: &Path, aside: &Path) -> io::Result<()> {
    if fs::symlink_metadata(target).is_err() {
        return fs::rename(new, target);
    }
    match exchange(new, target) {
        Ok(()) => Ok(()),
        Err(_) => in_steps(new, target, aside),
    }
}

fn in_steps(new: &Path, target: &Path, aside: &Path) -> io::Result<()> {
    fs::rename(target, aside)?;
    fs::rename(new, target).inspect_err(|_| {
        // The old skill is better than none; if this fails too, the next command puts it back.
        let _ = fs::rename(aside, target);
    })?;
    fs::rename(aside, new)
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
    fn the_new_folder_stands_and_the_old_one_where_that_was() {
        for swap in [swap_in, in_steps] {
            let root = tempfile::tempdir().unwrap();
            let [new, target, aside] =
                ["new", "target", "aside"].map(|name| root.path().join(name));
            for (folder, text) in [(&new, "new"), (&target, "old")] {
                fs::create_dir(folder).unwrap();
                fs::write(folder.join("file"), text).unwrap();
            }
            swap(&new, &target, &aside).unwrap();
            assert_eq!(fs::read_to_string(target.join("file")).unwrap(), "new");
            assert_eq!(fs::read_to_string(new.join("file")).unwrap(), "old");
            assert!(!aside.exists());
        }
    }
}
