//! Checking documents: read each, hold it against the rules, many at a time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use guild_check::{Finding, Findings, Source, rule};
use jiff::civil::Date;

use crate::rules::RULES;
use crate::{Contracts, Document, Known};

/// What a check of documents is to know.
#[derive(Clone, Copy)]
pub struct DocsOptions<'a> {
    /// The day of the check.
    pub today: Date,
    /// The contract that documents are held against, if there is one.
    pub contracts: Option<&'a dyn Contracts>,
    /// How many documents are read at a time; 0 for as many as the machine has cores.
    pub threads: usize,
}

/// Checks documents; the findings stand in the order of the documents, and of the places in each.
pub fn check(sources: &[Source], options: &DocsOptions<'_>) -> Vec<Finding> {
    let threads = threads(options).min(sources.len());
    if threads <= 1 {
        return sources
            .iter()
            .flat_map(|source| check_one(source, options))
            .collect();
    }
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                // A document at a time: one of 50 MB does not hold up those that would have been shared out with it.
                while let Some((index, source)) = take(sources, &next) {
                    let findings = check_one(source, options);
                    if let Ok(mut found) = found.lock() {
                        found.push((index, findings));
                    }
                }
            });
        }
    });
    let mut found = found.into_inner().unwrap_or_default();
    found.sort_by_key(|(index, _)| *index);
    found
        .into_iter()
        .flat_map(|(_, findings)| findings)
        .collect()
}

/// Holds a document that is read against the rules in code.
pub fn judge(document: &Document) -> Vec<Finding> {
    let mut findings = Findings::new();
    rule::run(RULES, document, &mut findings);
    findings.into_sorted()
}

fn check_one(source: &Source, options: &DocsOptions<'_>) -> Vec<Finding> {
    let mut document = Document::parse(source);
    let contract = options
        .contracts
        .and_then(|contracts| contracts.facts(document.subject()));
    document.known = Known {
        today: Some(options.today),
        contract,
    };
    judge(&document)
}

fn take<'a>(sources: &'a [Source], next: &AtomicUsize) -> Option<(usize, &'a Source)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    sources.get(index).map(|source| (index, source))
}

fn threads(options: &DocsOptions<'_>) -> usize {
    match options.threads {
        0 => thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    }
}
