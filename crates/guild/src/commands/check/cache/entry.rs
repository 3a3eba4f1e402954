//! Findings as text, and back.

use std::sync::Arc;

use guild_check::fix::Fix;
use guild_check::{Finding, Severity, Source, Span};
use serde::{Deserialize, Serialize};

/// What was found in one text.
#[derive(Default, Serialize, Deserialize)]
struct Entry {
    findings: Vec<Kept>,
    fixes: Vec<Fix>,
}

/// A finding without its file.
#[derive(Serialize, Deserialize)]
struct Kept {
    rule: String,
    severity: Severity,
    span: Span,
    message: String,
    help: Option<String>,
    is_guess: bool,
    places: usize,
    /// Its index among the fixes, which findings may share.
    fix: Option<usize>,
}

/// Writes findings on one line; nothing if one of them is about another file, or about several places.
pub(super) fn write(findings: &[Finding], source: &Source) -> Option<String> {
    if findings.is_empty() {
        return Some(String::new());
    }
    let mut shared: Vec<&Arc<Fix>> = Vec::new();
    let mut entry = Entry::default();
    for finding in findings {
        if finding.place.source.path() != source.path() || !finding.instances.is_empty() {
            return None;
        }
        let fix = finding.fix.as_ref().map(|fix| {
            let known = shared.iter().position(|known| Arc::ptr_eq(known, fix));
            known.unwrap_or_else(|| {
                shared.push(fix);
                shared.len() - 1
            })
        });
        entry.findings.push(Kept {
            rule: finding.rule.to_string(),
            severity: finding.severity,
            span: finding.place.span,
            message: finding.message.clone(),
            help: finding.help.clone(),
            is_guess: finding.is_guess,
            places: finding.places,
            fix,
        });
    }
    entry.fixes = shared.into_iter().map(|fix| Fix::clone(fix)).collect();
    serde_json::to_string(&entry).ok()
}

/// Reads back what [`write`] wrote.
pub(super) fn read(text: &str, source: &Source) -> Option<Vec<Finding>> {
    if text.is_empty() {
        return Some(Vec::new());
    }
    let entry: Entry = serde_json::from_str(text).ok()?;
    let fixes: Vec<Arc<Fix>> = entry.fixes.into_iter().map(Arc::new).collect();
    let finding = |kept: Kept| {
        Some(Finding {
            rule: kept.rule.as_str().into(),
            severity: kept.severity,
            place: source.at(kept.span),
            message: kept.message,
            help: kept.help,
            is_guess: kept.is_guess,
            places: kept.places,
            instances: Vec::new(),
            // Only a check of what runs has such a command, and none of those is kept.
            again: None,
            fix: match kept.fix {
                Some(index) => Some(Arc::clone(fixes.get(index)?)),
                None => None,
            },
        })
    };
    entry.findings.into_iter().map(finding).collect()
}
