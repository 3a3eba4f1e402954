//! A PATCH changes what is given, and so requires nothing.

use std::collections::HashSet;

use guild_check::{Findings, Severity};

use super::is_item;
use crate::contract::Method;
use crate::survey::{Counted, Crowd, Survey};

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let mut crowd = Crowd::new("partial changes", Severity::Error);
    let mut told = HashSet::new();
    for endpoint in survey.endpoints().filter(|endpoint| is_item(endpoint)) {
        let body = endpoint.body.as_ref().and_then(|body| body.named()?.shape);
        let Some(shape) = body.filter(|_| endpoint.method == Method::Patch) else {
            continue;
        };
        let fields = survey.contract.fields(shape).list;
        // The version that the caller has seen, and what tells variants apart, are no changes.
        let is_change = |name: &&str| !["version", "type", "status"].contains(name);
        let required = fields.iter().filter(|field| field.is_required);
        let names = required.map(|field| &*field.name.text);
        let names: Vec<&str> = names.filter(is_change).collect();
        if !told.insert(shape) {
            continue;
        }
        crowd.judge();
        if names.is_empty() {
            continue;
        }
        let title = endpoint.title();
        let message = format!("`{title}` requires {}", Counted::list(&names, 4));
        let spot = endpoint
            .body
            .as_ref()
            .map_or(endpoint.spot, |body| body.spot);
        crowd.wrong(survey.place(spot), title, message);
    }
    crowd.tell(
        findings,
        "require fields",
        "make every field of the body optional: only those that are given change",
    );
}
