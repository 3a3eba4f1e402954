//! What the server makes stands in the output only.

use std::collections::HashSet;

use guild_check::{Findings, Severity};

use crate::contract::{Contract, Endpoint, Field, Method, ShapeId};
use crate::survey::{Crowd, Survey};

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let contract = &survey.contract;
    let mut told = HashSet::new();
    let mut needed = Crowd::new("fields of inputs", Severity::Error).guessed();
    let mut taken = Crowd::new("fields of inputs", Severity::Warning).guessed();
    for form in survey.forms().filter(|form| form.answer.is_none()) {
        let Some(shape) = form.media.shape else {
            continue;
        };
        for field in top_fields(contract, shape) {
            let is_ours = contract
                .parts(field.shape)
                .iter()
                .any(|part| contract.shape(*part).is_read_only);
            let name = &field.name.text;
            needed.judge();
            taken.judge();
            if is_ours
                || !is_made_by_server(survey, form.endpoint, name)
                || !told.insert(field.name.spot)
            {
                continue;
            }
            let users = survey.used(field.shape).map(|used| used.users.by());
            let message = format!(
                "the caller of `{}` gives `{name}`, which the server makes{}",
                form.endpoint.title(),
                users.unwrap_or_default()
            );
            let place = survey.place(field.name.spot);
            let is_needed = field.is_required && *name.as_ref() != *"id";
            let crowd = if is_needed { &mut needed } else { &mut taken };
            crowd.wrong(place, name.to_string(), message);
        }
    }
    for crowd in [needed, taken] {
        crowd.tell(
            findings,
            "are made by the server",
            "leave it out of the input type, or mark it `readOnly: true`",
        );
    }
}

/// Lists the fields of a body, and of each thing if it is a list of things.
fn top_fields(contract: &Contract, shape: ShapeId) -> Vec<Field<'_>> {
    contract.fields(contract.items(shape).unwrap_or(shape)).list
}

/// Times of the server's own, and the id of what it is about to make.
fn is_made_by_server(survey: &Survey, endpoint: &Endpoint, name: &str) -> bool {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    let letters: String = letters.map(|letter| letter.to_ascii_lowercase()).collect();
    match letters.as_str() {
        "createdat" | "updatedat" | "modifiedat" | "deletedat" | "createdon" | "updatedon"
        | "modifiedon" | "creationtime" | "createdtime" | "updatedtime" | "creationdate"
        | "createddate" | "updateddate" | "updateddateutc" | "createddateutc" | "lastmodified"
        | "lastmodifiedat" | "lastupdated" | "lastupdatedat" => true,
        "id" | "uuid" => {
            endpoint.method == Method::Post && survey.item_of(&endpoint.path.text).is_some()
        }
        _ => false,
    }
}
