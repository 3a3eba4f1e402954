//! Writing values into addresses, headers and bodies.

use std::fmt::Write;

use guild_check::percent::ESCAPED;
use percent_encoding::utf8_percent_encode;
use serde_json::Value;

/// Writes a text as one part of a path or a query.
pub(super) fn component(text: &str) -> String {
    utf8_percent_encode(text, ESCAPED).to_string()
}

/// Writes a text, number or truth value as it is without quotation marks.
pub(super) fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// Writes a value into a path or a header: lists with commas (`style: simple`).
pub(super) fn simple(value: &Value, write: fn(&str) -> String) -> String {
    let parts: Vec<String> = match value {
        Value::Array(items) => items.iter().map(|item| write(&plain(item))).collect(),
        Value::Object(fields) => fields
            .iter()
            .flat_map(|(name, value)| [write(name), write(&plain(value))])
            .collect(),
        other => return write(&plain(other)),
    };
    parts.join(",")
}

/// How a value of several parts stands in a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QueryStyle {
    /// Each part on its own: `a=1&a=2`.
    Exploded,
    /// All in one, with something between them: `a=1,2`.
    Joined(&'static str),
    /// Each with its name in brackets: `a[b]=1`.
    Deep,
}

/// Writes a parameter into pairs of a query, encoded.
pub(super) fn query(name: &str, value: &Value, style: QueryStyle) -> Vec<String> {
    let key = component(name);
    let pair = |key: &str, value: &Value| format!("{key}={}", component(&plain(value)));
    match (value, style) {
        (Value::Array(items), QueryStyle::Exploded | QueryStyle::Deep) => {
            items.iter().map(|item| pair(&key, item)).collect()
        }
        (Value::Array(items), QueryStyle::Joined(between)) => {
            let items: Vec<String> = items.iter().map(|item| component(&plain(item))).collect();
            vec![format!("{key}={}", items.join(between))]
        }
        (Value::Object(fields), QueryStyle::Deep) => fields
            .iter()
            .map(|(name, value)| pair(&format!("{key}%5B{}%5D", component(name)), value))
            .collect(),
        (Value::Object(fields), QueryStyle::Exploded) => fields
            .iter()
            .map(|(name, value)| pair(&component(name), value))
            .collect(),
        (Value::Object(_), QueryStyle::Joined(between)) => {
            let joined = simple(value, component);
            vec![format!("{key}={}", joined.replace(',', between))]
        }
        (plain, _) => vec![pair(&key, plain)],
    }
}

/// Writes an object as a form (`application/x-www-form-urlencoded`).
pub(super) fn form(value: &Value) -> Option<String> {
    let fields = value.as_object()?;
    let pairs = fields
        .iter()
        .flat_map(|(name, value)| query(name, value, QueryStyle::Exploded));
    Some(pairs.collect::<Vec<_>>().join("&"))
}

/// What stands between the parts of a multipart body.
pub(super) const BOUNDARY: &str = "guild-part-of-the-body";

/// Writes an object as the parts of a form (`multipart/form-data`, RFC 7578).
pub(super) fn multipart(value: &Value) -> Option<String> {
    let mut body = String::new();
    for (name, value) in value.as_object()? {
        let name = name.replace(['"', '\r', '\n'], "");
        let text = plain(value);
        // Writing to a string cannot fail.
        let _ = write!(
            body,
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{text}\r\n"
        );
    }
    body.push_str(&format!("--{BOUNDARY}--\r\n"));
    Some(body)
}

#[cfg(test)]
mod tests {
    use super::*;

    use serde_json::json;

    #[test]
    fn values_of_several_parts_stand_as_the_contract_says() {
        let list = json!(["a b", 2]);
        assert_eq!(query("x", &list, QueryStyle::Exploded), ["x=a%20b", "x=2"]);
        assert_eq!(query("x", &list, QueryStyle::Joined(",")), ["x=a%20b,2"]);
        let object = json!({ "a": 1, "b": true });
        assert_eq!(
            query("x", &object, QueryStyle::Deep),
            ["x%5Ba%5D=1", "x%5Bb%5D=true"]
        );
        assert_eq!(query("x", &object, QueryStyle::Exploded), ["a=1", "b=true"]);
        assert_eq!(
            query("x", &object, QueryStyle::Joined(",")),
            ["x=a,1,b,true"]
        );
        assert_eq!(simple(&list, component), "a%20b,2");
        assert_eq!(form(&json!({ "a": "ü&" })).unwrap(), "a=%C3%BC%26");
    }
}
