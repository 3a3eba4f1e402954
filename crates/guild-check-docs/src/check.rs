//! Checking documents: read each, hold it against the rules, many at a time.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use guild_check::contract::{Contract, Date};
use guild_check::{Finding, Findings, Markdown, Source, rule};

use crate::rules::RULES;
use crate::{Contracts, Document, Known, agreement, contract};

/// What a check of documents is to know.
#[derive(Clone, Copy)]
pub struct DocsOptions<'a> {
    /// The day of the check.
    pub today: Date,
    /// The API contract that documents are held against, if there is one.
    pub contracts: Option<&'a dyn Contracts>,
    /// How many documents are read at a time; 0 for as many as the machine has cores.
    pub threads: usize,
}

/// Checks documents; the findings stand in the order of the documents, and of the places in each.
pub fn check(sources: &[Source], options: &DocsOptions<'_>) -> Vec<Finding> {
    let threads = threads(options).min(sources.len());
    let contract = contract();
    if threads <= 1 {
        return sources
            .iter()
            .flat_map(|source| check_one(source, &contract, options))
            .collect();
    }
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                // A document at a time: one of 50 MB does not hold up those that would have been shared out with it.
                while let Some((index, source)) = take(sources, &next) {
                    let findings = check_one(source, &contract, options);
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

/// Holds a document against what data says, and then against what code says.
fn check_one(source: &Source, contract: &Arc<Contract>, options: &DocsOptions<'_>) -> Vec<Finding> {
    let markdown = Arc::new(Markdown::parse(source));
    let mut found = contract.check(&markdown, options.today);
    let mut document = Document::of_markdown(markdown);
    document.known = Known {
        contract: options
            .contracts
            .and_then(|contracts| contracts.facts(document.subject())),
        is_in_question: options.contracts.is_some(),
    };
    let mut findings = Findings::new();
    rule::run(RULES, &document, &mut findings);
    rule::run(agreement::RULES, &document, &mut findings);
    found.extend(findings.into_sorted());
    found.sort_by_key(|finding| finding.place.span);
    found
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
