//! A command that sends a request again.

use super::exchange::{Secret, Sent};
use super::target::Target;

/// How many characters of a body are written.
const BODY: usize = 1200;

/// Writes a command for a shell; credentials stand in it as variables, and a long body is cut, which is said.
pub(super) fn command(target: &Target, sent: &Sent) -> String {
    let mut words = vec!["curl -sS -g".to_owned()];
    match sent.method.as_str() {
        "GET" => words.push("-i".to_owned()),
        "HEAD" => words.push("-I".to_owned()),
        method => words.push(format!("-i -X {}", quoted(method))),
    }
    for header in &sent.headers {
        words.push(format!(
            "-H {}",
            quoted(&format!("{}: {}", header.name, header.value))
        ));
    }
    let mut target = quoted(&target.url(&sent.target));
    let mut question = if sent.target.contains('?') { "&" } else { "?" };
    for secret in &sent.secrets {
        match secret {
            Secret::Header {
                name,
                prefix,
                variable,
            } => {
                words.push(format!(
                    "-H {}{}",
                    quoted(&format!("{name}: {prefix}")),
                    shown(variable)
                ));
            }
            Secret::Basic { variable } => words.push(format!("-u {}", shown(variable))),
            Secret::Cookie { name, variable } => {
                words.push(format!(
                    "-b {}{}",
                    quoted(&format!("{name}=")),
                    shown(variable)
                ));
            }
            Secret::Query { name, variable } => {
                let name = super::encode::component(name);
                target.push_str(&quoted(&format!("{question}{name}=")));
                target.push_str(&shown(variable));
                question = "&";
            }
        }
    }
    let mut cut = String::new();
    if let Some(body) = &sent.body {
        let shown: String = body.chars().take(BODY).collect();
        if shown.len() < body.len() {
            cut = format!(
                " # the body is cut: {} of its {} bytes",
                shown.len(),
                body.len()
            );
        }
        words.push(format!("--data-raw {}", quoted(&shown)));
    }
    words.push(target);
    words.join(" ") + &cut
}

/// A value that proves nothing is no secret.
pub(super) const NOTHING: &str = "guild-proves-nothing";

/// Writes the value of a variable.
fn shown(variable: &str) -> String {
    if variable.is_empty() {
        NOTHING.to_owned()
    } else {
        format!("\"${variable}\"")
    }
}

/// Quotes a text, so that no shell reads anything in it.
fn quoted(text: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./:=,@%+".contains(letter);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    if text.chars().any(char::is_control) {
        let mut escaped = String::new();
        for letter in text.chars() {
            match letter {
                '\\' | '\'' => escaped.extend(['\\', letter]),
                '\n' => escaped.push_str("\\n"),
                '\r' => escaped.push_str("\\r"),
                '\t' => escaped.push_str("\\t"),
                _ if letter.is_control() => {
                    escaped.push_str(&format!("\\u{:04x}", u32::from(letter)))
                }
                _ => escaped.push(letter),
            }
        }
        return format!("$'{escaped}'");
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}
