//! Turns the parser's events into blocks.
//!
//! The stack of open containers is a vector of bounded depth: what is nested deeper counts as part of the deepest
//! container that is kept, so that neither this nor anyone who walks the blocks can run out of stack.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::block::{
    Block, Cell, CodeBlock, Heading, Html, List, ListItem, Paragraph, Quote, Row, Table,
};
use super::{FrontMatterSpan, InlineCode, Link, Markdown, heading_key, scan};
use crate::{Source, Span};

/// How many quotes, lists and items are kept within each other.
const DEEPEST: usize = 32;

/// Reads the body of a source.
pub(super) fn build(
    source: &Source,
    front_matter: Option<FrontMatterSpan>,
    body: Span,
) -> Markdown {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let document = Markdown {
        source: source.clone(),
        front_matter,
        body,
        blocks: Vec::new(),
        links: Vec::new(),
        images: Vec::new(),
        inline_code: Vec::new(),
        comments: Vec::new(),
    };
    let mut builder = Builder {
        document,
        containers: Vec::new(),
        skipped: 0,
        run: Run::default(),
        open_links: Vec::new(),
        leaf: Leaf::None,
    };
    let text = scan::with_feeds(source.slice(body));
    let parser = Parser::new_ext(&text, options).into_offset_iter();
    for (event, range) in parser {
        let offset = body.start as usize;
        builder.event(event, Span::new(range.start + offset..range.end + offset));
    }
    builder.flush();
    builder.document
}

struct Builder {
    document: Markdown,
    containers: Vec<Container>,
    /// How many containers are open beyond [`DEEPEST`].
    skipped: usize,
    run: Run,
    open_links: Vec<OpenLink>,
    leaf: Leaf,
}

enum Container {
    Quote(Quote),
    List(List),
    Item(ListItem),
}

/// The block without inner blocks that is being read.
enum Leaf {
    None,
    Heading(u8),
    Code(CodeBlock),
    Table { table: Table, row: Row },
    Html,
}

/// Inline text that is not yet part of a block.
#[derive(Default)]
struct Run {
    text: String,
    span: Option<Span>,
}

struct OpenLink {
    destination: String,
    text_start: usize,
}

impl Builder {
    fn event(&mut self, event: Event<'_>, span: Span) {
        match event {
            Event::Start(tag) => self.start(tag, span),
            Event::End(tag) => self.end(tag, span),
            Event::Text(text) => self.text(&text, span),
            Event::Code(text) => {
                self.run.push(&text, span);
                self.document.inline_code.push(InlineCode {
                    text: text.into_string(),
                    span,
                });
            }
            Event::SoftBreak | Event::HardBreak => self.run.push(" ", span),
            Event::InlineHtml(_) => {
                self.run.push("", span);
                let comments = scan::comments(&self.document.source, span);
                self.document.comments.extend(comments);
            }
            Event::Rule => {
                self.flush();
                let span = self.trimmed(span);
                self.push(Block::Break(span));
            }
            // An HTML block is taken whole at its end; the other kinds need options that are not set.
            Event::Html(_)
            | Event::FootnoteReference(_)
            | Event::TaskListMarker(_)
            | Event::InlineMath(_)
            | Event::DisplayMath(_) => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>, span: Span) {
        match tag {
            Tag::BlockQuote(_) => self.open(Container::Quote(Quote {
                blocks: Vec::new(),
                span,
            })),
            Tag::List(first) => self.open(Container::List(List {
                is_ordered: first.is_some(),
                items: Vec::new(),
                span,
            })),
            Tag::Item => self.open(Container::Item(ListItem {
                text: String::new(),
                span,
                blocks: Vec::new(),
            })),
            Tag::Paragraph => self.flush(),
            Tag::Heading { level, .. } => {
                self.flush();
                self.leaf = Leaf::Heading(level as u8);
            }
            Tag::CodeBlock(kind) => {
                self.flush();
                self.leaf = Leaf::Code(scan::open_code(&kind, span));
            }
            Tag::HtmlBlock => {
                self.flush();
                self.leaf = Leaf::Html;
            }
            Tag::Table(_) => {
                self.flush();
                self.leaf = open_table(span);
            }
            Tag::TableHead | Tag::TableRow => {
                if let Leaf::Table { row, .. } = &mut self.leaf {
                    row.span = span;
                }
            }
            Tag::TableCell => self.run = Run::default(),
            Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. } => {
                self.run.push("", span);
                self.open_links.push(OpenLink {
                    destination: dest_url.into_string(),
                    text_start: self.run.text.len(),
                });
            }
            Tag::Emphasis | Tag::Strong | Tag::Strikethrough => self.run.push("", span),
            Tag::Superscript
            | Tag::Subscript
            | Tag::FootnoteDefinition(_)
            | Tag::DefinitionList
            | Tag::DefinitionListTitle
            | Tag::DefinitionListDefinition
            | Tag::MetadataBlock(_) => {}
        }
    }

    fn end(&mut self, tag: TagEnd, span: Span) {
        match tag {
            TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::Item => self.close(),
            TagEnd::Paragraph => self.flush(),
            TagEnd::Heading(_) | TagEnd::CodeBlock | TagEnd::HtmlBlock | TagEnd::Table => {
                self.end_leaf(span);
            }
            TagEnd::TableHead => self.end_row(Part::Head),
            TagEnd::TableRow => self.end_row(Part::Body),
            TagEnd::TableCell => self.end_cell(span),
            TagEnd::Link => {
                let link = self.end_link(span);
                self.document.links.extend(link);
            }
            TagEnd::Image => {
                let image = self.end_link(span);
                self.document.images.extend(image);
            }
            TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::FootnoteDefinition
            | TagEnd::DefinitionList
            | TagEnd::DefinitionListTitle
            | TagEnd::DefinitionListDefinition
            | TagEnd::MetadataBlock(_) => {}
        }
    }

    fn text(&mut self, text: &str, span: Span) {
        match &mut self.leaf {
            Leaf::Code(code) => {
                let first = code.content.is_empty();
                code.content.push_str(text);
                code.content_span = if first {
                    span
                } else {
                    code.content_span.to(span)
                };
            }
            Leaf::None | Leaf::Heading(_) | Leaf::Table { .. } | Leaf::Html => {
                self.run.push(text, span);
            }
        }
    }

    fn end_leaf(&mut self, span: Span) {
        let span = self.trimmed(span);
        match std::mem::replace(&mut self.leaf, Leaf::None) {
            Leaf::None => {}
            Leaf::Heading(level) => {
                let (text, text_span) = self.run.take();
                let nothing = Span {
                    start: span.end,
                    end: span.end,
                };
                self.push(Block::Heading(Heading {
                    level,
                    key: heading_key(&text),
                    text,
                    span,
                    text_span: text_span.unwrap_or(nothing),
                }));
            }
            Leaf::Code(code) => {
                let code = scan::closed_code(&self.document.source, code, span);
                self.push(Block::Code(code));
            }
            Leaf::Table { mut table, .. } => {
                table.span = span;
                self.push(Block::Table(table));
            }
            Leaf::Html => {
                let comments = scan::comments(&self.document.source, span);
                self.document.comments.extend(comments);
                let text = self.document.source.slice(span).to_owned();
                self.push(Block::Html(Html { text, span }));
            }
        }
    }

    fn end_cell(&mut self, span: Span) {
        let (text, words) = self.run.take();
        let span = scan::without_blanks(&self.document.source, words.unwrap_or(span));
        if let Leaf::Table { row, .. } = &mut self.leaf {
            row.cells.push(Cell { text, span });
        }
    }

    fn end_row(&mut self, part: Part) {
        let Leaf::Table { table, row } = &mut self.leaf else {
            return;
        };
        let mut row = std::mem::take(row);
        match part {
            Part::Head => table.columns = row.cells,
            Part::Body => {
                row.span = scan::trimmed(&self.document.source, row.span);
                // The parser puts cells that the author left out behind the line.
                let end = row.span.end;
                for cell in &mut row.cells {
                    cell.span.start = cell.span.start.min(end);
                    cell.span.end = cell.span.end.min(end);
                }
                table.rows.push(row);
            }
        }
    }

    fn end_link(&mut self, span: Span) -> Option<Link> {
        self.run.push("", span);
        let open = self.open_links.pop()?;
        let text = self.run.text.get(open.text_start..).unwrap_or("");
        Some(Link {
            destination: open.destination,
            text: text.trim().to_owned(),
            span,
        })
    }

    /// Makes a paragraph of the text that waits.
    fn flush(&mut self) {
        let (text, Some(span)) = self.run.take() else {
            return;
        };
        if let Some(Container::Item(item)) = self.containers.last_mut() {
            if !item.text.is_empty() && !text.is_empty() {
                item.text.push(' ');
            }
            item.text.push_str(&text);
        }
        let span = self.trimmed(span);
        self.push(Block::Paragraph(Paragraph { text, span }));
    }

    fn open(&mut self, container: Container) {
        self.flush();
        // An item goes with its list: a kept list holds nothing but items.
        let is_item = matches!(container, Container::Item(_));
        if self.skipped > 0 || (self.containers.len() >= DEEPEST && !is_item) {
            self.skipped += 1;
        } else {
            self.containers.push(container);
        }
    }

    fn close(&mut self) {
        self.flush();
        if self.skipped > 0 {
            self.skipped -= 1;
            return;
        }
        match self.containers.pop() {
            Some(Container::Quote(mut quote)) => {
                quote.span = self.trimmed(quote.span);
                self.push(Block::Quote(quote));
            }
            Some(Container::List(mut list)) => {
                list.span = self.trimmed(list.span);
                self.push(Block::List(list));
            }
            Some(Container::Item(mut item)) => {
                item.span = self.trimmed(item.span);
                if let Some(Container::List(list)) = self.containers.last_mut() {
                    list.items.push(item);
                }
            }
            None => {}
        }
    }

    fn push(&mut self, block: Block) {
        match self.containers.last_mut() {
            Some(Container::Quote(quote)) => quote.blocks.push(block),
            Some(Container::Item(item)) => item.blocks.push(block),
            Some(Container::List(_)) | None => self.document.blocks.push(block),
        }
    }

    fn trimmed(&self, span: Span) -> Span {
        scan::trimmed(&self.document.source, span)
    }
}

#[derive(Clone, Copy)]
enum Part {
    Head,
    Body,
}

impl Run {
    fn push(&mut self, text: &str, span: Span) {
        self.text.push_str(text);
        self.span = Some(self.span.map_or(span, |before| before.to(span)));
    }

    /// Gives the text and where it stands; the room for it is kept for the next.
    fn take(&mut self) -> (String, Option<Span>) {
        let text = self.text.trim().to_owned();
        self.text.clear();
        (text, self.span.take())
    }
}

fn open_table(span: Span) -> Leaf {
    Leaf::Table {
        table: Table {
            columns: Vec::new(),
            rows: Vec::new(),
            span,
        },
        row: Row {
            cells: Vec::new(),
            span,
        },
    }
}
