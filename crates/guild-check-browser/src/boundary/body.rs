//! Bodies of requests and answers: the fields whose names say that they hold a secret are redacted whole.

use serde_json::Value;

use super::redact::{Redactor, mark};
use super::secret::is_secret_name;

/// Values within values are looked at this deep; what lies deeper is not shown.
const DEEPEST: usize = 100;

impl Redactor {
    /// Redacts a body by what it is: JSON, a form, a page, or text.
    pub fn body(&self, content_type: &str, body: &str) -> String {
        let kind = content_type.to_ascii_lowercase();
        if kind.contains("x-www-form-urlencoded") {
            return self.form(body);
        }
        if kind.contains("html") {
            return self.html(body);
        }
        match serde_json::from_str::<Value>(body) {
            Ok(mut value) => {
                self.json(&mut value);
                serde_json::to_string_pretty(&value).unwrap_or_default()
            }
            Err(_) => self.text(body).into_owned(),
        }
    }

    /// Redacts a JSON value in its place.
    pub fn json(&self, value: &mut Value) {
        self.value(value, DEEPEST);
    }

    fn value(&self, value: &mut Value, left: usize) {
        let Some(left) = left.checked_sub(1) else {
            *value = Value::from(mark("too deep to look at"));
            return;
        };
        match value {
            Value::String(text) => {
                let safe = self.text(text).into_owned();
                *text = safe;
            }
            Value::Number(number) => {
                let text = number.to_string();
                let safe = self.text(&text);
                if *safe != *text {
                    *value = Value::from(safe.into_owned());
                }
            }
            Value::Array(items) => items.iter_mut().for_each(|item| self.value(item, left)),
            Value::Object(fields) => {
                for (name, field) in fields {
                    let holds = matches!(field, Value::String(_) | Value::Number(_));
                    match holds && is_secret_name(name) {
                        true => *field = Value::from(mark("credential")),
                        false => self.value(field, left),
                    }
                }
            }
            Value::Null | Value::Bool(_) => {}
        }
    }
}
