//! What became of each skill, for a person and as JSON.

use guild_check::Finding;
use guild_skill::import::Judged;
use guild_skill::wire;
use serde::Serialize;

use crate::Context;
use crate::line::Line;

/// What became of a skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(super) enum Fate {
    /// It would be imported.
    Ready,
    /// It was, as a new release.
    Published,
    /// It was there, with the very same files.
    Unchanged,
    /// It was not imported.
    Refused,
}

/// A skill and what became of it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Told {
    pub(super) path: String,
    name: Option<String>,
    pub(super) version: Option<String>,
    pub(super) fate: Fate,
    is_derived: bool,
    /// What of the page record SKILL.md states.
    stated: Vec<&'static str>,
    not_stated: Vec<&'static str>,
    refusals: Vec<Refusal>,
}

/// Why a skill was refused.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Refusal {
    /// Absent where no rule but the catalog itself refuses.
    rule: Option<String>,
    message: String,
    help: Option<String>,
    path: Option<String>,
    line: Option<u32>,
}

impl Told {
    /// Tells of a skill that was judged.
    pub(super) fn of(path: String, judged: &Judged) -> Self {
        let refusals: Vec<Refusal> = judged.errors().map(Refusal::of).collect();
        let (stated, not_stated): (Vec<_>, Vec<_>) =
            judged.parts().into_iter().partition(|part| part.is_stated);
        let names =
            |parts: Vec<guild_skill::import::Part>| parts.iter().map(|part| part.name).collect();
        let record = judged.record.as_ref();
        Self {
            path,
            name: judged.name.as_ref().map(ToString::to_string),
            version: None,
            fate: if refusals.is_empty() {
                Fate::Ready
            } else {
                Fate::Refused
            },
            is_derived: record.is_some_and(|record| record.is_derived),
            stated: names(stated),
            not_stated: names(not_stated),
            refusals,
        }
    }

    /// Tells of a folder whose files are not taken.
    pub(super) fn unreadable(path: String, reason: String) -> Self {
        let mut told = Self {
            path,
            name: None,
            version: None,
            fate: Fate::Refused,
            is_derived: false,
            stated: Vec::new(),
            not_stated: Vec::new(),
            refusals: Vec::new(),
        };
        told.refuse([Refusal::because(reason)]);
        told
    }

    /// Refuses it.
    pub(super) fn refuse(&mut self, refusals: impl IntoIterator<Item = Refusal>) {
        self.fate = Fate::Refused;
        self.refusals.extend(refusals);
    }

    /// Whether it was refused.
    pub(super) fn is_refused(&self) -> bool {
        self.fate == Fate::Refused
    }

    /// Prints it for a person.
    pub(super) fn print(&self, is_json: bool, context: &mut Context) {
        if is_json {
            return;
        }
        let name = self.name.as_deref().unwrap_or("(no name)");
        let line = match self.fate {
            Fate::Ready => Line::new().good("Ready    "),
            Fate::Published => Line::new().good("Published"),
            Fate::Unchanged => Line::new().plain("Unchanged"),
            Fate::Refused => Line::new().bad("Refused  "),
        };
        let version = self.version.as_ref().map(|version| format!(" {version}"));
        let line = line
            .plain(" ")
            .strong(name)
            .plain(version.unwrap_or_default())
            .faint(format!("  {}", self.path));
        context.printer.data(line);
        for refusal in &self.refusals {
            context.printer.data(refusal.line());
        }
        if !self.is_refused() && self.is_derived {
            let line = format!("          from SKILL.md: {}", listed(&self.stated));
            context.printer.data(Line::new().faint(line));
            if !self.not_stated.is_empty() {
                let line = format!("          not stated: {}", listed(&self.not_stated));
                context.printer.data(Line::new().faint(line));
            }
        }
    }
}

impl Refusal {
    /// Refuses for a reason that is no rule's.
    pub(super) const fn because(message: String) -> Self {
        Self {
            rule: None,
            message,
            help: None,
            path: None,
            line: None,
        }
    }

    /// Refuses for what a catalog found, where that is an error.
    pub(super) fn of_catalog(finding: &wire::Finding) -> Option<Self> {
        (finding.severity == wire::Severity::Error).then(|| Self {
            rule: Some(finding.rule.clone()),
            message: finding.message.clone(),
            help: finding.help.clone(),
            path: Some(finding.path.clone()),
            line: Some(finding.start_line),
        })
    }

    fn of(finding: &Finding) -> Self {
        Self {
            rule: Some(finding.rule.to_string()),
            message: finding.message.clone(),
            help: finding.help.clone(),
            path: Some(finding.place.source.path().to_owned()),
            line: Some(finding.place.start().line),
        }
    }

    fn line(&self) -> Line {
        let line = Line::new().plain("          ").plain(&self.message);
        match (&self.rule, &self.path, self.line) {
            (Some(rule), Some(path), Some(line_number)) => {
                line.faint(format!("  {rule}  {path}:{line_number}"))
            }
            _ => line,
        }
    }
}

fn listed(names: &[&str]) -> String {
    match names {
        [] => "nothing".to_owned(),
        names => names.join(", "),
    }
}

/// Says how many there were of each.
pub(super) fn conclude(all: &[Told], is_json: bool, context: &mut Context) {
    let count = |fate| all.iter().filter(|told| told.fate == fate).count();
    let (ready, published) = (count(Fate::Ready), count(Fate::Published));
    let (unchanged, refused) = (count(Fate::Unchanged), count(Fate::Refused));
    if is_json {
        let summary = serde_json::json!({
            "skills": all.len(), "ready": ready, "published": published, "unchanged": unchanged, "refused": refused,
        });
        context
            .printer
            .json(&serde_json::json!({ "skills": all, "summary": summary }));
        return;
    }
    let counts = [
        (ready, "ready"),
        (published, "published"),
        (unchanged, "unchanged"),
        (refused, "refused"),
    ];
    let counts = counts.iter().filter(|(count, _)| *count > 0);
    let counts: Vec<String> = counts
        .map(|(count, word)| format!("{count} {word}"))
        .collect();
    let noun = if all.len() == 1 { "skill" } else { "skills" };
    context
        .printer
        .talk(format!("{} {noun}: {}.", all.len(), counts.join(", ")));
    if refused > 0 {
        context.printer.hint("`guild explain RULE` says why a rule refuses; `guild check skill DIR` shows all that it finds");
    }
}
