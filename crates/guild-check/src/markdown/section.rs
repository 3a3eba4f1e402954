//! Sections: a heading and what stands below it.

use std::ops::Range;

use super::{Block, Heading, Markdown};
use crate::Span;

/// A heading and everything up to the next heading of its level or above.
#[derive(Clone, Debug)]
pub struct Section<'a> {
    /// The heading.
    pub heading: &'a Heading,
    /// Everything below the heading, subsections included.
    pub blocks: &'a [Block],
    /// The blocks before the first subsection.
    pub own_blocks: &'a [Block],
    /// From the end of the heading to the end of the section.
    pub body: Span,
    /// The index of the section that holds this one, in [`Markdown::sections`].
    pub parent: Option<usize>,
}

impl Markdown {
    /// Lists all sections in the order of the file, each after the one that holds it.
    pub fn sections(&self) -> Vec<Section<'_>> {
        let mut sections: Vec<Section<'_>> = Vec::new();
        let mut first_blocks: Vec<usize> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        for (index, block) in self.blocks.iter().enumerate() {
            let Some(heading) = block.as_heading() else {
                continue;
            };
            if let Some(last) = sections.last_mut() {
                last.own_blocks = &self.blocks[first_blocks[first_blocks.len() - 1]..index];
            }
            while let Some(&last) = open.last() {
                if sections[last].heading.level < heading.level {
                    break;
                }
                self.close(&mut sections[last], first_blocks[last]..index);
                open.pop();
            }
            let parent = open.last().copied();
            open.push(sections.len());
            first_blocks.push(index + 1);
            sections.push(Section {
                heading,
                blocks: &[],
                own_blocks: &self.blocks[index + 1..],
                body: heading.span,
                parent,
            });
        }
        for last in open {
            self.close(&mut sections[last], first_blocks[last]..self.blocks.len());
        }
        sections
    }

    /// Finds the first section of a name, without regard to case, heading style, inline code and trailing punctuation.
    pub fn section(&self, name: &str) -> Option<Section<'_>> {
        let key = heading_key(name);
        self.sections()
            .into_iter()
            .find(|section| section.heading.key == key)
    }

    fn close<'a>(&'a self, section: &mut Section<'a>, blocks: Range<usize>) {
        let end = self
            .blocks
            .get(blocks.end)
            .map_or(self.body.end, |next| next.span().start);
        section.body = Span {
            start: section.heading.span.end,
            end,
        };
        section.blocks = &self.blocks[blocks];
    }
}

/// Gives the form of a heading's text in which two that a reader takes for the same are equal: case, inline code, the
/// blanks around a slash and trailing punctuation do not tell two apart.
pub fn heading_key(text: &str) -> String {
    let text = text.trim_end_matches(|last: char| {
        last.is_whitespace() || matches!(last, ':' | '.' | '!' | '?' | '…' | ',' | ';')
    });
    if is_plain(text) {
        return text.to_ascii_lowercase();
    }
    let mut key = String::with_capacity(text.len());
    let mut is_between = false;
    for character in text.chars() {
        if character.is_whitespace() {
            is_between = true;
            continue;
        }
        if std::mem::take(&mut is_between) && !key.is_empty() {
            key.push(' ');
        }
        match character {
            '`' => {}
            _ if character.is_ascii() => key.push(character.to_ascii_lowercase()),
            _ => key.extend(character.to_lowercase()),
        }
    }
    if key.contains('/') {
        key = key.replace(" /", "/").replace("/ ", "/");
    }
    key
}

/// Says whether a text is ASCII words with one blank between them, without a backtick or a slash, as most headings are.
fn is_plain(text: &str) -> bool {
    let mut before = b' ';
    text.bytes().all(|byte| match byte {
        b' ' => std::mem::replace(&mut before, byte) != b' ',
        _ => {
            before = byte;
            byte.is_ascii_graphic() && !matches!(byte, b'`' | b'/')
        }
    })
}
