//! Checking a document: read it, hold it against the rules.

use std::sync::Arc;

use guild_check::contract::Date;
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
}

/// Holds a document against what data says, and then against what code says; the findings stand in the order of places.
pub fn check(source: &Source, options: &DocsOptions<'_>) -> Vec<Finding> {
    let markdown = Arc::new(Markdown::parse(source));
    let mut found = contract().check(&markdown, options.today);
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
