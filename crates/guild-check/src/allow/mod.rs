//! Silencing in the checked file itself: `<!-- guild: allow skill/long-body: the reason -->` on its own line.
//!
//! The comment holds for its whole file. Without a reason it silences nothing, and one that silences nothing is itself
//! a finding, so that none stays behind when its cause is gone.

use std::collections::BTreeSet;

use crate::{Finding, Findings, Markdown, Place, Source, rule};

crate::rules! {
    "kit" for Allows, in ".", proved by prove;
    allow_without_reason,
    unused_allow,
}

/// The comments of all files of a run, and whether each silenced something.
#[derive(Clone, Debug)]
pub struct Allows {
    check: String,
    list: Vec<Allow>,
}

/// One comment.
#[derive(Clone, Debug)]
pub struct Allow {
    /// The rule's whole name.
    pub rule: String,
    /// Why the finding is fine here; empty if nothing is said.
    pub reason: String,
    /// Where the comment stands.
    pub place: Place,
    /// Whether nothing else stands on its line.
    pub is_alone: bool,
    /// Whether it silenced a finding.
    pub is_used: bool,
}

impl Allows {
    /// Finds the comments for a check's rules in its files.
    pub fn find(check: &str, files: &[Source]) -> Self {
        let list = files
            .iter()
            .filter(|source| may_hold_comment(source))
            .flat_map(in_file)
            .filter(|allow| allow.rule.split('/').next() == Some(check))
            .collect();
        Self {
            check: check.to_owned(),
            list,
        }
    }

    /// Takes out the findings that a comment allows, and adds those about the comments themselves.
    pub fn apply(mut self, mut findings: Vec<Finding>) -> Vec<Finding> {
        if self.list.is_empty() {
            return findings;
        }
        let allowed: BTreeSet<(&str, &str)> = self
            .list
            .iter()
            .filter(|allow| allow.is_alone && !allow.reason.is_empty())
            .map(|allow| (allow.place.source.path(), allow.rule.as_str()))
            .collect();
        let mut used: BTreeSet<(String, String)> = BTreeSet::new();
        findings.retain(|finding| {
            let (path, rule) = (finding.place.source.path(), finding.rule.as_str());
            let is_allowed = allowed.contains(&(path, rule));
            if is_allowed {
                used.insert((path.to_owned(), rule.to_owned()));
            }
            !is_allowed
        });
        for allow in &mut self.list {
            let key = (allow.place.source.path().to_owned(), allow.rule.clone());
            allow.is_used = allow.is_alone && used.contains(&key);
        }
        let mut own = Findings::new();
        rule::run(RULES, &self, &mut own);
        findings.extend(own.into_sorted());
        findings
    }

    /// Gives the name of the check whose rules the comments are about.
    pub fn check(&self) -> &str {
        &self.check
    }
}

/// Few files hold one, and reading a file twice costs more than looking for the word.
fn may_hold_comment(source: &Source) -> bool {
    let is_markdown = source.path().to_lowercase().ends_with(".md");
    is_markdown && source.text().contains("guild: allow ")
}

fn in_file(source: &Source) -> Vec<Allow> {
    let markdown = Markdown::parse(source);
    let read = |comment: &crate::markdown::Comment| {
        let rest = comment.text.trim().strip_prefix("guild: allow ")?;
        let (rule, reason) = rest.split_once(':').unwrap_or((rest, ""));
        let line = source.line(source.position(comment.span.start).line);
        Some(Allow {
            rule: rule.trim().to_owned(),
            reason: reason.trim().to_owned(),
            place: source.at(comment.span),
            is_alone: source.slice(line).trim() == source.slice(comment.span),
            is_used: false,
        })
    };
    markdown.comments.iter().filter_map(read).collect()
}

/// In the examples, `skill/long-body` is found in each file that says so.
#[cfg(test)]
fn prove(rule: &rule::Rule<Allows>) {
    crate::spec::prove(rule.name, rule.page, |example| {
        let source = Source::new("SKILL.md", &example.content);
        let mut findings = Findings::new();
        if example.content.contains("long body") {
            findings
                .under("skill/long-body")
                .error(source.top(), "long");
        }
        let allows = Allows::find("skill", &[source]);
        let mut found = allows.apply(findings.into_sorted());
        found.retain(|finding| finding.rule.starts_with("kit/"));
        found
    });
}
