//! Every list is handed out by page in the same way.

use std::collections::BTreeMap;

use guild_check::{Findings, Severity};

use super::{FIELDS, PARAMETERS};
use crate::contract::{Endpoint, Location};
use crate::survey::{Counted, Crowd, List, Survey};

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let mut crowd = Crowd::new("lists", Severity::Error);
    for list in &survey.lists {
        let endpoint = &survey.contract.endpoints[list.endpoint];
        let lacks = lacks(survey, list, endpoint).filter(|_| list.is_paged);
        let title = endpoint.title();
        let message =
            lacks.map(|lacks| format!("`{title}` hands out its list by page without {lacks}"));
        crowd.judge_call(survey, endpoint, message);
    }
    crowd.tell(
        findings,
        "are handed out by page in another way than `page` and `pageSize` in the query, and `page`, `pageSize`, `totalItems` and `totalPages` in the answer",
        &help(survey),
    );
}

/// Says what of pagination is not there.
fn lacks(survey: &Survey, list: &List, endpoint: &Endpoint) -> Option<String> {
    let names = &survey.conventions;
    let is_asked = |name: &str| {
        let mut parameters = endpoint.parameters.iter();
        parameters
            .any(|parameter| parameter.location == Location::Query && *parameter.name.text == *name)
    };
    let is_answered = |name: &str| list.fields.iter().any(|(field, _)| **field == *name);
    let parameters = PARAMETERS.map(|name| names.name(name));
    let parameters: Vec<&str> = parameters
        .into_iter()
        .filter(|name| !is_asked(name))
        .collect();
    let fields = FIELDS.map(|name| names.name(name));
    let fields: Vec<&str> = fields
        .into_iter()
        .filter(|name| !is_answered(name))
        .collect();
    let query = format!("{} in the query", Counted::list(&parameters, 4));
    let answer = match &list.field {
        Some(_) => format!("{} in the answer", Counted::list(&fields, 4)),
        None => "an object around it that says which page it is".to_owned(),
    };
    match (parameters.is_empty(), fields.is_empty()) {
        (true, true) => None,
        (true, false) => Some(answer),
        (false, true) => Some(query),
        (false, false) => Some(format!("{query}, and {answer}")),
    }
}

/// Says what to do, with the names that the contract has for pages.
fn help(survey: &Survey) -> String {
    let mut names: Vec<String> = OTHERS
        .iter()
        .filter_map(|names| other(survey, names))
        .collect();
    if names.is_empty() {
        names.push("pageSize = \"per_page\"".to_owned());
    }
    let names = names.join("`, `");
    format!(
        "add what is missing; if the contract calls it otherwise, say so in guild.toml under `[api.names]`: `{names}`"
    )
}

/// What others call the parameters and fields of pages, as small letters alone, after what the rules call them.
const OTHERS: [(&str, &[&str]); 4] = [
    ("page", &["pagenumber", "pageno", "pageindex"]),
    (
        "pageSize",
        &[
            "perpage",
            "limit",
            "size",
            "pagelimit",
            "maxresults",
            "itemsperpage",
            "take",
        ],
    ),
    (
        "totalItems",
        &[
            "totalcount",
            "total",
            "totalresults",
            "totalentries",
            "itemcount",
            "totalrecords",
        ],
    ),
    ("totalPages", &["pages", "pagecount", "lastpage"]),
];

/// Finds the name that most lists have in the place of one that they do not have.
fn other(survey: &Survey, (expected, others): &(&str, &[&str])) -> Option<String> {
    if survey.conventions.names.contains_key(*expected) {
        return None;
    }
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for list in &survey.lists {
        let parameters = survey.contract.endpoints[list.endpoint].parameters.iter();
        let asked = parameters.filter(|parameter| parameter.location == Location::Query);
        let names = asked.map(|parameter| &*parameter.name.text);
        for name in names.chain(list.fields.iter().map(|(name, _)| &**name)) {
            if name == *expected {
                return None;
            }
            let letters = name.chars().filter(char::is_ascii_alphanumeric);
            let letters = letters.collect::<String>().to_ascii_lowercase();
            if others.contains(&letters.as_str()) {
                *counts.entry(name).or_default() += 1;
            }
        }
    }
    let (name, _) = counts.into_iter().max_by_key(|(_, count)| *count)?;
    Some(format!("{expected} = \"{name}\""))
}
