//! Fixes: what a finding says to do, as data that a program can follow.
//!
//! A fix is mechanical: it changes how something is written, never what it says. It is stated in spans of the file
//! that was checked, so that an editor and `--fix` do the same.

mod apply;
mod substance;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{Source, Span};

pub use apply::{Fixed, is_safe, settle};

/// A change that takes a finding away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fix {
    /// What it does, as an imperative without a full stop.
    pub title: String,
    /// The changes, in the order of the file and apart from each other.
    pub edits: Vec<Edit>,
}

/// What stands in place of a span.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edit {
    /// What goes; empty where something is only put in.
    pub span: Span,
    /// What comes, piece by piece.
    pub pieces: Vec<Piece>,
}

/// A piece of new text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Piece {
    /// These words.
    Written(String),
    /// What stands in the file here: a section that moves is not copied until it is moved.
    Taken(Span),
}

impl Fix {
    /// Makes a fix that findings can share.
    pub fn new(title: impl Into<String>, edits: Vec<Edit>) -> Arc<Self> {
        Arc::new(Self {
            title: title.into(),
            edits,
        })
    }
}

impl Edit {
    /// Puts words in place of a span.
    pub fn write(span: Span, text: impl Into<String>) -> Self {
        Self {
            span,
            pieces: vec![Piece::Written(text.into())],
        }
    }

    /// Gives the new text.
    pub fn text(&self, source: &Source) -> String {
        let pieces = self.pieces.iter().map(|piece| match piece {
            Piece::Written(text) => text.as_str(),
            Piece::Taken(span) => source.slice(*span),
        });
        pieces.collect()
    }
}

/// Gives the line end that a file uses: that of its first line.
pub fn line_end(source: &Source) -> &'static str {
    let text = source.text();
    match text.find(['\n', '\r']) {
        Some(at) if text[at..].starts_with("\r\n") => "\r\n",
        Some(at) if text[at..].starts_with('\r') => "\r",
        Some(_) | None => "\n",
    }
}
