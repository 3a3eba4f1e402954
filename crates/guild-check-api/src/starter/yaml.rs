//! Writing YAML as a person would: short maps and lists on one line, long ones over several.

use serde_json::Value;

/// The longest line that holds a whole map or list.
const WIDTH: usize = 100;

/// Words that YAML reads as something else than text, in one of its versions.
const WORDS: [&str; 10] = [
    "y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan",
];

/// Writes a document.
pub(super) fn document(value: &Value) -> String {
    let mut text = String::new();
    if let Value::Object(map) = value {
        for (index, (key, value)) in map.iter().enumerate() {
            // The parts of a contract stand apart.
            if index > 0 && value.is_object() {
                text.push('\n');
            }
            entry(key, value, 0, &mut text);
        }
    }
    text
}

fn entry(key: &str, value: &Value, indent: usize, text: &mut String) {
    text.push_str(&" ".repeat(indent));
    text.push_str(&scalar(key, Place::Key));
    text.push(':');
    rest(value, indent, text);
}

/// Writes what follows a key or a dash.
fn rest(value: &Value, indent: usize, text: &mut String) {
    let flow = flow(value);
    let is_short = indent > 0 && flow.len() + indent + 20 < WIDTH && is_small(value);
    match value {
        Value::Object(map) if !is_short && !map.is_empty() => {
            text.push('\n');
            for (key, value) in map {
                entry(key, value, indent + 2, text);
            }
        }
        Value::Array(list) if !is_short && !list.is_empty() => {
            text.push('\n');
            for item in list {
                self::item(item, indent + 2, text);
            }
        }
        Value::String(word) => text.push_str(&format!(" {}\n", scalar(word, Place::Block))),
        _ => text.push_str(&format!(" {flow}\n")),
    }
}

/// Writes an item of a list; a map begins on the line of its dash.
fn item(value: &Value, indent: usize, text: &mut String) {
    let flow = flow(value);
    let is_short = flow.len() + indent + 2 < WIDTH && is_small(value);
    text.push_str(&" ".repeat(indent));
    text.push('-');
    match value {
        Value::Object(map) if !is_short => {
            let mut inner = String::new();
            for (key, value) in map {
                entry(key, value, indent + 2, &mut inner);
            }
            text.push(' ');
            text.push_str(inner.trim_start());
        }
        _ => rest(value, indent, text),
    }
}

/// Tells whether a map or list is one thing to the eye.
fn is_small(value: &Value) -> bool {
    match value {
        Value::Object(map) => {
            map.len() < 6
                && map
                    .values()
                    .all(|value| !value.is_object() || depth(value) < 3)
        }
        _ => depth(value) < 3,
    }
}

fn depth(value: &Value) -> usize {
    match value {
        Value::Object(map) => 1 + map.values().map(depth).max().unwrap_or(0),
        Value::Array(list) => 1 + list.iter().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

fn flow(value: &Value) -> String {
    match value {
        Value::Object(map) if map.is_empty() => "{}".to_owned(),
        Value::Object(map) => {
            let entries = map
                .iter()
                .map(|(key, value)| format!("{}: {}", scalar(key, Place::Flow), flow(value)));
            format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
        }
        Value::Array(list) => format!("[{}]", list.iter().map(flow).collect::<Vec<_>>().join(", ")),
        Value::String(word) => scalar(word, Place::Flow),
        other => other.to_string(),
    }
}

/// Where a text stands: what else has a meaning there differs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Block,
    Flow,
    Key,
}

/// Writes a text, in quotes unless it can be taken for nothing else.
fn scalar(word: &str, place: Place) -> String {
    let more = match place {
        Place::Block => " -_./$',;()`",
        Place::Flow => " -_./$",
        Place::Key => "-_./${}",
    };
    let is_plain =
        |letter: char| letter.is_ascii_alphanumeric() || letter == ':' || more.contains(letter);
    let is_word = WORDS.iter().any(|other| word.eq_ignore_ascii_case(other));
    let begins =
        word.starts_with(|first: char| first.is_ascii_alphabetic() || "/$".contains(first));
    // A colon is part of the text where a letter follows: `tasks:read`.
    let ends_in_letters =
        |part: &str| part.starts_with(|first: char| first.is_ascii_alphanumeric());
    let is_whole = word.split(':').skip(1).all(ends_in_letters) && !word.ends_with(' ');
    let is_version = word.split('.').count() == 3
        && word
            .chars()
            .all(|letter| letter.is_ascii_digit() || letter == '.');
    if (begins && is_whole && !is_word && word.chars().all(is_plain))
        || (is_version && !word.contains(".."))
    {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "''"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::tree::Tree;

    #[test]
    fn what_is_written_is_read_as_it_was() {
        let value = json!({
            "openapi": "3.1.0",
            "NO": { "yes": ["ON", "off", "null", "1", 1, true, null, ""], "it's": "a: b # c", "x-y": {} },
            "colons": ["tasks:read", "a:", "a: b", "x:/y", "1.2.3", "1..3", "1.2", "$ref", "a #b"],
            "list": [{ "a": [], "b": { "c": { "d": { "e": "f" } } } }, "plain, in a list", ["x"]],
            "long": { "a": "x".repeat(90), "b": "y".repeat(90) },
            "/api/tasks/{id}": { "200": { "$ref": "#/components/x" } },
        });
        let text = document(&value);
        let source = guild_check::Source::new("new.yaml", text.as_str());
        let tree = Tree::parse(&source, crate::Loading::alone().limits);
        assert_eq!(tree.root().unwrap().to_json(), value, "{text}");
    }
}
