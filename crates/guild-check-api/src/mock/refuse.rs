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
    /// What there is none of, in the singular, such as `parcel`; empty where its collection has no name.
    thing: Option<Box<str>>,
    headers: Vec<(String, String)>,
}

impl Refused {
    pub(super) fn new(status: u16, message: impl Into<String>) -> Self {
        Self {
            status,
            message: message.into(),
            field: None,
            thing: None,
            headers: Vec::new(),
        }
    }

    /// Refuses a path because a thing is not in a collection, such as `/api/parcels`.
    pub(super) fn of_thing(collection: &str, message: impl Into<String>) -> Self {
        let name = collection.rsplit('/').next().unwrap_or_default();
        Self {
            thing: Some(crate::starter::singular(name).into()),
            ..Self::new(404, message)
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

/// Where the body of a refusal comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// The contract shows it for this very status.
    Example,
    /// It was made up, or is shown for another status.
    MadeUp,
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
        |media| {
            let is_said = own.is_some_and(|own| !own.examples.is_empty());
            let origin = if is_said {
                Origin::Example
            } else {
                Origin::MadeUp
            };
            body(mock, (media, origin), status, refused)
        },
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
fn body(mock: &Mock, (media, origin): (&Media, Origin), status: u16, refused: &Refused) -> Value {
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
        && let Some(fitting) = fitting_code(mock, (shape, origin), status, refused)
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

/// Chooses among the listed codes the one that says why; none if what the body says already is as good.
fn fitting_code(
    mock: &Mock,
    (shape, origin): (ShapeId, Origin),
    status: u16,
    refused: &Refused,
) -> Option<String> {
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
    let exactly = |word: &str| {
        let mut texts = texts.iter();
        texts.find(|text| text.eq_ignore_ascii_case(word))
    };
    let with = |word: &&str| {
        let mut texts = texts.iter();
        exactly(word).or_else(|| texts.find(|text| text.to_ascii_uppercase().contains(*word)))
    };
    let of_thing = refused
        .thing
        .as_ref()
        .and_then(|thing| absent(&texts, thing));
    let found = of_thing.or_else(|| match (status, origin, &refused.thing) {
        (404, Origin::Example, Some(_)) => None,
        (404, _, None) => words(status, refused)
            .iter()
            .find_map(with)
            .or_else(|| exactly("NOT_FOUND")),
        _ => words(status, refused).iter().find_map(with),
    });
    let general = || match (status, origin) {
        (404, Origin::MadeUp) => [&GENERAL[..], &["NOT_FOUND"]]
            .concat()
            .iter()
            .find_map(with),
        (400..500, Origin::MadeUp) => GENERAL.iter().find_map(with),
        _ => None,
    };
    found.or_else(general).map(|text| (*text).to_owned())
}

/// What a code says that stands for all that the caller did wrong.
const GENERAL: [&str; 3] = ["MALFORMED", "BAD_REQUEST", "INVALID"];

/// What the code for a reason has in it, best first.
fn words(status: u16, refused: &Refused) -> &'static [&'static str] {
    match status {
        400 if refused.message.contains("body") => &[
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
        404 if refused.thing.is_some() => &["NOT_FOUND"],
        404 => &["ROUTE", "PATH", "ENDPOINT"],
        405 => &["METHOD"],
        409 => &["CONFLICT", "EXISTS"],
        413 => &["TOO_LARGE", "LARGE", "TOO_LONG"],
        415 => &["MEDIA_TYPE", "CONTENT_TYPE"],
        422 => &["VALIDATION", "INVALID", "UNPROCESSABLE"],
        _ => &[],
    }
}

/// Finds the code that says that there is no such thing: `PARCEL_NOT_FOUND`, and not `PARCEL_LABEL_NOT_FOUND`.
fn absent<'a>(texts: &'a [&'a str], thing: &str) -> Option<&'a &'a str> {
    let letters = |text: &str| {
        let letters = text.chars().filter(char::is_ascii_alphanumeric);
        letters.collect::<String>().to_ascii_uppercase()
    };
    let thing = letters(thing);
    let is_it = |text: &&&str| {
        let text = letters(text);
        let says = |word: &&str| text.contains(*word);
        let mut words = ["NOTFOUND", "UNKNOWN", "MISSING", "NOSUCH", "GONE"].iter();
        !thing.is_empty() && text.contains(&thing) && words.any(says)
    };
    texts.iter().filter(is_it).min_by_key(|text| text.len())
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
