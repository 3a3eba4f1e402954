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
    /// What the page had loaded and the snapshot does not hold, with the frames in it; empty for a document within another.
    pub missing: Vec<Missing>,
}

/// A picture, a font, a style sheet or a drawing that a page showed and a snapshot of it does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// Its address; of a canvas, which has none, the element in short.
    pub what: String,
    /// Why, as words in brackets: `larger than 512 KiB`.
    pub why: String,
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
    /// The picture that it shows.
    pub fetched: Option<Arc<Fetched>>,
    /// The rules of a style sheet. In it, and in the attribute `style`, `url("kept:2")` stands for what was kept third.
    pub rules: Option<String>,
    /// The pictures and fonts that its rules and its attribute `style` name.
    pub kept: Vec<Arc<Fetched>>,
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
    /// What the addresses in it are relative to.
    pub(crate) base: String,
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
        /// The rules of a sheet in pieces, each with what its addresses are relative to; no text for a sheet of another
        /// origin, which has to be asked for.
        #[serde(rename = "s", default)]
        sheets: Option<Vec<(String, Option<String>)>>,
        /// The picture that it shows.
        #[serde(rename = "l", default)]
        loads: Option<String>,
        /// What it shows and is not kept, and why.
        #[serde(rename = "m", default)]
        missing: Option<(String, String)>,
        /// The frame that it shows.
        #[serde(rename = "f", default)]
        frame: Option<String>,
    },
    Close(()),
}
