//! What is wrong in many places alike is one decision of the author, and is told once, with each of its places.

use guild_check::finding::Instance;
use guild_check::{Finding, Findings, Place, Severity};

use crate::Survey;
use crate::contract::Endpoint;

/// Places at which the same thing is wrong, out of all at which it could be.
#[derive(Debug)]
pub struct Crowd {
    /// What is counted, in the plural, such as `lists`.
    noun: &'static str,
    severity: Severity,
    is_guess: bool,
    /// How many places were judged.
    judged: usize,
    wrong: Vec<Wrong>,
}

#[derive(Debug)]
struct Wrong {
    instance: Instance,
    /// What the place is called in a list of places.
    name: String,
}

/// So many are told as one, however many are as they should be.
const MANY: usize = 12;

/// So many are told as one if hardly a place is as it should be.
const SOME: usize = 3;

impl Crowd {
    /// Starts with nothing wrong.
    pub fn new(noun: &'static str, severity: Severity) -> Self {
        Self {
            noun,
            severity,
            is_guess: false,
            judged: 0,
            wrong: Vec::new(),
        }
    }

    /// Marks all that is found as a guess.
    #[must_use]
    pub fn guessed(self) -> Self {
        Self {
            is_guess: true,
            ..self
        }
    }

    /// Counts a place that was judged.
    pub fn judge(&mut self) {
        self.judged += 1;
    }

    /// Adds a place at which it is wrong: where, what it is called, and what to say if it is told alone.
    pub fn wrong(&mut self, place: Place, name: impl Into<String>, message: String) {
        self.wrong.push(Wrong {
            instance: Instance { place, message },
            name: name.into(),
        });
    }

    /// Judges an operation, and adds it if there is something to say about it.
    pub fn judge_call(&mut self, survey: &Survey, endpoint: &Endpoint, message: Option<String>) {
        self.judge();
        if let Some(message) = message {
            self.wrong(survey.place(endpoint.spot), endpoint.title(), message);
        }
    }

    /// Tells whether so many places are wrong that they are told as one.
    pub fn is_one(&self) -> bool {
        let wrong = self.wrong.len();
        let is_usual = wrong * 3 > self.judged * 2;
        wrong >= MANY || (wrong >= SOME && is_usual)
    }

    /// Files what was found: each place, or one finding for all if they are many. `all` says what is wrong of them
    /// together, after their number.
    pub fn tell(mut self, findings: &mut Findings, all: &str, help: &str) {
        if !self.is_one() {
            for wrong in std::mem::take(&mut self.wrong) {
                let Instance { place, message } = wrong.instance;
                self.record(findings, place, message).help(help);
            }
            return;
        }
        let message = self.message(all);
        let mut wrong = std::mem::take(&mut self.wrong);
        // They stand in the order of what weighs most, and are told in that of the file.
        let at = |wrong: &Wrong| {
            let place = &wrong.instance.place;
            (place.source.path().to_owned(), place.span)
        };
        wrong.sort_by_cached_key(at);
        let instances: Vec<Instance> = wrong.into_iter().map(|wrong| wrong.instance).collect();
        if let Some(first) = instances.first() {
            let place = first.place.clone();
            let finding = self.record(findings, place, message);
            finding.help(help).at_each(instances);
        }
    }

    fn record<'f>(
        &self,
        findings: &'f mut Findings,
        place: Place,
        message: String,
    ) -> &'f mut Finding {
        let finding = match self.severity {
            Severity::Error => findings.error(place, message),
            Severity::Warning => findings.warning(place, message),
            Severity::Note => findings.note(place, message),
        };
        finding.is_guess = self.is_guess;
        finding
    }

    fn message(&self, all: &str) -> String {
        let mut names: Vec<&str> = Vec::new();
        for wrong in &self.wrong {
            if names.len() < 4 && !names.contains(&wrong.name.as_str()) {
                names.push(&wrong.name);
            }
        }
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        let (count, judged, noun) = (self.wrong.len(), self.judged, self.noun);
        format!(
            "{count} of {judged} {noun} {all}, such as {}",
            names.join(", ")
        )
    }
}
