//! Which hashes a proof holds, and whether they prove it (RFC 6962, section 2.1; RFC 9162, sections 2.1.3 and 2.1.4).

use super::hash::{Hash, node_hash};

/// The leaves from `start` to before `end`, whose tree is a part of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The first leaf.
    pub start: u64,
    /// The leaf after the last.
    pub end: u64,
}

/// A tree of `1 << level` leaves, the `index`-th of its kind from the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Node {
    pub(super) level: u8,
    pub(super) index: u64,
}

impl Span {
    /// The whole tree of a size.
    pub const fn tree(size: u64) -> Self {
        Self {
            start: 0,
            end: size,
        }
    }

    /// Gives the full trees that the span is made of, from the left: each is smaller than the one before.
    pub(super) fn nodes(self) -> impl Iterator<Item = Node> {
        let mut start = self.start;
        std::iter::from_fn(move || {
            let left = self.end.checked_sub(start).filter(|left| *left > 0)?;
            let level = left.ilog2().min(start.trailing_zeros());
            let node = Node {
                level: u8::try_from(level).ok()?,
                index: start >> level,
            };
            start += 1 << level;
            Some(node)
        })
    }
}

/// Gives the hash of a span from those of its full trees, from the left.
pub(super) fn joined(hashes: &[Hash]) -> Hash {
    let mut hashes = hashes.iter().rev();
    let Some(last) = hashes.next() else {
        return Hash::of_empty_tree();
    };
    hashes.fold(*last, |right, left| node_hash(left, &right))
}

/// The largest power of two that is smaller than a number from 2 on.
fn split(size: u64) -> u64 {
    1 << (size - 1).ilog2()
}

/// Lists the spans whose hashes prove that a leaf stands in the tree of a size, from the leaf up; none for no such leaf.
pub fn inclusion_spans(index: u64, size: u64) -> Vec<Span> {
    let mut spans = Vec::new();
    if index >= size {
        return spans;
    }
    let (mut start, mut end) = (0, size);
    while end - start > 1 {
        let middle = start + split(end - start);
        if index < middle {
            spans.push(Span { start: middle, end });
            end = middle;
        } else {
            spans.push(Span { start, end: middle });
            start = middle;
        }
    }
    spans.reverse();
    spans
}

/// Lists the spans whose hashes prove that the tree of `old` leaves is the beginning of that of `new` leaves.
///
/// None is needed when the two are one, or the old one is empty; and none proves it when the old one is the larger.
pub fn consistency_spans(old: u64, new: u64) -> Vec<Span> {
    let mut spans = Vec::new();
    if old == 0 || old >= new {
        return spans;
    }
    let (mut start, mut end) = (0, new);
    while end != old {
        let middle = start + split(end - start);
        if old <= middle {
            spans.push(Span { start: middle, end });
            end = middle;
        } else {
            spans.push(Span { start, end: middle });
            start = middle;
        }
    }
    // The old tree itself is known to whoever checks.
    if start > 0 {
        spans.push(Span { start, end });
    }
    spans.reverse();
    spans
}

/// Tells whether a path proves that a leaf stands at an index of the tree with this size and root.
pub fn is_included(leaf: &Hash, index: u64, size: u64, root: &Hash, path: &[Hash]) -> bool {
    if index >= size {
        return false;
    }
    let (mut at, mut last) = (index, size - 1);
    let mut hash = *leaf;
    for part in path {
        if last == 0 {
            return false;
        }
        if at & 1 == 1 || at == last {
            hash = node_hash(part, &hash);
            while at & 1 == 0 && at != 0 {
                at >>= 1;
                last >>= 1;
            }
        } else {
            hash = node_hash(&hash, part);
        }
        at >>= 1;
        last >>= 1;
    }
    last == 0 && hash == *root
}

/// Tells whether a path proves that the tree `old` is the beginning of the tree `new`; each is a size and a root.
pub fn is_consistent(old: (u64, &Hash), new: (u64, &Hash), path: &[Hash]) -> bool {
    let ((old_size, old_root), (new_size, new_root)) = (old, new);
    if old_size >= new_size || old_size == 0 {
        // Nothing is left to prove between equal trees, and everything begins with nothing.
        let is_same = old_size == new_size && old_root == new_root;
        let is_beginning = old_size == 0 && *old_root == Hash::of_empty_tree();
        return path.is_empty() && (is_same || (is_beginning && new_size > 0));
    }
    let (seed, path) = match (old_size.is_power_of_two(), path.split_first()) {
        (true, _) => (*old_root, path),
        (false, Some((first, rest))) => (*first, rest),
        (false, None) => return false,
    };
    let shift = (old_size - 1).trailing_ones();
    let (mut at, mut last) = ((old_size - 1) >> shift, (new_size - 1) >> shift);
    let (mut before, mut after) = (seed, seed);
    for part in path {
        if last == 0 {
            return false;
        }
        if at & 1 == 1 || at == last {
            before = node_hash(part, &before);
            after = node_hash(part, &after);
            while at & 1 == 0 && at != 0 {
                at >>= 1;
                last >>= 1;
            }
        } else {
            after = node_hash(&after, part);
        }
        at >>= 1;
        last >>= 1;
    }
    last == 0 && before == *old_root && after == *new_root
}
