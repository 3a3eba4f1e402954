//! A part of a contract is what OpenAPI has at that place.

use std::collections::{HashMap, HashSet};

use guild_check::Findings;

use super::{pattern, tell};
use crate::contract::{Contract, FaultKind, Language, Origin};

pub(super) fn check(contract: &Contract, findings: &mut Findings) {
    tell(contract, FaultKind::NotUnderstood, findings);
    tell_of_paths(contract, findings);
    tell_of_patterns(contract, findings);
}

/// Two paths that differ in the names of their parameters alone are one path.
fn tell_of_paths(contract: &Contract, findings: &mut Findings) {
    let mut known = HashMap::new();
    let mut told = HashSet::new();
    let calls = contract.endpoints.iter();
    for endpoint in calls.filter(|endpoint| endpoint.origin == Origin::Path) {
        // In TypeScript each route has a path of its own.
        let method = (contract.language == Language::TypeScript).then_some(&endpoint.method);
        let path = &endpoint.path;
        let first = *known.entry((bare(&path.text), method)).or_insert(path);
        if first.text != path.text && told.insert(path.spot) {
            let message = format!("`{}` is the path `{}` again", path.text, first.text);
            findings
                .error(contract.place(path.spot), message)
                .help("put both under one path, with one name for the parameter");
        }
    }
}

/// Writes a path without the names of its parameters: `/api/tasks/{}`.
fn bare(path: &str) -> String {
    let parts = path.split('{').map(|part| match part.split_once('}') {
        Some((_, rest)) => format!("}}{rest}"),
        None => part.to_owned(),
    });
    parts.collect::<Vec<String>>().join("{")
}

fn tell_of_patterns(contract: &Contract, findings: &mut Findings) {
    let mut told = HashSet::new();
    let patterns = contract.shapes.iter();
    for pattern in patterns.filter_map(|shape| shape.limits.pattern.as_ref()) {
        let problem = pattern::problem(&pattern.text).filter(|_| told.insert(pattern.spot));
        if let Some(problem) = problem {
            let message = format!("`{}` is no regular expression: {problem}", pattern.text);
            findings
                .error(contract.place(pattern.spot), message)
                .help("mend the pattern; it is written as in JavaScript");
        }
    }
}
