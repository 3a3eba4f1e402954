//! The kinds of block.

use std::ops::Range;

use crate::{Source, Span};

/// One block of a Markdown file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A heading in either style.
    Heading(Heading),
    /// A paragraph; the text of a tight list item is one too.
    Paragraph(Paragraph),
    /// A list, with bullets or numbers.
    List(List),
    /// A code block, fenced or indented.
    Code(CodeBlock),
    /// A table.
    Table(Table),
    /// A block of HTML; a comment on its own lines is one.
    Html(Html),
    /// A block quote.
    Quote(Quote),
    /// A thematic break, such as `---`.
    Break(Span),
}

/// A heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// From 1 to 6.
    pub level: u8,
    /// The words, with inline code and emphasis folded to plain text.
    pub text: String,
    /// The form of the words in which two that a reader takes for the same are equal, as [`heading_key`] gives it.
    ///
    /// [`heading_key`]: super::heading_key
    pub key: String,
    /// The whole heading, with its marks.
    pub span: Span,
    /// The words alone.
    pub text_span: Span,
}

/// A paragraph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paragraph {
    /// The words as plain text; a line end within is a space.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List {
    /// Whether its items are numbered.
    pub is_ordered: bool,
    /// The items in their order.
    pub items: Vec<ListItem>,
    /// Where it stands.
    pub span: Span,
}

/// An item of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListItem {
    /// The words of its own paragraphs as plain text, without those of nested lists.
    pub text: String,
    /// The item with its mark and everything nested in it.
    pub span: Span,
    /// Its paragraphs, nested lists and other blocks.
    pub blocks: Vec<Block>,
}

/// A code block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeBlock {
    /// The whole text after the opening fence, trimmed; empty for an indented block.
    pub info: String,
    /// The code, without the indentation and the quote marks that surround it; each line ends in `\n`.
    pub content: String,
    /// The block with its fences.
    pub span: Span,
    /// The lines of code.
    pub content_span: Span,
    /// Whether it has fences rather than indentation.
    pub is_fenced: bool,
    /// Whether it ends where its author ended it; an unclosed fence takes the rest of the file.
    pub is_closed: bool,
}

/// A table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The cells of the head.
    pub columns: Vec<Cell>,
    /// The rows below the head; each has as many cells as the head.
    pub rows: Vec<Row>,
    /// Where it stands.
    pub span: Span,
}

/// A row of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// The cells in their order.
    pub cells: Vec<Cell>,
    /// Where it stands.
    pub span: Span,
}

/// A cell of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The words as plain text.
    pub text: String,
    /// Where it stands, without the bars and the blanks around it.
    pub span: Span,
}

/// A block of HTML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Html {
    /// The HTML as written.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A block quote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quote {
    /// What is quoted.
    pub blocks: Vec<Block>,
    /// Where it stands.
    pub span: Span,
}

impl Block {
    /// Gives where the block stands.
    pub fn span(&self) -> Span {
        match self {
            Self::Heading(heading) => heading.span,
            Self::Paragraph(paragraph) => paragraph.span,
            Self::List(list) => list.span,
            Self::Code(code) => code.span,
            Self::Table(table) => table.span,
            Self::Html(html) => html.span,
            Self::Quote(quote) => quote.span,
            Self::Break(span) => *span,
        }
    }

    /// Gives the heading, if the block is one.
    pub fn as_heading(&self) -> Option<&Heading> {
        let Self::Heading(heading) = self else {
            return None;
        };
        Some(heading)
    }

    /// Gives the paragraph, if the block is one.
    pub fn as_paragraph(&self) -> Option<&Paragraph> {
        let Self::Paragraph(paragraph) = self else {
            return None;
        };
        Some(paragraph)
    }

    /// Gives the list, if the block is one.
    pub fn as_list(&self) -> Option<&List> {
        let Self::List(list) = self else {
            return None;
        };
        Some(list)
    }

    /// Gives the code block, if the block is one.
    pub fn as_code(&self) -> Option<&CodeBlock> {
        let Self::Code(code) = self else {
            return None;
        };
        Some(code)
    }

    /// Gives the table, if the block is one.
    pub fn as_table(&self) -> Option<&Table> {
        let Self::Table(table) = self else {
            return None;
        };
        Some(table)
    }

    /// Puts the blocks inside this one on a stack, so that the first is on top.
    pub(crate) fn push_inner<'a>(&'a self, waiting: &mut Vec<&'a Self>) {
        match self {
            Self::List(list) => {
                for item in list.items.iter().rev() {
                    waiting.extend(item.blocks.iter().rev());
                }
            }
            Self::Quote(quote) => waiting.extend(quote.blocks.iter().rev()),
            Self::Heading(_)
            | Self::Paragraph(_)
            | Self::Code(_)
            | Self::Table(_)
            | Self::Html(_)
            | Self::Break(_) => {}
        }
    }
}

impl CodeBlock {
    /// Gives the language: the first word after the fence, or nothing.
    pub fn language(&self) -> &str {
        self.info.split_whitespace().next().unwrap_or("")
    }

    /// Finds a range of the code in the file: a list or a quote puts something before each line.
    pub fn place_of(&self, source: &Source, range: Range<usize>) -> Span {
        let code = self.content.as_str();
        let first = source.line_of(self.content_span.start) as usize;
        let at = |offset: usize| {
            let before = &code[..code.floor_char_boundary(offset)];
            let start = before.rfind('\n').map_or(0, |end| end + 1);
            let written = code[start..].lines().next().unwrap_or_default();
            let number = first + before.matches('\n').count();
            let line = source.line(u32::try_from(number).unwrap_or(u32::MAX));
            let lead = source.slice(line).len().saturating_sub(written.len());
            (line.start as usize + lead + before.len() - start).min(self.span.end as usize)
        };
        let start = at(range.start);
        Span::new(start..at(range.end).max(start))
    }
}
