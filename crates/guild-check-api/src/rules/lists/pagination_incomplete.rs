//! Every list is handed out by page in the same way.

use guild_check::{Findings, Severity};

use super::{FIELDS, PARAMETERS};
use crate::contract::{Endpoint, Location};
use crate::survey::{Counted, Crowd, List, Survey};

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let mut crowd = Crowd::new("lists", Severity::Error);
    for list in &survey.lists {
        crowd.judge();
        let endpoint = &survey.contract.endpoints[list.endpoint];
        let Some(lacks) = lacks(survey, list, endpoint).filter(|_| list.is_paged) else {
            continue;
        };
        let title = endpoint.title();
        let message = format!("`{title}` hands out its list by page without {lacks}");
        crowd.wrong(survey.place(endpoint.spot), title, message);
    }
    crowd.tell(
        findings,
        "are handed out by page in another way than `page` and `pageSize` in the query, and `page`, `pageSize`, `totalItems` and `totalPages` in the answer",
        "add what is missing; if the contract calls it otherwise, say so in guild.toml: `[api.names] pageSize = \"per_page\"`",
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
