//! What stands in a part: bullets, sentences, cells, fields, dates.

use std::collections::HashMap;

use super::{Part, Work};
use crate::Span;
use crate::contract::date::{Date, DateError};
use crate::contract::form::Fit;
use crate::contract::model::ColumnSpec;
use crate::contract::{plain_line, sentence};
use crate::markdown::{Block, Cell, ListItem, Paragraph, heading_key};

/// A line `Name: value` that the contract knows.
#[derive(Debug)]
pub struct Field {
    /// The index of what the contract says of it.
    pub spec: usize,
    /// What stands after the colon, on the same line.
    pub value: String,
    /// The line.
    pub span: Span,
    /// Whether a list or another block below it may be its value.
    pub is_followed: bool,
}

/// What stands where a form has a date.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dated {
    /// This, which is no date.
    Missing(String),
    /// A date of a day that the calendar does not have.
    NoSuchDay,
    /// A date.
    On(Date),
}

impl Work {
    /// Goes over the bullets and numbers of a part, without those within others.
    pub fn items<'a>(&'a self, part: &'a Part) -> impl Iterator<Item = &'a ListItem> {
        let lists = self.blocks(part).iter().filter_map(Block::as_list);
        lists.flat_map(|list| &list.items)
    }

    /// Counts the sentences of a part, those in lists and quotes too.
    pub fn sentences(&self, part: &Part) -> usize {
        let paragraphs = self.deep_blocks(part).filter_map(Block::as_paragraph);
        paragraphs
            .map(|paragraph| self.sentences_of(paragraph))
            .sum()
    }

    /// Gives each cell of the first table of a part whose column the contract knows.
    pub fn cells(&self, part: &Part, mut judge: impl FnMut(&ColumnSpec, &Cell)) {
        let Some(spec) = &part.holds.table else {
            return;
        };
        let Some(table) = self.deep_blocks(part).find_map(Block::as_table) else {
            return;
        };
        let known: HashMap<String, &ColumnSpec> = spec
            .columns
            .iter()
            .map(|column| (heading_key(&column.name), column))
            .collect();
        let heads = table.columns.iter().enumerate();
        let judged: Vec<(usize, &ColumnSpec)> = heads
            .filter_map(|(index, head)| Some((index, *known.get(&heading_key(&head.text))?)))
            .collect();
        for row in &table.rows {
            for (index, column) in &judged {
                if let Some(cell) = row.cells.get(*index) {
                    judge(column, cell);
                }
            }
        }
    }

    /// Finds the lines `Name: value` of a part that the contract knows, as bullets or in paragraphs.
    pub fn fields(&self, part: &Part) -> Vec<Field> {
        let specs = part.holds.fields.iter().enumerate();
        let known: HashMap<String, usize> = specs
            .map(|(index, field)| (heading_key(&field.name), index))
            .collect();
        let mut fields = Vec::new();
        if known.is_empty() {
            return fields;
        }
        let mut blocks = self.blocks(part).iter().peekable();
        while let Some(block) = blocks.next() {
            let is_followed = matches!(
                blocks.peek(),
                Some(Block::List(_) | Block::Code(_) | Block::Table(_) | Block::Quote(_))
            );
            match block {
                Block::Paragraph(paragraph) => {
                    self.fields_of(paragraph, is_followed, &known, &mut fields);
                }
                Block::List(list) => {
                    let found = list
                        .items
                        .iter()
                        .filter_map(|item| self.field_of(item, &known));
                    fields.extend(found);
                }
                Block::Heading(_)
                | Block::Code(_)
                | Block::Table(_)
                | Block::Html(_)
                | Block::Quote(_)
                | Block::Break(_) => {}
            }
        }
        fields
    }

    /// Gives what stands for each date that the contract asks for.
    pub fn dates(&self) -> Vec<(Span, Dated)> {
        let mut dates = Vec::new();
        for part in self.filled() {
            for field in self.fields(part) {
                let forms = &part.holds.fields[field.spec].values;
                let fit = forms.iter().find_map(|form| form.fit(&field.value));
                let found = fit.into_iter().flat_map(dated);
                dates.extend(found.map(|dated| (field.span, dated)));
            }
        }
        dates.extend(self.last_date());
        dates
    }

    /// Gives the date of the last line, if it has the form of the contract.
    pub fn last_date(&self) -> Option<(Span, Dated)> {
        let form = self
            .contract
            .last_line
            .as_ref()
            .filter(|form| form.has_date())?;
        let span = self.last_line?;
        let text = plain_line(self.document.source.slice(span));
        let text = text.trim_end_matches('.');
        let lead = form.lead(text)?;
        let missing = || Dated::Missing(text[lead..].trim().to_owned());
        let dated = form.fit(text).and_then(|fit| dated(fit).last());
        Some((span, dated.unwrap_or_else(missing)))
    }

    fn sentences_of(&self, paragraph: &Paragraph) -> usize {
        let spans = &self.document.inline_code;
        let first = spans.partition_point(|code| code.span.start < paragraph.span.start);
        let inside = spans[first..]
            .iter()
            .take_while(|code| code.span.end <= paragraph.span.end);
        let mut text = String::new();
        let mut from = paragraph.span.start;
        for code in inside {
            let before = Span {
                start: from,
                end: code.span.start,
            };
            text.push_str(self.document.source.slice(before));
            text.push(sentence::CODE);
            from = code.span.end;
        }
        if from == paragraph.span.start {
            return sentence::count(&paragraph.text);
        }
        let rest = Span {
            start: from,
            end: paragraph.span.end,
        };
        text.push_str(self.document.source.slice(rest));
        sentence::count(&text)
    }

    fn fields_of(
        &self,
        paragraph: &Paragraph,
        is_followed: bool,
        known: &HashMap<String, usize>,
        fields: &mut Vec<Field>,
    ) {
        let text = self.document.source.slice(paragraph.span);
        let mut start = paragraph.span.start as usize;
        let mut lines = text.split_inclusive('\n').peekable();
        while let Some(line) = lines.next() {
            let is_last = lines.peek().is_none();
            let written = line.trim_end();
            if let Some((spec, value)) = split(&plain_line(written), known) {
                fields.push(Field {
                    spec,
                    value,
                    span: Span::new(start..start + written.len()),
                    is_followed: is_last && is_followed,
                });
            }
            start += line.len();
        }
    }

    fn field_of(&self, item: &ListItem, known: &HashMap<String, usize>) -> Option<Field> {
        let (spec, value) = split(&item.text, known)?;
        Some(Field {
            spec,
            value,
            span: self.first_line(item.span).span,
            is_followed: item.blocks.len() > 1,
        })
    }
}

fn split(text: &str, known: &HashMap<String, usize>) -> Option<(usize, String)> {
    let (name, value) = text.split_once(':')?;
    let spec = *known.get(&heading_key(name))?;
    Some((spec, value.trim().to_owned()))
}

fn dated(fit: Fit) -> impl Iterator<Item = Dated> {
    fit.dates.into_iter().filter_map(|(_, date)| match date {
        Ok(date) => Some(Dated::On(date)),
        Err(DateError::Day) => Some(Dated::NoSuchDay),
        Err(DateError::Form) => None,
    })
}
