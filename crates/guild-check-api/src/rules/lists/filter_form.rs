//! A filter is a query parameter of the form `?<field>=<value>`.

use std::collections::BTreeMap;

use guild_check::Findings;

use crate::contract::{Contract, Location, Parameter, Types};
use crate::survey::{Survey, Used, Users};

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    // Lists that filter alike write the same parameter again and again.
    let mut by_name: BTreeMap<&str, (Used<'_, Parameter>, &str, Users)> = BTreeMap::new();
    for used in survey.parameters() {
        let name = &*used.part.name.text;
        if survey.conventions.is_allowed(name) {
            continue;
        }
        if let Some(what) = other_form(&survey.contract, used.part) {
            let entry = by_name.entry(name);
            let (_, _, users) = entry.or_insert((used, what, Users::default()));
            users.count += used.users.count;
        }
    }
    for (name, (used, what, users)) in by_name {
        let message = format!("the parameter `{name}` {what}{}", users.by());
        findings
            .error(survey.place(used.part.name.spot), message)
            .help("name each filter after its field, with the value alone: `?status=OPEN&isPinned=true`; a range is two fields, such as `createdFrom` and `createdTo`")
            .stands_for(users.count);
    }
}

/// Operators as the last word of a name.
const OPERATORS: [&str; 10] = [
    "gt",
    "gte",
    "lt",
    "lte",
    "ne",
    "neq",
    "nin",
    "like",
    "ilike",
    "startswith",
];

/// Names of a parameter that holds a whole expression.
const EXPRESSIONS: [&str; 10] = [
    "filter",
    "filters",
    "where",
    "$filter",
    "rsql",
    "fiql",
    "criteria",
    "expression",
    "condition",
    "conditions",
];

fn other_form(contract: &Contract, parameter: &Parameter) -> Option<&'static str> {
    match parameter.location {
        Location::QueryString => return Some("is the whole query in one value"),
        Location::Query => {}
        Location::Path | Location::Header | Location::Cookie => return None,
    }
    let name = parameter.name.text.to_lowercase();
    let is_deep = parameter
        .style
        .as_ref()
        .is_some_and(|style| &*style.text == "deepObject");
    if is_deep || name.contains(['[', ']']) {
        return Some("is written in brackets");
    }
    let last = name.rsplit(['_', '.', ':', '-', '!']).next().unwrap_or("");
    if name.contains(['<', '>', '!']) || (last != name && OPERATORS.contains(&last)) {
        return Some("has an operator in its name");
    }
    if parameter.media.iter().any(crate::contract::Media::is_json) {
        return Some("is JSON in one value");
    }
    let types = parameter
        .shape
        .map_or(Types::NONE, |shape| contract.types(shape));
    let is_listed = parameter
        .shape
        .is_some_and(|shape| contract.values(shape).is_some());
    let is_text = types.has(Types::STRING) && !is_listed;
    (is_text && EXPRESSIONS.contains(&name.as_str()))
        .then_some("is a whole expression in one value")
}
