//! Internal layers trust their inputs: they were validated where they entered.

use guild_check::Findings;

use crate::sources::{SourceFile, Sources};

/// What folders of internal layers are called.
const INSIDE: [&str; 14] = [
    "services",
    "service",
    "domain",
    "core",
    "repositories",
    "repository",
    "entities",
    "usecases",
    "use-cases",
    "models",
    "logic",
    "internal",
    "stores",
    "persistence",
];

/// What files at a boundary are called, wherever they stand.
const BOUNDARIES: [&str; 12] = [
    "client",
    "gateway",
    "adapter",
    "controller",
    "handler",
    "route",
    "routes",
    "api",
    "form",
    "env",
    "config",
    "parse",
];

pub(super) fn check(sources: &Sources, findings: &mut Findings) {
    for file in sources.files.iter().filter(|file| is_inside(file)) {
        let Some(check) = file.facts.checks.first() else {
            continue;
        };
        let more = match file.facts.checks.len() - 1 {
            0 => String::new(),
            more => format!(", and {more} more in this file"),
        };
        let message = format!("`{}` validates in an internal layer{more}", check.callee);
        let help = "validate where the data enters (handler, form, client of a third party), and take the typed value here";
        findings
            .warning(file.source.at(check.span), message)
            .help(help)
            .guess();
    }
}

fn is_inside(file: &SourceFile) -> bool {
    let mut parts: Vec<String> = file
        .path
        .to_ascii_lowercase()
        .split('/')
        .map(str::to_owned)
        .collect();
    let name = parts.pop().unwrap_or_default();
    let words: Vec<&str> = name.split(['.', '-', '_']).collect();
    let is_boundary = file.facts.is_boundary || words.iter().any(|word| BOUNDARIES.contains(word));
    !is_boundary && parts.iter().any(|part| INSIDE.contains(&part.as_str()))
}
