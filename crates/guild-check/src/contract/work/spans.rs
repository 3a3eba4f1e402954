//! Which text of a document is code, which is hidden, and what is left without it.

use super::Work;
use crate::Span;

impl Work {
    /// Gives all code of the document, blocks and words, in its order.
    pub fn code_spans(&self) -> Vec<Span> {
        let blocks = self.document.code_blocks().map(|code| code.content_span);
        let words = self.document.inline_code.iter().map(|code| code.span);
        let mut spans: Vec<Span> = blocks.chain(words).collect();
        spans.sort();
        spans
    }

    /// Gives all comments of the document, in its order.
    pub fn hidden_spans(&self) -> Vec<Span> {
        let comments = self.document.comments.iter();
        comments.map(|comment| comment.span).collect()
    }

    /// Gives two ordered lists as one.
    pub fn joined(left: &[Span], right: &[Span]) -> Vec<Span> {
        let mut spans = [left, right].concat();
        spans.sort();
        spans
    }

    /// Gives those of some ordered spans that lie in a region.
    pub fn inside(region: Span, spans: &[Span]) -> Vec<Span> {
        let first = spans.partition_point(|span| span.start < region.start);
        let inside = spans[first..]
            .iter()
            .take_while(|span| span.start < region.end);
        inside.copied().collect()
    }

    /// Gives what is left of a region without some ordered spans.
    pub fn without(region: Span, spans: &[Span]) -> Vec<Span> {
        let mut left = Vec::new();
        let mut start = region.start;
        for span in Self::inside(region, spans) {
            if span.start > start {
                left.push(Span {
                    start,
                    end: span.start,
                });
            }
            start = start.max(span.end);
        }
        if region.end > start {
            left.push(Span {
                start,
                end: region.end,
            });
        }
        left
    }
}
