//! Silencing in the checked file itself: `<!-- guild: allow skill/long-body: the reason -->` on its own line.
//!
//! In YAML it is `# guild: allow api/verb-in-path: the reason`, in TypeScript and JavaScript the same after `//`; JSON has
//! no comments, and is silenced in `guild.toml`.
//! The comment holds for its whole file. Without a reason it silences nothing, and one that silences nothing is itself
//! a finding, so that none stays behind when its cause is gone.

use std::collections::{BTreeMap, BTreeSet};

use crate::report::SetAside;
use crate::{Finding, Findings, Markdown, Place, Source, Span, rule};

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
    /// Finds the comments for a check's rules in its files, but not those on rules that are held `elsewhere`.
    pub fn find(check: &str, files: &[Source], elsewhere: &[&str]) -> Self {
        let list = files
            .iter()
            .filter(|source| may_hold_comment(source))
            .flat_map(in_file)
            .filter(|allow| allow.rule.split('/').next() == Some(check))
            .filter(|allow| !elsewhere.contains(&allow.rule.as_str()))
            .collect();
        Self {
            check: check.to_owned(),
            list,
        }
    }

    /// Parts findings into those that count, with those about the comments themselves, and those that a comment allows.
    pub fn apply(mut self, findings: Vec<Finding>) -> (Vec<Finding>, Vec<SetAside>) {
        if self.list.is_empty() {
            return (findings, Vec::new());
        }
        let reasons: BTreeMap<(&str, &str), &str> = self
            .list
            .iter()
            .filter(|allow| allow.is_alone && !allow.reason.is_empty())
            .map(|allow| {
                let key = (allow.place.source.path(), allow.rule.as_str());
                (key, allow.reason.as_str())
            })
            .collect();
        let mut used: BTreeSet<(String, String)> = BTreeSet::new();
        let (mut left, mut allowed) = (Vec::new(), Vec::new());
        for finding in findings {
            let (path, rule) = (finding.place.source.path(), finding.rule.as_str());
            let Some(reason) = reasons.get(&(path, rule)) else {
                left.push(finding);
                continue;
            };
            used.insert((path.to_owned(), rule.to_owned()));
            let why = format!("the file allows it: {reason}");
            allowed.push(SetAside { finding, why });
        }
        for allow in &mut self.list {
            let key = (allow.place.source.path().to_owned(), allow.rule.clone());
            allow.is_used = allow.is_alone && used.contains(&key);
        }
        let mut own = Findings::new();
        rule::run(RULES, &self, &mut own);
        left.extend(own.into_sorted());
        (left, allowed)
    }

    /// Gives the name of the check whose rules the comments are about.
    pub fn check(&self) -> &str {
        &self.check
    }
}

/// Says whether a file is to be kept for [`Allows::find`]: few hold a comment, and reading one twice costs more than
/// looking for the words.
pub fn may_hold_comment(source: &Source) -> bool {
    source.text().contains(MARK)
}

const MARK: &str = "guild: allow ";

fn in_file(source: &Source) -> Vec<Allow> {
    let path = source.path().to_lowercase();
    if path.ends_with(".md") {
        return in_markdown(source);
    }
    if path.ends_with(".yaml") || path.ends_with(".yml") {
        return in_lines(source, "#");
    }
    if SCRIPTS.iter().any(|ending| path.ends_with(ending)) {
        return in_lines(source, "//");
    }
    Vec::new()
}

/// Endings of files whose comments begin with two slashes.
const SCRIPTS: [&str; 8] = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"];

fn in_markdown(source: &Source) -> Vec<Allow> {
    let markdown = Markdown::parse(source);
    let read = |comment: &crate::markdown::Comment| {
        let rest = comment.text.trim().strip_prefix(MARK)?;
        let line = source.line(source.position(comment.span.start).line);
        let is_alone = source.slice(line).trim() == source.slice(comment.span);
        Some(allow(rest, source.at(comment.span), is_alone))
    };
    markdown.comments.iter().filter_map(read).collect()
}

fn in_lines(source: &Source, sign: &str) -> Vec<Allow> {
    let found = source.text().match_indices(MARK);
    let lines = found.map(|(at, _)| u32::try_from(at).unwrap_or(u32::MAX));
    let mut lines: Vec<u32> = lines.map(|at| source.line_of(at)).collect();
    lines.dedup();
    let read = |line: u32| {
        let span = source.line(line);
        let (before, comment) = source.slice(span).split_once(sign)?;
        let rest = comment.trim().strip_prefix(MARK)?;
        let start = span.start + u32::try_from(before.len()).ok()?;
        let place = source.at(Span { start, ..span });
        Some(allow(rest, place, before.trim().is_empty()))
    };
    lines.into_iter().filter_map(read).collect()
}

fn allow(rest: &str, place: Place, is_alone: bool) -> Allow {
    let (rule, reason) = rest.split_once(':').unwrap_or((rest, ""));
    Allow {
        rule: rule.trim().to_owned(),
        reason: reason.trim().to_owned(),
        place,
        is_alone,
        is_used: false,
    }
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
        let allows = Allows::find("skill", &[source], &[]);
        let (mut found, _) = allows.apply(findings.into_sorted());
        found.retain(|finding| finding.rule.starts_with("kit/"));
        found
    });
}
