//! Reads `guild.toml`, and the values of any file like it with their places.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Pattern, RuleSetting, Settings, SettingsError, SettingsProblem};
use crate::nearest::nearest_rules;
use crate::{Severity, Source, Span};

type Value<'i> = Spanned<DeValue<'i>>;

/// Reads the settings; `rule_names` are the rules that exist.
pub(super) fn settings(
    reader: &Reader<'_>,
    rule_names: &[&str],
) -> Result<Settings, SettingsError> {
    let mut settings = Settings::default();
    let file = reader.parse()?;
    for (key, value) in file.get_ref() {
        match key.get_ref().as_ref() {
            "rules" => settings.rules = rules(reader, value, rule_names)?,
            "baseline" => {
                settings.baseline_file = Some(reader.text(value, "baseline")?.to_owned());
            }
            "browser" => settings.redact = browser(reader, value)?,
            // What contracts call things is for their own check to read, and what documents are for the editor's.
            "api" | "documents" => {}
            other => {
                let known = "`baseline`, `[rules]`, `[api]`, `[browser]` and `[[documents]]`";
                return Err(reader.unknown_key(key, other, known));
            }
        }
    }
    Ok(settings)
}

/// Reads what is said of browser tests.
fn browser(reader: &Reader<'_>, value: &Value<'_>) -> Result<Vec<Pattern>, SettingsError> {
    let wanted = "a list of regular expressions, such as ['CUST-[0-9]+']";
    let mut redact = Vec::new();
    for (key, value) in reader.table(value, "browser")? {
        match key.get_ref().as_ref() {
            "redact" => {
                let list = value.get_ref().as_array();
                let list = list.ok_or_else(|| reader.wrong_type(value, "redact", wanted))?;
                for value in list.iter() {
                    let text = value.get_ref().as_str();
                    let text = text.ok_or_else(|| reader.wrong_type(value, "redact", wanted))?;
                    redact.push(Pattern {
                        text: text.to_owned(),
                        place: reader.source.at(Span::new(value.span())),
                    });
                }
            }
            other => return Err(reader.unknown_key(key, other, "redact")),
        }
    }
    Ok(redact)
}

fn rules(
    reader: &Reader<'_>,
    value: &Value<'_>,
    rule_names: &[&str],
) -> Result<Vec<RuleSetting>, SettingsError> {
    let mut rules = Vec::new();
    for (key, value) in reader.table(value, "rules")? {
        let name = key.get_ref().as_ref();
        if !is_rule(name, rule_names) {
            let problem = SettingsProblem::UnknownRule {
                name: name.to_owned(),
                nearest: nearest_rules(name, rule_names),
            };
            return Err(reader.error(Span::new(key.span()), problem));
        }
        rules.push(rule(reader, name, Span::new(key.span()), value)?);
    }
    Ok(rules)
}

/// A rule on work exists under every contract, by the contract's name.
fn is_rule(name: &str, rule_names: &[&str]) -> bool {
    let defect = name.split_once('/').map_or("", |(_, defect)| defect);
    let is_same = |rule: &&str| *rule == name || rule.strip_prefix("work/") == Some(defect);
    rule_names.iter().any(is_same)
}

fn rule(
    reader: &Reader<'_>,
    rule: &str,
    at: Span,
    value: &Value<'_>,
) -> Result<RuleSetting, SettingsError> {
    let mut severity = None;
    let mut reason = String::new();
    let mut paths = Vec::new();
    for (key, value) in reader.table(value, rule)? {
        match key.get_ref().as_ref() {
            "severity" => severity = Some(reader.severity(value)?),
            "reason" => reader.text(value, "reason")?.trim().clone_into(&mut reason),
            "paths" => paths = reader.paths(value)?,
            other => return Err(reader.unknown_key(key, other, "severity, reason, paths")),
        }
    }
    let rule = rule.to_owned();
    let Some(severity) = severity else {
        return Err(reader.error(at, SettingsProblem::MissingSeverity { rule }));
    };
    if reason.is_empty() {
        return Err(reader.error(at, SettingsProblem::MissingReason { rule }));
    }
    Ok(RuleSetting {
        rule,
        severity,
        reason,
        paths,
    })
}

/// Reads the values of a TOML file, each with its place for what is wrong with it.
pub(crate) struct Reader<'a> {
    /// The file.
    pub(crate) source: &'a Source,
}

impl<'a> Reader<'a> {
    pub(crate) fn parse(&self) -> Result<Spanned<DeTable<'a>>, SettingsError> {
        // The parser steps over a byte order mark by itself.
        DeTable::parse(self.source.text()).map_err(|error| {
            let span = error.span().map_or(Span::default(), Span::new);
            self.error(span, SettingsProblem::Syntax(error.message().to_owned()))
        })
    }

    pub(crate) fn table<'v, 'i>(
        &self,
        value: &'v Value<'i>,
        key: &str,
    ) -> Result<&'v DeTable<'i>, SettingsError> {
        let wanted = "a table, such as { severity = \"note\", reason = \"…\" }";
        let table = value.get_ref().as_table();
        table.ok_or_else(|| self.wrong_type(value, key, wanted))
    }

    pub(crate) fn text<'v>(
        &self,
        value: &'v Value<'_>,
        key: &str,
    ) -> Result<&'v str, SettingsError> {
        let text = value.get_ref().as_str();
        text.ok_or_else(|| self.wrong_type(value, key, "a text in quotation marks"))
    }

    pub(crate) fn count(&self, value: &Value<'_>, key: &str) -> Result<usize, SettingsError> {
        let number = value.get_ref().as_integer();
        let number = number.and_then(|number| number.as_str().parse().ok());
        number
            .filter(|count| *count > 0)
            .ok_or_else(|| self.wrong_type(value, key, "a whole number from 1"))
    }

    fn severity(&self, value: &Value<'_>) -> Result<Option<Severity>, SettingsError> {
        match self.text(value, "severity")? {
            "error" => Ok(Some(Severity::Error)),
            "warning" => Ok(Some(Severity::Warning)),
            "note" => Ok(Some(Severity::Note)),
            "off" => Ok(None),
            other => {
                let problem = SettingsProblem::UnknownSeverity(other.to_owned());
                Err(self.error(Span::new(value.span()), problem))
            }
        }
    }

    fn paths(&self, value: &Value<'_>) -> Result<Vec<String>, SettingsError> {
        let wanted = "a list of path patterns, such as [\"legacy/**\"]";
        let Some(list) = value.get_ref().as_array() else {
            return Err(self.wrong_type(value, "paths", wanted));
        };
        let pattern = |value: &Value<'_>| {
            let text = value.get_ref().as_str().map(str::to_owned);
            text.ok_or_else(|| self.wrong_type(value, "paths", wanted))
        };
        list.iter().map(pattern).collect()
    }

    pub(crate) fn wrong_type(
        &self,
        value: &Value<'_>,
        key: &str,
        wanted: &'static str,
    ) -> SettingsError {
        let key = key.to_owned();
        self.error(
            Span::new(value.span()),
            SettingsProblem::WrongType { key, wanted },
        )
    }

    pub(crate) fn unknown_key(
        &self,
        key: &Spanned<impl AsRef<str>>,
        name: &str,
        known: &'static str,
    ) -> SettingsError {
        let problem = SettingsProblem::UnknownKey {
            key: name.to_owned(),
            known,
        };
        self.error(Span::new(key.span()), problem)
    }

    pub(crate) fn error(&self, span: Span, problem: SettingsProblem) -> SettingsError {
        let place = self.source.at(span);
        SettingsError { place, problem }
    }
}
