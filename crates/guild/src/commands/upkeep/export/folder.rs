//! The folder of an export: each file is put in place at once, and what no export wrote is left alone.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Names the files that exports wrote: a line of JSON each, after a first line that says what this is. It only grows
/// while an export runs, so one that was cut off is known to have written what it wrote.
const RECORD: &str = ".guild-export";

const HEAD: &str = "guild export 1";

/// What a person may have put there for the host.
const FOREIGN: [&str; 2] = ["CNAME", "README.md"];

/// A folder that an export is written into.
pub(super) struct Folder {
    root: PathBuf,
    /// Held as long as the export runs: a second one into the same folder is refused.
    record: File,
    /// What exports wrote before.
    owned: BTreeSet<String>,
    put: BTreeSet<String>,
    written: Written,
}

/// What an export did to its folder.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Written {
    pub(super) files: u64,
    pub(super) bytes: u64,
    pub(super) changed: u64,
    pub(super) removed: u64,
}

impl Folder {
    /// Takes a folder: a new or empty one, or one that an export wrote.
    pub(super) fn open(root: &Path) -> Result<Self, Failure> {
        let failed = |error: io::Error| {
            Failure::could_not(format!("could not write to {}", root.display())).because(&error)
        };
        fs::create_dir_all(root).map_err(failed)?;
        let path = root.join(RECORD);
        if !path.is_file()
            && let Some(name) = foreign(root).map_err(failed)?
        {
            return Err(Failure::refused(format!("{} is not empty", root.display()))
                .cause(format!(
                    "no export wrote `{name}`, and what stands there could be lost"
                ))
                .hint("name an empty folder, or that of the last export"));
        }
        let mut record = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(&path)
            .map_err(failed)?;
        if record.try_lock().is_err() {
            return Err(Failure::refused(format!(
                "another export is writing to {}",
                root.display()
            ))
            .hint("wait until it has ended"));
        }
        let text = fs::read_to_string(&path).map_err(failed)?;
        if text.is_empty() {
            writeln!(record, "{HEAD}").map_err(failed)?;
        }
        let lines = text.lines().skip(1);
        // The last line may have been cut off: then its file was not written either.
        let owned = lines.filter_map(|line| serde_json::from_str(line).ok());
        Ok(Self {
            root: root.to_owned(),
            record,
            owned: owned.collect(),
            put: BTreeSet::new(),
            written: Written::default(),
        })
    }

    /// Puts a file in place, unless the very same is there.
    pub(super) fn put(&mut self, path: &str, bytes: &[u8]) -> io::Result<()> {
        let target = self.root.join(path);
        self.written.files += 1;
        self.written.bytes += bytes.len() as u64;
        if !self.owned.contains(path) {
            writeln!(self.record, "{}", as_json(path))?;
        }
        self.put.insert(path.to_owned());
        if is_same(&target, bytes) {
            return Ok(());
        }
        self.written.changed += 1;
        let above = target.parent().unwrap_or(&self.root);
        fs::create_dir_all(above)?;
        let mut new = tempfile::Builder::new()
            .prefix(".guild-new-")
            .tempfile_in(above)?;
        new.write_all(bytes)?;
        readable(new.as_file())?;
        new.persist(&target).map_err(|error| error.error)?;
        Ok(())
    }

    /// Removes what earlier exports wrote and this one did not, and notes what is there now.
    pub(super) fn finish(mut self) -> io::Result<Written> {
        for path in self.owned.difference(&self.put) {
            let target = self.root.join(path);
            match fs::remove_file(&target) {
                Ok(()) => self.written.removed += 1,
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
            // Folders that are empty now go too; the first that is not ends it.
            for above in target.ancestors().skip(1) {
                if above == self.root || fs::remove_dir(above).is_err() {
                    break;
                }
            }
        }
        let mut new = tempfile::Builder::new()
            .prefix(".guild-new-")
            .tempfile_in(&self.root)?;
        writeln!(new, "{HEAD}")?;
        for path in &self.put {
            writeln!(new, "{}", as_json(path))?;
        }
        readable(new.as_file())?;
        let path = self.root.join(RECORD);
        new.persist(path).map_err(|error| error.error)?;
        Ok(self.written)
    }
}

/// Writes a path on one line, whatever it holds.
fn as_json(path: &str) -> String {
    serde_json::Value::from(path).to_string()
}

/// Finds something that is neither an export's nor the host's.
fn foreign(root: &Path) -> io::Result<Option<String>> {
    for entry in fs::read_dir(root)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if !name.starts_with('.') && !FOREIGN.contains(&name.as_str()) {
            return Ok(Some(name));
        }
    }
    Ok(None)
}

fn is_same(path: &Path, bytes: &[u8]) -> bool {
    let is_as_long = fs::symlink_metadata(path)
        .is_ok_and(|meta| meta.is_file() && meta.len() == bytes.len() as u64);
    is_as_long && fs::read(path).is_ok_and(|there| there == bytes)
}

/// Lets the host's own account read a file.
fn readable(file: &File) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        file.set_permissions(fs::Permissions::from_mode(0o644))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(root: &Path, files: &[(&str, &str)]) -> Written {
        let mut folder = Folder::open(root).unwrap();
        for (path, text) in files {
            folder.put(path, text.as_bytes()).unwrap();
        }
        folder.finish().unwrap()
    }

    #[test]
    fn only_what_changed_is_written_and_what_is_gone_is_removed() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        write(root, &[("a/b/c", "1"), ("d", "1")]);
        fs::write(root.join("CNAME"), "skills.example").unwrap();
        let before = fs::metadata(root.join("d")).unwrap().modified().unwrap();
        let again = write(root, &[("d", "1"), ("e", "2")]);
        assert_eq!((again.changed, again.removed, again.files), (1, 1, 2));
        assert_eq!(
            fs::metadata(root.join("d")).unwrap().modified().unwrap(),
            before
        );
        assert!(!root.join("a").exists());
        assert!(root.join("CNAME").exists());
    }

    #[test]
    fn an_export_that_was_cut_off_is_gone_on_with() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        let mut folder = Folder::open(root).unwrap();
        folder.put("old/a", b"1").unwrap();
        folder.put("b", b"1").unwrap();
        drop(folder);
        let again = write(root, &[("b", "1")]);
        assert_eq!((again.changed, again.removed), (0, 1));
        assert!(!root.join("old").exists());
    }

    #[test]
    fn a_folder_of_somebody_else_is_left_alone() {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join("thesis.txt"), "years of work").unwrap();
        assert!(Folder::open(root.path()).is_err());
        assert!(!root.path().join(RECORD).exists());
    }

    #[test]
    fn two_exports_do_not_write_at_once() {
        let root = tempfile::tempdir().unwrap();
        let _first = Folder::open(root.path()).unwrap();
        assert!(Folder::open(root.path()).is_err());
    }
}
