//! The front matter of SKILL.md and PAGE.md: the YAML between two lines of `---`.
//!
//! Only what the specification's validator takes: block mappings, block lists and text. Every scalar is text (`12345`
//! and `true` too). What it does not take (flow collections, anchors, aliases, tags, duplicate keys) becomes a
//! [`Defect`], and the value holds what was understood so far.

mod fence;
mod tabs;
mod yaml;

use guild_check::{Source, Span};

pub use fence::{Fence, cut, fence};

/// Limits on hostile front matter.
#[derive(Clone, Copy, Debug)]
pub struct FrontMatterLimits {
    /// The longest front matter in bytes.
    pub bytes: usize,
    /// How deep collections may nest.
    pub depth: usize,
    /// How many scalars and collections there may be.
    pub nodes: usize,
}

/// The limits that checks and records use.
pub const LIMITS: FrontMatterLimits = FrontMatterLimits {
    bytes: 65_536,
    depth: 16,
    nodes: 4_096,
};

/// Front matter as far as it was understood.
#[derive(Clone, Debug, Default)]
pub struct FrontMatter {
    /// The text between the fences; empty when there is none.
    pub span: Span,
    /// Where the text after the closing fence starts.
    pub body_start: u32,
    /// The top-level keys, in the order of the file.
    pub entries: Vec<Entry>,
    /// What is wrong with its form; empty when it is sound.
    pub defects: Vec<Defect>,
}

/// A key with its value.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The key.
    pub key: Scalar,
    /// The value.
    pub value: Value,
}

/// A value of front matter.
#[derive(Clone, Debug)]
pub enum Value {
    /// Text.
    Text(Scalar),
    /// A list.
    List {
        /// The items.
        items: Vec<Value>,
        /// Where it stands.
        span: Span,
    },
    /// A mapping.
    Map {
        /// Its keys in order.
        entries: Vec<Entry>,
        /// Where it stands.
        span: Span,
    },
}

/// A piece of text with its place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scalar {
    /// The text after unquoting and folding.
    pub text: String,
    /// Where it stands, quotes included.
    pub span: Span,
    /// Whether it is written without quotes on one or more plain lines.
    pub is_plain: bool,
}

/// Something wrong with the form of front matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defect {
    /// What kind.
    pub kind: DefectKind,
    /// Where.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: String,
}

/// The kinds of [`Defect`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefectKind {
    /// The file does not start with a fence.
    Missing,
    /// The second fence is missing.
    Unclosed,
    /// The YAML is wrong, or uses what skills may not use.
    Invalid,
    /// A collection in brackets: clients read it, the specification's validator does not.
    Bracketed,
    /// It is larger or deeper than any skill needs.
    TooLarge,
}

impl FrontMatter {
    /// Reads the front matter of a file.
    pub fn read(source: &Source, limits: FrontMatterLimits) -> Self {
        match fence(source.text()) {
            Ok(fence) => Self::between(source.text(), fence, limits),
            Err(defect) => Self {
                defects: vec![defect],
                ..Self::default()
            },
        }
    }

    /// Reads the YAML of a text between fences that are known.
    pub fn between(text: &str, fence: Fence, limits: FrontMatterLimits) -> Self {
        let mut front_matter = Self {
            span: fence.yaml,
            body_start: fence.body_start,
            ..Self::default()
        };
        let yaml = text.get(fence.yaml.range()).unwrap_or("");
        if yaml.len() > limits.bytes {
            front_matter.defects.push(Defect {
                kind: DefectKind::TooLarge,
                span: Span::new(0..3),
                message: format!(
                    "the front matter has {} bytes, more than {}",
                    yaml.len(),
                    limits.bytes
                ),
                help: "move what is not metadata below the front matter".to_owned(),
            });
            return front_matter;
        }
        let (entries, defects) = yaml::read(yaml, fence.yaml.start, limits);
        front_matter.entries = entries;
        front_matter.defects = defects;
        front_matter
    }

    /// Tells whether its keys are all there to be judged.
    pub fn is_sound(&self) -> bool {
        self.defects
            .iter()
            .all(|defect| defect.kind == DefectKind::Bracketed)
    }

    /// Finds the entry of a top-level key.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.key.text == key)
    }

    /// Finds the text of a top-level key; `None` when it is absent or not text.
    pub fn text(&self, key: &str) -> Option<&Scalar> {
        self.entry(key)?.value.as_text()
    }

    /// Finds the text of a key in the mapping `metadata`.
    pub fn metadata(&self, key: &str) -> Option<&Scalar> {
        let Value::Map { entries, .. } = &self.entry("metadata")?.value else {
            return None;
        };
        let entry = entries.iter().find(|entry| entry.key.text == key)?;
        entry.value.as_text()
    }
}

impl Value {
    /// Gives the text, if it is text.
    pub fn as_text(&self) -> Option<&Scalar> {
        match self {
            Self::Text(scalar) => Some(scalar),
            Self::List { .. } | Self::Map { .. } => None,
        }
    }

    /// Gives where the value stands.
    pub fn span(&self) -> Span {
        match self {
            Self::Text(scalar) => scalar.span,
            Self::List { span, .. } | Self::Map { span, .. } => *span,
        }
    }
}
