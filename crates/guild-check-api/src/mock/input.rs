//! What a request says beside its body, held against the contract: path, query, headers and cookies.

use serde_json::{Number, Value};

use super::Call;
use super::refuse::Refused;
use super::values;
use crate::conform::Way;
use crate::contract::{Contract, Location, Parameter, ShapeId, Types};
use crate::folder::percent_decoded;

/// Reads a query; what stands twice is there twice.
pub(super) fn query(text: &str) -> Vec<(String, String)> {
    let pairs = text.split('&').filter(|pair| !pair.is_empty());
    let decoded = |text: &str| percent_decoded(&text.replace('+', " "));
    pairs
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            (decoded(name), decoded(value))
        })
        .collect()
}

/// Finds a cookie.
pub(super) fn cookie(call: &Call<'_, '_>, name: &str) -> Option<String> {
    let cookies = call.request.header("cookie")?.split(';');
    let mut pairs = cookies.filter_map(|pair| pair.trim().split_once('='));
    pairs
        .find(|(other, _)| *other == name)
        .map(|(_, value)| value.to_owned())
}

/// Refuses a path that names nothing, because its id is none.
pub(super) fn check_path(call: &Call<'_, '_>) -> Result<(), Refused> {
    for (name, text) in &call.values {
        let mut all = call.endpoint().parameters.iter();
        let found = all.find(|parameter| {
            parameter.location == Location::Path && *parameter.name.text == **name
        });
        if let Some(shape) = found.and_then(|parameter| parameter.shape) {
            read(call.contract(), shape, text).map_err(|wrong| {
                let end = format!("/{{{name}}}");
                let before = call.endpoint().path.text.split_once(&end);
                let collection = before.map_or("", |(collection, _)| collection);
                Refused::of_thing(collection, format!("`{name}` {}", wrong.message))
            })?;
        }
    }
    Ok(())
}

/// Refuses what else stands beside the body and is not what the contract says.
pub(super) fn check(call: &Call<'_, '_>) -> Result<(), Refused> {
    for parameter in &call.endpoint().parameters {
        let given = given(call, parameter);
        let name = &*parameter.name.text;
        // What a header means is known, and what HTTP itself says of these goes first.
        let is_of_http = parameter.location == Location::Header
            && ["accept", "content-type", "authorization"]
                .iter()
                .any(|other| name.eq_ignore_ascii_case(other));
        if matches!(parameter.location, Location::Path | Location::QueryString) || is_of_http {
            continue;
        }
        if given.is_empty() {
            if parameter.is_required && !is_object(call.contract(), parameter) {
                return Err(Refused::of_field(
                    422,
                    name,
                    "is not there, and is required",
                ));
            }
            continue;
        }
        if let Some(shape) = parameter.shape {
            check_given(call.contract(), parameter, shape, &given)?;
        }
    }
    Ok(())
}

/// An object may be written in several forms, of which only the names of its fields are seen.
fn is_object(contract: &Contract, parameter: &Parameter) -> bool {
    parameter
        .shape
        .is_none_or(|shape| contract.types(shape).has(Types::OBJECT))
        || !parameter.media.is_empty()
}

fn given(call: &Call<'_, '_>, parameter: &Parameter) -> Vec<String> {
    let name = &*parameter.name.text;
    match parameter.location {
        Location::Query => {
            let names = [name.to_owned(), format!("{name}[]")];
            let all = call.query.iter().filter(|(other, _)| names.contains(other));
            all.map(|(_, value)| value.clone()).collect()
        }
        Location::Header => call
            .request
            .header(name)
            .map(str::to_owned)
            .into_iter()
            .collect(),
        Location::Cookie => cookie(call, name).into_iter().collect(),
        Location::Path | Location::QueryString => Vec::new(),
    }
}

fn check_given(
    contract: &Contract,
    parameter: &Parameter,
    shape: ShapeId,
    given: &[String],
) -> Result<(), Refused> {
    let name = &*parameter.name.text;
    let refused = |wrong: Wrong| {
        Refused::of_field(
            if wrong.is_unreadable { 400 } else { 422 },
            name,
            &wrong.message,
        )
    };
    if is_object(contract, parameter) {
        return Ok(());
    }
    if !contract.types(shape).has(Types::ARRAY) {
        return match given {
            [one] => read(contract, shape, one).map(drop).map_err(refused),
            _ => Err(refused(Wrong {
                is_unreadable: true,
                message: "stands there more than once".to_owned(),
            })),
        };
    }
    let separator = match parameter.style.as_ref().map(|style| &*style.text) {
        Some("spaceDelimited") => ' ',
        Some("pipeDelimited") => '|',
        _ => ',',
    };
    let is_joined = parameter.explode == Some(false)
        || parameter.location != Location::Query
        || given.len() == 1;
    let texts = given.iter().flat_map(|text| match is_joined {
        true => text.split(separator).collect::<Vec<_>>(),
        false => vec![text.as_str()],
    });
    let items = contract.items(shape);
    let texts = texts.map(|text| {
        items.map_or_else(
            || Ok(Value::String(text.to_owned())),
            |items| typed(contract, items, text),
        )
    });
    let list: Result<Vec<Value>, Wrong> = texts.collect();
    let list = Value::Array(list.map_err(refused)?);
    match values::problem(contract, shape, &list, Way::In) {
        Some((_, message)) => Err(refused(Wrong {
            is_unreadable: false,
            message,
        })),
        None => Ok(()),
    }
}

/// Why a text is not what a parameter may be.
pub(super) struct Wrong {
    /// Whether it is not even of the type.
    is_unreadable: bool,
    pub(super) message: String,
}

/// Reads the value of a parameter.
pub(super) fn read(contract: &Contract, shape: ShapeId, text: &str) -> Result<Value, Wrong> {
    let value = typed(contract, shape, text)?;
    match values::problem(contract, shape, &value, Way::In) {
        Some((_, message)) => Err(Wrong {
            is_unreadable: false,
            message,
        }),
        None => Ok(value),
    }
}

/// Reads a text as what it may be; a text is the last thing that it is taken for.
fn typed(contract: &Contract, shape: ShapeId, text: &str) -> Result<Value, Wrong> {
    let types = contract.types(shape);
    let whole = || text.parse::<i64>().ok().map(Value::from);
    let number = || {
        text.parse::<f64>()
            .ok()
            .and_then(Number::from_f64)
            .map(Value::Number)
    };
    let found = [
        (Types::BOOLEAN, text.parse::<bool>().ok().map(Value::Bool)),
        (Types::INTEGER, whole()),
        (Types::NUMBER, whole().or_else(number)),
        (Types::STRING, Some(Value::String(text.to_owned()))),
        (
            Types::NULL,
            matches!(text, "" | "null").then_some(Value::Null),
        ),
    ];
    let any = || {
        types
            .is_empty()
            .then(|| whole().unwrap_or_else(|| Value::String(text.to_owned())))
    };
    let value = found
        .into_iter()
        .filter(|(one, _)| types.has(*one))
        .find_map(|(_, value)| value);
    value.or_else(any).ok_or_else(|| Wrong {
        is_unreadable: true,
        message: format!("is `{text}`, and may be {}", types.words()),
    })
}
