//! What a contract says, as values.

use std::collections::HashSet;
use std::sync::Arc;

use super::filling::is_hidden;
use super::form::Form;
use super::phrase::Phrases;
use crate::markdown::Block;

/// What a document must be like: a `contract.toml`, read.
#[derive(Clone, Debug, Default)]
pub struct Contract {
    /// The first half of its findings' names, such as `docs`.
    pub name: String,
    /// What it is about, such as `an API document`; empty if it does not say.
    pub subject: String,
    /// The forms of the first-level heading, of which one must fit; none are asked for if there are none.
    pub title: Vec<Form>,
    /// What stands between the title and the first section.
    pub head: Option<Arc<Holds>>,
    /// The sections in their order.
    pub sections: Vec<SectionSpec>,
    /// Whether other sections may stand between them.
    pub other_sections: Others,
    /// What may not be written.
    pub forbidden: Vec<Forbidden>,
    /// What says nothing when a section says nothing else, such as `tbd`: as [`heading_key`](crate::markdown::heading_key) gives it.
    pub empty_words: Vec<String>,
    /// Whether each fence names its language.
    pub fences: Fences,
    /// The form of the last line.
    pub last_line: Option<Form>,
    /// The path of the template beside the contract.
    pub template: Option<String>,
    /// The paths of finished documents beside the contract.
    pub examples: Vec<String>,
    /// What the template has in angle brackets, to be filled in; empty until the template is read.
    pub gaps: HashSet<String>,
}

/// A section or a subsection.
#[derive(Clone, Debug)]
pub struct SectionSpec {
    /// Its heading.
    pub name: String,
    /// Whether it may be left out.
    pub presence: Presence,
    /// What stands in it.
    pub holds: Arc<Holds>,
}

/// What stands below a heading.
#[derive(Clone, Debug, Default)]
pub struct Holds {
    /// What it is good for, shown beside a finding.
    pub why: String,
    /// How many sentences.
    pub sentences: Option<Amount>,
    /// The kinds of block that stand in it and no others; any, if there are none.
    pub only: Vec<BlockKind>,
    /// How many paragraphs.
    pub paragraphs: Option<Amount>,
    /// How many bullets, or numbers, in its lists.
    pub bullets: Option<Amount>,
    /// What its first words are: one of these.
    pub begins_with: Vec<Form>,
    /// The one table.
    pub table: Option<TableSpec>,
    /// The code.
    pub code: Option<CodeSpec>,
    /// Lines of the form `Name: value`.
    pub fields: Vec<FieldSpec>,
    /// What it speaks of.
    pub mentions: Vec<Mention>,
    /// Whether it may say that there is nothing, with the reason.
    pub none: ReasonedNone,
    /// The subsections in their order.
    pub subsections: Vec<SectionSpec>,
    /// Whether other subsections may stand between them.
    pub other_subsections: Others,
    /// What every subsection is like that has no name of its own here.
    pub each: Option<Each>,
}

/// A kind of block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// Paragraphs.
    Paragraphs,
    /// Lists, with bullets or numbers.
    Bullets,
    /// Tables.
    Tables,
    /// Code blocks.
    Code,
    /// Block quotes.
    Quotes,
}

/// From so many to so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    /// The least.
    pub from: usize,
    /// The most, if there is one.
    pub to: Option<usize>,
}

/// A table.
#[derive(Clone, Debug)]
pub struct TableSpec {
    /// The columns in their order.
    pub columns: Vec<ColumnSpec>,
    /// How many rows below the head.
    pub rows: Option<Amount>,
}

/// A column of a table.
#[derive(Clone, Debug)]
pub struct ColumnSpec {
    /// Its head.
    pub name: String,
    /// The forms of its cells; any, if there are none.
    pub values: Vec<Form>,
    /// Whether a cell may be left out.
    pub presence: Presence,
}

/// The code of a section.
#[derive(Clone, Debug, Default)]
pub struct CodeSpec {
    /// The languages, of which the blocks have one; any, if there are none.
    pub languages: Vec<String>,
    /// How many lines the first block has.
    pub lines: Option<Amount>,
}

/// A line of the form `Name: value`, as a bullet or as a paragraph.
#[derive(Clone, Debug)]
pub struct FieldSpec {
    /// What stands before the colon.
    pub name: String,
    /// Whether it may be left out.
    pub presence: Presence,
    /// The forms of the value; any, if there are none.
    pub values: Vec<Form>,
}

/// Something that a section speaks of.
#[derive(Clone, Debug)]
pub struct Mention {
    /// What it is called in a finding.
    pub of: String,
    /// The words, of which one is there.
    pub any: Phrases,
}

/// Every subsection without a name of its own.
#[derive(Clone, Debug)]
pub struct Each {
    /// How many there are.
    pub count: Option<Amount>,
    /// What stands in each.
    pub holds: Arc<Holds>,
}

/// Words that may not be written.
#[derive(Clone, Debug)]
pub struct Forbidden {
    /// The words.
    pub words: Phrases,
    /// Those of the words that also mean something, such as `bar`.
    pub ordinary: Vec<String>,
    /// The sections; everywhere, if there are none.
    pub sections: Vec<String>,
    /// In which text.
    pub within: Within,
    /// Why not.
    pub why: String,
    /// What to write in their place.
    pub instead: String,
    /// Whether a hit is only likely to be wrong.
    pub certainty: Certainty,
}

/// Which text is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Within {
    /// All of it.
    #[default]
    Everything,
    /// Code blocks and inline code.
    Code,
    /// What is not code.
    Prose,
}

/// Whether a finding is sure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Certainty {
    /// It is an error.
    #[default]
    Sure,
    /// It is a guess, and a warning.
    Guess,
}

/// Whether something may be left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Presence {
    /// It must be there.
    #[default]
    Required,
    /// It may be left out.
    Optional,
}

/// Whether what is not named may be there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Others {
    /// It may not.
    Refused,
    /// It may.
    #[default]
    Allowed,
}

/// Whether fences name their language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fences {
    /// They may or may not.
    #[default]
    Free,
    /// They do.
    NeedLanguage,
}

/// Whether a section may say that there is nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReasonedNone {
    /// Never.
    #[default]
    Refused,
    /// With a reason.
    Accepted,
}

impl Amount {
    /// Says whether so many are right.
    pub fn holds(self, count: usize) -> bool {
        count >= self.from && self.to.is_none_or(|to| count <= to)
    }

    /// Writes the amount with its noun: `1 to 2 sentences`.
    pub fn of(self, noun: &str) -> String {
        let ending = |count: usize| if count == 1 { "" } else { "s" };
        match self.to {
            Some(to) if to == self.from => format!("{to} {noun}{}", ending(to)),
            Some(to) if self.from == 0 => format!("at most {to} {noun}{}", ending(to)),
            Some(to) => format!("{} to {to} {noun}s", self.from),
            None => format!("at least {} {noun}{}", self.from, ending(self.from)),
        }
    }
}

impl BlockKind {
    /// All kinds.
    pub const ALL: [Self; 5] = [
        Self::Paragraphs,
        Self::Bullets,
        Self::Tables,
        Self::Code,
        Self::Quotes,
    ];

    /// Gives the word that a contract writes.
    pub fn word(self) -> &'static str {
        match self {
            Self::Paragraphs => "paragraphs",
            Self::Bullets => "bullets",
            Self::Tables => "tables",
            Self::Code => "code",
            Self::Quotes => "quotes",
        }
    }

    /// Says whether a block is of the kind; a comment and a heading are of every kind.
    pub fn has(self, block: &Block) -> bool {
        match block {
            Block::Paragraph(_) => self == Self::Paragraphs,
            Block::List(_) => self == Self::Bullets,
            Block::Table(_) => self == Self::Tables,
            Block::Code(_) => self == Self::Code,
            Block::Quote(_) => self == Self::Quotes,
            Block::Html(html) => is_hidden(html),
            Block::Heading(_) => true,
            Block::Break(_) => false,
        }
    }
}

impl Holds {
    /// Says whether subsections belong to the contract, and so have holdings of their own.
    pub fn has_subsections(&self) -> bool {
        let is_closed = self.other_subsections == Others::Refused;
        is_closed || !self.subsections.is_empty() || self.each.is_some()
    }
}
