//! What the notes beside an answer say of its fields: which may be null, which may be left out.
//!
//! A note is read sentence by sentence: «null» and «omitted» are said of the field that the sentence is about, and of
//! no other that it names.

mod clause;
mod token;

use std::collections::HashSet;

use guild_check::Span;
use guild_check::markdown::Block;
use serde_json::Value;

use super::{Document, Role, prose, words};
use clause::Clause;
use token::Token;

/// The notes of one answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// Each note as its words.
    texts: Vec<Vec<String>>,
    null: HashSet<String>,
    absent: HashSet<String>,
}

impl Notes {
    /// Reads notes as they are written, code marks and all; `fields` are those that the answer shows.
    pub fn read<'a>(notes: impl IntoIterator<Item = &'a str>, fields: &HashSet<String>) -> Self {
        let mut read = Self::default();
        for note in notes {
            read.texts.push(words(note));
            read.add(note, fields);
        }
        read
    }

    /// Tells whether a field may be null by the notes.
    pub fn allow_null(&self, field: &str) -> bool {
        self.null.contains(field)
    }

    /// Tells whether a field may be left out by the notes.
    pub fn allow_absence(&self, field: &str) -> bool {
        self.absent.contains(field)
    }

    /// Tells whether a note has the name of a field as words of their own.
    pub fn name(&self, field: &str) -> bool {
        let wanted = words(field);
        let length = wanted.len().max(1);
        let mut texts = self.texts.iter();
        texts.any(|text| text.windows(length).any(|found| found == wanted))
    }

    fn add(&mut self, note: &str, fields: &HashSet<String>) {
        let tokens = token::tokens(note, fields);
        let label = clause::label(&tokens).to_vec();
        let mut subject = names(&label);
        let is_labelled = !subject.is_empty();
        let rest = tokens.get(label.len()..).unwrap_or(&[]);
        for tokens in rest.split(|token| *token == Token::End) {
            let clause = Clause(tokens);
            let own = clause.start();
            // What a sentence starts with, it is about; the label of a note holds for all of it.
            if !own.is_empty() {
                subject = own;
            }
            for sign in clause.signs() {
                let fields = clause.fields_of(&sign, &subject, is_labelled);
                match sign.kind {
                    clause::Kind::Null => self.null.extend(fields),
                    clause::Kind::Absent => self.absent.extend(fields),
                    clause::Kind::Both => {
                        self.null.extend(fields.iter().cloned());
                        self.absent.extend(fields);
                    }
                }
            }
        }
    }
}

fn names(tokens: &[Token]) -> Vec<String> {
    let names = tokens.iter().filter_map(|token| match token {
        Token::Field(name) => Some(name.clone()),
        Token::Word(_) | Token::Mark(_) | Token::End => None,
    });
    names.collect()
}

/// Reads the notes of the section on the answer: its paragraphs, and the rows of its tables as `field: note`.
pub(super) fn read(document: &Document) -> Notes {
    let mut fields = HashSet::new();
    let shapes = document
        .response
        .iter()
        .flat_map(|response| &response.shapes);
    for shape in shapes.filter_map(|json| json.value.as_ref().ok()) {
        collect(shape, &mut fields);
    }
    let mut texts: Vec<String> = Vec::new();
    let slice = |span: Span| document.source.slice(span);
    prose::walk(document.blocks(Role::Response), &mut |block| match block {
        Block::Paragraph(paragraph) => texts.push(slice(paragraph.span).to_owned()),
        Block::Table(table) => texts.extend(table.rows.iter().map(|row| {
            let mut cells = row.cells.iter().map(|cell| slice(cell.span));
            let name = cells.next().unwrap_or_default();
            let rest: Vec<&str> = cells.collect();
            format!("{name}: {}", rest.join("; "))
        })),
        Block::Heading(_)
        | Block::List(_)
        | Block::Quote(_)
        | Block::Code(_)
        | Block::Html(_)
        | Block::Break(_) => {}
    });
    Notes::read(texts.iter().map(String::as_str), &fields)
}

/// Collects the names of all fields of a value.
fn collect(value: &Value, fields: &mut HashSet<String>) {
    // serde_json bounds the depth of a value, so that this can call itself.
    match value {
        Value::Object(object) => {
            for (name, value) in object {
                fields.insert(name.clone());
                collect(value, fields);
            }
        }
        Value::Array(list) => list.iter().for_each(|value| collect(value, fields)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives the fields that may be null, and those that may be left out.
    fn allowed(note: &str) -> (String, String) {
        let known = [
            "id",
            "dueAt",
            "note",
            "owner",
            "status",
            "archived",
            "code",
            "completedAt",
        ];
        let notes = Notes::read([note], &known.map(str::to_owned).into());
        let list = |is_allowed: &dyn Fn(&str) -> bool| {
            let fields: Vec<&str> = known
                .into_iter()
                .filter(|field| is_allowed(field))
                .collect();
            fields.join(" ")
        };
        (
            list(&|field| notes.allow_null(field)),
            list(&|field| notes.allow_absence(field)),
        )
    }

    #[test]
    fn null_is_said_of_the_field_that_the_sentence_is_about() {
        for (note, null) in [
            ("`dueAt`: RFC 3339; `null` if there is none.", "dueAt"),
            (
                "`dueAt`: like the date in `completedAt`, null if there is none",
                "dueAt",
            ),
            ("`dueAt`: RFC 3339. Null until `status` is `DONE`.", "dueAt"),
            ("`dueAt` (string or null): when it ends.", "dueAt"),
            (
                "`dueAt` and `note` are null when not given; `id` never changes.",
                "dueAt note",
            ),
            ("`dueAt`, `note`: `null` if not given", "dueAt note"),
            ("If `archived` is `true`, `note` is null.", "note"),
            (
                "`completedAt` is null until `status` is `DONE`.",
                "completedAt",
            ),
            (
                "`completedAt` is RFC 3339. It is null until `status` is `DONE`.",
                "completedAt",
            ),
            (
                "The `id` never changes. May be null: `dueAt`, `note`.",
                "dueAt note",
            ),
            ("Null for tasks without an end: `dueAt`.", "dueAt"),
            ("dueAt is null if there is none, id is not", "dueAt"),
            ("`error.note` is nullable", "note"),
            ("**`dueAt`** — UTC, unset at first", "dueAt"),
            ("`id` is never null.", ""),
            (
                "`id` and `owner` are never `null`, whatever `status` is.",
                "",
            ),
            ("`id` is required and non-null", ""),
            ("Nothing here is null.", ""),
            ("A null `dueAt` has no meaning for `id`.", "dueAt"),
        ] {
            assert_eq!(allowed(note).0, null, "{note}");
        }
    }

    #[test]
    fn absence_is_said_of_the_field_that_the_sentence_is_about() {
        for (note, absent) in [
            ("`owner` is left out for a guest.", "owner"),
            ("`note` is present only when `status` is `DONE`.", "note"),
            ("The server omits `note` when `status` is `OPEN`.", "note"),
            (
                "`id` comes first; for guests the server leaves out `owner`.",
                "owner",
            ),
            ("`owner`: optional", "owner"),
            ("`owner`, `note`: only for members", "note owner"),
            ("`note` is sent unless `archived` is `true`.", "note"),
            ("`id` is a UUID unless `code` is old.", ""),
            (
                "`id` is always present, even if `owner` is absent.",
                "owner",
            ),
            ("`id` is never missing.", ""),
            ("Either `owner` or `code` is present.", "owner code"),
            (
                "`status`: `OPEN` or `DONE`; optional fields do not exist",
                "",
            ),
            ("Optional fields: `owner`, `code`.", "owner code"),
            ("`owner` is absent for events of the system", "owner"),
        ] {
            assert_eq!(allowed(note).1, absent, "{note}");
        }
    }

    #[test]
    fn a_name_is_named_as_words() {
        let notes = Notes::read(["The valid `due at` of a task"], &HashSet::new());
        assert!(notes.name("dueAt") && notes.name("due_at"));
        assert!(!notes.name("id"));
    }
}
