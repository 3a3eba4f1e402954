//! The head of a plan: the lines below its title.

use std::time::Duration;

use guild_check::Span;
use guild_check::markdown::{Block, ListItem};
use url::Url;

use super::filled::{Wrong, near};
use super::read::{Reader, words_span};
use super::token::{Token, TokenKind, tokens};
use super::value::variable;
use super::{ColorScheme, ExpectedMessage, Part, SecretName, Viewport, VitalsWanted};

/// The lines, in the order of PLAN.md.
const KEYS: [&str; 7] = [
    "Entry URL",
    "Viewport",
    "Color scheme",
    "Step timeout",
    "Expected console messages",
    "Core Web Vitals",
    "Secrets",
];

const MESSAGE_FORM: &str = "write: `analytics: blocked` from `https://analytics.example`";

/// Which lines a head had already.
#[derive(Debug, Default)]
pub(super) struct Seen([bool; KEYS.len()]);

/// What a line says behind its colon.
struct Value<'a> {
    text: &'a str,
    span: Span,
}

/// Whether a line in another place reads as one of a head.
pub(super) fn is_head_line(line: &str) -> bool {
    let before = line.split(':').next().unwrap_or_default().trim();
    line.contains(':') && KEYS.iter().any(|key| key.eq_ignore_ascii_case(before))
}

/// Reads a bullet of the head.
pub(super) fn read_item(reader: &mut Reader<'_>, item: &ListItem) {
    let Some(span) = words_span(reader.source, item) else {
        return;
    };
    match read_line(reader, item, span) {
        Ok(()) => {}
        Err(wrong) => reader.problem(Part::Head, wrong),
    }
}

fn read_line(reader: &mut Reader<'_>, item: &ListItem, span: Span) -> Result<(), Wrong> {
    let source = reader.source.clone();
    let line = source.slice(span);
    let Some((key, rest)) = line.split_once(':') else {
        return Err(unknown(line, span));
    };
    let key_span = Span::new(span.start as usize..span.start as usize + key.len());
    let Some(index) = KEYS.iter().position(|name| *name == key.trim()) else {
        let wrong = unknown(key, key_span);
        return Err(match meant(key) {
            Some(name) => wrong.instead(key_span, name),
            None => wrong,
        });
    };
    if std::mem::replace(&mut reader.seen.0[index], true) {
        let help = "keep one of the two lines";
        return Err(Wrong::new(
            key_span,
            format!("`{}` stands in the head twice", KEYS[index]),
            help,
        ));
    }
    let text = rest.trim();
    let lead = rest.len() - rest.trim_start().len();
    let start = span.start as usize + key.len() + 1 + lead;
    let value = Value {
        text,
        span: Span::new(start..start + text.len()),
    };
    match index {
        0 => {
            reader.plan.entry_url = Some(entry_url(&value)?);
            reader.plan.entry_span = span;
        }
        1 => reader.plan.viewport = viewport(&value)?,
        2 => reader.plan.color_scheme = color_scheme(&value)?,
        3 => reader.plan.step_timeout = step_timeout(&value)?,
        4 => return expected(reader, item, &value),
        5 => reader.plan.vitals = vitals(&value)?,
        _ => reader.plan.secrets = secrets(reader, &value)?,
    }
    no_list_below(reader, item)
}

/// Gives the line of a head that is meant by another name.
fn meant(key: &str) -> Option<&'static str> {
    let key = key.trim();
    match key.to_lowercase().as_str() {
        "url" | "address" | "base url" | "start url" => Some("Entry URL"),
        "theme" | "dark mode" | "color-scheme" => Some("Color scheme"),
        "timeout" => Some("Step timeout"),
        "web vitals" | "vitals" => Some("Core Web Vitals"),
        "expected console" | "console" | "expected warnings" => Some("Expected console messages"),
        "secret" | "environment" => Some("Secrets"),
        _ => near(key, &KEYS),
    }
}

fn unknown(key: &str, span: Span) -> Wrong {
    let key = key.trim();
    let short: String = key.chars().take(40).collect();
    let others = meant(key);
    let help = match others {
        Some(name) => format!("did you mean: {name}: …"),
        None => format!(
            "the lines of a head are {}; what else there is to say is a paragraph",
            KEYS.join(", ")
        ),
    };
    Wrong::new(span, format!("`{short}` is no line of a head"), help)
}

fn no_list_below(reader: &Reader<'_>, item: &ListItem) -> Result<(), Wrong> {
    let Some(list) = item.blocks.iter().find_map(Block::as_list) else {
        return Ok(());
    };
    let _ = reader;
    Err(Wrong::new(
        list.span,
        "nothing stands below this line of the head",
        "write the value behind the colon, on the same line",
    ))
}

/// Takes a value out of backticks or angle brackets.
fn bare<'a>(value: &Value<'a>) -> &'a str {
    let text = value.text;
    let inner = |open, close| {
        text.strip_prefix(open)
            .and_then(|text: &str| text.strip_suffix(close))
    };
    inner('`', '`')
        .or_else(|| inner('<', '>'))
        .unwrap_or(text)
        .trim()
}

fn entry_url(value: &Value<'_>) -> Result<Url, Wrong> {
    let text = bare(value);
    let wrong = |message: String, help: &str| Err(Wrong::new(value.span, message, help));
    let form = "write it whole: http://127.0.0.1:3000/tasks";
    if text.is_empty() {
        return wrong("the entry URL is missing".to_owned(), form);
    }
    if text.contains(char::is_whitespace) {
        return wrong(format!("`{text}` is more than an address"), form);
    }
    match Url::parse(text) {
        Ok(url) if matches!(url.scheme(), "http" | "https") && url.has_host() => Ok(url),
        Ok(_) => wrong(
            format!("`{text}` is no web address"),
            "only http and https addresses are opened",
        ),
        Err(_) => wrong(format!("`{text}` is no address"), form),
    }
}

fn viewport(value: &Value<'_>) -> Result<Viewport, Wrong> {
    let sides = bare(value).split_once(['x', '×', 'X']);
    let side = |text: &str| {
        text.trim()
            .parse::<u32>()
            .ok()
            .filter(|side| (1..=Viewport::LARGEST).contains(side))
    };
    let size = sides.and_then(|(width, height)| Some((side(width)?, side(height)?)));
    match size {
        Some((width, height)) => Ok(Viewport { width, height }),
        None => Err(Wrong::new(
            value.span,
            format!("`{}` is no size", value.text),
            "write width and height in CSS pixels: 1280x800",
        )),
    }
}

fn color_scheme(value: &Value<'_>) -> Result<ColorScheme, Wrong> {
    match bare(value) {
        "light" => Ok(ColorScheme::Light),
        "dark" => Ok(ColorScheme::Dark),
        other => Err(Wrong::new(
            value.span,
            format!("`{other}` is no color scheme"),
            "write light or dark",
        )),
    }
}

fn step_timeout(value: &Value<'_>) -> Result<Duration, Wrong> {
    let text = bare(value);
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let millis = match unit.trim() {
        "ms" => 1,
        "s" => 1000,
        "m" | "min" => 60_000,
        _ => 0,
    };
    let number: u64 = number.parse().unwrap_or(0);
    match number.checked_mul(millis) {
        Some(time @ 1..=600_000) => Ok(Duration::from_millis(time)),
        Some(_) | None => Err(Wrong::new(
            value.span,
            format!("`{}` is no time", value.text),
            "write it as 5s or 500ms, up to 10 minutes",
        )),
    }
}

fn vitals(value: &Value<'_>) -> Result<VitalsWanted, Wrong> {
    match bare(value) {
        "recorded" => Ok(VitalsWanted::Recorded),
        "required" => Ok(VitalsWanted::Required),
        other => {
            let help = match near(other, &["recorded", "required"]) {
                Some(name) => format!("did you mean: {name}"),
                None => "write recorded, or required for a run that fails on them".to_owned(),
            };
            let message = format!("`{other}` is nothing that is done with Core Web Vitals");
            Err(Wrong::new(value.span, message, help))
        }
    }
}

fn secrets(reader: &Reader<'_>, value: &Value<'_>) -> Result<Vec<SecretName>, Wrong> {
    let form = "write the names of environment variables in backticks, with commas: `TASKS_PASSWORD`, `TASKS_TOKEN`";
    let mut secrets: Vec<SecretName> = Vec::new();
    for token in tokens(reader.source, value.span) {
        match token.kind {
            TokenKind::Word if matches!(token.text.as_str(), "," | "and") => {}
            TokenKind::Code => {
                let name = variable(&token)?;
                let span = token.span;
                if !secrets.iter().any(|secret| secret.name == name) {
                    secrets.push(SecretName { name, span });
                }
            }
            TokenKind::Word
            | TokenKind::Quoted
            | TokenKind::Colon
            | TokenKind::Smart
            | TokenKind::Unclosed => {
                return Err(Wrong::new(token.span, "this is no name in backticks", form));
            }
        }
    }
    match secrets.is_empty() {
        true => Err(Wrong::new(value.span, "no secret is named", form)),
        false => Ok(secrets),
    }
}

fn expected(reader: &mut Reader<'_>, item: &ListItem, value: &Value<'_>) -> Result<(), Wrong> {
    if !value.text.is_empty() {
        let help =
            format!("put each message on a line of its own below, as a bullet; {MESSAGE_FORM}");
        return Err(Wrong::new(
            value.span,
            "the messages stand below this line",
            help,
        ));
    }
    let lists = item.blocks.iter().filter_map(Block::as_list);
    let items: Vec<&ListItem> = lists.flat_map(|list| &list.items).collect();
    if items.is_empty() {
        let help = format!("name them as bullets below, or take the line away; {MESSAGE_FORM}");
        return Err(Wrong::new(value.span, "no message is named", help));
    }
    for item in items {
        let Some(span) = words_span(reader.source, item) else {
            continue;
        };
        match message(&tokens(reader.source, span), span) {
            Ok(message) => reader.plan.expected_console.push(message),
            Err(wrong) => reader.problem(Part::Head, wrong),
        }
    }
    Ok(())
}

fn message(tokens: &[Token], span: Span) -> Result<ExpectedMessage, Wrong> {
    let [text, from, origin] = tokens else {
        return Err(Wrong::new(
            span,
            "this names no message with its origin",
            MESSAGE_FORM,
        ));
    };
    let is_code = |token: &Token| token.kind == TokenKind::Code;
    if !is_code(text) || !is_code(origin) || from.text != "from" {
        return Err(Wrong::new(
            span,
            "this names no message with its origin",
            MESSAGE_FORM,
        ));
    }
    if text.text.trim().is_empty() {
        return Err(Wrong::new(
            text.span,
            "an empty text is in every message",
            MESSAGE_FORM,
        ));
    }
    match Url::parse(&origin.text) {
        Ok(url) if url.has_host() => Ok(ExpectedMessage {
            text: text.text.clone(),
            origin: url.origin().ascii_serialization(),
            span,
        }),
        Ok(_) | Err(_) => {
            let message = format!("`{}` is no origin", origin.text);
            Err(Wrong::new(
                origin.span,
                message,
                "write it as `https://analytics.example`",
            ))
        }
    }
}
