//! The body of a request, held against the contract.

use serde_json::Value;

use super::Call;
use super::refuse::Refused;
use super::values;
use crate::conform::Way;
use crate::contract::{Body, Media};

/// A body that could be read.
pub(super) struct Read<'m> {
    media: &'m Media,
    value: Option<Value>,
}

/// Reads the body, if the operation takes one: its media type first, then its text.
pub(super) fn read<'m>(call: &Call<'m, '_>) -> Result<Option<Read<'m>>, Refused> {
    let Some(body) = &call.endpoint().body else {
        return Ok(None);
    };
    let Some(bytes) = call.request.body else {
        return Err(Refused::new(413, "the body is larger than the mock reads"));
    };
    if bytes.is_empty() && call.request.header("content-type").is_none() {
        return match body.is_required {
            true => Err(Refused::new(
                400,
                "there is no body, and the operation needs one",
            )),
            false => Ok(None),
        };
    }
    let Some(media) = media(call, body) else {
        let names: Vec<&str> = body.media.iter().map(|media| &*media.name.text).collect();
        let message = format!(
            "the body is of another media type than {}",
            names.join(", ")
        );
        return Err(Refused::new(415, message));
    };
    let value = match media.is_json() {
        true => Some(json(bytes)?),
        false => None,
    };
    Ok(Some(Read { media, value }))
}

fn json(bytes: &[u8]) -> Result<Value, Refused> {
    serde_json::from_slice(bytes).map_err(|error| {
        let line = format!("line {}, column {}", error.line(), error.column());
        Refused::new(400, format!("the body is not JSON: {line}"))
    })
}

/// Finds the form that the media type of the request names.
fn media<'m>(call: &Call<'m, '_>, body: &'m Body) -> Option<&'m Media> {
    let name = |text: &str| {
        text.split(';')
            .next()
            .unwrap_or("")
            .trim()
            .to_ascii_lowercase()
    };
    let given = name(call.request.header("content-type").unwrap_or(""));
    let fits = |media: &&Media| {
        let own = name(&media.name.text);
        let kind = own
            .strip_suffix('*')
            .filter(|kind| *kind == "*/" || given.starts_with(*kind));
        own == given || kind.is_some()
    };
    body.media.iter().find(fits)
}

/// Holds what was read against its shape.
pub(super) fn check(call: &Call<'_, '_>, read: Option<Read<'_>>) -> Result<Option<Value>, Refused> {
    let Some(Read {
        media,
        value: Some(value),
    }) = read
    else {
        return Ok(None);
    };
    let problem = media
        .shape
        .and_then(|shape| values::problem(call.contract(), shape, &value, Way::In));
    match problem {
        Some((field, message)) if field.is_empty() => {
            Err(Refused::new(422, format!("the body {message}")))
        }
        Some((field, message)) => Err(Refused::of_field(422, &field, &message)),
        None => Ok(Some(value)),
    }
}
