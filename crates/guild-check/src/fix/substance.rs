//! What a Markdown file says, whatever the order and the form it says it in.

use crate::Source;
use crate::markdown::{Block, Markdown, Row};

/// What no fix may change: headings, code, tables, lists, links and HTML, in no order.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Substance(Vec<Thing>);

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Thing {
    Heading(u8, String),
    Code(String),
    Cells(Vec<String>),
    Items(usize),
    Html(String),
    Link(String, String),
    Comment(String),
}

impl Substance {
    /// Reads what a file says.
    pub(super) fn of(source: &Source) -> Self {
        let markdown = Markdown::parse(source);
        let mut things = Vec::new();
        for block in markdown.all_blocks() {
            match block {
                Block::Heading(heading) => {
                    things.push(Thing::Heading(heading.level, heading.text.clone()));
                }
                Block::Code(code) => things.push(Thing::Code(code.content.clone())),
                Block::Table(table) => {
                    things.push(cells(&table.columns));
                    things.extend(table.rows.iter().map(|row: &Row| cells(&row.cells)));
                }
                Block::List(list) => things.push(Thing::Items(list.items.len())),
                Block::Html(html) => things.push(Thing::Html(html.text.trim().to_owned())),
                // The date line is a paragraph, and what is put in order may part from its neighbour.
                Block::Paragraph(_) | Block::Quote(_) | Block::Break(_) => {}
            }
        }
        let links = markdown.links.iter().chain(&markdown.images);
        things.extend(links.map(|link| Thing::Link(link.destination.clone(), link.text.clone())));
        let comments = markdown.comments.iter();
        things.extend(comments.map(|comment| Thing::Comment(comment.text.clone())));
        things.sort();
        Self(things)
    }
}

fn cells(row: &[crate::markdown::Cell]) -> Thing {
    let mut texts: Vec<String> = row.iter().map(|cell| cell.text.clone()).collect();
    texts.sort();
    Thing::Cells(texts)
}
