//! What changed between the files of two releases.
//!
//! Bounded whoever wrote the files: texts are compared by lines up to a size and a number of lines, in all files
//! together, and what goes beyond is told as too large.

use std::collections::{BTreeMap, BTreeSet};

use similar::{Algorithm, ChangeTag, TextDiff};

use crate::digest::Digest;
use crate::files::{FileSet, SkillFile};
use crate::wire::{
    ContentChange, DiffLine, DiffLineKind, FileChange, FileChangeKind, FileState, Hunk,
};

/// How many lines that did not change stand around those that did.
const AROUND: usize = 3;

/// How many bytes of text are compared by lines, before and after, in all files together.
const TEXT_BYTES: usize = 2_000_000;

/// How many lines of one file are compared, before and after: the time grows with their product.
const LINES: usize = 6_000;

/// Lists the files that differ, by path. A file whose bytes stand under another path now was moved.
pub fn compare(before: &FileSet, after: &FileSet) -> Vec<FileChange> {
    let moved = moved(before, after);
    let origins: BTreeSet<&str> = moved.values().copied().collect();
    let mut left = TEXT_BYTES;
    let paths: BTreeSet<&str> = before
        .iter()
        .chain(after)
        .map(|file| file.path.as_str())
        .collect();
    let changes = paths.into_iter().filter_map(|path| {
        let new = after.get(path);
        if new.is_none() && origins.contains(path) {
            return None;
        }
        let origin = moved.get(path).copied();
        let old = before.get(origin.unwrap_or(path));
        change(path, origin, (old, new), &mut left)
    });
    changes.collect()
}

/// Finds where the new files stood before that were moved as they are: new path, old path.
fn moved<'a>(before: &'a FileSet, after: &'a FileSet) -> BTreeMap<&'a str, &'a str> {
    let mut gone: BTreeMap<Digest, Vec<&str>> = BTreeMap::new();
    for file in before.iter().filter(|file| !file.bytes.is_empty()) {
        if after.get(file.path.as_str()).is_none() {
            let digest = Digest::of(&file.bytes);
            gone.entry(digest).or_default().push(file.path.as_str());
        }
    }
    let new = after.iter();
    let new = new.filter(|file| before.get(file.path.as_str()).is_none());
    let pair = |file: &'a SkillFile| {
        let origin = gone.get_mut(&Digest::of(&file.bytes))?.pop()?;
        Some((file.path.as_str(), origin))
    };
    new.filter_map(pair).collect()
}

fn change(
    path: &str,
    origin: Option<&str>,
    (old, new): (Option<&SkillFile>, Option<&SkillFile>),
    left: &mut usize,
) -> Option<FileChange> {
    let state = |file: &SkillFile| FileState {
        size_bytes: file.bytes.len() as u64,
        is_executable: file.is_executable,
    };
    let kind = match (old, new, origin) {
        (None, None, _) => return None,
        (_, _, Some(_)) => FileChangeKind::Moved,
        (None, Some(_), None) => FileChangeKind::Added,
        (Some(_), None, None) => FileChangeKind::Removed,
        (Some(old), Some(new), None) if old == new => return None,
        (Some(_), Some(_), None) => FileChangeKind::Changed,
    };
    let (content, hunks) = lines(bytes(old), bytes(new), left);
    Some(FileChange {
        path: path.to_owned(),
        kind,
        moved_from: origin.map(str::to_owned),
        before: old.map(state),
        after: new.map(state),
        content,
        hunks,
    })
}

fn bytes(file: Option<&SkillFile>) -> &[u8] {
    file.map_or(&[], |file| &file.bytes)
}

/// Compares two contents by lines, as long as there is room left.
fn lines(old: &[u8], new: &[u8], left: &mut usize) -> (ContentChange, Vec<Hunk>) {
    if old == new {
        return (ContentChange::Same, Vec::new());
    }
    let (Some(old), Some(new)) = (text(old), text(new)) else {
        return (ContentChange::Binary, Vec::new());
    };
    let is_long = |text: &str| text.split('\n').count() > LINES;
    let bytes = old.len() + new.len();
    if bytes > *left || is_long(old) || is_long(new) {
        return (ContentChange::TooLarge, Vec::new());
    }
    *left -= bytes;
    // By line feeds alone: what else may end a line is a character in it, and shown.
    let cut = |text| str::split_inclusive(text, '\n').collect::<Vec<_>>();
    let (old, new) = (cut(old), cut(new));
    let diff = TextDiff::configure()
        .algorithm(Algorithm::Patience)
        .diff_slices(&old, &new);
    let groups = diff.grouped_ops(AROUND);
    let hunks = groups.iter().filter_map(|group| {
        let first = group.first()?;
        let number = |index: usize| u32::try_from(index + 1).unwrap_or(u32::MAX);
        let changes = group.iter().flat_map(|op| diff.iter_changes(op));
        let line = |change: similar::Change<&str>| {
            let kind = match change.tag() {
                ChangeTag::Equal => DiffLineKind::Kept,
                ChangeTag::Delete => DiffLineKind::Removed,
                ChangeTag::Insert => DiffLineKind::Added,
            };
            let text = change.value();
            DiffLine {
                kind,
                text: text.strip_suffix('\n').unwrap_or(text).to_owned(),
                has_line_feed: text.ends_with('\n'),
            }
        };
        Some(Hunk {
            start_before: number(first.old_range().start),
            start_after: number(first.new_range().start),
            lines: changes.map(line).collect(),
        })
    });
    (ContentChange::Text, hunks.collect())
}

/// Takes bytes for text: UTF-8 without NUL.
fn text(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok()?;
    (!text.contains('\0')).then_some(text)
}
