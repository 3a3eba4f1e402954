//! Looking at a value of a tree.

use guild_check::Span;
use serde_json::{Map, Number, Value};

use super::{Kind, NONE, NodeId, SMALL_MAP, Tree};

/// How many values are copied out of a tree at most, so that aliases of aliases stay small.
const COPIED: usize = 10_000;

/// How many aliases are followed, and how many maps are merged into one.
const LINKS: usize = 32;

/// A value of a tree.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The tree.
    pub tree: &'a Tree,
    /// The value; never an alias.
    pub id: NodeId,
    /// The value as it stands, which may be an alias.
    at: NodeId,
}

impl<'a> View<'a> {
    pub(super) fn of(tree: &'a Tree, at: NodeId) -> Self {
        let mut id = at;
        for _ in 0..LINKS {
            let Kind::Alias(target) = tree.node(id).kind else {
                break;
            };
            id = target;
        }
        Self { tree, id, at }
    }

    pub(super) fn raw(tree: &'a Tree, id: NodeId) -> Self {
        Self { tree, id, at: id }
    }

    /// Gives what the value is.
    pub fn kind(self) -> Kind {
        self.tree.node(self.id).kind
    }

    /// Gives where the value stands.
    pub fn span(self) -> Span {
        self.tree.node(self.at).span
    }

    /// Gives where its key stands, or the value itself if it has none.
    pub fn key_span(self) -> Span {
        let node = self.tree.node(self.at);
        if node.key_span == Span::default() {
            node.span
        } else {
            node.key_span
        }
    }

    /// Gives its key; empty if it has none.
    pub fn key(self) -> &'a str {
        self.tree.words(self.tree.node(self.at).key)
    }

    /// Counts the values before it in the collection that holds it.
    pub(super) fn index(self) -> usize {
        let siblings = self.parent().map(View::children);
        siblings.map_or(0, |mut siblings| {
            siblings
                .position(|sibling| sibling.at == self.at)
                .unwrap_or(0)
        })
    }

    /// Gives the collection that holds the value.
    pub fn parent(self) -> Option<View<'a>> {
        let parent = self.tree.node(self.at).parent;
        (parent != NONE).then(|| View::raw(self.tree, NodeId(parent)))
    }

    /// Gives a text.
    pub fn text(self) -> Option<&'a str> {
        (self.kind() == Kind::Text).then(|| self.written())
    }

    /// Gives a text, number, truth value or null as it is written.
    pub fn written(self) -> &'a str {
        self.tree.words(self.tree.node(self.id).text)
    }

    /// Gives a truth value.
    pub fn bool(self) -> Option<bool> {
        match self.kind() {
            Kind::Bool(value) => Some(value),
            Kind::Null | Kind::Number | Kind::Text | Kind::List | Kind::Map | Kind::Alias(_) => {
                None
            }
        }
    }

    /// Gives a number.
    pub fn number(self) -> Option<f64> {
        (self.kind() == Kind::Number).then(|| self.written().parse().ok())?
    }

    /// Tells whether it is a map.
    pub fn is_map(self) -> bool {
        self.kind() == Kind::Map
    }

    /// Tells whether it is a list.
    pub fn is_list(self) -> bool {
        self.kind() == Kind::List
    }

    /// Lists what a list or a map holds as written, merge keys included.
    fn children(self) -> impl Iterator<Item = View<'a>> {
        let tree = self.tree;
        let step = move |at: u32| (at != NONE).then_some(at);
        std::iter::successors(step(tree.node(self.id).first), move |at| {
            step(tree.nodes[*at as usize].next)
        })
        .map(move |at| View::of(tree, NodeId(at)))
    }

    /// Lists the items of a list; none for anything else.
    pub fn items(self) -> impl Iterator<Item = View<'a>> {
        let is_list = self.is_list();
        self.children().filter(move |_| is_list)
    }

    /// Lists the entries of a map, those merged into it by `<<` last; none for anything else.
    pub fn entries(self) -> Vec<View<'a>> {
        if !self.is_map() {
            return Vec::new();
        }
        let mut entries = Vec::new();
        let mut maps = vec![self];
        let mut index = 0;
        while let Some(map) = maps.get(index).copied() {
            for child in map.children() {
                if child.key() != "<<" {
                    let is_new = index == 0
                        || !entries
                            .iter()
                            .any(|other: &View<'_>| other.key() == child.key());
                    entries.extend(is_new.then_some(child));
                } else if child.is_map() {
                    maps.push(child);
                } else {
                    maps.extend(child.items().filter(|item| item.is_map()));
                }
            }
            maps.truncate(LINKS);
            index += 1;
        }
        entries
    }

    /// Finds an entry of a map.
    pub fn get(self, key: &str) -> Option<View<'a>> {
        if !self.is_map() {
            return None;
        }
        self.own(key).or_else(|| {
            self.own("<<")?;
            self.entries().into_iter().find(|entry| entry.key() == key)
        })
    }

    fn own(self, key: &str) -> Option<View<'a>> {
        if self.children().nth(SMALL_MAP).is_none() {
            return self.children().find(|child| child.key() == key);
        }
        let found = self.tree.index.get(&(self.id.0, self.tree.hash(key)))?;
        let found = View::of(self.tree, NodeId(*found));
        // Two keys of one hash are so rare that a search is good enough.
        if found.key() == key {
            Some(found)
        } else {
            self.children().find(|child| child.key() == key)
        }
    }

    /// Follows a JSON pointer such as `/components/schemas/Task`.
    pub fn pointer(self, pointer: &str) -> Option<View<'a>> {
        let mut at = self;
        for step in pointer.split('/').skip(1) {
            let step = step.replace("~1", "/").replace("~0", "~");
            at = match at.kind() {
                Kind::Map => at.get(&step)?,
                Kind::List => at.items().nth(step.parse().ok()?)?,
                Kind::Null | Kind::Bool(_) | Kind::Number | Kind::Text | Kind::Alias(_) => {
                    return None;
                }
            };
        }
        Some(at)
    }

    /// Copies the value out, as far as it is of reasonable size.
    pub fn to_json(self) -> Value {
        let mut left = COPIED;
        self.copy(&mut left, LINKS)
    }

    fn copy(self, left: &mut usize, depth: usize) -> Value {
        if *left == 0 || depth == 0 {
            return Value::Null;
        }
        *left -= 1;
        match self.kind() {
            Kind::Null | Kind::Alias(_) => Value::Null,
            Kind::Bool(value) => Value::Bool(value),
            Kind::Number => number(self.written()),
            Kind::Text => Value::String(self.written().to_owned()),
            Kind::List => self
                .items()
                .map(|item| item.copy(left, depth - 1))
                .collect(),
            Kind::Map => {
                let entries = self.entries().into_iter();
                Value::Object(
                    entries
                        .map(|entry| (entry.key().to_owned(), entry.copy(left, depth - 1)))
                        .collect::<Map<_, _>>(),
                )
            }
        }
    }
}

fn number(written: &str) -> Value {
    serde_json::from_str::<Number>(written)
        .ok()
        .or_else(|| Number::from_f64(written.parse().ok()?))
        .map_or_else(|| Value::String(written.to_owned()), Value::Number)
}
