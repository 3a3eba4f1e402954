//! The files of a skill: checked paths, contents, and the digest of the whole tree.
//!
//! A [`FileSet`] is sound by making: its paths are safe to write on every system, no two of them meet on a disk that
//! ignores case or Unicode form, and it is inside its limits. Both doors lead through the same checks: a folder is
//! read by [`FileSet::read_folder`], an archive by [`crate::archive::read`].

mod folder;
mod names;
mod path;
mod tree;

pub use self::folder::FolderError;
pub(crate) use self::names::{is_hidden, shown};
pub(crate) use self::path::{Bounds, safe_text};
pub use self::path::{COMPONENT_BYTES, FilePath, PATH_BYTES, PATH_LEVELS, PathError};
pub(crate) use self::tree::{Kind, Tree};

use crate::Digest;
use crate::archive::{ArchiveError, ArchiveLimits, EntryError};
use crate::digest::DigestBuilder;

/// One file of a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkillFile {
    /// Where it stands in the skill's folder.
    pub path: FilePath,
    /// What it holds.
    pub bytes: Vec<u8>,
    /// Whether it may be run.
    pub is_executable: bool,
}

/// The files of a skill, sorted by the bytes of their paths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileSet(Vec<SkillFile>);

impl FileSet {
    /// Takes files in any order.
    ///
    /// # Errors
    /// When two paths are the same, or would be on a disk that ignores case or Unicode form; when a file stands where
    /// another path needs a folder; when a limit is passed.
    pub fn new(mut files: Vec<SkillFile>, limits: &ArchiveLimits) -> Result<Self, ArchiveError> {
        let limits = &limits.within_format();
        if files.len() > limits.entries {
            return Err(ArchiveError::TooManyEntries {
                entries: files.len() as u64,
                limit: limits.entries,
            });
        }
        let mut tree = Tree::default();
        let mut unpacked_bytes = 0;
        for file in &files {
            let path = file.path.as_str();
            check_file(file, limits).map_err(|reason| ArchiveError::entry(path, reason))?;
            tree.insert(path, Kind::File)
                .map_err(|reason| ArchiveError::entry(path, reason))?;
            unpacked_bytes += file.bytes.len() as u64;
        }
        if unpacked_bytes > limits.unpacked_bytes {
            return Err(ArchiveError::TooMuch {
                bytes: unpacked_bytes,
                limit: limits.unpacked_bytes,
            });
        }
        files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        Ok(Self(files))
    }

    /// Goes through the files in the order of their paths' bytes.
    pub fn iter(&self) -> std::slice::Iter<'_, SkillFile> {
        self.0.iter()
    }

    /// Finds the file at a path.
    pub fn get(&self, path: &str) -> Option<&SkillFile> {
        let index = self.0.binary_search_by(|file| file.path.as_str().cmp(path));
        index.ok().map(|index| &self.0[index])
    }

    /// Counts the files.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Tells whether there are no files.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Sums the sizes of the files.
    pub fn total_bytes(&self) -> u64 {
        self.iter().map(|file| file.bytes.len() as u64).sum()
    }

    /// Takes the digest of the tree, which anyone can take of an unpacked folder without this program.
    ///
    /// It is the SHA-256 of one line a file, in the order of the paths' bytes. A line is the mode (`755` for a file
    /// that may be run, else `644`), a space, the SHA-256 of the contents in 64 lower-case hex digits, a space, the
    /// path in the skill's folder in UTF-8 and NFC with `/` between its parts, and a line feed. In a shell, inside the
    /// folder:
    ///
    /// ```text
    /// find . -type f | sed 's|^\./||' | LC_ALL=C sort | while IFS= read -r path; do
    ///   mode=644; [ -x "$path" ] && mode=755
    ///   printf '%s %s %s\n' "$mode" "$(sha256sum < "$path" | cut -c 1-64)" "$path"
    /// done | sha256sum
    /// ```
    pub fn tree_digest(&self) -> Digest {
        let mut tree = DigestBuilder::new();
        for file in self.iter() {
            let mode = if file.is_executable { "755" } else { "644" };
            let contents = Digest::of(&file.bytes);
            tree.update(format!("{mode} {} {}\n", contents.hex(), file.path).as_bytes());
        }
        tree.finish()
    }
}

impl<'a> IntoIterator for &'a FileSet {
    type Item = &'a SkillFile;
    type IntoIter = std::slice::Iter<'a, SkillFile>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for FileSet {
    type Item = SkillFile;
    type IntoIter = std::vec::IntoIter<SkillFile>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

fn check_file(file: &SkillFile, limits: &ArchiveLimits) -> Result<(), EntryError> {
    let bytes = file.bytes.len() as u64;
    if bytes > limits.file_bytes {
        return Err(EntryError::TooLarge {
            bytes,
            limit: limits.file_bytes,
        });
    }
    file.path.check_bounds(&Bounds::of(limits))?;
    Ok(())
}
