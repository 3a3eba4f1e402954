//! The file is text.

use crate::contract::work::Work;
use crate::{Findings, Span};

/// What a reader puts in the place of bytes that are no UTF-8.
const REPLACEMENT: char = '\u{fffd}';

pub(super) fn check(work: &Work, findings: &mut Findings) {
    let text = work.document.source.text();
    let Some(at) = text.find(REPLACEMENT) else {
        return;
    };
    let span = Span::new(at..at + REPLACEMENT.len_utf8());
    findings
        .error(work.at(span), "here are bytes that are no text in UTF-8")
        .help("save the file as UTF-8, and write again what was lost here");
}
