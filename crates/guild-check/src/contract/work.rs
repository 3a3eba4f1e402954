//! A document beside its contract: which part of the one is meant by which part of the other.

mod content;
mod spans;

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use super::date::Date;
use super::filling::{self, Filling};
use super::model::{Contract, Holds, SectionSpec};
use crate::markdown::{Block, CodeBlock, Heading, Markdown, heading_key};
use crate::{Place, Span};
pub use content::{Dated, Field};

/// What the rules judge: a document, the contract that it is held against, and today's date.
#[derive(Debug)]
pub struct Work {
    /// The contract.
    pub contract: Arc<Contract>,
    /// The document.
    pub document: Arc<Markdown>,
    /// The day that counts as today.
    pub today: Date,
    /// The parts that the contract says something about, in the order of the document.
    pub parts: Vec<Part>,
    /// The headings that stand beside each other: those of the sections, then those within each part.
    pub groups: Vec<Group>,
    /// The last line with words in it.
    pub last_line: Option<Span>,
    /// Where the blocks end that belong to a section: a last line on its own belongs to none.
    pub(super) end: usize,
    /// The indexes of the first-level headings.
    titles: Vec<usize>,
}

/// A part of the document that the contract says something about.
#[derive(Debug)]
pub struct Part {
    /// What it is called.
    pub name: String,
    /// Where it belongs.
    pub kind: PartKind,
    /// What is to stand in it.
    pub holds: Arc<Holds>,
    /// What does stand in it.
    pub filling: Filling,
    /// The index of its heading; the head of the document has none.
    heading: Option<usize>,
    /// The indexes of all its blocks.
    all: Range<usize>,
    /// The indexes of the blocks before its first subsection.
    own: Range<usize>,
}

/// Where a part belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// Between the title and the first section.
    Head,
    /// A section.
    Section,
    /// Within a section, however deep.
    Subsection,
}

/// Headings that stand beside each other.
#[derive(Debug)]
pub struct Group {
    /// The index of the part that holds them; `None` for the sections of the document.
    pub parent: Option<usize>,
    /// The level of the headings.
    pub level: u8,
    /// The headings in their order.
    pub members: Vec<Member>,
}

/// A heading, and what the contract knows of it.
#[derive(Debug)]
pub struct Member {
    /// The index of its block.
    pub heading: usize,
    /// The index of what the contract says of it, if it knows the name.
    pub spec: Option<usize>,
    /// Whether a heading of the same name stands before it.
    pub is_repeat: bool,
}

impl Work {
    /// Lays a document beside a contract.
    pub fn new(contract: &Arc<Contract>, document: &Arc<Markdown>, today: Date) -> Self {
        let (last_line, end) = last_line(contract, document);
        let blocks = &document.blocks[..end];
        let headings: Vec<(usize, u8)> = blocks
            .iter()
            .enumerate()
            .filter_map(|(index, block)| Some((index, block.as_heading()?.level)))
            .collect();
        let titles = headings.iter().filter(|(_, level)| *level == 1);
        let mut work = Self {
            contract: Arc::clone(contract),
            document: Arc::clone(document),
            today,
            parts: Vec::new(),
            groups: Vec::new(),
            last_line,
            end,
            titles: titles.map(|(index, _)| *index).collect(),
        };
        let outline = Outline { headings, end };
        work.add_head(&outline);
        work.add_group(&outline, None, 2, 0..end);
        work
    }

    /// Gives the title, if there is one.
    pub fn title(&self) -> Option<&Heading> {
        self.titles().next()
    }

    /// Goes over the first-level headings; one is the title.
    pub fn titles(&self) -> impl Iterator<Item = &Heading> {
        self.titles.iter().filter_map(|&index| self.heading(index))
    }

    /// Gives the heading at an index.
    pub fn heading(&self, index: usize) -> Option<&Heading> {
        self.document.blocks.get(index)?.as_heading()
    }

    /// Finds the fence that nothing closes, or nothing before another opens.
    pub fn unclosed_fence(&self) -> Option<&CodeBlock> {
        let mut blocks = self.document.code_blocks();
        blocks.find(|code| code.is_fenced && (!code.is_closed || self.holds_fence(code)))
    }

    /// Says whether code has a line that opens a fence of the same marks: its author thought it was closed above.
    fn holds_fence(&self, code: &CodeBlock) -> bool {
        let fence = self.document.source.slice(code.span);
        let mark = fence.chars().next().unwrap_or('`');
        let width = fence.len() - fence.trim_start_matches(mark).len();
        let may_hold = code.content.contains(&mark.to_string().repeat(3));
        may_hold
            && code.content.lines().any(|line| {
                let line = line.trim_start();
                let info = line.trim_start_matches(mark);
                line.len() - info.len() >= width && !info.trim().is_empty() && !info.contains(mark)
            })
    }

    /// Goes over the parts that say something.
    pub fn filled(&self) -> impl Iterator<Item = &Part> {
        let is_filled = |part: &&Part| part.filling == Filling::Filled;
        self.parts.iter().filter(is_filled)
    }

    /// Goes over the sections that the contract knows.
    pub fn sections(&self) -> impl Iterator<Item = &Part> {
        let is_section = |part: &&Part| part.kind == PartKind::Section;
        self.parts.iter().filter(is_section)
    }

    /// Gives the blocks of a part; those of subsections too, if the contract says nothing about subsections.
    pub fn blocks(&self, part: &Part) -> &[Block] {
        let range = if part.holds.has_subsections() {
            part.own.clone()
        } else {
            part.all.clone()
        };
        &self.document.blocks[range]
    }

    /// Goes over the blocks of a part, those within lists and quotes too.
    pub fn deep_blocks(&self, part: &Part) -> impl Iterator<Item = &Block> {
        let mut waiting: Vec<&Block> = self.blocks(part).iter().rev().collect();
        std::iter::from_fn(move || {
            let block = waiting.pop()?;
            block.push_inner(&mut waiting);
            Some(block)
        })
    }

    /// Gives the text from the first block of a part to its last.
    pub fn body(&self, part: &Part) -> Span {
        let blocks = &self.document.blocks[part.all.clone()];
        let first = blocks.first().map(Block::span);
        let last = blocks.last().map(Block::span);
        first.unwrap_or_default().to(last.unwrap_or_default())
    }

    /// Points at the heading of a part.
    pub fn place(&self, part: &Part) -> Place {
        match part.heading.and_then(|index| self.heading(index)) {
            Some(heading) => self.at(heading.text_span),
            None => self.title_place(),
        }
    }

    /// Points at the title, or at the start of the document.
    pub fn title_place(&self) -> Place {
        match self.title() {
            Some(title) => self.at(title.text_span),
            None => self.document.source.top(),
        }
    }

    /// Points at the first line of a span.
    pub fn first_line(&self, span: Span) -> Place {
        let text = self.document.source.slice(span);
        let length = text.find(['\n', '\r']).unwrap_or(text.len());
        let start = span.start as usize;
        self.at(Span::new(start..start + length))
    }

    /// Points at a span of the document.
    pub fn at(&self, span: Span) -> Place {
        self.document.source.at(span)
    }

    /// Gives what the contract says of the headings of a group.
    pub fn specs(&self, group: &Group) -> &[SectionSpec] {
        match group.parent {
            Some(parent) => &self.parts[parent].holds.subsections,
            None => &self.contract.sections,
        }
    }

    fn add_head(&mut self, outline: &Outline) {
        let Some(holds) = self.contract.head.clone() else {
            return;
        };
        let start = self.titles.first().map_or(0, |title| title + 1);
        let blocks = start..outline.next_heading(start, u8::MAX);
        self.add_part(Part {
            name: "The head".to_owned(),
            kind: PartKind::Head,
            holds,
            filling: Filling::Filled,
            heading: None,
            all: blocks.clone(),
            own: blocks,
        });
    }

    /// Adds the headings of one level in a range of blocks, and the parts that they head.
    fn add_group(
        &mut self,
        outline: &Outline,
        parent: Option<usize>,
        level: u8,
        blocks: Range<usize>,
    ) {
        let group = Group {
            parent,
            level,
            members: Vec::new(),
        };
        let specs = self.specs(&group);
        let keys: HashMap<String, usize> = specs
            .iter()
            .enumerate()
            .map(|(index, spec)| (heading_key(&spec.name), index))
            .collect();
        let mut seen = vec![false; specs.len()];
        let mut members = Vec::new();
        for heading in outline.headings_in(&blocks, level) {
            let key = self.heading(heading).map_or("", |heading| &heading.key);
            let spec = keys.get(key).copied();
            let is_repeat = spec.is_some_and(|spec| std::mem::replace(&mut seen[spec], true));
            members.push(Member {
                heading,
                spec,
                is_repeat,
            });
        }
        let heads: Vec<(usize, Option<usize>)> = members
            .iter()
            .filter(|member| !member.is_repeat)
            .map(|member| (member.heading, member.spec))
            .collect();
        self.groups.push(Group { members, ..group });
        for (heading, spec) in heads {
            self.add_member(outline, parent, heading, spec);
        }
    }

    fn add_member(
        &mut self,
        outline: &Outline,
        parent: Option<usize>,
        heading: usize,
        spec: Option<usize>,
    ) {
        let specs = match parent {
            Some(parent) => &self.parts[parent].holds.subsections,
            None => &self.contract.sections,
        };
        let found = self.heading(heading);
        let level = found.map_or(1, |heading| heading.level);
        let (name, holds) = match spec.and_then(|spec| specs.get(spec)) {
            Some(spec) => (spec.name.clone(), Arc::clone(&spec.holds)),
            None => {
                let each = parent.and_then(|parent| self.parts[parent].holds.each.as_ref());
                let Some(each) = each else {
                    return;
                };
                let name = found.map_or_else(String::new, |heading| heading.text.clone());
                (name, Arc::clone(&each.holds))
            }
        };
        let all = heading + 1..outline.next_heading(heading + 1, level);
        let own = heading + 1..outline.next_heading(heading + 1, u8::MAX);
        let has_subsections = holds.has_subsections();
        let index = self.parts.len();
        let kind = match parent {
            Some(_) => PartKind::Subsection,
            None => PartKind::Section,
        };
        self.add_part(Part {
            name,
            kind,
            holds,
            filling: Filling::Filled,
            heading: Some(heading),
            all: all.clone(),
            own,
        });
        if has_subsections {
            self.add_group(outline, Some(index), level + 1, all);
        }
    }

    fn add_part(&mut self, part: Part) {
        let blocks = &self.document.blocks[part.all.clone()];
        let filling = filling::of(blocks, &self.contract.empty_words, part.holds.none);
        self.parts.push(Part { filling, ..part });
    }
}

/// The headings of a document by index and level, and where its blocks end.
struct Outline {
    headings: Vec<(usize, u8)>,
    end: usize,
}

impl Outline {
    /// Finds the first heading from a block on that is of a level or above, or the end.
    fn next_heading(&self, from: usize, level: u8) -> usize {
        let first = self.headings.partition_point(|(index, _)| *index < from);
        let mut rest = self.headings[first..].iter();
        rest.find(|(_, found)| *found <= level)
            .map_or(self.end, |(index, _)| *index)
    }

    fn headings_in(&self, blocks: &Range<usize>, level: u8) -> impl Iterator<Item = usize> {
        let first = self
            .headings
            .partition_point(|(index, _)| *index < blocks.start);
        let end = blocks.end;
        self.headings[first..]
            .iter()
            .take_while(move |(index, _)| *index < end)
            .filter(move |(_, found)| *found == level)
            .map(|(index, _)| *index)
    }
}

/// Finds the last line with words, and the end of the blocks that stand before it.
///
/// A paragraph that is nothing but the last line belongs to no section; comments below it do not count.
fn last_line(contract: &Contract, document: &Markdown) -> (Option<Span>, usize) {
    let is_comment = |block: &Block| match block {
        Block::Html(html) => filling::is_hidden(html),
        _ => false,
    };
    let blocks = &document.blocks;
    let Some(last) = blocks.iter().rposition(|block| !is_comment(block)) else {
        return (None, blocks.len());
    };
    let span = blocks[last].span();
    let line = document.source.line_around(span.end);
    let is_alone = blocks[last].as_paragraph().is_some() && span.start >= line.start;
    let is_asked_for = contract.last_line.as_ref().is_some_and(|form| {
        form.lead(&super::plain_line(document.source.slice(line)))
            .is_some()
    });
    let end = if is_alone && is_asked_for {
        last
    } else {
        blocks.len()
    };
    (Some(line), end)
}
