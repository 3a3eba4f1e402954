//! The values of one file, JSON or YAML, in a flat arena with the place of each.
//!
//! Reading never fails: what was understood before a fault is in the tree, and each fault says where it stands. An
//! alias is a link to what it stands for, never a copy, so that a few lines cannot grow into a million values.

mod build;
mod json;
mod leaves;
mod view;
mod yaml;

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

use guild_check::{Source, Span};

pub use view::View;

pub(crate) use leaves::Leaves;

/// How much of one file is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeLimits {
    /// The bytes of the file.
    pub bytes: usize,
    /// How deep values may nest.
    pub depth: usize,
    /// How many values there may be.
    pub values: usize,
}

/// The values of one file.
#[derive(Debug)]
pub struct Tree {
    /// The file.
    pub source: Source,
    /// What could not be read.
    pub faults: Vec<TreeFault>,
    nodes: Vec<Node>,
    /// Texts that differ from how they are written.
    owned: Vec<Box<str>>,
    /// The keys of large maps.
    index: HashMap<(u32, u64), u32>,
    hasher: RandomState,
}

/// What could not be read in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeFault {
    /// What kind of fault.
    pub kind: TreeFaultKind,
    /// Where.
    pub span: Span,
    /// What is wrong, without a full stop.
    pub message: String,
    /// What to do.
    pub help: String,
}

/// The kinds of fault in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeFaultKind {
    /// The text is not JSON or YAML from here on.
    Syntax,
    /// A key stands twice in one map.
    KeyTwice,
    /// The file is larger, deeper or richer than is read.
    Limit,
}

/// A value of a tree; the outermost if nothing else is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, as written.
    Number,
    /// A text.
    Text,
    /// A list.
    List,
    /// A map.
    Map,
    /// The same as another value.
    Alias(NodeId),
}

#[derive(Debug)]
struct Node {
    kind: Kind,
    text: Words,
    span: Span,
    key: Words,
    /// Empty for what has no key.
    key_span: Span,
    parent: u32,
    first: u32,
    next: u32,
}

/// A text: a range of the file, or one of the texts that differ from how they are written.
#[derive(Clone, Copy, Debug)]
struct Words {
    start: u32,
    end: u32,
}

const NONE: u32 = u32::MAX;

/// Maps with more keys than this are found by an index.
const SMALL_MAP: usize = 24;

impl Tree {
    /// Reads a file: JSON if its first character says so, YAML otherwise.
    pub fn parse(source: &Source, limits: TreeLimits) -> Self {
        let mut builder = build::Builder::new(source.clone(), limits);
        if source.text().len() > limits.bytes {
            let message = format!(
                "the file has {} bytes, and {} are read at most",
                source.text().len(),
                limits.bytes
            );
            builder.fault(
                TreeFaultKind::Limit,
                Span::default(),
                message,
                "split it into files joined by `$ref`",
            );
            return builder.finish();
        }
        let text = source.text().trim_start_matches('\u{feff}').trim_start();
        if text.starts_with(['{', '[']) && !is_flow_yaml(source) {
            json::read(&mut builder);
        } else {
            yaml::read(&mut builder);
        }
        builder.finish()
    }

    /// Gives the outermost value; none if the file holds none.
    pub fn root(&self) -> Option<View<'_>> {
        (!self.nodes.is_empty()).then(|| self.view(NodeId(0)))
    }

    /// Looks at a value; an alias is what it stands for.
    pub fn view(&self, id: NodeId) -> View<'_> {
        View::of(self, id)
    }

    /// Lists all values of the file, in their order.
    pub fn views(&self) -> impl Iterator<Item = View<'_>> {
        (0..self.nodes.len()).filter_map(|index| {
            u32::try_from(index)
                .ok()
                .map(|id| View::raw(self, NodeId(id)))
        })
    }

    /// Finds the value at a place: the one that stands there, or whose key does.
    pub fn value_at(&self, span: Span) -> Option<NodeId> {
        let start = |node: &Node| match node.key_span {
            key if key == Span::default() => node.span.start,
            key => key.start,
        };
        // Values lie in the order of the file; of those that start here, the outermost comes first.
        let end = self.nodes.partition_point(|node| start(node) <= span.start);
        let before = self.nodes.get(..end)?;
        let found = before.iter().rposition(|node| {
            node.key_span == span || node.span == span || node.span.start < span.start
        })?;
        u32::try_from(found).ok().map(NodeId)
    }

    /// Writes where a value stands as a JSON pointer (RFC 6901).
    pub fn pointer(&self, id: NodeId) -> String {
        let mut steps = Vec::new();
        let mut at = Some(View::raw(self, id));
        while let Some(view) = at {
            at = view.parent();
            match at.map(View::kind) {
                Some(Kind::List) => steps.push(view.index().to_string()),
                Some(_) => steps.push(view.key().replace('~', "~0").replace('/', "~1")),
                None => {}
            }
        }
        let steps = steps.iter().rev();
        steps.flat_map(|step| ["/", step]).collect()
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    fn words(&self, words: Words) -> &str {
        if words.end == NONE {
            return self.owned.get(words.start as usize).map_or("", |text| text);
        }
        self.source.slice(Span {
            start: words.start,
            end: words.end,
        })
    }

    fn hash(&self, key: &str) -> u64 {
        self.hasher.hash_one(key)
    }
}

impl Words {
    const EMPTY: Self = Self { start: 0, end: 0 };
}

/// YAML in one line of brackets is told from JSON by the ending of its file.
fn is_flow_yaml(source: &Source) -> bool {
    let path = source.path().to_ascii_lowercase();
    path.ends_with(".yaml") || path.ends_with(".yml")
}
