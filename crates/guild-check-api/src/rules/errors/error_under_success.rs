//! A call that failed does not answer with a status of success.

use guild_check::Findings;

use super::error_body_missing::word;
use crate::contract::{Answer, Contract, Endpoint, ShapeId, Status, Types};
use crate::survey::Survey;

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let contract = &survey.contract;
    for used in survey.answers() {
        let Some(shape) = body(used.endpoint, used.part) else {
            continue;
        };
        let status = word(used.part.status);
        let title = used.endpoint.title();
        let by = used.users.by();
        let place = survey.place(used.part.definition);
        if is_error_body(survey, shape) {
            let message = format!("`{title}` answers {status} with the body of an error{by}");
            findings.error(place, message).help(HELP);
        } else if let Some(flag) = flag(contract, shape) {
            let message = format!(
                "`{title}` answers {status}, and `{flag}` in the body says whether it worked{by}"
            );
            findings.error(place, message).help(HELP).guess();
        }
    }
}

const HELP: &str = "answer a call that failed with 4XX or 500 and the error body";

fn body(endpoint: &Endpoint, answer: &Answer) -> Option<ShapeId> {
    let is_success = match answer.status {
        Status::One(status) => (200..300).contains(&status),
        Status::Class(class) => class == 2,
        Status::Default => false,
    };
    let shape = answer.json()?.shape?;
    (is_success && !endpoint.is_error(answer)).then_some(shape)
}

/// The same definition as an error's, or the same fields, a code and a message among them.
fn is_error_body(survey: &Survey, shape: ShapeId) -> bool {
    let contract = &survey.contract;
    let end = |id: ShapeId| {
        let mut id = id;
        while let Some(target) = contract.shape(id).target {
            id = target;
        }
        id
    };
    let mut formats = survey.error_formats.iter();
    formats.any(|format| {
        let is_told = !format.codes.is_empty() && format.has_message;
        is_told && end(format.shape) == end(shape)
    })
}

/// Finds a truth value that says whether the call worked, beside what went wrong.
fn flag(contract: &Contract, shape: ShapeId) -> Option<String> {
    let fields = contract.fields(shape);
    let has_error = fields.list.iter().any(|field| {
        let name = field.name.text.to_ascii_lowercase();
        matches!(
            &*name,
            "error" | "errors" | "errorcode" | "error_code" | "errormessage" | "error_message"
        )
    });
    let flag = fields.list.iter().find(|field| {
        let name = field.name.text.to_ascii_lowercase();
        let is_flag = matches!(
            &*name,
            "success" | "ok" | "issuccess" | "is_success" | "succeeded"
        );
        is_flag && contract.types(field.shape).has(Types::BOOLEAN)
    });
    flag.filter(|_| has_error)
        .map(|field| field.name.text.to_string())
}
