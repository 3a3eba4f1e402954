//! Coverage: which operations of a contract have a document.

use std::collections::HashSet;

use guild_check::operation::{OperationName, Operations};
use guild_check::rule::{Rule, RulePage};
use guild_check::{Finding, Findings, Source};

use crate::Document;
use crate::document::Subject;

guild_check::rules! {
    "docs" for crate::coverage::Coverage, in "coverage", proved by crate::coverage::prove;
    operation_undocumented,
}

/// The operations of a contract, and those that documents are about.
#[derive(Debug)]
pub struct Coverage {
    /// The operations of the contract.
    pub operations: Vec<OperationName>,
    /// Method and path, as in the contract, of those that have a document.
    pub documented: HashSet<(String, String)>,
}

impl Coverage {
    /// Finds which operations documents are about.
    pub fn of(sources: &[Source], operations: &dyn Operations) -> Self {
        let documented = sources.iter().filter_map(|source| {
            let document = Document::parse(source);
            let Subject::Endpoint { method, path } = document.subject() else {
                return None;
            };
            let name = operations.find(method, path)?.name;
            Some((name.method, name.path))
        });
        Self {
            documented: documented.collect(),
            operations: operations.list(),
        }
    }

    /// Lists the operations without a document.
    pub fn undocumented(&self) -> impl Iterator<Item = &OperationName> {
        let has_document = |name: &OperationName| {
            self.documented
                .contains(&(name.method.clone(), name.path.clone()))
        };
        self.operations
            .iter()
            .filter(move |name| !has_document(name))
    }

    /// Holds the documents as a whole against the contract.
    pub fn judge(&self) -> Vec<Finding> {
        let mut findings = Findings::new();
        guild_check::rule::run(RULES, self, &mut findings);
        findings.into_sorted()
    }
}

/// Gives the pages of all rules.
pub fn pages() -> impl Iterator<Item = RulePage> {
    RULES.iter().map(Rule::page)
}

#[cfg(test)]
fn prove(rule: &Rule<Coverage>) {
    use guild_check_api::{ContractOperations, Loading, parse};

    let contract = "openapi: 3.1.0\npaths:\n  /api/tasks/{id}:\n    parameters:\n      - { name: id, in: path, required: true }\n    get: {}\n    delete: {}\n";
    let operations = ContractOperations::new(parse(
        &Source::new("contract.yaml", contract),
        &Loading::alone(),
    ));
    guild_check::spec::prove(rule.name, rule.page, |example| {
        let titles = example
            .content
            .lines()
            .filter(|line| line.starts_with("# "));
        let documents: Vec<Source> = titles
            .map(|title| Source::new("document.md", title))
            .collect();
        Coverage::of(&documents, &operations).judge()
    });
}
