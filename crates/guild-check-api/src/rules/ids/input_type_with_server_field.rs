//! An input type holds nothing that the server makes, even where no route says that it is one.

use guild_check::{Findings, Severity};

use super::has_brands;
use crate::survey::{Crowd, Survey};

/// How types of inputs are called.
const BEGINNINGS: [&str; 5] = ["Create", "New", "Update", "Patch", "Add"];
const ENDINGS: [&str; 4] = ["Input", "Request", "Payload", "Body"];

/// How types of outputs are called, whatever they begin with.
const OUTPUTS: [&str; 6] = ["Response", "Result", "Output", "Answer", "Reply", "Event"];

/// What the server makes.
const MADE: [&str; 6] = [
    "id",
    "createdAt",
    "updatedAt",
    "createdOn",
    "updatedOn",
    "modifiedAt",
];

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    // Where a route takes the type, its place tells what it is for, and another rule judges it.
    if !has_brands(survey) || survey.endpoints().next().is_some() {
        return;
    }
    let mut crowd = Crowd::new("types", Severity::Warning).guessed();
    for (name, id) in &survey.contract.names {
        crowd.judge();
        if !is_input(&name.text) {
            continue;
        }
        for field in survey.contract.fields(*id).list {
            let made = &*field.name.text;
            // An update may say by its id what it is about.
            let is_address = made == "id" && !is_creation(&name.text);
            if MADE.contains(&made) && !is_address {
                let message = format!("`{}` holds `{made}`, which the server makes", name.text);
                crowd.wrong(survey.place(field.name.spot), &*name.text, message);
            }
        }
    }
    crowd.tell(
        findings,
        "are inputs that hold what the server makes",
        "leave it out of the input type, also as an optional field; it stands in the output type",
    );
}

fn is_input(name: &str) -> bool {
    let follows = |rest: &str| rest.starts_with(char::is_uppercase);
    let begins = BEGINNINGS
        .iter()
        .any(|word| name.strip_prefix(word).is_some_and(follows));
    let is_output = OUTPUTS.iter().any(|word| name.ends_with(word));
    (begins && !is_output)
        || ENDINGS
            .iter()
            .any(|word| name.ends_with(word) && name.len() > word.len() && name != "ErrorBody")
}

fn is_creation(name: &str) -> bool {
    ["Create", "New", "Add"]
        .iter()
        .any(|word| name.starts_with(word))
}
