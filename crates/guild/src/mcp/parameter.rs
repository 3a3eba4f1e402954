//! What a tool takes, as data: the schema that a client reads, what is wrong with a call, and the words of the command
//! line, all from one list.

use rmcp::model::JsonObject;
use serde_json::{Value, json};

/// The most bytes of one value.
const VALUE_BYTES: usize = 16 << 10;
/// The most values of a list.
const VALUES: usize = 100;

/// One argument of a tool.
pub(super) struct Parameter {
    name: &'static str,
    says: &'static str,
    kind: Kind,
    /// The flag that it becomes; a word of its own when there is none.
    flag: Option<&'static str>,
    /// A flag that goes with it.
    and: Option<&'static str>,
    is_required: bool,
}

/// What kind of value it has.
#[derive(Clone, Copy)]
enum Kind {
    Text,
    Texts,
    Number,
    Switch,
    Choice(&'static [&'static str]),
}

/// A text.
pub(super) const fn text(name: &'static str, says: &'static str) -> Parameter {
    Parameter::new(name, says, Kind::Text)
}

/// A list of texts.
pub(super) const fn texts(name: &'static str, says: &'static str) -> Parameter {
    Parameter::new(name, says, Kind::Texts)
}

/// A whole number from 1.
pub(super) const fn number(name: &'static str, says: &'static str) -> Parameter {
    Parameter::new(name, says, Kind::Number)
}

/// Yes or no; no when it is absent.
pub(super) const fn switch(name: &'static str, says: &'static str) -> Parameter {
    Parameter::new(name, says, Kind::Switch)
}

/// One of a few words.
pub(super) const fn choice(
    name: &'static str,
    says: &'static str,
    of: &'static [&'static str],
) -> Parameter {
    Parameter::new(name, says, Kind::Choice(of))
}

impl Parameter {
    const fn new(name: &'static str, says: &'static str, kind: Kind) -> Self {
        Self {
            name,
            says,
            kind,
            flag: None,
            and: None,
            is_required: false,
        }
    }

    /// Has to be given.
    pub(super) const fn required(self) -> Self {
        Self {
            is_required: true,
            ..self
        }
    }

    /// Becomes a flag of the command.
    pub(super) const fn flag(self, flag: &'static str) -> Self {
        Self {
            flag: Some(flag),
            ..self
        }
    }

    /// Brings another flag with it.
    pub(super) const fn and(self, flag: &'static str) -> Self {
        Self {
            and: Some(flag),
            ..self
        }
    }

    fn schema(&self) -> Value {
        let mut schema = match self.kind {
            Kind::Text => json!({ "type": "string" }),
            Kind::Texts => json!({ "type": "array", "items": { "type": "string" } }),
            Kind::Number => json!({ "type": "integer", "minimum": 1 }),
            Kind::Switch => json!({ "type": "boolean" }),
            Kind::Choice(of) => json!({ "type": "string", "enum": of }),
        };
        if !self.says.is_empty() {
            schema["description"] = self.says.into();
        }
        schema
    }

    /// Reads a value; says what is due when it is another.
    fn values(&self, value: &Value) -> Result<Vec<String>, String> {
        let due = |what: &str| Err(format!("`{}` has to be {what}", self.name));
        match (self.kind, value) {
            (_, Value::Null) => Ok(Vec::new()),
            (Kind::Text, Value::String(text)) => Ok(vec![self.bounded(text)?]),
            (Kind::Text, _) => due("a string"),
            (Kind::Texts, Value::Array(items)) if items.len() <= VALUES => items
                .iter()
                .map(|item| match item {
                    Value::String(text) => self.bounded(text),
                    _ => Err(format!("`{}` has to be a list of strings", self.name)),
                })
                .collect(),
            // One where a list is due is meant as a list of one.
            (Kind::Texts, Value::String(text)) => Ok(vec![self.bounded(text)?]),
            (Kind::Texts, _) => due(&format!("a list of at most {VALUES} strings")),
            (Kind::Number, Value::Number(number)) => match number.as_u64() {
                Some(number @ 1..) => Ok(vec![number.to_string()]),
                Some(0) | None => due("a whole number from 1"),
            },
            (Kind::Number, _) => due("a whole number from 1"),
            (Kind::Switch, Value::Bool(is_on)) => Ok(is_on.then(String::new).into_iter().collect()),
            (Kind::Switch, _) => due("true or false"),
            (Kind::Choice(of), Value::String(text)) if of.contains(&text.as_str()) => {
                Ok(vec![text.clone()])
            }
            (Kind::Choice(of), _) => due(&format!("one of {}", of.join(", "))),
        }
    }

    fn bounded(&self, text: &str) -> Result<String, String> {
        if text.is_empty() {
            return Err(format!("`{}` is empty", self.name));
        }
        if text.len() > VALUE_BYTES {
            let most = VALUE_BYTES >> 10;
            return Err(format!("`{}` is longer than {most} KiB", self.name));
        }
        if text.contains('\0') {
            return Err(format!("`{}` holds a NUL character", self.name));
        }
        Ok(text.to_owned())
    }
}

/// Gives the JSON Schema of a tool's arguments.
pub(super) fn schema(parameters: &[Parameter]) -> JsonObject {
    let properties: JsonObject = parameters
        .iter()
        .map(|parameter| (parameter.name.to_owned(), parameter.schema()))
        .collect();
    let required: Vec<&str> = parameters
        .iter()
        .filter(|parameter| parameter.is_required)
        .map(|parameter| parameter.name)
        .collect();
    let mut schema = JsonObject::new();
    schema.insert("type".to_owned(), "object".into());
    if !properties.is_empty() {
        schema.insert("properties".to_owned(), properties.into());
    }
    if !required.is_empty() {
        schema.insert("required".to_owned(), required.into());
    }
    schema.insert("additionalProperties".to_owned(), false.into());
    schema
}

/// Gives the words of the command line for the arguments of a call, flags first; says all that is wrong with them.
///
/// A value can be no flag of its own: it stands behind `=` or behind `--`.
pub(super) fn words(
    parameters: &[Parameter],
    arguments: &JsonObject,
) -> Result<Vec<String>, String> {
    let mut wrong = Vec::new();
    let (mut flags, mut plain) = (Vec::new(), Vec::new());
    for parameter in parameters {
        let value = arguments.get(parameter.name).unwrap_or(&Value::Null);
        match parameter.values(value) {
            Ok(values) if values.is_empty() && parameter.is_required => {
                wrong.push(format!("`{}` is missing", parameter.name));
            }
            Ok(values) => {
                if !values.is_empty() {
                    flags.extend(parameter.and.map(str::to_owned));
                }
                match (parameter.flag, parameter.kind) {
                    (Some(flag), Kind::Switch) => {
                        flags.extend(values.iter().map(|_| flag.to_owned()));
                    }
                    (Some(flag), _) => {
                        flags.extend(values.iter().map(|value| format!("{flag}={value}")));
                    }
                    (None, _) => plain.extend(values),
                }
            }
            Err(what) => wrong.push(what),
        }
    }
    let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name).collect();
    let unknown = arguments
        .keys()
        .filter(|name| !names.contains(&name.as_str()));
    wrong.extend(unknown.map(|name| {
        let name: String = name.chars().take(64).collect();
        match names.is_empty() {
            true => format!("there is no `{name}`; it takes no arguments"),
            false => format!(
                "there is no `{name}`; the arguments are {}",
                names.join(", ")
            ),
        }
    }));
    if !wrong.is_empty() {
        return Err(wrong.join("; "));
    }
    if !plain.is_empty() {
        flags.push("--".to_owned());
    }
    flags.extend(plain);
    Ok(flags)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARAMETERS: &[Parameter] = &[
        text("name", "").required(),
        texts("paths", ""),
        number("page", "").flag("--page"),
        switch("isSafe", "").flag("--safe"),
        choice("level", "", &["spec", "listed"]).flag("--level"),
    ];

    fn of(arguments: Value) -> Result<Vec<String>, String> {
        let Value::Object(arguments) = arguments else {
            unreachable!("a test gives an object")
        };
        words(PARAMETERS, &arguments)
    }

    #[test]
    fn a_value_is_never_a_flag() {
        let words = of(
            json!({ "name": "--force", "paths": ["-", "-x"], "page": 2, "isSafe": true, "level": "spec" }),
        );
        let expected = [
            "--page=2",
            "--safe",
            "--level=spec",
            "--",
            "--force",
            "-",
            "-x",
        ];
        assert_eq!(words.unwrap(), expected);
    }

    #[test]
    fn all_that_is_wrong_is_said_at_once() {
        let wrong = of(
            json!({ "paths": [1], "page": 0, "isSafe": "yes", "level": "all", "colour": "red" }),
        );
        let wrong = wrong.unwrap_err();
        for said in [
            "`name` is missing",
            "`paths` has to be a list of strings",
            "`page` has to be a whole number from 1",
            "`isSafe` has to be true or false",
            "`level` has to be one of spec, listed",
            "there is no `colour`; the arguments are name, paths, page, isSafe, level",
        ] {
            assert!(wrong.contains(said), "{said} is not in: {wrong}");
        }
    }

    #[test]
    fn what_no_process_can_be_given_is_refused() {
        for name in ["", "a\0b", &"a".repeat(VALUE_BYTES + 1)] {
            assert!(of(json!({ "name": name })).is_err());
        }
        assert_eq!(
            of(json!({ "name": "a", "isSafe": false })).unwrap(),
            ["--", "a"]
        );
    }
}
