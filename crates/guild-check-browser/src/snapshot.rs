//! A document as it stood after a step: what `--trace` keeps of it.
//!
//! As all that comes of a run, it is as the page gave it; the evidence redacts it and leaves out what could act or load.

use std::sync::Arc;

use serde::Deserialize;

/// A document as it stood after a step.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// The name of its file: `flow-1-step-03.html`; empty for a document within another one.
    pub file: String,
    /// The address of the document.
    pub url: String,
    /// Elements and texts, in the order of the document.
    pub pieces: Vec<Piece>,
    /// It has no document type, and is laid out as documents were before there was one.
    pub is_quirky: bool,
    /// Nothing was left out for its length.
    pub is_whole: bool,
}

/// A part of a document.
#[derive(Clone, Debug)]
pub enum Piece {
    /// A text.
    Text(String),
    /// An element begins.
    Open(Element),
    /// The element that was opened last ends.
    Close,
}

/// An element with what belongs to it.
#[derive(Clone, Debug, Default)]
pub struct Element {
    /// Its name, in lower case but for those of SVG.
    pub name: String,
    /// Its attributes in their order.
    pub attributes: Vec<(String, String)>,
    /// What it shows that was fetched: a picture, or the rules of a style sheet of another origin.
    pub fetched: Option<Arc<Fetched>>,
    /// The document in it, for a frame.
    pub document: Option<Box<Snapshot>>,
}

/// What was fetched for a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fetched {
    /// Its media type: `image/png`.
    pub mime: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// A document as our function in the page tells it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Told {
    pub(crate) pieces: Vec<ToldPiece>,
    pub(crate) is_quirky: bool,
    pub(crate) is_whole: bool,
}

/// A part of it: null ends an element.
#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum ToldPiece {
    Text(String),
    Open {
        #[serde(rename = "n")]
        name: String,
        #[serde(rename = "a")]
        attributes: Vec<(String, String)>,
        /// What it loads.
        #[serde(rename = "l", default)]
        loads: Option<String>,
        /// The frame that it shows.
        #[serde(rename = "f", default)]
        frame: Option<String>,
    },
    Close(()),
}
