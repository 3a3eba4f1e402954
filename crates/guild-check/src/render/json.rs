//! The JSON report.

use std::fmt::Write;

use serde::Serialize;

use crate::Report;
use crate::hidden::is_hidden;
use crate::report::v1::ReportV1;

/// Renders a report as JSON, version 1.
pub fn render(report: &Report) -> String {
    to_text(&ReportV1::from(report))
}

/// Writes JSON with hidden characters as escapes: it may well be shown on a terminal.
pub(super) fn to_text(value: &impl Serialize) -> String {
    let text = serde_json::to_string_pretty(value)
        .expect("a report has nothing but text keys and finite numbers");
    let mut safe = String::with_capacity(text.len() + 1);
    for character in text.chars() {
        // They stand within strings alone, where an escape means the same.
        if is_hidden(character) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                // Writing to a string cannot fail.
                let _ = write!(safe, "\\u{unit:04x}");
            }
        } else {
            safe.push(character);
        }
    }
    safe.push('\n');
    safe
}
