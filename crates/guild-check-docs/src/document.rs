//! The document of one endpoint or function as a typed value.
//!
//! Reading never fails: what is missing or written otherwise is absent from the value, and everything that is there
//! says where it stands.

mod date;
mod errors;
mod examples;
mod json;
mod names;
mod notes;
mod parameters;
mod prose;
mod response;
mod role;
mod title;

use std::sync::{Arc, OnceLock};

use guild_check::markdown::{Block, Cell, Heading, Link, Table};
use guild_check::{Markdown, Place, Source, Span};

use crate::Known;

pub use date::LastUpdated;
pub use errors::{ErrorRow, ErrorStatus};
pub use examples::{Example, ExampleBlock, ExampleKind};
pub use json::{Json, JsonFault};
pub use names::Other;
pub use notes::Notes;
pub use parameters::{Parameter, Requirement};
pub use prose::{Passage, first_word, in_lower_case, sentences, words, written_words};
pub use response::Response;
pub use role::Role;
pub use title::{Subject, Title};

/// One document, read.
#[derive(Debug)]
pub struct Document {
    /// The file that every span points into.
    pub source: Source,
    /// Its blocks.
    pub markdown: Arc<Markdown>,
    /// The first-level heading.
    pub title: Option<Title>,
    /// The sections that have a role, in the order of the file; of two with one role only the first.
    pub sections: Vec<Section>,
    /// The rows of the table under `Request / parameters`.
    pub parameters: Vec<Parameter>,
    /// What stands under `Response (success)`.
    pub response: Option<Response>,
    /// The rows of the table under `Errors`.
    pub errors: Vec<ErrorRow>,
    /// What stands under `Examples`, one entry for each subsection.
    pub examples: Vec<Example>,
    /// The line that says when the document was changed.
    pub last_updated: Option<LastUpdated>,
    /// What is known beside the text.
    pub known: Known,
    /// What is said of the fields of the answer, once somebody asked.
    notes: OnceLock<Notes>,
}

/// A section whose part in the document is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Its part in the document.
    pub role: Role,
    /// Its heading.
    pub heading: Heading,
    /// What stands below the heading, as a range of the document's blocks.
    blocks: std::ops::Range<usize>,
    /// From the end of the heading to the end of the section.
    pub body: Span,
}

impl Document {
    /// Reads a document.
    pub fn parse(source: &Source) -> Self {
        Self::of_markdown(Arc::new(Markdown::parse(source)))
    }

    /// Reads a document whose blocks are known.
    pub fn of_markdown(markdown: Arc<Markdown>) -> Self {
        let source = markdown.source.clone();
        let title = title::find(&markdown);
        let last_updated = date::find(&markdown);
        let sections = role::sections(&markdown);
        let mut document = Self {
            source,
            markdown,
            title,
            sections,
            parameters: Vec::new(),
            response: None,
            errors: Vec::new(),
            examples: Vec::new(),
            last_updated,
            known: Known::default(),
            notes: OnceLock::new(),
        };
        document.parameters = parameters::read(&document);
        document.response = response::read(&document);
        document.errors = errors::read(&document);
        document.examples = examples::read(&document);
        document
    }

    /// Gives what is said of the fields of the answer.
    pub fn notes(&self) -> &Notes {
        self.notes.get_or_init(|| notes::read(self))
    }

    /// Finds the section of a role.
    pub fn section(&self, role: Role) -> Option<&Section> {
        self.sections.iter().find(|section| section.role == role)
    }

    /// Gives the blocks of a role's section, subsections included; none if it is missing.
    pub fn blocks(&self, role: Role) -> &[Block] {
        self.section(role)
            .and_then(|section| self.markdown.blocks.get(section.blocks.clone()))
            .unwrap_or(&[])
    }

    /// Lists the passages of a role's section: everything a person reads there but headings and code blocks.
    pub fn passages(&self, role: Role) -> Vec<Passage<'_>> {
        prose::passages(self.blocks(role))
    }

    /// Tells whether a role's section is one of the words that the contract takes for nothing, such as `N/A`.
    pub fn says_nothing(&self, role: Role) -> bool {
        let passages = self.passages(role);
        let is_date = |passage: &&Passage<'_>| {
            let last = self.last_updated.as_ref();
            last.is_some_and(|last| last.span == passage.span)
        };
        let mut said = passages.iter().filter(|passage| !is_date(passage));
        let (Some(first), None) = (said.next(), said.next()) else {
            return false;
        };
        let key = guild_check::markdown::heading_key(first.text);
        crate::contract().empty_words.contains(&key)
    }

    /// Lists all passages of the document.
    pub fn all_passages(&self) -> Vec<Passage<'_>> {
        prose::passages(&self.markdown.blocks)
    }

    /// Gives the inline code within a span.
    pub fn inline_code_in(&self, span: Span) -> impl Iterator<Item = &str> {
        let all = &self.markdown.inline_code;
        let from = all.partition_point(|code| code.span.start < span.start);
        all[from..]
            .iter()
            .take_while(move |code| code.span.end <= span.end)
            .map(|code| code.text.as_str())
    }

    /// Points at a span of the document.
    pub fn at(&self, span: Span) -> Place {
        self.source.at(span)
    }

    /// Gives the links within a span.
    pub fn links_in(&self, span: Span) -> impl Iterator<Item = &Link> {
        let all = &self.markdown.links;
        let from = all.partition_point(|link| link.span.end <= span.start);
        all[from..]
            .iter()
            .take_while(move |link| link.span.end <= span.end)
    }

    /// Tells how a role's section speaks of something besides this endpoint or function: another one, a page, whatever
    /// else has a name of its own.
    pub fn other_in(&self, role: Role) -> Other {
        names::other(self, role)
    }

    /// Tells what the document is about, as far as the title says it.
    pub fn subject(&self) -> &Subject {
        self.title
            .as_ref()
            .map_or(&Subject::Unknown, |title| &title.subject)
    }

    /// Lists the tables of a role's section, those in lists and quotes too.
    fn tables(&self, role: Role) -> Vec<&Table> {
        let mut tables = Vec::new();
        prose::walk(self.blocks(role), &mut |block| {
            tables.extend(block.as_table());
        });
        tables
    }
}

/// The columns of a table by the key of their heading.
struct Columns(Vec<String>);

impl Columns {
    fn of(table: &Table) -> Self {
        let keys = table.columns.iter().map(|cell| role::key(&cell.text));
        Self(keys.collect())
    }

    /// Finds the first column with one of these keys.
    fn find(&self, keys: &[&str]) -> Option<usize> {
        let is_one = |key: &String| keys.contains(&key.as_str());
        self.0.iter().position(is_one)
    }
}

/// Gives the cell of a row, or an empty one at the row's end.
fn cell(row: &guild_check::markdown::Row, column: Option<usize>) -> Cell {
    let cell = column.and_then(|column| row.cells.get(column)).cloned();
    cell.unwrap_or(Cell {
        text: String::new(),
        span: Span {
            start: row.span.end,
            end: row.span.end,
        },
    })
}
