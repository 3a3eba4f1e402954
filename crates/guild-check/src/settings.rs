//! `guild.toml`: how much a rule weighs here, and why.
//!
//! ```toml
//! baseline = "guild-baseline.toml"
//!
//! [rules]
//! "skill/long-body" = { severity = "note", reason = "the reference is long by nature", paths = ["legacy/**"] }
//! "skill/name-form" = { severity = "off", reason = "the names are a customer's" }
//!
//! [browser]
//! redact = ["CUST-[0-9]+"]
//! ```

mod read;

use std::fmt;
use std::sync::Arc;

pub(crate) use read::Reader;

use crate::{Baseline, Finding, Place, Severity, Source, glob};

/// What a team decided on rules; the default changes nothing.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The decisions in the order of their names.
    pub rules: Vec<RuleSetting>,
    /// The file of the baseline, as it is named: a path seen from the folder of the settings.
    pub baseline_file: Option<String>,
    /// What a browser's report redacts beside what it does by itself.
    pub redact: Vec<Pattern>,
    /// What the file says; to be read by whoever knows where it lies.
    pub baseline: Option<Arc<Baseline>>,
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

/// A regular expression, to be understood by whoever follows it.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// As it is written.
    pub text: String,
    /// Where it stands.
    pub place: Place,
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
    /// An entry that does not say something it has to.
    #[error("the entry has no `{key}`: `--write-baseline` writes whole ones")]
    MissingKey {
        /// The key.
        key: &'static str,
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
        read::settings(&Reader { source }, rule_names)
    }

    /// Gives a finding the severity decided on; says why, if its rule is off there.
    pub(crate) fn weigh(&self, finding: &mut Finding) -> Option<String> {
        let path = finding.place.source.path();
        let setting = self.rules.iter().find(|setting| {
            let is_here = |pattern: &String| glob::fits(pattern, path);
            setting.rule == finding.rule
                && (setting.paths.is_empty() || setting.paths.iter().any(is_here))
        })?;
        match setting.severity {
            Some(severity) => {
                finding.severity = severity;
                None
            }
            None => Some(format!("guild.toml turns it off: {}", setting.reason)),
        }
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
