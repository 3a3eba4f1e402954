//! What may stand in backticks or as a number: addresses, requests, statuses, files, variables, keys.

use guild_check::Span;
use url::Url;

use super::filled::{Wrong, near};
use super::token::Token;
use super::{Key, Modifier, RequestPattern};

/// The methods that a line may name (RFC 9110 and RFC 5789).
const METHODS: [&str; 7] = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

/// Reads an address: one that begins with a slash, a question mark or a hash, or a whole one.
pub(super) fn address(token: &Token) -> Result<String, Wrong> {
    let text = &token.text;
    let is_relative = text.starts_with(['/', '?', '#']) && !text.starts_with("//");
    let is_web = |url: &Url| matches!(url.scheme(), "http" | "https") && url.has_host();
    let is_whole = || Url::parse(text).as_ref().is_ok_and(is_web);
    let is_clean = !text.contains(|c: char| c.is_whitespace() || c.is_control() || c == '\\');
    if is_clean && (is_relative || is_whole()) {
        return Ok(text.clone());
    }
    let help = match Url::parse(text) {
        _ if text.starts_with("//") => {
            "write the whole address, with https:// before it".to_owned()
        }
        Ok(url) if !is_web(&url) => "only http and https addresses are opened".to_owned(),
        Ok(_) => "write an address without blanks".to_owned(),
        Err(_) if text.is_empty() => "write an address such as `/tasks`".to_owned(),
        Err(_) => format!(
            "write it from its first slash: `/{}`",
            text.trim_start_matches("./")
        ),
    };
    Err(Wrong::new(
        token.span,
        format!("`{text}` is no address"),
        help,
    ))
}

/// Reads a method and an address: `POST /api/tasks/*`.
pub(super) fn request(token: &Token) -> Result<RequestPattern, Wrong> {
    let text = token.text.trim();
    let Some((method, address_text)) = text.split_once(char::is_whitespace) else {
        let message = format!("`{text}` is no method with a path");
        return Err(Wrong::new(
            token.span,
            message,
            "write both: `GET /api/tasks`",
        ));
    };
    if !METHODS.contains(&method) {
        let upper = method.to_ascii_uppercase();
        let help = match METHODS.iter().find(|name| **name == upper) {
            Some(name) => format!("write it in capitals: `{name}`"),
            None => match near(&upper, &METHODS) {
                Some(name) => format!("did you mean `{name}`?"),
                None => format!("write one of {}", METHODS.join(", ")),
            },
        };
        return Err(Wrong::new(
            token.span,
            format!("`{method}` is no method"),
            help,
        ));
    }
    let address_token = Token {
        text: address_text.trim().to_owned(),
        ..token.clone()
    };
    let written = address(&address_token)?;
    let (origin, rest) = match Url::parse(&written) {
        Ok(url) => {
            let origin = url.origin().ascii_serialization();
            let after = written.splitn(4, '/').nth(3).unwrap_or_default();
            (Some(origin), format!("/{after}"))
        }
        Err(_) => (None, written.clone()),
    };
    let rest = rest.split('#').next().unwrap_or_default();
    let (path, query) = match rest.split_once('?') {
        Some((path, query)) => (path, Some(query.to_owned())),
        None => (rest, None),
    };
    if path.is_empty() {
        let help = "write the path too: `GET /api/tasks?status=DONE`";
        return Err(Wrong::new(
            token.span,
            format!("`{text}` has no path"),
            help,
        ));
    }
    Ok(RequestPattern {
        method: method.to_owned(),
        origin,
        path: path.to_owned(),
        query,
    })
}

/// Reads the status of an answer.
pub(super) fn status(token: &Token) -> Result<u16, Wrong> {
    let status = token.text.parse::<u16>().ok();
    let in_range = status.filter(|status| (100..=599).contains(status) && token.text.len() == 3);
    in_range.ok_or_else(|| {
        let message = format!("`{}` is no status", token.text);
        Wrong::new(token.span, message, "write one status, such as `201`")
    })
}

/// Reads a count.
pub(super) fn whole(token: &Token) -> Result<u32, Wrong> {
    token.text.parse().map_err(|_| {
        let message = format!("`{}` is no count", token.text);
        Wrong::new(token.span, message, "write a whole number, such as 3")
    })
}

/// Reads a path relative to the plan.
pub(super) fn file(token: &Token) -> Result<String, Wrong> {
    let text = token.text.trim();
    let is_absolute = text.starts_with(['/', '\\', '~']) || text.get(1..2) == Some(":");
    if !text.is_empty() && !is_absolute && !text.contains(|c: char| c.is_control()) {
        return Ok(text.to_owned());
    }
    Err(Wrong::new(
        token.span,
        format!("`{text}` is no file beside the plan"),
        "write its path relative to the plan, such as `fixtures/photo.png`",
    ))
}

/// Reads the name of an environment variable.
pub(super) fn variable(token: &Token) -> Result<String, Wrong> {
    let text = &token.text;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let is_name = text.chars().all(is_plain) && text.starts_with(|c: char| !c.is_ascii_digit());
    if is_name && !text.is_empty() {
        return Ok(text.clone());
    }
    Err(Wrong::new(
        token.span,
        format!("`{text}` is no name of an environment variable"),
        "write a name such as `TASKS_PASSWORD`, not the secret itself",
    ))
}

/// Reads a key: `Enter`, `Control+A`, `a`.
pub(super) fn key(token: &Token) -> Result<Key, Wrong> {
    let text = token.text.as_str();
    let (held, name) = match text.rfind('+') {
        Some(at) if at > 0 && at + 1 < text.len() => (&text[..at], &text[at + 1..]),
        // `+` itself, and `Control++`.
        Some(at) if at > 1 && text[..at].ends_with('+') => (&text[..at - 1], "+"),
        Some(_) | None => ("", text),
    };
    let mut modifiers = Vec::new();
    for word in held.split('+').filter(|word| !word.is_empty()) {
        let mut all = Modifier::ALL.into_iter();
        let modifier = all.find(|modifier| modifier.word() == word);
        modifiers.push(modifier.ok_or_else(|| no_key(token.span, word))?);
    }
    modifiers.sort_unstable();
    modifiers.dedup();
    let is_one = name.chars().count() == 1 && !name.contains(char::is_control);
    match is_one && name != " " || Key::NAMES.contains(&name) {
        true => Ok(Key {
            modifiers,
            name: name.to_owned(),
        }),
        false => Err(no_key(token.span, name)),
    }
}

fn no_key(span: Span, word: &str) -> Wrong {
    let names = Key::NAMES
        .into_iter()
        .chain(Modifier::ALL.map(Modifier::word));
    let names: Vec<&str> = names.collect();
    let meant = match word.to_ascii_lowercase().as_str() {
        "return" => Some("Enter"),
        "esc" => Some("Escape"),
        "ctrl" => Some("Control"),
        "cmd" | "command" | "win" => Some("Meta"),
        "option" => Some("Alt"),
        "del" => Some("Delete"),
        "up" | "down" | "left" | "right" => {
            let arrow = |name: &&&str| {
                name.to_ascii_lowercase() == format!("arrow{}", word.to_ascii_lowercase())
            };
            Key::NAMES.iter().find(arrow).copied()
        }
        _ => near(word, &names),
    };
    let help = match meant {
        Some(name) => format!("did you mean `{name}`?"),
        None => "write a key such as `Enter`, `Escape`, `ArrowDown`, `a` or `Control+A`".to_owned(),
    };
    Wrong::new(span, format!("`{word}` is no key"), help)
}
