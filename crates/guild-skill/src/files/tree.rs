//! One tree of names, in which no two meet on any disk.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::names::{fold, shown};
use crate::archive::EntryError;

/// What stands at a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    File,
    /// A folder that an archive lists on its own.
    ListedFolder,
    /// A folder known only from the paths of its files.
    Folder,
}

/// The names taken so far, by what a disk that ignores case and Unicode form would compare.
#[derive(Debug, Default)]
pub(crate) struct Tree(HashMap<String, (String, Kind)>);

impl Tree {
    /// Takes a path in NFC, and the folders that lead to it.
    pub(crate) fn insert(&mut self, path: &str, kind: Kind) -> Result<(), EntryError> {
        for (end, _) in path.match_indices('/') {
            self.take(&path[..end], Kind::Folder)?;
        }
        self.take(path, kind)
    }

    fn take(&mut self, path: &str, kind: Kind) -> Result<(), EntryError> {
        let mut slot = match self.0.entry(fold(path)) {
            Entry::Vacant(slot) => {
                slot.insert((path.to_owned(), kind));
                return Ok(());
            }
            Entry::Occupied(slot) => slot,
        };
        let (earlier, earlier_kind) = slot.get_mut();
        if earlier != path {
            let other = shown(earlier);
            return Err(EntryError::Twin { other });
        }
        match (*earlier_kind, kind) {
            (Kind::Folder | Kind::ListedFolder, Kind::Folder) => Ok(()),
            (Kind::Folder, Kind::ListedFolder) => {
                *earlier_kind = kind;
                Ok(())
            }
            (Kind::File, Kind::File) | (Kind::ListedFolder, Kind::ListedFolder) => {
                Err(EntryError::Duplicate)
            }
            (Kind::File, Kind::Folder | Kind::ListedFolder)
            | (Kind::Folder | Kind::ListedFolder, Kind::File) => Err(EntryError::FileIsFolder),
        }
    }
}
