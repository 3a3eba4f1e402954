//! `guild.toml`: how much a rule weighs here, and why.
//!
//! ```toml
//! [rules]
//! "skill/long-body" = { severity = "note", reason = "the reference is long by nature", paths = ["legacy/**"] }
//! "skill/name-form" = { severity = "off", reason = "the names are a customer's" }
//! ```

use std::fmt;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::nearest::nearest;
use crate::{Finding, Place, Severity, Source, Span, glob};

/// What a team decided on rules; the default changes nothing.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The decisions in the order of their names.
    pub rules: Vec<RuleSetting>,
}

/// One decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleSetting {
    /// The rule's whole name.
    pub rule: String,
    /// What the rule weighs from now on; `None` turns it off.
    pub severity: Option<Severity>,
    /// Why.
    pub reason: String,
    /// The path patterns it is limited to; empty for all files.
    pub paths: Vec<String>,
}

/// A settings file that cannot be followed.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}:{}:{}: {problem}", place.source.path(), place.start().line, place.start().column)]
pub struct SettingsError {
    /// Where in the settings file.
    pub place: Place,
    /// What is wrong there.
    pub problem: SettingsProblem,
}

/// What can be wrong in a settings file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsProblem {
    /// It is not TOML.
    #[error("{0}")]
    Syntax(String),
    /// A key that means nothing here.
    #[error("`{key}` is not known here; known are {known}")]
    UnknownKey {
        /// The key.
        key: String,
        /// The keys that mean something, as a list to read.
        known: &'static str,
    },
    /// No such rule.
    #[error("there is no rule `{name}`{}", meant(nearest))]
    UnknownRule {
        /// The name as written.
        name: String,
        /// The names that may be meant.
        nearest: Vec<String>,
    },
    /// A decision without a reason.
    #[error("`{rule}` has no reason: add `reason = \"…\"`, so that the next reader knows why")]
    MissingReason {
        /// The rule's name.
        rule: String,
    },
    /// A decision without a severity.
    #[error("`{rule}` has no severity: add `severity = \"…\"`, one of error, warning, note, off")]
    MissingSeverity {
        /// The rule's name.
        rule: String,
    },
    /// A severity that is none.
    #[error("`{0}` is no severity: write error, warning, note or off")]
    UnknownSeverity(String),
    /// A value of another type than the key takes.
    #[error("`{key}` is to be {wanted}")]
    WrongType {
        /// The key.
        key: String,
        /// What it takes.
        wanted: &'static str,
    },
}

impl Settings {
    /// Reads a settings file; `rule_names` are the rules that exist.
    ///
    /// # Errors
    ///
    /// If the file is not TOML, names a rule or key that does not exist, or gives no reason.
    pub fn parse(source: &Source, rule_names: &[&str]) -> Result<Self, SettingsError> {
        let reader = Reader { source, rule_names };
        reader.file()
    }

    /// Weighs a finding: gives it back with the severity decided on, or nothing if its rule is off there.
    pub fn weigh(&self, mut finding: Finding) -> Option<Finding> {
        let path = finding.place.source.path();
        let decision = self.rules.iter().find(|setting| {
            let is_here = |pattern: &String| glob::fits(pattern, path);
            setting.rule == finding.rule
                && (setting.paths.is_empty() || setting.paths.iter().any(is_here))
        });
        if let Some(setting) = decision {
            finding.severity = setting.severity?;
        }
        Some(finding)
    }
}

struct Reader<'a> {
    source: &'a Source,
    rule_names: &'a [&'a str],
}

type Value<'i> = Spanned<DeValue<'i>>;

impl Reader<'_> {
    fn file(&self) -> Result<Settings, SettingsError> {
        // The parser steps over a byte order mark by itself.
        let text = self.source.text();
        let file = DeTable::parse(text).map_err(|error| {
            let span = error.span().map_or(Span::default(), Span::new);
            self.error(span, SettingsProblem::Syntax(error.message().to_owned()))
        })?;
        let mut settings = Settings::default();
        for (key, value) in file.get_ref() {
            match key.get_ref().as_ref() {
                "rules" => settings.rules = self.rules(value)?,
                // What contracts call things is for their own check to read, and what documents are for the editor's.
                "api" | "documents" => {}
                other => {
                    let known = "`[rules]`, `[api]` and `[[documents]]`";
                    return Err(self.unknown_key(key, other, known));
                }
            }
        }
        Ok(settings)
    }

    fn rules(&self, value: &Value<'_>) -> Result<Vec<RuleSetting>, SettingsError> {
        let table = self.table(value, "rules")?;
        let mut rules = Vec::new();
        for (key, value) in table {
            let rule = key.get_ref().as_ref();
            if !self.is_rule(rule) {
                let nearest = nearest(rule, self.rule_names);
                let problem = SettingsProblem::UnknownRule {
                    name: rule.to_owned(),
                    nearest: nearest.into_iter().map(str::to_owned).collect(),
                };
                return Err(self.error(Span::new(key.span()), problem));
            }
            rules.push(self.rule(rule, Span::new(key.span()), value)?);
        }
        Ok(rules)
    }

    /// A rule on work exists under every contract, by the contract's name.
    fn is_rule(&self, name: &str) -> bool {
        let defect = name.split_once('/').map_or("", |(_, defect)| defect);
        let is_same = |rule: &&str| *rule == name || rule.strip_prefix("work/") == Some(defect);
        self.rule_names.iter().any(is_same)
    }

    fn rule(&self, rule: &str, at: Span, value: &Value<'_>) -> Result<RuleSetting, SettingsError> {
        let mut severity = None;
        let mut reason = String::new();
        let mut paths = Vec::new();
        for (key, value) in self.table(value, rule)? {
            match key.get_ref().as_ref() {
                "severity" => severity = Some(self.severity(value)?),
                "reason" => self.text(value, "reason")?.trim().clone_into(&mut reason),
                "paths" => paths = self.paths(value)?,
                other => {
                    return Err(self.unknown_key(key, other, "severity, reason, paths"));
                }
            }
        }
        let rule = rule.to_owned();
        let Some(severity) = severity else {
            return Err(self.error(at, SettingsProblem::MissingSeverity { rule }));
        };
        if reason.is_empty() {
            return Err(self.error(at, SettingsProblem::MissingReason { rule }));
        }
        Ok(RuleSetting {
            rule,
            severity,
            reason,
            paths,
        })
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

    fn table<'v, 'i>(
        &self,
        value: &'v Value<'i>,
        key: &str,
    ) -> Result<&'v DeTable<'i>, SettingsError> {
        let wanted = "a table, such as { severity = \"note\", reason = \"…\" }";
        value
            .get_ref()
            .as_table()
            .ok_or_else(|| self.wrong_type(value, key, wanted))
    }

    fn text<'v>(&self, value: &'v Value<'_>, key: &str) -> Result<&'v str, SettingsError> {
        let text = value.get_ref().as_str();
        text.ok_or_else(|| self.wrong_type(value, key, "a text in quotation marks"))
    }

    fn wrong_type(&self, value: &Value<'_>, key: &str, wanted: &'static str) -> SettingsError {
        let key = key.to_owned();
        self.error(
            Span::new(value.span()),
            SettingsProblem::WrongType { key, wanted },
        )
    }

    fn unknown_key(
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

    fn error(&self, span: Span, problem: SettingsProblem) -> SettingsError {
        let place = self.source.at(span);
        SettingsError { place, problem }
    }
}

/// Says which names may be meant.
fn meant(nearest: &[String]) -> impl fmt::Display {
    match nearest.split_first() {
        None => "; `guild rules` lists them".to_owned(),
        Some((first, rest)) => {
            let others = rest.iter().map(|name| format!(" or `{name}`"));
            format!("; did you mean `{first}`{}?", others.collect::<String>())
        }
    }
}
