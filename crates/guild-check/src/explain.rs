//! Rule pages for a terminal, and the index of all rules.

use std::fmt::Write;

use crate::hidden::escaped;
use crate::markdown::{Block, List, Markdown};
use crate::nearest::nearest_rules;
use crate::render::Colour;
use crate::report::v1::help_url;
use crate::rule::RulePage;
use crate::{Source, Span};

/// The width to which prose is wrapped.
const WIDTH: usize = 80;

/// Finds a rule's page by its whole name, or by its last part if no other rule has the same.
///
/// A finding under a contract is named after the contract, and its page after the work: `docs/section-order` is on the
/// page `work/section-order`.
pub fn find<'a>(name: &str, pages: &'a [RulePage]) -> Option<&'a RulePage> {
    if let Some(page) = pages.iter().find(|page| page.name == name) {
        return Some(page);
    }
    if let Some((_, defect)) = name.split_once('/') {
        let of_work = |page: &&RulePage| page.name.strip_prefix("work/") == Some(defect);
        return pages.iter().find(of_work);
    }
    let is_same = |page: &&RulePage| page.name.rsplit('/').next() == Some(name);
    let mut same = pages.iter().filter(is_same);
    same.next().filter(|_| same.next().is_none())
}

/// Gives up to three names that are close to one that does not exist.
pub fn suggestions(name: &str, pages: &[RulePage]) -> Vec<String> {
    let names: Vec<&str> = pages.iter().map(|page| page.name).collect();
    nearest_rules(name, &names)
}

/// Gives the first paragraph under What it finds: what a list of rules shows.
pub fn summary(page: &str) -> String {
    let markdown = Markdown::parse(&Source::new("page", page));
    let section = markdown.section("What it finds");
    let blocks = section.map_or(&[][..], |section| section.own_blocks);
    let first = blocks.iter().find_map(Block::as_paragraph);
    first.map_or(String::new(), |paragraph| paragraph.text.clone())
}

/// Renders a rule page as text for a terminal.
pub fn explain(page: &RulePage, colour: Colour) -> String {
    let markdown = Markdown::parse(&Source::new(page.name, page.page));
    let mut writer = Writer {
        markdown: &markdown,
        colour,
        text: String::new(),
    };
    writer.blocks(&markdown.blocks, 0);
    writer.text
}

/// Writes the index of all rules, grouped by check.
pub fn rules_md(pages: &[RulePage]) -> String {
    let mut text = String::from(
        "# Rules\n\nGenerated from the rules' pages; `guild explain RULE` prints one, `/rules` shows them all.\n",
    );
    let mut last_check = "";
    for page in pages {
        let check = page.name.split('/').next().unwrap_or("");
        if check != last_check {
            // Writing to a string cannot fail.
            let _ = write!(
                text,
                "\n## {check}\n\n| Rule | What it finds |\n|---|---|\n"
            );
            last_check = check;
        }
        let summary = written_summary(page.page).replace('|', "\\|");
        let _ = writeln!(
            text,
            "| [`{}`]({}) | {summary} |",
            page.name,
            help_url(page.name)
        );
    }
    text
}

/// The same paragraph as [`summary`], with its Markdown.
fn written_summary(page: &str) -> String {
    let source = Source::new("page", page);
    let markdown = Markdown::parse(&source);
    let section = markdown.section("What it finds");
    let blocks = section.map_or(&[][..], |section| section.own_blocks);
    let first = blocks.iter().find_map(Block::as_paragraph);
    let span = first.map_or(Span::default(), |paragraph| paragraph.span);
    let words: Vec<&str> = source.slice(span).split_whitespace().collect();
    words.join(" ")
}

struct Writer<'a> {
    markdown: &'a Markdown,
    colour: Colour,
    text: String,
}

impl Writer<'_> {
    fn blocks(&mut self, blocks: &[Block], indent: usize) {
        for block in blocks {
            if !self.text.is_empty() {
                self.text.push('\n');
            }
            self.block(block, indent);
        }
    }

    fn block(&mut self, block: &Block, indent: usize) {
        match block {
            Block::Heading(heading) => self.heading(&heading.text),
            Block::Paragraph(paragraph) => {
                let written = self.markdown.source.slice(paragraph.span).to_owned();
                self.prose(&written, indent, indent);
            }
            Block::List(list) => self.list(list, indent),
            Block::Code(code) => {
                if !code.info.is_empty() {
                    let _ = writeln!(self.text, "{:indent$}[{}]", "", escaped(&code.info));
                }
                self.lines(&code.content, indent + 4);
            }
            Block::Table(_) | Block::Html(_) => {
                let written = self.markdown.source.slice(block.span()).to_owned();
                self.lines(&written, indent);
            }
            Block::Quote(quote) => self.blocks(&quote.blocks, indent + 2),
            Block::Break(_) => self.lines("---", indent),
        }
    }

    fn heading(&mut self, text: &str) {
        let text = escaped(text);
        let _ = match self.colour {
            Colour::Plain => writeln!(self.text, "{text}"),
            Colour::Styled => writeln!(self.text, "\u{1b}[1m{text}\u{1b}[0m"),
        };
    }

    fn list(&mut self, list: &List, indent: usize) {
        for (index, item) in list.items.iter().enumerate() {
            let mark = if list.is_ordered {
                format!("{}. ", index + 1)
            } else {
                "- ".to_owned()
            };
            let _ = write!(self.text, "{:indent$}{mark}", "");
            let inner = indent + mark.len();
            let rest = match item.blocks.split_first() {
                Some((Block::Paragraph(first), rest)) => {
                    let written = self.markdown.source.slice(first.span).to_owned();
                    self.prose(&written, 0, inner);
                    rest
                }
                Some(_) | None => {
                    self.text.push('\n');
                    &item.blocks
                }
            };
            for block in rest {
                self.block(block, inner);
            }
        }
    }

    /// Writes words in lines; the first may already have begun.
    fn prose(&mut self, words: &str, first_indent: usize, indent: usize) {
        let _ = write!(self.text, "{:first_indent$}", "");
        let mut column = indent;
        for word in words.split_whitespace() {
            let word = escaped(word);
            let width = word.chars().count();
            if column > indent && column + 1 + width > WIDTH {
                let _ = write!(self.text, "\n{:indent$}", "");
                column = indent;
            } else if column > indent {
                self.text.push(' ');
                column += 1;
            }
            self.text.push_str(&word);
            column += width;
        }
        self.text.push('\n');
    }

    fn lines(&mut self, text: &str, indent: usize) {
        for line in text.lines() {
            let line = escaped(line);
            let indent = if line.is_empty() { 0 } else { indent };
            let _ = writeln!(self.text, "{:indent$}{line}", "");
        }
    }
}
