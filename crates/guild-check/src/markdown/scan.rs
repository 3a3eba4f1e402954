//! What the parser's events leave open, read off the text itself.

use std::borrow::Cow;

use pulldown_cmark::CodeBlockKind;

use super::{CodeBlock, Comment};
use crate::{Source, Span};

/// Puts a line feed in the place of each return that ends a line alone: the parser does not take it for an end
/// everywhere, as it is one (`CommonMark` 2.1). No offset changes.
pub(super) fn with_feeds(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let is_alone = |at: &usize| bytes.get(at + 1) != Some(&b'\n');
    let mut alone = text.match_indices('\r').map(|(at, _)| at).filter(is_alone);
    let Some(first) = alone.next() else {
        return Cow::Borrowed(text);
    };
    let mut safe = text.to_owned();
    for at in std::iter::once(first).chain(alone) {
        safe.replace_range(at..=at, "\n");
    }
    Cow::Owned(safe)
}

/// Starts a code block.
pub(super) fn open_code(kind: &CodeBlockKind<'_>, span: Span) -> CodeBlock {
    let (info, is_fenced) = match kind {
        CodeBlockKind::Fenced(info) => (info.trim().to_owned(), true),
        CodeBlockKind::Indented => (String::new(), false),
    };
    CodeBlock {
        info,
        content: String::new(),
        span,
        content_span: span,
        is_fenced,
        is_closed: true,
    }
}

/// Ends a code block: says where its code is and whether a fence closes it.
pub(super) fn closed_code(source: &Source, mut code: CodeBlock, span: Span) -> CodeBlock {
    code.span = span;
    let text = source.slice(span);
    if code.is_fenced {
        code.is_closed = ends_in_fence(text);
    }
    if code.content.is_empty() {
        let first_line = text.find(['\n', '\r']).unwrap_or(text.len());
        let at = span.start as usize + first_line;
        code.content_span = Span::new(at..at);
    }
    code
}

/// The last line is a fence if it is as long as the first and stands below it.
fn ends_in_fence(text: &str) -> bool {
    let opening = text.trim_start();
    let mark = opening.chars().next().unwrap_or('`');
    let length = opening.chars().take_while(|&c| c == mark).count();
    let Some(at) = text.rfind(['\n', '\r']) else {
        return false;
    };
    let last = text[at + 1..]
        .trim_start_matches(['>', ' ', '\t'])
        .trim_end();
    last.chars().count() >= length && last.chars().all(|c| c == mark)
}

/// Finds the comments in a piece of HTML.
pub(super) fn comments(source: &Source, span: Span) -> Vec<Comment> {
    let text = source.slice(span);
    let base = span.start as usize;
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = text[from..].find("<!--").map(|at| at + from) {
        let inner = start + 4;
        let close = text[inner..].find("-->").map(|at| at + inner);
        let end = close.unwrap_or(text.len());
        from = close.map_or(text.len(), |close| close + 3);
        found.push(Comment {
            text: text[inner..end].to_owned(),
            span: Span::new(base + start..base + from),
            is_closed: close.is_some(),
        });
    }
    found
}

/// Takes the blanks off the end: a block's range runs to the start of the next.
pub(super) fn trimmed(source: &Source, span: Span) -> Span {
    let start = span.start as usize;
    Span::new(start..start + source.slice(span).trim_end().len())
}

/// Takes the blanks off both ends.
pub(super) fn without_blanks(source: &Source, span: Span) -> Span {
    let span = trimmed(source, span);
    let text = source.slice(span);
    let blanks = text.len() - text.trim_start().len();
    Span::new(span.start as usize + blanks..span.end as usize)
}
