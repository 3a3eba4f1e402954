//! Reading JSON: the tokens of `jsonc-parser`, without recursion and without giving up.

use guild_check::Span;
use jsonc_parser::tokens::Token;
use jsonc_parser::{Scanner, ScannerOptions};

use super::build::{Builder, Full};
use super::{Kind, TreeFaultKind};

const STRICT: ScannerOptions = ScannerOptions {
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

/// What may come next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Expected {
    /// A value, or the end of an empty list.
    Value,
    /// A key, or the end of an empty map.
    Key,
    Colon,
    /// A comma or the end of the collection; nothing after the outermost value.
    Comma,
}

/// What is open: a byte each, however deep a hostile file nests.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Map,
    List,
}

struct Reader<'a, 'b> {
    builder: &'b mut Builder,
    scanner: Scanner<'a>,
    offset: usize,
    expected: Expected,
    open: Vec<Inside>,
    /// Whether a comma was the last token.
    after_comma: bool,
}

/// Nothing more is read.
struct Stop;

impl From<Full> for Stop {
    fn from(_: Full) -> Self {
        Self
    }
}

pub(super) fn read(builder: &mut Builder) {
    let source = builder.source();
    let text = source.text().trim_start_matches('\u{feff}');
    let mut reader = Reader {
        builder,
        scanner: Scanner::new(text, &STRICT),
        offset: source.text().len() - text.len(),
        expected: Expected::Value,
        open: Vec::new(),
        after_comma: false,
    };
    while reader.step().is_ok() {}
}

impl Reader<'_, '_> {
    fn step(&mut self) -> Result<(), Stop> {
        let token = match self.scanner.scan() {
            Ok(Some(token)) => token,
            Ok(None) => return self.end(),
            Err(error) => {
                let range = error.range();
                let span = self.span_of(range.start, range.end);
                return self.broken(
                    span,
                    &format!("the JSON ends to be readable here: {}", error.kind()),
                );
            }
        };
        let span = self.span_of(self.scanner.token_start(), self.scanner.token_end());
        let was_after_comma =
            std::mem::replace(&mut self.after_comma, matches!(token, Token::Comma));
        match (self.expected, token) {
            (_, Token::CommentLine(_) | Token::CommentBlock(_)) => {
                self.builder.fault(
                    TreeFaultKind::Syntax,
                    span,
                    "JSON has no comments",
                    "remove the comment, or write the file in YAML",
                );
                self.after_comma = was_after_comma;
                Ok(())
            }
            (Expected::Key, Token::String(text)) => {
                let words = self.builder.words(&text, span);
                self.builder.key(words, span);
                self.expected = Expected::Colon;
                Ok(())
            }
            (Expected::Colon, Token::Colon) => {
                self.expected = Expected::Value;
                Ok(())
            }
            (Expected::Comma, Token::Comma) if !self.open.is_empty() => {
                self.expected = self.inside();
                Ok(())
            }
            (
                Expected::Value | Expected::Key | Expected::Comma,
                Token::CloseBrace | Token::CloseBracket,
            ) if self.may_close(span, was_after_comma) => {
                self.close(span);
                Ok(())
            }
            (Expected::Value, token) => self.value(&token, span),
            // A comma that is missing is a fault, and all that follows still has a meaning.
            (Expected::Comma, token) if !self.open.is_empty() && is_start(&token) => {
                self.builder.fault(
                    TreeFaultKind::Syntax,
                    span,
                    "a comma is missing before this value",
                    "write the comma",
                );
                self.expected = self.inside();
                match (self.expected, &token) {
                    (Expected::Key, Token::String(text)) => {
                        let words = self.builder.words(text, span);
                        self.builder.key(words, span);
                        self.expected = Expected::Colon;
                        Ok(())
                    }
                    (Expected::Key, _) => self.broken(span, "a key was expected here"),
                    (Expected::Value | Expected::Colon | Expected::Comma, _) => {
                        self.value(&token, span)
                    }
                }
            }
            (Expected::Comma, _) if self.open.is_empty() => {
                self.broken(span, "more text follows the outermost value")
            }
            (Expected::Key, _) => self.broken(span, "a key was expected here"),
            (Expected::Colon, _) => self.broken(span, "a colon was expected here"),
            (Expected::Comma, _) => self.broken(
                span,
                "a comma or the end of the collection was expected here",
            ),
        }
    }

    fn value(&mut self, token: &Token<'_>, span: Span) -> Result<(), Stop> {
        let (kind, words) = match token {
            Token::OpenBrace => return self.enter(Inside::Map, span),
            Token::OpenBracket => return self.enter(Inside::List, span),
            Token::String(text) => (Kind::Text, self.builder.words(text, span)),
            Token::Number(text) => (Kind::Number, self.builder.words(text, span)),
            Token::Boolean(value) => (Kind::Bool(*value), self.builder.words(token.as_str(), span)),
            Token::Null => (Kind::Null, self.builder.words("null", span)),
            Token::CloseBrace
            | Token::CloseBracket
            | Token::Comma
            | Token::Colon
            | Token::Word(_)
            | Token::CommentLine(_)
            | Token::CommentBlock(_) => {
                return self.broken(span, "a value was expected here");
            }
        };
        self.builder.scalar(kind, words, span)?;
        self.expected = Expected::Comma;
        Ok(())
    }

    fn enter(&mut self, inside: Inside, span: Span) -> Result<(), Stop> {
        let kind = match inside {
            Inside::Map => Kind::Map,
            Inside::List => Kind::List,
        };
        self.builder.open(kind, span)?;
        self.open.push(inside);
        self.expected = self.inside();
        Ok(())
    }

    /// Tells whether the innermost collection may end here, and says so if only a comma is too many.
    fn may_close(&mut self, span: Span, was_after_comma: bool) -> bool {
        let ends = match self.builder.source().slice(span) {
            "}" => Inside::Map,
            _ => Inside::List,
        };
        if self.open.last() != Some(&ends) {
            return false;
        }
        if was_after_comma {
            self.builder.fault(
                TreeFaultKind::Syntax,
                span,
                "a comma stands before the end of the collection",
                "remove the comma",
            );
        }
        true
    }

    fn close(&mut self, span: Span) {
        if self.expected == Expected::Value && self.open.last() == Some(&Inside::Map) {
            self.builder.fault(
                TreeFaultKind::Syntax,
                span,
                "a key has no value",
                "write the value",
            );
        }
        self.open.pop();
        self.builder.close(span.end);
        self.expected = Expected::Comma;
    }

    fn inside(&self) -> Expected {
        match self.open.last() {
            Some(Inside::Map) => Expected::Key,
            Some(Inside::List) => Expected::Value,
            None => Expected::Comma,
        }
    }

    fn end(&mut self) -> Result<(), Stop> {
        if !self.open.is_empty() || self.expected != Expected::Comma {
            let end = self.scanner.token_end();
            let span = self.span_of(end, end);
            return self.broken(span, "the JSON ends before it is complete");
        }
        Err(Stop)
    }

    fn broken(&mut self, span: Span, message: &str) -> Result<(), Stop> {
        self.builder.fault(
            TreeFaultKind::Syntax,
            span,
            message,
            "correct the JSON here: what follows was not read",
        );
        Err(Stop)
    }

    fn span_of(&self, start: usize, end: usize) -> Span {
        Span::new(self.offset + start..self.offset + end.max(start))
    }
}

fn is_start(token: &Token<'_>) -> bool {
    match token {
        Token::OpenBrace
        | Token::OpenBracket
        | Token::String(_)
        | Token::Boolean(_)
        | Token::Number(_)
        | Token::Null => true,
        Token::CloseBrace
        | Token::CloseBracket
        | Token::Comma
        | Token::Colon
        | Token::Word(_)
        | Token::CommentLine(_)
        | Token::CommentBlock(_) => false,
    }
}
