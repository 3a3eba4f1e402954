//! Refusing a request in the words of the contract: its own error body, with the code that fits.

use serde_json::{Value, json};

use super::values::{self, fits};
use super::{Call, Mock, Reply};
use crate::conform::Way;
use crate::contract::{Answer, Contract, Endpoint, Media, ShapeId, Status};

/// Why a request is refused.
#[derive(Clone, Debug)]
pub(super) struct Refused {
    /// The status that means it (SPEC.md 7).
    pub(super) status: u16,
    /// Why, for a person.
    pub(super) message: String,
    /// What of the input is wrong, and how.
    pub(super) field: Option<(String, String)>,
    headers: Vec<(String, String)>,
}

impl Refused {
    pub(super) fn new(status: u16, message: impl Into<String>) -> Self {
        Self {
            status,
            message: message.into(),
            field: None,
            headers: Vec::new(),
        }
    }

    pub(super) fn of_field(status: u16, field: &str, message: &str) -> Self {
        Self {
            field: Some((field.to_owned(), message.to_owned())),
            ..Self::new(status, format!("`{field}` {message}"))
        }
    }

    pub(super) fn with_header(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.push((name.to_owned(), value.into()));
        self
    }
}

/// What stands in the place of a status that an operation does not declare, best first.
fn instead(status: u16) -> &'static [u16] {
    match status {
        400 => &[400, 422],
        404 => &[404, 422, 400],
        409 => &[409, 422, 400],
        413 | 415 => &[],
        422 => &[422, 400],
        _ => &[],
    }
}

/// Refuses a call of an operation.
pub(super) fn inside(call: &Call<'_, '_>, refused: &Refused) -> Reply {
    let endpoint = call.endpoint();
    let declared = instead(refused.status)
        .iter()
        .find(|status| answer_of(endpoint, **status).is_some());
    let status = declared.copied().unwrap_or(refused.status);
    let own = answer_of(endpoint, status).and_then(Answer::json);
    reply(call.mock, status, own, refused)
}

/// Refuses what is no operation of the contract.
pub(super) fn outside(mock: &Mock, refused: &Refused) -> Reply {
    reply(mock, refused.status, None, refused)
}

/// Finds what an endpoint says of a status.
fn answer_of(endpoint: &Endpoint, status: u16) -> Option<&Answer> {
    let find = |wanted: Status| {
        endpoint
            .answers
            .iter()
            .find(move |answer| answer.status == wanted)
    };
    let class = u8::try_from(status / 100).unwrap_or(0);
    find(Status::One(status))
        .or_else(|| find(Status::Class(class)))
        .or_else(|| find(Status::Default))
}

fn reply(mock: &Mock, status: u16, own: Option<&Media>, refused: &Refused) -> Reply {
    let contract = mock.contract();
    let media = own.or_else(|| usual(contract, status));
    let body = media.map_or_else(
        || json!({ "error": { "code": word(status), "message": refused.message } }),
        |media| body(mock, media, status, refused),
    );
    let mut headers = vec![(
        "content-type".to_owned(),
        media.map_or_else(|| "application/json".to_owned(), content_type),
    )];
    headers.extend(refused.headers.iter().cloned());
    Reply {
        status,
        headers,
        body: body.to_string().into_bytes(),
        operation: None,
        reason: Some(refused.message.clone()),
    }
}

/// Gives the name of a media type; a range stands for JSON.
pub(super) fn content_type(media: &Media) -> String {
    match media.name.text.contains('*') {
        true => "application/json".to_owned(),
        false => media.name.text.to_string(),
    }
}

/// Finds the body that errors of this contract have, best of this status.
fn usual(contract: &Contract, status: u16) -> Option<&Media> {
    let all = || contract.endpoints.iter().flat_map(Endpoint::errors);
    let with_body = |answer: &'_ &Answer| answer.json().is_some_and(|media| media.shape.is_some());
    let same = all()
        .filter(with_body)
        .find(|answer| answer.status == Status::One(status));
    same.or_else(|| all().find(with_body))
        .and_then(Answer::json)
}

/// Writes the body: the example of the contract, or a value of its shape, with our code and message where they fit.
fn body(mock: &Mock, media: &Media, status: u16, refused: &Refused) -> Value {
    let contract = mock.contract();
    let mut body = values::of_media(mock, media, "error").unwrap_or_else(|| json!({}));
    let Some(shape) = media.shape else {
        return body;
    };
    let set = |body: &mut Value, name: &str, value: Value| {
        let mut changed = body.clone();
        let inner = if changed.get("error").is_some_and(Value::is_object) {
            &mut changed["error"]
        } else {
            &mut changed
        };
        let Some(object) = inner.as_object_mut() else {
            return;
        };
        object.insert(name.to_owned(), value);
        if fits(contract, shape, &changed, Way::Out) {
            *body = changed;
        }
    };
    let names = &mock.survey.conventions;
    let has = |body: &Value, name: &str| {
        body.get("error")
            .and_then(|error| error.get(name))
            .or(body.get(name))
            .is_some()
    };
    for name in [names.name("message"), "detail", "message"] {
        if has(&body, name) {
            set(&mut body, name, json!(refused.message));
            break;
        }
    }
    let code = names.name("code");
    if has(&body, code)
        && let Some(fitting) = fitting_code(mock, shape, status, refused)
    {
        set(&mut body, code, json!(fitting));
    }
    match &refused.field {
        Some((field, message)) => set(
            &mut body,
            "details",
            json!([{ "field": field, "message": message }]),
        ),
        None => drop(
            body.get_mut("error")
                .and_then(Value::as_object_mut)
                .map(|error| error.remove("details")),
        ),
    }
    body
}

/// Chooses among the listed codes the one that says why.
fn fitting_code(mock: &Mock, shape: ShapeId, status: u16, refused: &Refused) -> Option<String> {
    let formats = mock.survey.error_formats.iter();
    let mut codes = formats
        .filter(|format| format.shape == shape || !format.codes.is_empty())
        .flat_map(|format| &format.codes);
    let contract = mock.contract();
    let values = codes.find_map(|code| contract.values(*code))?;
    let texts = values
        .iter()
        .filter_map(|value| contract.view(*value)?.text());
    let texts: Vec<&str> = texts.collect();
    let is_body = refused.message.contains("body");
    let is_route = refused.message.contains("the contract has no path");
    let words: &[&str] = match status {
        400 if is_body => &[
            "MALFORMED_BODY",
            "BODY",
            "MALFORMED",
            "BAD_REQUEST",
            "INVALID",
        ],
        400 => &[
            "MALFORMED_QUERY",
            "QUERY",
            "MALFORMED",
            "BAD_REQUEST",
            "INVALID",
        ],
        401 => &["UNAUTHENTICATED", "UNAUTH", "TOKEN", "CREDENTIAL"],
        404 if is_route => &["ROUTE", "NOT_FOUND"],
        404 => return None,
        405 => &["METHOD"],
        409 => &["CONFLICT", "EXISTS"],
        413 => &["TOO_LARGE", "LARGE", "TOO_LONG"],
        415 => &["MEDIA_TYPE", "CONTENT_TYPE"],
        422 => &["VALIDATION", "INVALID", "UNPROCESSABLE"],
        _ => return None,
    };
    let find = |word: &&str| {
        texts
            .iter()
            .find(|text| text.to_ascii_uppercase().contains(*word))
    };
    words.iter().find_map(find).map(|text| (*text).to_owned())
}

fn word(status: u16) -> &'static str {
    match status {
        400 => "MALFORMED_REQUEST",
        401 => "UNAUTHENTICATED",
        404 => "NOT_FOUND",
        405 => "METHOD_NOT_ALLOWED",
        409 => "CONFLICT",
        413 => "BODY_TOO_LARGE",
        415 => "MEDIA_TYPE_UNSUPPORTED",
        422 => "VALIDATION_FAILED",
        _ => "SERVER_FAULT",
    }
}
