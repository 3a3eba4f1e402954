//! Building a tree from the events of a reader.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::RandomState;

use guild_check::{Source, Span};

use super::{
    Kind, NONE, Node, NodeId, SMALL_MAP, Tree, TreeFault, TreeFaultKind, TreeLimits, Words,
};

/// A tree that grows.
pub(super) struct Builder {
    tree: Tree,
    limits: TreeLimits,
    open: Vec<Open>,
    key: Option<(Words, Span)>,
    /// How many collections are open that lie too deep to be kept.
    skipped: usize,
}

struct Open {
    id: u32,
    last: u32,
    count: usize,
}

/// The tree holds as many values as it may.
pub(super) struct Full;

impl Builder {
    pub(super) fn new(source: Source, limits: TreeLimits) -> Self {
        let tree = Tree {
            source,
            faults: Vec::new(),
            nodes: Vec::new(),
            owned: Vec::new(),
            index: HashMap::new(),
            hasher: RandomState::new(),
        };
        Self {
            tree,
            limits,
            open: Vec::new(),
            key: None,
            skipped: 0,
        }
    }

    /// Gives what was built so far.
    pub(super) fn tree(&self) -> &Tree {
        &self.tree
    }

    pub(super) fn source(&self) -> Source {
        self.tree.source.clone()
    }

    pub(super) fn fault(
        &mut self,
        kind: TreeFaultKind,
        span: Span,
        message: impl Into<String>,
        help: &str,
    ) {
        let (message, help) = (message.into(), help.to_owned());
        self.tree.faults.push(TreeFault {
            kind,
            span,
            message,
            help,
        });
    }

    /// Tells whether the innermost open collection is a map that waits for a key.
    pub(super) fn wants_key(&self) -> bool {
        self.skipped == 0 && self.key.is_none() && self.is_in_map()
    }

    pub(super) fn is_in_map(&self) -> bool {
        self.open
            .last()
            .is_some_and(|open| self.tree.nodes[open.id as usize].kind == Kind::Map)
    }

    /// Tells whether what comes lies too deep to be kept.
    pub(super) fn is_skipping(&self) -> bool {
        self.skipped > 0
    }

    /// Keeps a text: as a range of the file where it is written like that.
    pub(super) fn words(&mut self, text: &str, written: Span) -> Words {
        let slice = self.tree.source.slice(written);
        if slice == text {
            return Words {
                start: written.start,
                end: written.end,
            };
        }
        if slice.len() == text.len() + 2 && slice.get(1..slice.len() - 1) == Some(text) {
            return Words {
                start: written.start + 1,
                end: written.end - 1,
            };
        }
        self.tree.owned.push(text.into());
        let index = u32::try_from(self.tree.owned.len() - 1).unwrap_or(0);
        Words {
            start: index,
            end: NONE,
        }
    }

    pub(super) fn key(&mut self, words: Words, span: Span) {
        self.key = Some((words, span));
    }

    pub(super) fn scalar(
        &mut self,
        kind: Kind,
        words: Words,
        span: Span,
    ) -> Result<Option<NodeId>, Full> {
        if self.skipped > 0 {
            return Ok(None);
        }
        self.add(kind, words, span).map(Some)
    }

    /// Opens a list or a map.
    pub(super) fn open(&mut self, kind: Kind, span: Span) -> Result<Option<NodeId>, Full> {
        if self.skipped > 0 {
            self.skipped += 1;
            return Ok(None);
        }
        if self.open.len() >= self.limits.depth {
            let message = format!(
                "values nest deeper than {} levels, and are not read from here on",
                self.limits.depth
            );
            self.fault(
                TreeFaultKind::Limit,
                span,
                message,
                "name the inner values and join them by `$ref`",
            );
            // The place is taken, so that what follows keeps its own.
            self.add(Kind::Null, Words::EMPTY, span)?;
            self.skipped = 1;
            return Ok(None);
        }
        let id = self.add(kind, Words::EMPTY, span)?;
        self.open.push(Open {
            id: id.0,
            last: NONE,
            count: 0,
        });
        Ok(Some(id))
    }

    /// Closes the innermost collection; `end` is where it ends in the file.
    pub(super) fn close(&mut self, end: u32) {
        if self.skipped > 0 {
            self.skipped -= 1;
            return;
        }
        self.key = None;
        let Some(open) = self.open.pop() else {
            return;
        };
        let node = &mut self.tree.nodes[open.id as usize];
        node.span.end = node.span.end.max(end);
        if node.kind == Kind::Map {
            self.sort_keys(&open);
        }
    }

    /// Closes what a reader left open.
    pub(super) fn finish(mut self) -> Tree {
        let end = Span::new(0..self.tree.source.text().len()).end;
        self.skipped = 0;
        while !self.open.is_empty() {
            self.close(end);
        }
        self.tree
    }

    fn add(&mut self, kind: Kind, text: Words, span: Span) -> Result<NodeId, Full> {
        if self.tree.nodes.len() >= self.limits.values {
            let message = format!(
                "the file holds more than {} values, and is not read from here on",
                self.limits.values
            );
            self.fault(
                TreeFaultKind::Limit,
                span,
                message,
                "split it into files joined by `$ref`",
            );
            return Err(Full);
        }
        let id = u32::try_from(self.tree.nodes.len()).map_err(|_| Full)?;
        let (key, key_span) = self.key.take().unwrap_or((Words::EMPTY, Span::default()));
        let parent = self.open.last().map_or(NONE, |open| open.id);
        self.tree.nodes.push(Node {
            kind,
            text,
            span,
            key,
            key_span,
            parent,
            first: NONE,
            next: NONE,
        });
        if let Some(open) = self.open.last_mut() {
            match open.last {
                NONE => self.tree.nodes[open.id as usize].first = id,
                last => self.tree.nodes[last as usize].next = id,
            }
            open.last = id;
            open.count += 1;
        }
        Ok(NodeId(id))
    }

    /// Finds keys that stand twice, takes them out, and indexes the keys of a large map.
    fn sort_keys(&mut self, open: &Open) {
        let mut children = Vec::with_capacity(open.count);
        let mut child = self.tree.nodes[open.id as usize].first;
        while child != NONE {
            children.push(child);
            child = self.tree.nodes[child as usize].next;
        }
        let twice = if children.len() <= SMALL_MAP {
            self.compare(&children)
        } else {
            self.index(open.id, &children)
        };
        self.unlink(&children, &twice);
        for child in twice {
            let node = &self.tree.nodes[child as usize];
            let (span, key) = (node.key_span, self.tree.words(node.key).to_owned());
            let message = format!("the key `{key}` stands twice in one map");
            self.fault(
                TreeFaultKind::KeyTwice,
                span,
                message,
                "keep one of the two: readers differ in which one counts",
            );
        }
    }

    /// Takes out all but the first of each key, which alone counts.
    fn unlink(&mut self, children: &[u32], twice: &[u32]) {
        let mut twice = twice.iter().peekable();
        let mut last = NONE;
        for child in children {
            if twice.next_if_eq(&child).is_some() {
                let next = self.tree.nodes[*child as usize].next;
                // There is a last one: the first of all stands twice for nobody.
                if let Some(node) = self.tree.nodes.get_mut(last as usize) {
                    node.next = next;
                }
            } else {
                last = *child;
            }
        }
    }

    fn compare(&self, children: &[u32]) -> Vec<u32> {
        let key = |child: u32| self.tree.words(self.tree.nodes[child as usize].key);
        let is_twice = |(index, child): &(usize, &u32)| {
            children[..*index]
                .iter()
                .any(|other| key(*other) == key(**child))
        };
        let twice = children.iter().enumerate().filter(is_twice);
        twice
            .map(|(_, child)| *child)
            .filter(|child| key(*child) != "<<")
            .collect()
    }

    fn index(&mut self, map: u32, children: &[u32]) -> Vec<u32> {
        let mut twice = Vec::new();
        for &child in children {
            let key = self.tree.words(self.tree.nodes[child as usize].key);
            let hash = self.tree.hash(key);
            match self.tree.index.entry((map, hash)) {
                Entry::Vacant(entry) => {
                    entry.insert(child);
                }
                Entry::Occupied(_) => twice.push(child),
            }
        }
        twice
    }
}
