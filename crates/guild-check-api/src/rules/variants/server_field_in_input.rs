//! What the server makes stands in the output only.

use std::collections::HashSet;

use guild_check::Findings;

use crate::contract::{Contract, Endpoint, Field, Method, ShapeId};
use crate::survey::Survey;

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let contract = &survey.contract;
    let mut told = HashSet::new();
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
            let help = "leave it out of the input type, or mark it `readOnly: true`";
            if field.is_required && *name.as_ref() != *"id" {
                findings.error(place, message).help(help).guess();
            } else {
                findings.warning(place, message).help(help).guess();
            }
        }
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
            let path = format!("{}/{{", endpoint.path.text.trim_end_matches('/'));
            let is_item = |other: &Endpoint| {
                let rest = other.path.text.strip_prefix(&path);
                rest.is_some_and(|rest| rest.ends_with('}') && !rest.contains('/'))
            };
            endpoint.method == Method::Post && survey.endpoints().any(is_item)
        }
        _ => false,
    }
}
