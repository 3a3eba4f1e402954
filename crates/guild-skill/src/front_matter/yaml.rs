//! YAML events into entries, with the limits of skills.

use std::ops::Range;

use guild_check::Span;
use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, StrInput, Tag};

use super::tabs;
use super::{Defect, DefectKind, Entry, FrontMatterLimits, Scalar, Value};

/// Reads a mapping; `offset` is where the YAML starts in its file.
pub(super) fn read(
    yaml: &str,
    offset: u32,
    limits: FrontMatterLimits,
) -> (Vec<Entry>, Vec<Defect>) {
    let mut reader = Reader {
        parser: Parser::new_from_str(yaml),
        yaml,
        offset,
        limits,
        nodes: 0,
        cursor: (0, 0),
        texts: Vec::new(),
        defects: Vec::new(),
    };
    // The parser's own words for these would not help.
    reader.refuse_unprintable();
    if !reader.defects.is_empty() {
        return (Vec::new(), reader.defects);
    }
    if yaml.trim_start().starts_with("...") {
        reader.not_a_mapping(Span {
            start: offset,
            end: offset,
        });
    }
    let entries = reader.document().unwrap_or_default();
    reader.refuse_tabs();
    (entries, reader.defects)
}

struct Reader<'a> {
    parser: Parser<'a, StrInput<'a>>,
    yaml: &'a str,
    offset: u32,
    limits: FrontMatterLimits,
    nodes: usize,
    /// The last place asked for, in characters and in bytes: places only move forward, mostly.
    cursor: (usize, usize),
    /// The places of quoted and block texts, in which a tab may stand.
    texts: Vec<Range<usize>>,
    defects: Vec<Defect>,
}

/// Reading stops at a defect that leaves the rest without meaning.
struct Stop;

impl<'a> Reader<'a> {
    fn document(&mut self) -> Option<Vec<Entry>> {
        loop {
            match self.next().ok()? {
                (Event::StreamStart | Event::DocumentStart(_) | Event::Nothing, _) => {}
                (Event::MappingStart(anchor, tag), span) => {
                    self.refuse_extras(anchor, tag.as_deref(), span);
                    self.refuse_flow(span);
                    let mut entries = Vec::new();
                    // What was read before a stop is kept: findings on it still help.
                    if self.entries(&mut entries, 1).is_ok() {
                        self.end();
                    }
                    return Some(entries);
                }
                (_, span) => {
                    self.not_a_mapping(span);
                    return None;
                }
            }
        }
    }

    /// Nothing may follow the one mapping.
    fn end(&mut self) {
        while let Ok((event, span)) = self.next() {
            match event {
                Event::StreamEnd => return,
                Event::DocumentStart(_) => {
                    self.invalid(
                        span,
                        "the front matter holds a second document",
                        "keep one mapping of keys",
                    );
                    return;
                }
                _ => {}
            }
        }
    }

    fn entries(&mut self, entries: &mut Vec<Entry>, depth: usize) -> Result<(), Stop> {
        loop {
            let (event, span) = self.next()?;
            if matches!(event, Event::MappingEnd) {
                return Ok(());
            }
            let Value::Text(key) = self.value(event, span, depth)? else {
                self.invalid(span, "a key is not plain text", "write keys as plain words");
                return Err(Stop);
            };
            let (event, span) = self.next()?;
            let value = self.value(event, span, depth)?;
            if entries.iter().any(|entry| entry.key.text == key.text) {
                let message = format!("the key `{}` stands twice", key.text);
                self.invalid(key.span, &message, "keep one of them");
            }
            entries.push(Entry { key, value });
        }
    }

    fn value(&mut self, event: Event<'a>, span: Span, depth: usize) -> Result<Value, Stop> {
        self.count(span, depth)?;
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                self.refuse_extras(anchor, tag.as_deref(), span);
                if style != ScalarStyle::Plain {
                    let at = |offset: u32| (offset - self.offset) as usize;
                    self.texts.push(at(span.start)..at(span.end));
                }
                Ok(Value::Text(scalar(&text, style, span)))
            }
            Event::SequenceStart(anchor, tag) => {
                self.refuse_extras(anchor, tag.as_deref(), span);
                self.refuse_flow(span);
                self.list(span, depth + 1)
            }
            Event::MappingStart(anchor, tag) => {
                self.refuse_extras(anchor, tag.as_deref(), span);
                self.refuse_flow(span);
                let mut entries = Vec::new();
                self.entries(&mut entries, depth + 1)?;
                let end = entries.last().map_or(span, |entry| entry.value.span());
                Ok(Value::Map {
                    entries,
                    span: span.to(end),
                })
            }
            Event::Alias(_) => {
                self.invalid(
                    span,
                    "an alias stands in the front matter",
                    "write the value out",
                );
                Ok(Value::Text(Scalar::default()))
            }
            Event::Nothing
            | Event::StreamStart
            | Event::StreamEnd
            | Event::DocumentStart(_)
            | Event::DocumentEnd
            | Event::SequenceEnd
            | Event::MappingEnd => Err(Stop),
        }
    }

    fn list(&mut self, start: Span, depth: usize) -> Result<Value, Stop> {
        let mut items = Vec::new();
        loop {
            let (event, span) = self.next()?;
            if matches!(event, Event::SequenceEnd) {
                let end = items.last().map_or(start, Value::span);
                let span = start.to(end);
                return Ok(Value::List { items, span });
            }
            items.push(self.value(event, span, depth)?);
        }
    }

    fn count(&mut self, span: Span, depth: usize) -> Result<(), Stop> {
        self.nodes += 1;
        if depth <= self.limits.depth && self.nodes <= self.limits.nodes {
            return Ok(());
        }
        self.defects.push(Defect {
            kind: DefectKind::TooLarge,
            span,
            message: format!(
                "the front matter nests deeper than {} levels or holds more than {} values",
                self.limits.depth, self.limits.nodes
            ),
            help: "keep the metadata flat and short".to_owned(),
        });
        Err(Stop)
    }

    fn next(&mut self) -> Result<(Event<'a>, Span), Stop> {
        match self.parser.next_event() {
            Some(Ok((event, span))) => {
                let start = self.byte(span.start.index());
                let end = self.byte(span.end.index());
                Ok((event, self.span(start, end.max(start))))
            }
            Some(Err(error)) => {
                self.broken(&error);
                Err(Stop)
            }
            None => Err(Stop),
        }
    }

    fn broken(&mut self, error: &ScanError) {
        let at = self.byte(error.marker().index());
        let span = self.span(at, at);
        let message = format!("the front matter is not valid YAML: {}", error.info());
        let line = self.line_at(at);
        let help = if line.matches(": ").count() > 1 {
            "put the value into quotation marks: a colon and a space inside it start a new key"
        } else if line.contains('\t') {
            "replace the tab by spaces"
        } else {
            "correct the YAML here; put values with special characters into quotation marks"
        };
        self.invalid(span, &message, help);
    }

    /// A defect that stopped the reading is told first: the tab may be its cause, or in what was not read.
    fn refuse_tabs(&mut self) {
        if self.defects.is_empty()
            && let Some(at) = tabs::first_tab(self.yaml, &self.texts)
        {
            let span = self.span(at, at + 1);
            self.invalid(
                span,
                "a tab stands in the front matter",
                "replace it by spaces, or put the value into quotation marks",
            );
        }
    }

    /// YAML takes printable characters only.
    fn refuse_unprintable(&mut self) {
        let is_unprintable = |character: char| {
            let is_space = matches!(character, '\t' | '\n' | '\r' | '\u{85}');
            (character.is_control() && !is_space) || matches!(character, '\u{fffe}' | '\u{ffff}')
        };
        let found = self
            .yaml
            .char_indices()
            .find(|(_, character)| is_unprintable(*character));
        if let Some((at, character)) = found {
            let span = self.span(at, at + character.len_utf8());
            let message = format!(
                "the front matter holds the control character U+{:04X}",
                u32::from(character)
            );
            self.invalid(span, &message, "remove it");
        }
    }

    fn not_a_mapping(&mut self, span: Span) {
        self.invalid(
            span,
            "the front matter is not a mapping of keys to values",
            "write it as lines of `key: value`, beginning with `name` and `description`",
        );
    }

    fn refuse_extras(&mut self, anchor: usize, tag: Option<&Tag>, span: Span) {
        if anchor > 0 {
            self.invalid(
                span,
                "an anchor stands in the front matter",
                "write the value out where it is needed",
            );
        }
        if tag.is_some() {
            self.invalid(
                span,
                "a tag stands in the front matter",
                "remove the tag: every value is text",
            );
        }
    }

    fn refuse_flow(&mut self, span: Span) {
        let at = (span.start - self.offset) as usize;
        let first = self.yaml.as_bytes().get(at);
        if matches!(first, Some(b'[' | b'{')) {
            self.defects.push(Defect {
                kind: DefectKind::Bracketed,
                span,
                message: "a collection in brackets stands in the front matter".to_owned(),
                help: "write the values as one text, or one to a line with `- `".to_owned(),
            });
        }
    }

    fn invalid(&mut self, span: Span, message: &str, help: &str) {
        self.defects.push(Defect {
            kind: DefectKind::Invalid,
            span,
            message: message.to_owned(),
            help: help.to_owned(),
        });
    }

    fn span(&self, start: usize, end: usize) -> Span {
        let offset = self.offset as usize;
        Span::new(offset + start..offset + end)
    }

    fn line_at(&self, at: usize) -> &'a str {
        let before = self.yaml.get(..at).unwrap_or(self.yaml);
        let start = before.rfind('\n').map_or(0, |index| index + 1);
        self.yaml[start..].lines().next().unwrap_or("")
    }

    /// Turns the parser's count of characters into one of bytes.
    fn byte(&mut self, characters: usize) -> usize {
        let (mut index, mut byte) = self.cursor;
        if characters < index {
            (index, byte) = (0, 0);
        }
        for character in self.yaml[byte..].chars().take(characters - index) {
            byte += character.len_utf8();
            index += 1;
        }
        self.cursor = (index, byte);
        byte
    }
}

fn scalar(text: &str, style: ScalarStyle, span: Span) -> Scalar {
    Scalar {
        text: text.to_owned(),
        span,
        is_plain: style == ScalarStyle::Plain,
    }
}
