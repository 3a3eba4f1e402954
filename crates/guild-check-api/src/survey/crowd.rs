//! What is wrong in most places alike is one decision of the author, and is told once.

use guild_check::{Finding, Findings, Place, Severity};

/// Places at which the same thing is wrong, out of all at which it could be.
#[derive(Debug)]
pub struct Crowd {
    /// What is counted, in the plural, such as `lists`.
    noun: &'static str,
    severity: Severity,
    /// How many places were judged.
    judged: usize,
    wrong: Vec<Wrong>,
}

#[derive(Debug)]
struct Wrong {
    place: Place,
    /// What the place is called in a list of places.
    name: String,
    message: String,
}

/// Fewer than this are told one by one, however many of all they are.
const FEW: usize = 12;

impl Crowd {
    /// Starts with nothing wrong.
    pub fn new(noun: &'static str, severity: Severity) -> Self {
        Self {
            noun,
            severity,
            judged: 0,
            wrong: Vec::new(),
        }
    }

    /// Counts a place that was judged.
    pub fn judge(&mut self) {
        self.judged += 1;
    }

    /// Adds a place at which it is wrong: where, what it is called, and what to say if it is told alone.
    pub fn wrong(&mut self, place: Place, name: impl Into<String>, message: String) {
        let name = name.into();
        self.wrong.push(Wrong {
            place,
            name,
            message,
        });
    }

    /// Tells whether so many places are wrong that they are one decision. A note is told once where it is not rare.
    pub fn is_one(&self) -> bool {
        let is_usual = self.wrong.len() * 2 > self.judged || self.severity == Severity::Note;
        self.wrong.len() >= FEW && is_usual
    }

    /// Files what was found: each place, or one finding for all if most of them are wrong. `all` says what is wrong of
    /// them together, after their number.
    pub fn tell(self, findings: &mut Findings, all: &str, help: &str) {
        if !self.is_one() {
            for wrong in self.wrong {
                record(findings, self.severity, wrong.place, wrong.message).help(help);
            }
            return;
        }
        let mut names: Vec<&str> = Vec::new();
        for wrong in &self.wrong {
            if names.len() < 4 && !names.contains(&wrong.name.as_str()) {
                names.push(&wrong.name);
            }
        }
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        let (count, judged, noun) = (self.wrong.len(), self.judged, self.noun);
        let names = names.join(", ");
        let message = format!("{count} of {judged} {noun} {all}, such as {names}");
        if let Some(first) = self.wrong.into_iter().next() {
            record(findings, self.severity, first.place, message)
                .help(help)
                .stands_for(count);
        }
    }
}

fn record(
    findings: &mut Findings,
    severity: Severity,
    place: Place,
    message: String,
) -> &mut Finding {
    match severity {
        Severity::Error => findings.error(place, message),
        Severity::Warning => findings.warning(place, message),
        Severity::Note => findings.note(place, message),
    }
}
