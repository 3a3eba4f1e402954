//! The values of a file whose language is no tree of values: each stands alone.

use guild_check::{Source, Span};
use serde_json::Value;

use super::build::{Builder, Full};
use super::{Kind, NodeId, Tree, TreeLimits, View, Words};

/// Values found in a file one by one.
pub(crate) struct Leaves {
    builder: Builder,
    /// Stands for what says nothing: an empty map.
    nothing: NodeId,
}

impl Leaves {
    /// Starts with no value but an empty map for the file as a whole.
    pub(crate) fn new(source: &Source, limits: TreeLimits) -> Self {
        let span = Span::new(0..source.text().len());
        let mut builder = Builder::new(source.clone(), limits);
        let opened = builder.open(Kind::Map, span);
        builder.close(span.end);
        let nothing = opened.ok().flatten().unwrap_or(NodeId(0));
        Self { builder, nothing }
    }

    /// Gives what stands for a value that says nothing.
    pub(crate) fn nothing(&self) -> NodeId {
        self.nothing
    }

    /// Adds an empty map with a key: what stands for a part of the file that has a name.
    pub(crate) fn named(&mut self, key: &str, key_span: Span, span: Span) -> NodeId {
        let words = self.builder.words(key, key_span);
        self.builder.key(words, key_span);
        let opened = self.builder.open(Kind::Map, span);
        self.builder.close(span.end);
        opened.ok().flatten().unwrap_or(self.nothing)
    }

    /// Adds a text.
    pub(crate) fn text(&mut self, text: &str, span: Span) -> NodeId {
        self.leaf(Kind::Text, text, span)
    }

    /// Adds a number, as written.
    pub(crate) fn number(&mut self, number: &str, span: Span) -> NodeId {
        self.leaf(Kind::Number, number, span)
    }

    /// Adds a truth value.
    pub(crate) fn bool(&mut self, value: bool, span: Span) -> NodeId {
        let word = if value { "true" } else { "false" };
        self.leaf(Kind::Bool(value), word, span)
    }

    /// Adds `null`.
    pub(crate) fn null(&mut self, span: Span) -> NodeId {
        self.leaf(Kind::Null, "null", span)
    }

    /// Adds a value with all that it holds; all of it stands at one place.
    pub(crate) fn json(&mut self, value: &Value, span: Span) -> NodeId {
        self.add(value, span).ok().flatten().unwrap_or(self.nothing)
    }

    /// Looks at a value.
    pub(crate) fn view(&self, id: NodeId) -> View<'_> {
        self.builder.tree().view(id)
    }

    /// Gives the file with its values.
    pub(crate) fn finish(self) -> Tree {
        self.builder.finish()
    }

    fn leaf(&mut self, kind: Kind, text: &str, span: Span) -> NodeId {
        let words = self.builder.words(text, span);
        let added = self.builder.scalar(kind, words, span);
        added.ok().flatten().unwrap_or(self.nothing)
    }

    fn add(&mut self, value: &Value, span: Span) -> Result<Option<NodeId>, Full> {
        match value {
            Value::Null => Ok(Some(self.null(span))),
            Value::Bool(value) => Ok(Some(self.bool(*value, span))),
            Value::Number(number) => Ok(Some(self.number(&number.to_string(), span))),
            Value::String(text) => Ok(Some(self.text(text, span))),
            Value::Array(items) => {
                let id = self.builder.open(Kind::List, span)?;
                for item in items {
                    self.add(item, span)?;
                }
                self.builder.close(span.end);
                Ok(id)
            }
            Value::Object(entries) => {
                let id = self.builder.open(Kind::Map, span)?;
                for (key, item) in entries {
                    let words: Words = self.builder.words(key, Span::default());
                    self.builder.key(words, span);
                    self.add(item, span)?;
                }
                self.builder.close(span.end);
                Ok(id)
            }
        }
    }
}
