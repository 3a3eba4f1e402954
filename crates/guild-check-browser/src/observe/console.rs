//! The console: what a page logs, exceptions that nothing catches, and what the browser says of the page.

use std::time::Duration;

use url::Url;

use crate::chromium::{
    ConsoleCalled, ExceptionDetails, LogEntry, PropertyPreview, RemoteObject, StackTrace,
};
use crate::outcome::{ConsoleEntry, ConsoleLevel, Standing};
use crate::plan::ExpectedMessage;

/// More entries are not kept: a page can log without end.
const MOST: usize = 2_000;
/// A longer message is cut.
const LONGEST_CHARS: usize = 4_000;

/// The entries of a context's console in the order of time.
#[derive(Default)]
pub(crate) struct Console {
    pub(crate) entries: Vec<ConsoleEntry>,
    /// What the plan expects.
    pub(crate) expected: Vec<ExpectedMessage>,
    /// How many entries were not kept.
    pub(crate) lost: usize,
    /// The flow has not acted yet: what comes now was there at the baseline.
    pub(crate) is_baseline: bool,
}

impl Console {
    pub(super) fn called(
        &mut self,
        event: &ConsoleCalled,
        page: &str,
        step: Option<u32>,
        at: Duration,
    ) {
        let level = match event.r#type.as_str() {
            "error" | "assert" => ConsoleLevel::Error,
            "warning" => ConsoleLevel::Warning,
            _ => ConsoleLevel::Info,
        };
        let words: Vec<String> = event.args.iter().map(shown).collect();
        let url = source(event.stack_trace.as_ref())
            .unwrap_or(page)
            .to_owned();
        self.add(level, words.join(" "), url, step, at);
    }

    pub(super) fn thrown(
        &mut self,
        details: &ExceptionDetails,
        page: &str,
        step: Option<u32>,
        at: Duration,
    ) {
        let named = details.url.as_deref().filter(|url| !url.is_empty());
        let url = source(details.stack_trace.as_ref())
            .or(named)
            .unwrap_or(page);
        let what = details.exception.as_ref().map(shown).unwrap_or_default();
        let text = match what.lines().next() {
            Some(first) if !first.is_empty() => format!("{} {first}", details.text),
            _ => details.text.clone(),
        };
        self.add(ConsoleLevel::Error, text, url.to_owned(), step, at);
    }

    pub(super) fn logged(&mut self, entry: LogEntry, page: &str, step: Option<u32>, at: Duration) {
        let level = match entry.level.as_str() {
            "error" => ConsoleLevel::Error,
            "warning" => ConsoleLevel::Warning,
            _ => ConsoleLevel::Info,
        };
        let url = entry
            .url
            .filter(|url| !url.is_empty())
            .or_else(|| source(entry.stack_trace.as_ref()).map(str::to_owned))
            .unwrap_or_else(|| page.to_owned());
        // The browser asks for it by itself, whether the page has one or not.
        if entry.source == "network" && is_favicon(&url) {
            return;
        }
        self.add(level, entry.text, url, step, at);
    }

    fn add(
        &mut self,
        level: ConsoleLevel,
        mut text: String,
        url: String,
        step: Option<u32>,
        at: Duration,
    ) {
        if self.entries.len() >= MOST {
            self.lost += 1;
            return;
        }
        if let Some((end, _)) = text.char_indices().nth(LONGEST_CHARS) {
            text.truncate(end);
            text.push('…');
        }
        let standing = if self.is_expected(&text, &url) {
            Standing::Expected
        } else if self.is_baseline {
            Standing::AtBaseline
        } else {
            Standing::Unexpected
        };
        self.entries.push(ConsoleEntry {
            level,
            text,
            url,
            standing,
            step,
            at,
        });
    }

    fn is_expected(&self, text: &str, url: &str) -> bool {
        let origin = Url::parse(url).map(|url| url.origin().ascii_serialization());
        let origin = origin.unwrap_or_default();
        let mut expected = self.expected.iter();
        expected.any(|message| message.origin == origin && text.contains(&message.text))
    }
}

fn is_favicon(url: &str) -> bool {
    Url::parse(url).is_ok_and(|url| url.path() == "/favicon.ico")
}

/// Gives the script that a message comes from.
fn source(stack: Option<&StackTrace>) -> Option<&str> {
    let frames = &stack?.call_frames;
    let named = frames.iter().find(|frame| !frame.url.is_empty())?;
    Some(&named.url)
}

/// Shows a value about as a console does.
fn shown(object: &RemoteObject) -> String {
    if let Some(value) = &object.value {
        return match value {
            serde_json::Value::String(text) => text.clone(),
            other => other.to_string(),
        };
    }
    if let Some(preview) = object.preview.as_ref().filter(|_| object.subtype.is_none()) {
        let more = if preview.overflow { ", …" } else { "" };
        let field = |field: &PropertyPreview| {
            format!("{}: {}", field.name, field.value.as_deref().unwrap_or("…"))
        };
        let fields: Vec<String> = preview.properties.iter().map(field).collect();
        return format!("{{{}{more}}}", fields.join(", "));
    }
    let words = object
        .description
        .as_ref()
        .or(object.unserializable_value.as_ref());
    words.cloned().unwrap_or_else(|| object.r#type.clone())
}
