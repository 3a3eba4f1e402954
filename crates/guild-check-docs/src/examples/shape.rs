//! Whether an answer has the documented shape: the same fields, compatible types, values as they like.

use serde_json::{Map, Value};

use crate::document::Notes;

/// A place where an answer differs from the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Difference {
    /// The field, as a JSON pointer; empty for the whole answer.
    pub(super) pointer: String,
    /// What is so.
    pub(super) kind: DifferenceKind,
}

/// How an answer differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum DifferenceKind {
    /// The document has the field, the answer does not.
    Missing,
    /// The answer has the field, the document does not.
    Extra,
    /// The field is of another type.
    Type {
        /// The type in the document.
        documented: &'static str,
        /// The type in the answer.
        answered: &'static str,
    },
}

/// Compares an answer with the documented value; the first differences, at most `LIMIT`.
pub(super) fn differences(documented: &Value, answered: &Value, notes: &Notes) -> Vec<Difference> {
    let mut compare = Compare {
        notes,
        found: Vec::new(),
    };
    compare.values(documented, answered, &mut String::new(), None);
    compare.found
}

/// More differences than this say nothing new.
const LIMIT: usize = 20;
/// How many elements of a list are looked at.
const ELEMENTS: usize = 100;

struct Compare<'a> {
    notes: &'a Notes,
    found: Vec<Difference>,
}

impl Compare<'_> {
    fn values(
        &mut self,
        documented: &Value,
        answered: &Value,
        at: &mut String,
        name: Option<&str>,
    ) {
        if self.found.len() >= LIMIT {
            return;
        }
        match (documented, answered) {
            // What is shown as null may be anything on another day.
            (Value::Null, _)
            | (Value::Bool(_), Value::Bool(_))
            | (Value::Number(_), Value::Number(_))
            | (Value::String(_), Value::String(_)) => {}
            (_, Value::Null) if name.is_some_and(|name| self.notes.allow_null(name)) => {}
            (Value::Object(documented), Value::Object(answered)) => {
                self.objects(documented, answered, at);
            }
            (Value::Array(documented), Value::Array(answered)) => {
                self.lists(documented, answered, at, name);
            }
            _ => {
                let (documented, answered) = (kind(documented), kind(answered));
                self.record(
                    at,
                    DifferenceKind::Type {
                        documented,
                        answered,
                    },
                );
            }
        }
    }

    fn objects(
        &mut self,
        documented: &Map<String, Value>,
        answered: &Map<String, Value>,
        at: &mut String,
    ) {
        // An empty object is shown where the keys are free.
        if documented.is_empty() {
            return;
        }
        for (name, value) in documented {
            let length = step(at, name);
            match answered.get(name) {
                Some(answer) => self.values(value, answer, at, Some(name)),
                None if self.notes.allow_absence(name) => {}
                None => self.record(at, DifferenceKind::Missing),
            }
            at.truncate(length);
        }
        for name in answered
            .keys()
            .filter(|name| !documented.contains_key(*name))
        {
            let length = step(at, name);
            if !self.notes.name(name) {
                self.record(at, DifferenceKind::Extra);
            }
            at.truncate(length);
        }
    }

    /// Each element of the answer is to be like one of the documented elements.
    fn lists(
        &mut self,
        documented: &[Value],
        answered: &[Value],
        at: &mut String,
        name: Option<&str>,
    ) {
        let Some(first) = documented.first() else {
            return;
        };
        for (index, element) in answered.iter().take(ELEMENTS).enumerate() {
            let fits = |wanted: &Value| differences(wanted, element, self.notes).is_empty();
            if documented.len() > 1 && documented.iter().any(fits) {
                continue;
            }
            let length = step(at, &index.to_string());
            self.values(first, element, at, name);
            at.truncate(length);
        }
    }

    fn record(&mut self, at: &str, kind: DifferenceKind) {
        if self.found.len() < LIMIT {
            let pointer = at.to_owned();
            self.found.push(Difference { pointer, kind });
        }
    }
}

/// Adds a step to a JSON pointer, and gives its length before.
fn step(at: &mut String, name: &str) -> usize {
    let length = at.len();
    at.push('/');
    at.push_str(&name.replace('~', "~0").replace('/', "~1"));
    length
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn pointers(documented: &Value, answered: &Value, notes: &[&str]) -> Vec<String> {
        let fields = documented.as_object().unwrap().keys().cloned().collect();
        let notes = Notes::read(notes.iter().copied(), &fields);
        let found = differences(documented, answered, &notes);
        let told = found.iter().map(|difference| match &difference.kind {
            DifferenceKind::Missing => format!("-{}", difference.pointer),
            DifferenceKind::Extra => format!("+{}", difference.pointer),
            DifferenceKind::Type { .. } => format!("!{}", difference.pointer),
        });
        told.collect()
    }

    #[test]
    fn values_differ_freely_and_fields_do_not() {
        let documented = json!({"id": "a", "n": 1, "tags": [], "list": [{"x": 1.5}], "free": {}});
        let answered = json!({"id": "b", "n": 2.5, "tags": [1], "list": [{"x": 2}, {"x": 3}], "free": {"k": 1}});
        assert!(pointers(&documented, &answered, &[]).is_empty());
        let answered = json!({"id": 1, "n": 2, "tags": [], "list": [{"x": 2}, {"y": 3}], "new": 1});
        assert_eq!(
            pointers(&documented, &answered, &[]),
            ["!/id", "-/list/1/x", "+/list/1/y", "-/free", "+/new"]
        );
    }

    #[test]
    fn a_note_on_one_field_excuses_no_other() {
        let documented = json!({"dueAt": "2027", "owner": "a", "status": "OPEN"});
        let answered = json!({"dueAt": null, "status": null});
        let notes = ["`dueAt` is null unless `status` is `DONE` and `owner` is set."];
        assert_eq!(
            pointers(&documented, &answered, &notes),
            ["-/owner", "!/status"]
        );
    }

    #[test]
    fn notes_allow_null_and_absence() {
        let documented = json!({"dueAt": "2027", "owner": "a"});
        let answered = json!({"dueAt": null});
        assert_eq!(
            pointers(&documented, &answered, &[]),
            ["!/dueAt", "-/owner"]
        );
        let notes = [
            "dueAt: null if there is none",
            "`owner` is left out for a guest",
        ];
        assert!(pointers(&documented, &answered, &notes).is_empty());
    }
}
