//! The errors: the rows of the table under `Errors`.

use guild_check::Span;
use guild_check::markdown::Cell;

use super::{Columns, Document, Role, cell};

/// One way to fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorRow {
    /// The status, or how a function fails, as written.
    pub status: Cell,
    /// The machine-readable code, or the error's type.
    pub code: Cell,
    /// What the caller did, or what was so, to get this error.
    pub when: Cell,
    /// What the caller does about it.
    pub action: Cell,
    /// The whole row.
    pub span: Span,
}

/// What the Status cell of an error says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ErrorStatus {
    /// One or more HTTP statuses.
    Http(Vec<u16>),
    /// How a function hands the failure over, in lower case, such as `throws`.
    Handed(String),
    /// Neither.
    Unclear,
}

const HANDED: [&str; 34] = [
    "throws",
    "throw",
    "thrown",
    "raises",
    "raise",
    "raised",
    "rejects",
    "reject",
    "rejected",
    "returns",
    "return",
    "returned",
    "panics",
    "panic",
    "aborts",
    "abort",
    "exits",
    "exit",
    "err",
    "error",
    "none",
    "null",
    "nil",
    "undefined",
    "false",
    "left",
    "failure",
    "fails",
    "yields",
    "emits",
    "calls",
    "signals",
    "stops",
    "errors",
];

impl ErrorRow {
    /// Gives what a finding calls the error: its code, or its status where the code is left empty or a dash.
    pub fn name(&self) -> &str {
        let has_code = self.code.text.contains(char::is_alphanumeric);
        let cell = if has_code { &self.code } else { &self.status };
        cell.text.trim()
    }

    /// Reads the Status cell.
    pub fn status(&self) -> ErrorStatus {
        let text = self.status.text.trim();
        if let Some(statuses) = statuses(text) {
            return ErrorStatus::Http(statuses);
        }
        let word = super::first_word(text);
        if HANDED.contains(&word.as_str()) {
            return ErrorStatus::Handed(word);
        }
        ErrorStatus::Unclear
    }
}

/// Reads `404`, `404 Not Found`, `HTTP 404` and `400, 422`.
fn statuses(text: &str) -> Option<Vec<u16>> {
    let text = text.strip_prefix("HTTP").unwrap_or(text).trim_start();
    let text = text.strip_prefix("/1.1").unwrap_or(text).trim_start();
    if !text.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    let numbers = text
        .split(|character: char| !character.is_alphanumeric())
        .filter(|part| part.starts_with(|first: char| first.is_ascii_digit()));
    numbers.map(|number| number.parse().ok()).collect()
}

/// Reads the rows of every table that has a Status or a Code column.
pub(super) fn read(document: &Document) -> Vec<ErrorRow> {
    let mut errors = Vec::new();
    for table in document.tables(Role::Errors) {
        let columns = Columns::of(table);
        let status = columns.find(&["status", "httpstatus", "statuscode", "http"]);
        let code = columns.find(&["code", "errorcode", "error", "type", "exception"]);
        if status.is_none() && code.is_none() {
            continue;
        }
        let when = columns.find(&["when", "cause", "reason", "condition", "trigger"]);
        let action = columns.find(&["whattodo", "action", "resolution", "fix", "remedy"]);
        errors.extend(table.rows.iter().map(|row| ErrorRow {
            status: cell(row, status),
            code: cell(row, code),
            when: cell(row, when),
            action: cell(row, action),
            span: row.span,
        }));
    }
    errors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_is_read_in_its_usual_forms() {
        assert_eq!(statuses("404 Not Found"), Some(vec![404]));
        assert_eq!(statuses("HTTP 503"), Some(vec![503]));
        assert_eq!(statuses("400, 422"), Some(vec![400, 422]));
        assert_eq!(statuses("4xx"), None);
        assert_eq!(statuses("99999999"), None);
        assert_eq!(statuses("throws"), None);
    }
}
