//! What the console holds.

use url::Url;

use super::{Check, Found};
use crate::chromium::Trouble;
use crate::outcome::{ConsoleEntry, ConsoleLevel, Standing};

/// Holds if there is no error that the plan does not expect; flags warnings of the page's own scripts.
pub(super) fn clean(check: &Check<'_>, notes: &mut Vec<String>) -> Result<Found, Trouble> {
    check.quiet();
    // A page that is gone or silent has not been seen to its end.
    check.window.tab()?;
    let entries = check
        .window
        .watch()
        .look(|seen| seen.console.entries[check.console_mark..].to_vec());
    let is = |level: ConsoleLevel| move |entry: &&ConsoleEntry| entry.level == level;
    let errors = entries.iter().filter(is(ConsoleLevel::Error));
    let (expected, errors): (Vec<_>, Vec<_>) =
        errors.partition(|entry| entry.standing == Standing::Expected);
    notes.extend(
        expected
            .iter()
            .map(|entry| format!("set aside as expected: {}", line(entry))),
    );
    let warnings = entries.iter().filter(is(ConsoleLevel::Warning));
    let flagged = warnings
        .filter(|entry| entry.standing != Standing::Expected && is_first_party(check, &entry.url));
    notes.extend(flagged.map(|entry| format!("a warning of the page's own: {}", line(entry))));
    if errors.is_empty() {
        return Ok(Found::Holds);
    }
    let lines: Vec<String> = errors.iter().take(3).map(|entry| line(entry)).collect();
    let more = if errors.len() > lines.len() {
        "; …"
    } else {
        ""
    };
    let count = match errors.len() {
        1 => "1 error".to_owned(),
        count => format!("{count} errors"),
    };
    Ok(Found::Differs(format!(
        "{count}: {}{more}",
        lines.join("; ")
    )))
}

fn is_first_party(check: &Check<'_>, url: &str) -> bool {
    let Ok(url) = Url::parse(url) else {
        return true;
    };
    let origin = url.origin().ascii_serialization();
    check.window.setup().origins.contains(&origin)
}

fn line(entry: &ConsoleEntry) -> String {
    let text = crate::act::fold(&entry.text);
    let before = match entry.standing {
        Standing::AtBaseline => ", there before any interaction",
        Standing::Unexpected | Standing::Expected => "",
    };
    match entry.url.is_empty() {
        true => format!("\"{text}\"{before}"),
        false => format!("\"{text}\" from `{}`{before}", entry.url),
    }
}
