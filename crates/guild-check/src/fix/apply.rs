//! Following fixes until none is left.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use super::Fix;
use super::substance::Substance;
use crate::rule::RuleName;
use crate::{Finding, Source, Span};

/// How often a file is checked again: a section is moved, then the table in it is put in order, then there is peace.
const MOST_ROUNDS: usize = 24;

/// What became of a file.
#[derive(Debug)]
pub struct Fixed {
    /// The file as it is now.
    pub source: Source,
    /// The rules whose findings were fixed, and how many of each.
    pub rules: BTreeMap<String, usize>,
}

/// Follows the fixes of a file's findings, checking again after each round, until nothing is left to fix.
///
/// A fix that does not lessen the findings of its rule, or after which the file says something else, is taken back:
/// what is certain in its own place can still be wrong in a file that nobody foresaw.
pub fn settle(source: &Source, check: impl Fn(&Source) -> Vec<Finding>) -> Fixed {
    let mut fixed = Fixed {
        source: source.clone(),
        rules: BTreeMap::new(),
    };
    let mut findings = check(source);
    let mut refused: HashSet<*const Fix> = HashSet::new();
    for _ in 0..MOST_ROUNDS {
        let mut chosen = chosen(&findings, &fixed.source, &refused);
        let followed = loop {
            let Some(first) = chosen.first() else {
                return fixed;
            };
            match round(&fixed.source, &findings, &chosen, &check) {
                Some(followed) => break Some(followed),
                None if chosen.len() == 1 => {
                    refused.insert(Arc::as_ptr(first));
                    break None;
                }
                // One of them is at fault: half of them are tried, and the others in the next round.
                None => chosen.truncate(chosen.len() / 2),
            }
        };
        let Some((source, after)) = followed else {
            continue;
        };
        let chosen = addresses(&chosen);
        for finding in &findings {
            let fix = finding.fix.as_ref();
            if fix.is_some_and(|fix| is_one_of(&chosen, fix)) {
                *fixed.rules.entry(finding.rule.to_string()).or_default() += 1;
            }
        }
        // What was refused was about the old text.
        refused.clear();
        (fixed.source, findings) = (source, after);
    }
    fixed
}

/// Says whether a fix can be followed by itself and leaves all that the file says.
pub fn is_safe(fix: &Arc<Fix>, source: &Source) -> bool {
    let follow = || followed(source, std::slice::from_ref(fix));
    is_sound(fix, source)
        && Substance::of(source) == Substance::of(&Source::new(source.path(), follow()))
}

/// Follows some fixes; nothing if the file is not the better for it.
fn round(
    source: &Source,
    before: &[Finding],
    fixes: &[Arc<Fix>],
    check: impl Fn(&Source) -> Vec<Finding>,
) -> Option<(Source, Vec<Finding>)> {
    let new = Source::new(source.path(), followed(source, fixes));
    if Substance::of(source) != Substance::of(&new) {
        return None;
    }
    let after = check(&new);
    is_better(before, &after, fixes).then_some((new, after))
}

/// Chooses fixes that do not touch each other, the first of each that do.
fn chosen(findings: &[Finding], source: &Source, refused: &HashSet<*const Fix>) -> Vec<Arc<Fix>> {
    let mut chosen: Vec<Arc<Fix>> = Vec::new();
    let mut taken: BTreeMap<u32, u32> = BTreeMap::new();
    for finding in findings {
        let Some(fix) = &finding.fix else {
            continue;
        };
        if is_one_of(refused, fix) || !is_sound(fix, source) {
            continue;
        }
        if fix.edits.iter().all(|edit| is_free(&taken, edit.span)) {
            taken.extend(
                fix.edits
                    .iter()
                    .map(|edit| (edit.span.start, edit.span.end)),
            );
            chosen.push(Arc::clone(fix));
        }
    }
    chosen
}

/// Findings that share a fix share the very same.
fn is_one_of(fixes: &HashSet<*const Fix>, fix: &Arc<Fix>) -> bool {
    fixes.contains(&Arc::as_ptr(fix))
}

fn addresses(fixes: &[Arc<Fix>]) -> HashSet<*const Fix> {
    fixes.iter().map(Arc::as_ptr).collect()
}

/// A fix has edits in order and apart, within the text, and changes something.
fn is_sound(fix: &Fix, source: &Source) -> bool {
    let text = source.text();
    let is_within = |span: Span| span.start <= span.end && text.get(span.range()).is_some();
    let is_apart = fix
        .edits
        .windows(2)
        .all(|pair| pair[0].span.end <= pair[1].span.start && pair[0].span != pair[1].span);
    let changes = |edit: &super::Edit| edit.text(source) != source.slice(edit.span);
    is_apart && fix.edits.iter().all(|edit| is_within(edit.span)) && fix.edits.iter().any(changes)
}

/// Spans that only touch are too close: what comes first is for the next round.
fn is_free(taken: &BTreeMap<u32, u32>, span: Span) -> bool {
    let before = taken.range(..=span.end).next_back();
    before.is_none_or(|(_, &end)| end < span.start)
}

/// Gives the text with some fixes followed that do not touch each other.
fn followed(source: &Source, fixes: &[Arc<Fix>]) -> String {
    let mut edits: Vec<_> = fixes.iter().flat_map(|fix| &fix.edits).collect();
    edits.sort_by_key(|edit| edit.span);
    let text = source.text();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for edit in edits {
        let range = edit.span.range();
        out.push_str(&text[at..range.start]);
        out.push_str(&edit.text(source));
        at = range.end;
    }
    out.push_str(&text[at..]);
    out
}

/// A file is better when the rules that were to be fixed find less.
fn is_better(before: &[Finding], after: &[Finding], fixes: &[Arc<Fix>]) -> bool {
    let fixes = addresses(fixes);
    let is_fixed = |finding: &&Finding| {
        let fix = finding.fix.as_ref();
        fix.is_some_and(|fix| is_one_of(&fixes, fix))
    };
    let count = |findings: &[Finding], rule: RuleName| {
        let same = findings.iter().filter(|finding| finding.rule == rule);
        same.count()
    };
    let rules: BTreeSet<RuleName> = before
        .iter()
        .filter(is_fixed)
        .map(|finding| finding.rule)
        .collect();
    rules
        .into_iter()
        .all(|rule| count(after, rule) < count(before, rule))
}
