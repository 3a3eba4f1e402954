//! The errors of a contract: each code with its status, what brings it about, and what a caller does about it.

use super::plan::Plan;
use super::resource::Resource;

/// One way to fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failing {
    /// The status of the answer (SPEC.md 7).
    pub status: u16,
    /// What a program reads.
    pub code: String,
    /// What brings it about.
    pub when: String,
    /// What a caller does about it.
    pub action: String,
}

fn failing(
    status: u16,
    code: impl Into<String>,
    when: impl Into<String>,
    action: impl Into<String>,
) -> Failing {
    Failing {
        status,
        code: code.into(),
        when: when.into(),
        action: action.into(),
    }
}

/// Lists the errors, by status.
pub fn failures(plan: &Plan) -> Vec<Failing> {
    let mut all = vec![
        failing(
            400,
            "MALFORMED_BODY",
            "The body is not JSON.",
            "Send one JSON object in UTF-8.",
        ),
        failing(
            400,
            "MALFORMED_QUERY",
            "A value in the query cannot be read: a page that is no number, say.",
            "Write the value in the form that the contract gives it.",
        ),
        failing(
            401,
            "UNAUTHENTICATED",
            "There is no token, or it has run out.",
            "Get a new token and send it in the `Authorization` header.",
        ),
        failing(
            403,
            "FORBIDDEN",
            "The token is valid and may not do this.",
            "Ask for a token with the scope that the operation names.",
        ),
        failing(
            404,
            "ROUTE_UNKNOWN",
            "The path is none of this contract.",
            "Compare the path with the contract.",
        ),
        missing(&plan.main),
        failing(
            405,
            "METHOD_NOT_ALLOWED",
            "The path is known, and not with this method.",
            "Use a method that the `Allow` header of the answer names.",
        ),
        failing(
            409,
            "IDEMPOTENCY_KEY_REUSED",
            "The `Idempotency-Key` was sent before, with another body.",
            "Send the same body again, or take a new key.",
        ),
        failing(
            415,
            "MEDIA_TYPE_UNSUPPORTED",
            "The body is of another media type than JSON.",
            "Send `Content-Type: application/json`.",
        ),
        failing(
            422,
            "VALIDATION_FAILED",
            "The input can be read and breaks a rule; `details` names each field.",
            "Mend the fields that `details` names, and send it again.",
        ),
        failing(
            500,
            "SERVER_FAULT",
            "The server failed for no fault of the caller.",
            "Try again later; a create with the same `Idempotency-Key`.",
        ),
    ];
    if !plan.main.states.is_empty() {
        all.push(state_conflict(&plan.main));
    }
    all.sort_by_key(|failing| failing.status);
    all
}

/// The thing that the path names is not there.
fn missing(resource: &Resource) -> Failing {
    let a = resource.noun.a();
    failing(
        404,
        format!("{}_NOT_FOUND", resource.noun.upper()),
        format!("The path names {a} that does not exist, or that the caller may not know of."),
        "Take the id from the list.",
    )
}

/// The thing is in a state that does not allow the change.
fn state_conflict(resource: &Resource) -> Failing {
    let said = resource.noun.said();
    failing(
        409,
        format!("{}_STATE_CONFLICT", resource.noun.upper()),
        format!("The {said} is in a state that does not allow this change."),
        format!("Read the {said} again, and decide by its `status`."),
    )
}

/// Writes the catalogue for people.
pub fn catalogue(plan: &Plan) -> String {
    let title = super::noun::capital(&plan.main.noun.said_several());
    let mut text = format!(
        "# Errors of {title}\n\n\
         Every error of every operation has one body; decide by `code`, and for a code that you do not know by the status.\n\
         Codes stay as they are; messages are for people and may be reworded.\n\n\
         ```json\n{}\n```\n\n\
         `details` is there with `VALIDATION_FAILED` alone, one entry for each wrong field.\n\n\
         | Status | Code | When | What to do |\n|---|---|---|---|\n",
        "{ \"error\": { \"code\": \"VALIDATION_FAILED\", \"message\": \"One field is not valid.\", \"details\": [{ \"field\": \"title\", \"message\": \"has 0 characters, and 1 are the fewest\" }] } }"
            .replace("\"title\"", &format!("\"{}\"", plan.main.fields.first().map_or("title", |field| field.name.as_str()))),
    );
    for Failing {
        status,
        code,
        when,
        action,
    } in failures(plan)
    {
        text.push_str(&format!("| {status} | `{code}` | {when} | {action} |\n"));
    }
    text.push_str(
        "\n405 and 415 stand outside of the mapping of statuses, because the server answers them before it knows the operation; \
         they carry the same body.\n",
    );
    text
}
