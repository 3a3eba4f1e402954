//! The verification checklist of SPEC.md 2.5: six lines, each answered from what was judged and found.

use guild_check::report::{Answer, Change, ChangeKind, ChecklistLine};
use guild_check::rule::Rule;
use guild_check::{Finding, Severity};

use crate::live::LiveCounts;
use crate::rules::{errors, live, naming, sources};
use crate::survey::{Counted, Survey};

/// What was looked at beside the contracts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Looked {
    /// How many source files were searched for validation, if any were given.
    pub sources: Option<usize>,
    /// What a running server was seen to do, if one was tried.
    pub live: Option<LiveCounts>,
}

/// How many were judged, and how many defects they have.
#[derive(Clone, Copy)]
struct Count {
    judged: usize,
    wrong: usize,
}

/// The six lines.
const TYPED: &str = "typed input and output schemas exist for every endpoint";
const ERRORS: &str = "one error format everywhere";
const VALIDATION: &str = "validation only at boundaries";
const LISTS: &str = "list endpoints paginate";
const CHANGES: &str = "every change to a shipped interface is additive and optional";
const NAMING: &str = "naming conventions hold without exceptions";

/// Answers the checklist for contracts of which all rules have judged.
pub fn checklist(surveys: &[Survey], findings: &[Finding], looked: Looked) -> Vec<ChecklistLine> {
    let count = |each: fn(&Survey) -> usize| surveys.iter().map(each).sum::<usize>();
    let typed = Asked {
        text: TYPED,
        judged: count(|survey| survey.endpoints().count()),
        noun: "endpoint",
        rules: TYPES.to_vec(),
        seen: None,
    };
    let errors = Asked {
        text: ERRORS,
        judged: count(|survey| survey.errors().count()),
        noun: "error answer",
        rules: names(errors::RULES)
            .into_iter()
            .filter(|rule| rule.starts_with("api/error-"))
            .chain(live::ERRORS)
            .collect(),
        seen: looked
            .live
            .map(|live| Counted(live.errors, "error answer").to_string()),
    };
    let lists = Asked {
        text: LISTS,
        judged: count(|survey| survey.lists.len()),
        noun: "list",
        rules: PAGINATION.into_iter().chain(live::PAGES).collect(),
        seen: looked
            .live
            .map(|live| Counted(live.lists, "list").to_string()),
    };
    let sources = Asked {
        text: VALIDATION,
        judged: looked.sources.unwrap_or_default(),
        noun: "source file",
        rules: names(sources::RULES),
        seen: None,
    };
    let naming = Asked {
        text: NAMING,
        judged: count(|survey| survey.names().len()),
        noun: "name",
        rules: names(naming::RULES),
        seen: None,
    };
    vec![
        typed.answered(findings),
        errors.answered(findings),
        sources.answered(findings),
        lists.answered(findings),
        ChecklistLine {
            text: CHANGES,
            answer: Answer::NotApplicable,
            evidence: "no earlier version was given: `--against` names one".to_owned(),
        },
        naming.answered(findings),
    ]
}

/// Answers the checklist for a contract of which only the changes since an earlier version were judged.
pub fn checklist_of_changes(changes: &[Change]) -> Vec<ChecklistLine> {
    let others = changes.iter();
    let others = others.filter(|change| change.kind != ChangeKind::Additive);
    let count = Count {
        judged: changes.len(),
        wrong: others.count(),
    };
    let lines = [TYPED, ERRORS, VALIDATION, LISTS, CHANGES, NAMING].into_iter();
    lines
        .map(|text| match text {
            CHANGES => answered(CHANGES, count, "change"),
            text => ChecklistLine {
                text,
                answer: Answer::NotApplicable,
                evidence: "judged by a run without `--against`".to_owned(),
            },
        })
        .collect()
}

/// The rules on types; what else is asked of a contract that comes first is no matter of its schemas.
const TYPES: [&str; 3] = [
    "api/answer-untyped",
    "api/input-untyped",
    "api/value-untyped",
];

/// The rules on lists that are about pages; the others are about filters and limits.
const PAGINATION: [&str; 3] = [
    "api/list-without-pagination",
    "api/pagination-incomplete",
    "api/pagination-type",
];

/// A line that rules answer.
struct Asked {
    text: &'static str,
    judged: usize,
    noun: &'static str,
    rules: Vec<&'static str>,
    /// What was seen on the wire.
    seen: Option<String>,
}

impl Asked {
    /// Notes do not count: they are no defects.
    fn answered(self, findings: &[Finding]) -> ChecklistLine {
        let wrong = findings.iter().filter(|finding| {
            finding.severity > Severity::Note && self.rules.contains(&finding.rule.as_str())
        });
        let count = Count {
            judged: self.judged,
            wrong: wrong.map(|finding| finding.places).sum(),
        };
        let mut line = answered(self.text, count, self.noun);
        if let Some(seen) = self.seen.filter(|seen| !seen.starts_with("0 ")) {
            line.evidence.push_str(&format!("; on the wire {seen}"));
        }
        line
    }
}

/// Answers a line by its count.
fn answered(text: &'static str, count: Count, noun: &str) -> ChecklistLine {
    let judged = Counted(count.judged, noun);
    let (answer, evidence) = match count {
        Count {
            judged: 0,
            wrong: 0,
        } => (
            Answer::NotApplicable,
            format!("there is no {noun} to judge"),
        ),
        Count { wrong: 0, .. } => (Answer::Yes, judged.to_string()),
        Count { wrong, .. } => (
            Answer::No,
            format!("{} found; {judged} judged", Counted(wrong, "defect")),
        ),
    };
    ChecklistLine {
        text,
        answer,
        evidence,
    }
}

fn names<T>(rules: &[Rule<T>]) -> Vec<&'static str> {
    rules.iter().map(|rule| rule.name).collect()
}
