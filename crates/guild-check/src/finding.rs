//! What a rule finds: a defect at a place, what is wrong and what to do.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::Place;
use crate::fix::Fix;
use crate::rule::RuleName;

/// How much a finding weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Severity {
    /// Worth knowing; never fails a run.
    Note,
    /// Likely wrong; fails a run under `--deny warnings`.
    Warning,
    /// Wrong; fails a run.
    Error,
}

/// A rule broken at a place.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The rule's whole name, such as `docs/section-order`.
    pub rule: RuleName,
    /// How much it weighs.
    pub severity: Severity,
    /// Where.
    pub place: Place,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// Whether the rule cannot be sure.
    pub is_guess: bool,
    /// The change that takes it away, where that is mechanical; several findings may share one.
    pub fix: Option<Arc<Fix>>,
    /// How many places it speaks for, where the same is wrong at several and told once.
    pub places: usize,
    /// Each of those places with what is wrong there, its own first; empty where there is none beside its own, or where
    /// they are too alike to be told apart.
    pub instances: Vec<Instance>,
    /// What to type to see it again, where that is not the check itself.
    pub again: Option<String>,
}

/// One of several places at which the same is wrong.
#[derive(Clone, Debug)]
pub struct Instance {
    /// Where.
    pub place: Place,
    /// What is wrong there, as a finding of its own would say it.
    pub message: String,
}

/// Collects findings; each is filed under the rule that is running.
#[derive(Debug, Default)]
pub struct Findings {
    rule: RuleName,
    list: Vec<Finding>,
}

impl Findings {
    /// Starts an empty collection.
    pub fn new() -> Self {
        Self::default()
    }

    /// Files what follows under a rule; [`crate::rule::run`] calls this.
    pub fn under(&mut self, rule: impl Into<RuleName>) -> &mut Self {
        self.rule = rule.into();
        self
    }

    /// Records an error.
    pub fn error(&mut self, place: Place, message: impl Into<String>) -> &mut Finding {
        self.record(Severity::Error, place, message.into())
    }

    /// Records a warning.
    pub fn warning(&mut self, place: Place, message: impl Into<String>) -> &mut Finding {
        self.record(Severity::Warning, place, message.into())
    }

    /// Records a note.
    pub fn note(&mut self, place: Place, message: impl Into<String>) -> &mut Finding {
        self.record(Severity::Note, place, message.into())
    }

    /// Marks as guesses all findings but the first so many.
    pub fn guessed_since(&mut self, known: usize) {
        self.list
            .iter_mut()
            .skip(known)
            .for_each(|finding| finding.is_guess = true);
    }

    /// Takes over what was found elsewhere.
    pub fn extend(&mut self, found: impl IntoIterator<Item = Finding>) {
        self.list.extend(found);
    }

    /// Gives what was found so far.
    pub fn as_slice(&self) -> &[Finding] {
        &self.list
    }

    /// Gives up the list, in the order of file, place and rule.
    pub fn into_sorted(self) -> Vec<Finding> {
        let mut list = self.list;
        list.sort_by(|a, b| {
            let left = (a.place.source.path(), a.place.span, a.rule);
            left.cmp(&(b.place.source.path(), b.place.span, b.rule))
        });
        list
    }

    fn record(&mut self, severity: Severity, place: Place, message: String) -> &mut Finding {
        let index = self.list.len();
        self.list.push(Finding {
            rule: self.rule,
            severity,
            place,
            message,
            help: None,
            is_guess: false,
            fix: None,
            places: 1,
            instances: Vec::new(),
            again: None,
        });
        &mut self.list[index]
    }
}

impl Finding {
    /// Says what to do.
    pub fn help(&mut self, help: impl Into<String>) -> &mut Self {
        self.help = Some(help.into());
        self
    }

    /// Says how a program takes it away.
    pub fn fix(&mut self, fix: Option<Arc<Fix>>) -> &mut Self {
        self.fix = fix;
        self
    }

    /// Says how many places it speaks for.
    pub fn stands_for(&mut self, places: usize) -> &mut Self {
        self.places = places;
        self
    }

    /// Says at which places it is wrong, and speaks for all of them.
    pub fn at_each(&mut self, instances: Vec<Instance>) -> &mut Self {
        self.places = instances.len();
        self.instances = instances;
        self
    }

    /// Gives a finding for each of the places that this one speaks for; this one alone if they are not told apart.
    pub fn apart(&self) -> Vec<Self> {
        let alone = |instance: &Instance| Self {
            place: instance.place.clone(),
            message: instance.message.clone(),
            places: 1,
            instances: Vec::new(),
            ..self.clone()
        };
        match self.instances.as_slice() {
            [] => vec![self.clone()],
            instances => instances.iter().map(alone).collect(),
        }
    }

    /// Says what to type to see it again.
    pub fn again(&mut self, command: impl Into<String>) -> &mut Self {
        self.again = Some(command.into());
        self
    }

    /// Marks the finding as a guess.
    pub fn guess(&mut self) -> &mut Self {
        self.is_guess = true;
        self
    }
}

impl Severity {
    /// Gives the word that a person reads.
    pub fn word(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}
