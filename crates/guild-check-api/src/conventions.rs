//! What a contract calls things by agreement, where that is not what the rules expect: `[api]` in `guild.toml`.
//!
//! ```toml
//! [api]
//! fields = "snake_case"
//!
//! [api.names]
//! pageSize = "per_page"
//!
//! [api.allowed]
//! SKU = "what the warehouse has called it since 1994"
//! ```

mod case;

use std::collections::BTreeMap;

use guild_check::settings::{SettingsError, SettingsProblem};
use guild_check::{Source, Span};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

pub use case::Case;

/// The agreements of a contract; the default is that of SPEC.md 2.5.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conventions {
    /// How fields and query parameters are written.
    pub fields: Case,
    /// How the values of enums are written.
    pub values: Case,
    /// What the contract calls a field that the rules know by another name, by that name.
    pub names: BTreeMap<String, String>,
    /// Names that keep to no rule, and why.
    pub allowed: BTreeMap<String, String>,
}

impl Default for Conventions {
    fn default() -> Self {
        Self {
            fields: Case::Camel,
            values: Case::UpperSnake,
            names: BTreeMap::new(),
            allowed: BTreeMap::new(),
        }
    }
}

type Table<'i> = DeTable<'i>;
type Value<'i> = Spanned<DeValue<'i>>;

impl Conventions {
    /// Gives what the contract calls a field such as `pageSize`.
    pub fn name<'a>(&'a self, expected: &'a str) -> &'a str {
        self.names.get(expected).map_or(expected, String::as_str)
    }

    /// Tells whether a name stays as it is, whatever the rules say.
    pub fn is_allowed(&self, name: &str) -> bool {
        self.allowed.contains_key(name) || self.names.values().any(|other| other == name)
    }

    /// Reads the section `[api]` of a settings file; the default if there is none.
    ///
    /// # Errors
    ///
    /// If the section has a key that means nothing, a case that is none, or a name without a reason.
    pub fn parse(source: &Source) -> Result<Self, SettingsError> {
        let reader = Reader { source };
        let file = DeTable::parse(source.text()).map_err(|error| {
            let span = error.span().map_or(Span::default(), Span::new);
            reader.error(span, SettingsProblem::Syntax(error.message().to_owned()))
        })?;
        let mut conventions = Self::default();
        let Some(section) = file.get_ref().get("api") else {
            return Ok(conventions);
        };
        for (key, value) in reader.table(section, "api", "a table: `[api]`")? {
            let known = "fields, values, names, allowed";
            match key.get_ref().as_ref() {
                "fields" => conventions.fields = reader.case(value, "fields")?,
                "values" => conventions.values = reader.case(value, "values")?,
                "names" => conventions.names = reader.texts(value, "names", NAMED)?,
                "allowed" => conventions.allowed = reader.texts(value, "allowed", REASONED)?,
                other => {
                    let key_name = other.to_owned();
                    let problem = SettingsProblem::UnknownKey {
                        key: key_name,
                        known,
                    };
                    return Err(reader.error(Span::new(key.span()), problem));
                }
            }
        }
        for (name, span) in reader.expected(section) {
            if !KNOWN.contains(&name.as_str()) {
                let problem = SettingsProblem::UnknownKey {
                    key: name,
                    known: "page, pageSize, totalItems, totalPages, code, message, status, type",
                };
                return Err(reader.error(span, problem));
            }
        }
        Ok(conventions)
    }
}

/// The names that the rules expect, and that a contract may have others for.
const KNOWN: [&str; 8] = [
    "page",
    "pageSize",
    "totalItems",
    "totalPages",
    "code",
    "message",
    "status",
    "type",
];

const NAMED: &str = "a name in quotation marks, such as pageSize = \"per_page\"";
const REASONED: &str = "a reason in quotation marks, such as SKU = \"what the warehouse calls it\"";

struct Reader<'a> {
    source: &'a Source,
}

impl Reader<'_> {
    fn case(&self, value: &Value<'_>, key: &str) -> Result<Case, SettingsError> {
        let wanted = "camelCase, PascalCase, snake_case, kebab-case or UPPER_SNAKE";
        let case = value.get_ref().as_str().and_then(Case::of_word);
        case.ok_or_else(|| self.wrong(value, key, wanted))
    }

    /// Reads a table of texts, none of them empty.
    fn texts(
        &self,
        value: &Value<'_>,
        key: &str,
        wanted: &'static str,
    ) -> Result<BTreeMap<String, String>, SettingsError> {
        let mut texts = BTreeMap::new();
        for (name, value) in self.table(value, key, "a table")? {
            let name = name.get_ref().as_ref();
            let text = value.get_ref().as_str().map_or("", str::trim);
            if text.is_empty() {
                return Err(self.wrong(value, name, wanted));
            }
            texts.insert(name.to_owned(), text.to_owned());
        }
        Ok(texts)
    }

    /// Lists the keys of `names` with their places.
    fn expected(&self, section: &Value<'_>) -> Vec<(String, Span)> {
        let names = section
            .get_ref()
            .as_table()
            .and_then(|table| table.get("names"));
        let names = names.and_then(|names| names.get_ref().as_table());
        let names = names.into_iter().flatten();
        names
            .map(|(key, _)| (key.get_ref().to_string(), Span::new(key.span())))
            .collect()
    }

    fn table<'v, 'i>(
        &self,
        value: &'v Value<'i>,
        key: &str,
        wanted: &'static str,
    ) -> Result<&'v Table<'i>, SettingsError> {
        let table = value.get_ref().as_table();
        table.ok_or_else(|| self.wrong(value, key, wanted))
    }

    fn wrong(&self, value: &Value<'_>, key: &str, wanted: &'static str) -> SettingsError {
        let key = key.to_owned();
        self.error(
            Span::new(value.span()),
            SettingsProblem::WrongType { key, wanted },
        )
    }

    fn error(&self, span: Span, problem: SettingsProblem) -> SettingsError {
        SettingsError {
            place: self.source.at(span),
            problem,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Conventions, String> {
        let source = Source::new("guild.toml", text);
        Conventions::parse(&source).map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_agreed_on_is_known_and_all_else_is_as_the_rules_expect() {
        let text = "[api]\nfields = \"snake_case\"\n[api.names]\npageSize = \"per_page\"\n[api.allowed]\nSKU = \"old\"\n";
        let conventions = parse(text).unwrap();
        assert_eq!(conventions.fields, Case::Snake);
        assert_eq!(conventions.values, Case::UpperSnake);
        assert_eq!(conventions.name("pageSize"), "per_page");
        assert_eq!(conventions.name("page"), "page");
        assert!(conventions.is_allowed("SKU") && conventions.is_allowed("per_page"));
        assert_eq!(parse("[rules]\n"), Ok(Conventions::default()));
    }

    #[test]
    fn what_means_nothing_is_refused_at_its_place() {
        for (text, place) in [
            ("[api]\ncase = \"snake_case\"\n", "guild.toml:2:1: "),
            ("[api]\nfields = \"snake\"\n", "guild.toml:2:10: "),
            ("[api.allowed]\nSKU = \" \"\n", "guild.toml:2:7: "),
            ("[api.names]\nsize = \"per_page\"\n", "guild.toml:2:1: "),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.starts_with(place), "{error}");
        }
    }
}
