//! The parameters: the rows of the table under `Request / parameters`.

use guild_check::Span;
use guild_check::markdown::Cell;

use super::{Columns, Document, Role, cell};

/// One parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// What it is called.
    pub name: Cell,
    /// Its type, as written.
    pub kind: Cell,
    /// Whether it must be given, as written.
    pub required: Cell,
    /// The note: format, valid values, default.
    pub description: Cell,
    /// The whole row.
    pub span: Span,
}

/// Whether a parameter must be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requirement {
    /// It must.
    Required,
    /// It may be left out.
    Optional,
    /// The document does not say it in a word.
    Unclear,
}

impl Parameter {
    /// Gives the name without code marks and without signs that a language puts around it.
    pub fn bare_name(&self) -> &str {
        self.name
            .text
            .trim_matches(|edge: char| !edge.is_alphanumeric() && edge != '_' && edge != ']')
    }

    /// Reads the word in the Required column.
    pub fn requirement(&self) -> Requirement {
        let word = super::role::key(&self.required.text);
        match word.as_str() {
            "yes" | "required" | "true" => Requirement::Required,
            "no" | "optional" | "false" => Requirement::Optional,
            _ => Requirement::Unclear,
        }
    }
}

/// Reads the rows of every table that has a Name column.
pub(super) fn read(document: &Document) -> Vec<Parameter> {
    let mut parameters = Vec::new();
    for table in document.tables(Role::Request) {
        let columns = Columns::of(table);
        let Some(name) = columns.find(&["name", "parameter", "field", "argument", "option"]) else {
            continue;
        };
        let kind = columns.find(&["type"]);
        let required = columns.find(&["required", "optional"]);
        let description = columns.find(&["description", "notes", "note", "meaning"]);
        parameters.extend(table.rows.iter().map(|row| Parameter {
            name: cell(row, Some(name)),
            kind: cell(row, kind),
            required: cell(row, required),
            description: cell(row, description),
            span: row.span,
        }));
    }
    parameters
}
