//! Markdown as a typed list of blocks, each with its exact place in the file.
//!
//! Reading never fails: whatever the text is, it has blocks. Front matter is set aside first, as a raw span; what it
//! says is the business of whoever knows its keys.

mod block;
mod build;
mod front_matter;
mod scan;
mod section;

pub use block::{
    Block, Cell, CodeBlock, Heading, Html, List, ListItem, Paragraph, Quote, Row, Table,
};
pub use front_matter::FrontMatterSpan;
pub use section::{Section, heading_key};

use crate::{Source, Span};

/// One Markdown file, read.
#[derive(Clone, Debug)]
pub struct Markdown {
    /// The file that every span points into.
    pub source: Source,
    /// The front matter, where the file starts with `---`.
    pub front_matter: Option<FrontMatterSpan>,
    /// Where the blocks are: the text after the front matter.
    pub body: Span,
    /// The outermost blocks in their order.
    pub blocks: Vec<Block>,
    /// Every link, wherever it stands, in their order.
    pub links: Vec<Link>,
    /// Every image, wherever it stands, in their order.
    pub images: Vec<Link>,
    /// Every inline code span, wherever it stands, in their order.
    pub inline_code: Vec<InlineCode>,
    /// Every HTML comment, within a block or a line, in their order.
    pub comments: Vec<Comment>,
}

/// A link or an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Where it leads, as written or as the reference defines it.
    pub destination: String,
    /// The words that are linked, or the image's description, as plain text.
    pub text: String,
    /// The whole construct.
    pub span: Span,
}

/// A code span within a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InlineCode {
    /// What stands between the backticks.
    pub text: String,
    /// The span with its backticks.
    pub span: Span,
}

/// An HTML comment: text that a person reading the page does not see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// What stands between the marks, as written.
    pub text: String,
    /// The comment with its marks.
    pub span: Span,
    /// Whether `-->` ends it; if not, it hides the rest of its block.
    pub is_closed: bool,
}

impl Markdown {
    /// Reads a file.
    pub fn parse(source: &Source) -> Self {
        let front_matter = front_matter::find(source);
        let body = front_matter::body(source, front_matter.as_ref());
        build::build(source, front_matter, body)
    }

    /// Goes over all blocks, those in quotes and list items too, in the order of the file.
    pub fn all_blocks(&self) -> impl Iterator<Item = &Block> {
        let mut waiting: Vec<&Block> = self.blocks.iter().rev().collect();
        std::iter::from_fn(move || {
            let block = waiting.pop()?;
            block.push_inner(&mut waiting);
            Some(block)
        })
    }

    /// Goes over all code blocks, those in quotes and list items too.
    pub fn code_blocks(&self) -> impl Iterator<Item = &CodeBlock> {
        self.all_blocks().filter_map(Block::as_code)
    }

    /// Goes over the outermost headings: those that make sections.
    pub fn headings(&self) -> impl Iterator<Item = &Heading> {
        self.blocks.iter().filter_map(Block::as_heading)
    }
}
