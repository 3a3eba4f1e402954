//! Reads sections and what they hold.

use std::collections::HashSet;
use std::sync::Arc;

use super::table::Table;
use super::{Defect, Reader, at};
use crate::contract::model::{
    BlockKind, CodeSpec, ColumnSpec, Each, FieldSpec, Holds, Mention, Others, Presence,
    ReasonedNone, SectionSpec, TableSpec,
};
use crate::contract::phrase::Phrases;
use crate::markdown::heading_key;

/// The keys of what stands below a heading.
pub(super) const HOLDS_KEYS: &[&str] = &[
    "why",
    "only",
    "sentences",
    "paragraphs",
    "bullets",
    "begins_with",
    "table",
    "code",
    "field",
    "mentions",
    "reasoned_none",
    "subsection",
    "other_subsections",
    "each",
];

/// The keys of a section besides.
pub(super) const SECTION_KEYS: &[&str] = &["name", "optional"];

/// The keys of `each` besides.
pub(super) const EACH_KEYS: &[&str] = &["count"];

/// The keys of a table.
pub(super) const TABLE_KEYS: &[&str] = &["columns", "rows", "cells", "may_be_empty"];

/// The keys of code.
pub(super) const CODE_KEYS: &[&str] = &["languages", "lines"];

/// The keys of a field.
pub(super) const FIELD_KEYS: &[&str] = &["name", "optional", "values"];

/// The keys of a mention.
pub(super) const MENTION_KEYS: &[&str] = &["of", "any"];

/// The keys of an amount.
pub(super) const AMOUNT_KEYS: &[&str] = &["from", "to"];

impl Reader<'_> {
    pub(super) fn head(&mut self, table: &Table<'_, '_>) -> Arc<Holds> {
        self.known(table, HOLDS_KEYS);
        self.holds(table)
    }

    pub(super) fn sections(&mut self, table: &Table<'_, '_>, key: &str) -> Vec<SectionSpec> {
        let tables = self.tables(table, key);
        let mut seen = HashSet::new();
        let mut sections = Vec::new();
        for table in &tables {
            self.known(table, &[SECTION_KEYS, HOLDS_KEYS].concat());
            let name = self.named(table, &mut seen);
            let presence = self.presence(table);
            let holds = self.holds(table);
            sections.extend(name.map(|name| SectionSpec {
                name,
                presence,
                holds,
            }));
        }
        sections
    }

    fn holds(&mut self, table: &Table<'_, '_>) -> Arc<Holds> {
        let subsections = self.sections(table, "subsection");
        let others = if subsections.is_empty() {
            Others::Allowed
        } else {
            Others::Refused
        };
        Arc::new(Holds {
            why: self.text(table, "why").unwrap_or_default(),
            only: self.kinds(table),
            sentences: self.amount(table, "sentences"),
            paragraphs: self.amount(table, "paragraphs"),
            bullets: self.amount(table, "bullets"),
            begins_with: self.forms(table, "begins_with"),
            table: self
                .table(table, "table")
                .map(|inner| self.table_spec(&inner)),
            code: self.table(table, "code").map(|inner| self.code(&inner)),
            fields: self.fields(table),
            mentions: self.mentions(table),
            none: if self.flag(table, "reasoned_none") {
                ReasonedNone::Accepted
            } else {
                ReasonedNone::Refused
            },
            subsections,
            other_subsections: self.others(table, "other_subsections", others),
            each: self.table(table, "each").map(|inner| self.each(&inner)),
        })
    }

    fn kinds(&mut self, table: &Table<'_, '_>) -> Vec<BlockKind> {
        let choices = BlockKind::ALL.map(|kind| (kind.word(), kind));
        let values = self.list(table, "only");
        values
            .into_iter()
            .filter_map(|value| self.choice_of(value, "only", &choices))
            .collect()
    }

    fn each(&mut self, table: &Table<'_, '_>) -> Each {
        self.known(table, &[EACH_KEYS, HOLDS_KEYS].concat());
        Each {
            count: self.amount(table, "count"),
            holds: self.holds(table),
        }
    }

    fn table_spec(&mut self, table: &Table<'_, '_>) -> TableSpec {
        self.known(table, TABLE_KEYS);
        self.required(table, "columns");
        let names = self.texts(table, "columns");
        let may_be_empty = self.texts(table, "may_be_empty");
        let cells = self.table(table, "cells");
        if let Some(cells) = &cells {
            let known: Vec<&str> = names.iter().map(String::as_str).collect();
            self.known(cells, &known);
        }
        let columns = names.into_iter().map(|name| {
            let values = cells.as_ref().map(|cells| self.forms(cells, &name));
            let presence = if may_be_empty.contains(&name) {
                Presence::Optional
            } else {
                Presence::Required
            };
            ColumnSpec {
                values: values.unwrap_or_default(),
                presence,
                name,
            }
        });
        TableSpec {
            columns: columns.collect(),
            rows: self.amount(table, "rows"),
        }
    }

    fn code(&mut self, table: &Table<'_, '_>) -> CodeSpec {
        self.known(table, CODE_KEYS);
        CodeSpec {
            languages: self.texts(table, "languages"),
            lines: self.amount(table, "lines"),
        }
    }

    fn fields(&mut self, table: &Table<'_, '_>) -> Vec<FieldSpec> {
        let tables = self.tables(table, "field");
        let mut seen = HashSet::new();
        let mut fields = Vec::new();
        for table in &tables {
            self.known(table, FIELD_KEYS);
            let name = self.named(table, &mut seen);
            let presence = self.presence(table);
            let values = self.forms(table, "values");
            fields.extend(name.map(|name| FieldSpec {
                name,
                presence,
                values,
            }));
        }
        fields
    }

    fn mentions(&mut self, table: &Table<'_, '_>) -> Vec<Mention> {
        let tables = self.tables(table, "mentions");
        let mention = |table: &Table<'_, '_>| {
            self.known(table, MENTION_KEYS);
            self.required(table, "of");
            self.required(table, "any");
            Mention {
                of: self.text(table, "of").unwrap_or_default(),
                any: Phrases::new(&self.texts(table, "any")),
            }
        };
        tables.iter().map(mention).collect()
    }

    /// Reads a name that nothing beside it has.
    fn named(&mut self, table: &Table<'_, '_>, seen: &mut HashSet<String>) -> Option<String> {
        let value = self.required(table, "name")?;
        let name = self.text_of(value, "name")?;
        if !seen.insert(heading_key(&name)) {
            let message = format!("`{name}` is there twice");
            let help = "take one of them away, or rename it";
            self.problem(Defect::NameTwice, at(value), message, help);
            return None;
        }
        Some(name)
    }

    fn presence(&mut self, table: &Table<'_, '_>) -> Presence {
        if self.flag(table, "optional") {
            Presence::Optional
        } else {
            Presence::Required
        }
    }
}
