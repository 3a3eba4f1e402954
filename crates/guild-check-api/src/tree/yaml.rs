//! Reading YAML: the events of `saphyr-parser`, without recursion and without copying what an alias names.

use std::collections::HashMap;

use guild_check::{Source, Span};
use saphyr_parser::{Event, Parser, ScalarStyle, Tag};

use super::build::{Builder, Full};
use super::{Kind, NodeId, TreeFaultKind};

/// Turns the parser's count of characters into bytes; it walks from the last place asked for, in either direction.
struct Cursor<'a> {
    text: &'a str,
    offset: usize,
    characters: usize,
    byte: usize,
}

struct Reader<'a, 'b> {
    builder: &'b mut Builder,
    cursor: Cursor<'a>,
    anchors: HashMap<usize, NodeId>,
    /// Where the last scalar ended: a block collection ends there, not where the parser noticed.
    end: u32,
    documents: usize,
    /// Collections inside a key that is not a text.
    in_key: usize,
}

pub(super) fn read(builder: &mut Builder) {
    let source: Source = builder.source();
    let text = source.text().trim_start_matches('\u{feff}');
    let cursor = Cursor {
        text,
        offset: source.text().len() - text.len(),
        characters: 0,
        byte: 0,
    };
    let mut reader = Reader {
        builder,
        cursor,
        anchors: HashMap::new(),
        end: 0,
        documents: 0,
        in_key: 0,
    };
    let mut parser = Parser::new_from_str(text);
    while let Some(next) = parser.next_event() {
        let result = match next {
            Ok((event, at)) => {
                let span = reader.cursor.span(at.start.index(), at.end.index());
                reader.event(event, span)
            }
            Err(error) => {
                let at = error.marker().index();
                let span = reader.cursor.span(at, at);
                reader.broken(span, error.info());
                return;
            }
        };
        if result.is_err() {
            return;
        }
    }
}

impl Reader<'_, '_> {
    fn event(&mut self, event: Event<'_>, span: Span) -> Result<(), Full> {
        match event {
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => Ok(()),
            Event::DocumentStart(_) => self.document(span),
            Event::SequenceStart(anchor, _) => self.open(Kind::List, anchor, span),
            Event::MappingStart(anchor, _) => self.open(Kind::Map, anchor, span),
            Event::SequenceEnd | Event::MappingEnd => {
                self.close(span);
                Ok(())
            }
            Event::Alias(anchor) => self.alias(anchor, span),
            Event::Scalar(text, style, anchor, tag) => {
                self.scalar(&text, style, anchor, tag.as_deref(), span)
            }
        }
    }

    fn document(&mut self, span: Span) -> Result<(), Full> {
        self.documents += 1;
        if self.documents < 2 {
            return Ok(());
        }
        let help = "put the second document into a file of its own";
        self.builder.fault(
            TreeFaultKind::Syntax,
            span,
            "a second document starts here, and is not read",
            help,
        );
        Err(Full)
    }

    fn open(&mut self, kind: Kind, anchor: usize, span: Span) -> Result<(), Full> {
        if self.in_key > 0 || self.builder.wants_key() {
            self.in_key += 1;
            if self.in_key == 1 {
                self.not_a_key(span);
            }
            return Ok(());
        }
        let id = self.builder.open(kind, span)?;
        self.remember(anchor, id);
        self.end = span.end;
        Ok(())
    }

    fn close(&mut self, span: Span) {
        if self.in_key > 0 {
            self.in_key -= 1;
            return;
        }
        // A collection in brackets ends at its bracket; the end of a block has no width of its own.
        let end = if span.end > span.start {
            span.end
        } else {
            self.end
        };
        self.end = self.end.max(end);
        self.builder.close(end);
    }

    fn alias(&mut self, anchor: usize, span: Span) -> Result<(), Full> {
        if self.in_key > 0 {
            return Ok(());
        }
        if self.builder.wants_key() {
            self.not_a_key(span);
            return Ok(());
        }
        let kind = self
            .anchors
            .get(&anchor)
            .map_or(Kind::Null, |id| Kind::Alias(*id));
        let words = self.builder.words(
            "",
            Span {
                start: span.start,
                end: span.start,
            },
        );
        self.builder.scalar(kind, words, span)?;
        self.end = span.end;
        Ok(())
    }

    fn scalar(
        &mut self,
        text: &str,
        style: ScalarStyle,
        anchor: usize,
        tag: Option<&Tag>,
        span: Span,
    ) -> Result<(), Full> {
        if self.in_key > 0 || self.builder.is_skipping() {
            return Ok(());
        }
        let words = self.builder.words(text, span);
        self.end = span.end.max(self.end);
        if self.builder.wants_key() {
            self.builder.key(words, span);
            return Ok(());
        }
        let kind = match (style, tag.map(|tag| tag.suffix.as_str())) {
            (_, Some("str")) => Kind::Text,
            (ScalarStyle::Plain, _) => plain(text),
            (
                ScalarStyle::SingleQuoted
                | ScalarStyle::DoubleQuoted
                | ScalarStyle::Literal
                | ScalarStyle::Folded,
                _,
            ) => Kind::Text,
        };
        let id = self.builder.scalar(kind, words, span)?;
        self.remember(anchor, id);
        Ok(())
    }

    fn remember(&mut self, anchor: usize, id: Option<NodeId>) {
        if let (1.., Some(id)) = (anchor, id) {
            self.anchors.insert(anchor, id);
        }
    }

    /// The value of such a key still comes, and is kept under an empty one.
    fn not_a_key(&mut self, span: Span) {
        let help = "write the key as plain text";
        self.builder
            .fault(TreeFaultKind::Syntax, span, "a key is not a text", help);
        let words = self.builder.words(
            "",
            Span {
                start: span.start,
                end: span.start,
            },
        );
        self.builder.key(words, span);
    }

    fn broken(&mut self, span: Span, info: &str) {
        let source = self.builder.source();
        let line = source
            .slice(source.line(source.position(span.start).line))
            .to_owned();
        let help = if line.contains('\t') {
            "replace the tab by spaces; what follows was not read"
        } else if line.matches(": ").count() > 1 {
            "put the value into quotation marks: a colon and a space inside it start a new key; what follows was not read"
        } else {
            "correct the YAML here: what follows was not read"
        };
        self.builder.fault(
            TreeFaultKind::Syntax,
            span,
            format!("the YAML cannot be read from here on: {info}"),
            help,
        );
    }
}

impl Cursor<'_> {
    fn span(&mut self, start: usize, end: usize) -> Span {
        let start = self.byte_of(start);
        let end = self.byte_of(end).max(start);
        // The parser counts the space after a quoted text as part of it.
        let end = start + self.text[start..end].trim_end().len();
        Span::new(self.offset + start..self.offset + end)
    }

    fn byte_of(&mut self, characters: usize) -> usize {
        while self.characters < characters {
            let Some(next) = self.text[self.byte..].chars().next() else {
                break;
            };
            self.byte += next.len_utf8();
            self.characters += 1;
        }
        while self.characters > characters {
            let Some(last) = self.text[..self.byte].chars().next_back() else {
                break;
            };
            self.byte -= last.len_utf8();
            self.characters -= 1;
        }
        self.byte
    }
}

/// Tells what a plain scalar is, by the core schema of YAML 1.2.
fn plain(text: &str) -> Kind {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Kind::Null,
        "true" | "True" | "TRUE" => Kind::Bool(true),
        "false" | "False" | "FALSE" => Kind::Bool(false),
        _ if is_number(text) => Kind::Number,
        _ => Kind::Text,
    }
}

fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let starts = digits
        .strip_prefix('.')
        .unwrap_or(digits)
        .starts_with(|first: char| first.is_ascii_digit());
    starts
        && digits
            .chars()
            .all(|character| character.is_ascii_digit() || ".eE+-".contains(character))
        && text.parse::<f64>().is_ok()
}
