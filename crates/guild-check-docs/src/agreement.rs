//! Agreement with an API contract: what the contract has and the document lacks, what the document has and the contract
//! lacks, and what differs.

mod answer;
mod row;

use guild_check::operation::Operation;
use guild_check::rule::{Rule, RulePage};

use crate::Document;

guild_check::rules! {
    "docs" for crate::document::Document, in "agreement", proved by crate::agreement::prove;
    operation_not_in_contract,
    parameter_not_in_contract,
    parameter_undocumented,
    place_differs,
    requirement_differs,
    type_differs,
    values_differ,
    authentication_differs,
    credential_undocumented,
    scope_undocumented,
    scope_not_in_contract,
    success_status_not_in_contract,
    success_status_undocumented,
    response_field_not_in_contract,
    response_field_undocumented,
    response_type_differs,
    error_status_not_in_contract,
    error_status_undocumented,
    error_code_not_in_contract,
    error_code_undocumented,
    deprecation_not_in_contract,
}

/// Gives the pages of all rules, in the order of the documentation.
pub fn pages() -> impl Iterator<Item = RulePage> {
    RULES.iter().map(Rule::page)
}

/// Gives what the contract says of the document's endpoint.
fn operation(document: &Document) -> Option<&Operation> {
    document.known.contract.as_ref()?.operation.as_deref()
}

#[cfg(test)]
fn prove(rule: &Rule<Document>) {
    use crate::spec::{ENDPOINT, set_into};

    guild_check::spec::prove(rule.name, rule.page, |example| {
        // After the section may stand the method whose operation the document is held against.
        let (place, method) = example
            .place
            .split_once(' ')
            .unwrap_or((&example.place, "PATCH"));
        let part = place.split_once('#').map_or("", |(_, part)| part);
        let text =
            set_into(ENDPOINT, part, &example.content).replace("# PATCH", &format!("# {method}"));
        held(&text)
    });
}

/// Holds a document against the contract of the pages' examples.
#[cfg(test)]
fn held(text: &str) -> Vec<guild_check::Finding> {
    use guild_check::Source;
    use guild_check_api::{ContractOperations, Loading, parse};

    use crate::{DocsOptions, OperationFacts, check};

    let source = Source::new("contract.yaml", include_str!("agreement/contract.yaml"));
    let operations = ContractOperations::new(parse(&source, &Loading::alone()));
    let options = DocsOptions {
        today: guild_check::contract::Date::new(2026, 11, 21).unwrap(),
        contracts: Some(&OperationFacts::new(&operations)),
    };
    check(&Source::new("document.md", text), &options)
}

#[cfg(test)]
mod tests {
    use super::held;
    use crate::spec::ENDPOINT;

    #[test]
    fn a_path_parameter_may_be_called_otherwise_than_in_the_contract() {
        let (row, other) = (
            "| `id` | string | yes | Path.",
            "| `taskId` | string | yes | Path.",
        );
        assert!(ENDPOINT.contains(row));
        let renamed = ENDPOINT.replace("{id}", "{taskId}");
        let findings = held(&renamed.replace(row, other));
        assert!(findings.is_empty(), "{findings:?}");
        // It is to be in the table all the same.
        let rules: Vec<String> = held(&renamed.replace(row, "| `due` | string | yes | Path."))
            .iter()
            .map(|finding| finding.rule.to_string())
            .collect();
        assert!(
            rules.contains(&"docs/parameter-undocumented".to_owned()),
            "{rules:?}"
        );
        assert!(
            rules.contains(&"docs/parameter-not-in-contract".to_owned()),
            "{rules:?}"
        );
    }
}
