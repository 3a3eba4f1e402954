//! What is answered when nothing speaks against it.

use serde_json::{Map, Value, json};

use super::kinds::{Kind, Role};
use super::refuse::{Refused, content_type};
use super::state::{State, key_of, name_parent};
use super::{Call, Reply, values};
use crate::conform::Way;
use crate::contract::{Answer, Method, ShapeId, Status};
use crate::sample::Examples;
use crate::tree::View;

/// Does what the endpoint does, and answers.
pub(super) fn reply(
    call: &Call<'_, '_>,
    state: &mut State,
    body: Option<&Value>,
) -> Result<Reply, Refused> {
    let kind = |kind: usize| &call.mock.kinds[kind];
    match call.mock.roles[call.index] {
        Role::List { kind: index, list } => Ok(listed(call, state, kind(index), list)),
        Role::Create { kind: index } => created(call, state, kind(index), body),
        Role::Get { kind: index } => {
            let at = call.find(state, kind(index))?;
            Ok(thing(call, state, kind(index), at))
        }
        Role::Change { kind: index } | Role::Replace { kind: index } => {
            changed(call, state, kind(index), body)
        }
        Role::Remove { kind: index } => {
            let at = call.find(state, kind(index))?;
            let gone = thing(call, state, kind(index), at);
            let collection = call
                .path
                .rsplit_once('/')
                .map_or("", |(collection, _)| collection);
            state.remove(collection, at, &call.path);
            Ok(gone)
        }
        Role::Other => Ok(as_written(call, None)),
    }
}

/// Chooses the answer to a call that works.
fn success<'m>(call: &Call<'m, '_>) -> Option<(u16, &'m Answer)> {
    let endpoint = call.endpoint();
    let status = |answer: &'m Answer| match answer.status {
        Status::One(status) => Some((status, answer)),
        Status::Class(_) | Status::Default => Some((
            if endpoint.method == Method::Post {
                201
            } else {
                200
            },
            answer,
        )),
    };
    let good = || {
        endpoint
            .successes()
            .filter(|answer| !matches!(answer.status, Status::One(300..)))
    };
    good()
        .next()
        .or_else(|| endpoint.successes().next())
        .or(endpoint
            .answers
            .iter()
            .find(|answer| answer.status == Status::Default))
        .and_then(status)
}

/// Answers with a value in the place of the example, or with the example.
fn as_written(call: &Call<'_, '_>, value: Option<Value>) -> Reply {
    let Some((status, answer)) = success(call) else {
        return bare(200);
    };
    let media = answer.json().or(answer.media.first());
    let mut reply = bare(status);
    if let Some(media) = media {
        let is_json = media.is_json();
        let value = value.or_else(|| values::of_media(call.mock, media, &call.path));
        reply
            .headers
            .push(("content-type".to_owned(), content_type(media)));
        reply.body = match value {
            Some(Value::String(text)) if !is_json => text.into_bytes(),
            Some(value) => value.to_string().into_bytes(),
            None => Vec::new(),
        };
    }
    for header in &answer.headers {
        let name = header.name.text.to_ascii_lowercase();
        let shape = header.shape.filter(|_| {
            !matches!(
                name.as_str(),
                "content-type" | "content-length" | "location"
            )
        });
        let value = shape.and_then(|shape| values::make(call.mock, shape, &name, Examples::First));
        let text = match value {
            Some(Value::String(text)) => Some(text),
            Some(value @ (Value::Number(_) | Value::Bool(_))) => Some(value.to_string()),
            _ => None,
        };
        reply
            .headers
            .extend(text.filter(|text| text.is_ascii()).map(|text| (name, text)));
    }
    reply
}

fn bare(status: u16) -> Reply {
    Reply {
        status,
        headers: Vec::new(),
        body: Vec::new(),
        operation: None,
        reason: None,
    }
}

/// Answers with a thing that is held, in the shape that the endpoint answers.
fn thing(call: &Call<'_, '_>, state: &mut State, kind: &Kind, at: usize) -> Reply {
    let collection = call
        .path
        .rsplit_once('/')
        .map_or("", |(collection, _)| collection);
    let thing = state.things(call.mock, kind, collection).get(at).cloned();
    let shape = success(call).and_then(|(_, answer)| answer.json()?.shape);
    match (thing, shape) {
        (Some(thing), Some(shape)) => as_written(call, Some(shaped(call, shape, thing))),
        _ => as_written(call, None),
    }
}

/// Gives a thing in another shape than it is held in, such as the one of a list.
fn shaped(call: &Call<'_, '_>, shape: ShapeId, thing: Value) -> Value {
    if values::fits(call.contract(), shape, &thing, Way::Out) {
        return thing;
    }
    let fields = thing.as_object().cloned().unwrap_or_default();
    values::settle(call.mock, shape, &fields, &call.path).unwrap_or(thing)
}

fn listed(call: &Call<'_, '_>, state: &mut State, kind: &Kind, list: usize) -> Reply {
    let list = &call.mock.survey.lists[list];
    let names = &call.mock.survey.conventions;
    let filters = |thing: &Value| {
        call.query
            .iter()
            .all(|(name, wanted)| match thing.get(name) {
                Some(Value::String(text)) => text == wanted,
                Some(value @ (Value::Bool(_) | Value::Number(_))) => {
                    let written = value.to_string();
                    written == *wanted
                }
                Some(Value::Null) => wanted == "null",
                // What is no field chooses the page, the order and so on.
                Some(_) | None => true,
            })
    };
    let things = state.things(call.mock, kind, &call.path).iter();
    let things: Vec<Value> = things.filter(|thing| filters(thing)).cloned().collect();
    let number = |name: &str, usual: usize| {
        let mut query = call.query.iter();
        let given = query
            .find(|(other, _)| other == names.name(name))
            .and_then(|(_, text)| text.parse().ok());
        given
            .or_else(|| stated(call, names.name(name)))
            .unwrap_or(usual)
            .max(1)
    };
    let (page, size) = (
        number("page", 1),
        number("pageSize", if list.is_paged { 20 } else { usize::MAX }),
    );
    let total = things.len();
    let from = (page - 1).saturating_mul(size).min(total);
    let items = things.into_iter().skip(from).take(size);
    let items: Vec<Value> = match list.item {
        Some(shape) => items.map(|thing| shaped(call, shape, thing)).collect(),
        None => items.collect(),
    };
    let Some(field) = &list.field else {
        return as_written(call, Some(Value::Array(items)));
    };
    let shape = success(call).and_then(|(_, answer)| answer.json()?.shape);
    let made = shape.and_then(|shape| values::make(call.mock, shape, &call.path, Examples::Never));
    let mut whole = made
        .as_ref()
        .and_then(Value::as_object)
        .cloned()
        .unwrap_or_default();
    whole.insert(field.to_string(), Value::Array(items));
    let pages = total.div_ceil(size);
    for (name, number) in [
        ("page", page),
        ("pageSize", size),
        ("totalItems", total),
        ("totalPages", pages),
    ] {
        if list
            .fields
            .iter()
            .any(|(other, _)| **other == *names.name(name))
        {
            whole.insert(names.name(name).to_owned(), json!(number));
        }
    }
    as_written(call, Some(Value::Object(whole)))
}

/// Gives the default that the contract states for a parameter.
fn stated(call: &Call<'_, '_>, name: &str) -> Option<usize> {
    let contract = call.contract();
    let mut parameters = call.endpoint().parameters.iter();
    let shape = parameters
        .find(|parameter| *parameter.name.text == *name)?
        .shape?;
    let parts = contract.parts(shape);
    let default = parts
        .into_iter()
        .find_map(|part| contract.shape(part).default)?;
    let number = contract.view(default).and_then(View::number)?;
    (1.0..1e9).contains(&number).then_some(number as usize)
}

/// Creates a thing of what was given: what was left out is its default, `null`, or made up.
fn created(
    call: &Call<'_, '_>,
    state: &mut State,
    kind: &Kind,
    body: Option<&Value>,
) -> Result<Reply, Refused> {
    let contract = call.contract();
    let mut fields = body.and_then(Value::as_object).cloned().unwrap_or_default();
    let input = call
        .endpoint()
        .body
        .as_ref()
        .and_then(|body| body.named()?.shape);
    for field in input
        .map(|shape| contract.fields(shape).list)
        .unwrap_or_default()
    {
        let name = field.name.text.to_string();
        if fields.contains_key(&name) {
            continue;
        }
        let parts = contract.parts(field.shape);
        let default = parts
            .into_iter()
            .find_map(|part| contract.shape(part).default);
        let default = default
            .and_then(|default| contract.view(default))
            .map(View::to_json);
        let own = contract.fields(kind.shape);
        let own = own
            .get(&name)
            .filter(|own| values::fits(contract, own.shape, &Value::Null, Way::Out));
        if let Some(value) = default.or_else(|| own.map(|_| Value::Null)) {
            fields.insert(name, value);
        }
    }
    let collection = call.path.clone();
    let named = kind
        .key
        .as_ref()
        .and_then(|(key, _)| fields.get(key).cloned());
    let is_there = |things: &[Value], thing: &Value| {
        let key = key_of(kind, thing);
        key.is_some() && things.iter().any(|other| key_of(kind, other) == key)
    };
    for _ in 0..8 {
        let name = format!("{collection} new {}", state.next());
        let Some(mut thing) = values::settle(call.mock, kind.shape, &fields, &name) else {
            continue;
        };
        name_parent(call.mock, kind, &collection, &mut thing);
        if is_there(state.things(call.mock, kind, &collection), &thing) {
            match named {
                Some(key) => return Err(Refused::new(409, format!("there is a {key} already"))),
                None => continue,
            }
        }
        let location = key_of(kind, &thing)
            .filter(|_| kind.has_items)
            .map(|key| format!("{collection}/{key}"));
        state.add(call.mock, kind, &collection, thing.clone())?;
        let shape = success(call).and_then(|(_, answer)| answer.json()?.shape);
        let value = shape.map(|shape| shaped(call, shape, thing));
        let mut reply = as_written(call, value);
        reply.headers.extend(
            location
                .filter(|_| reply.status == 201)
                .map(|location| ("location".to_owned(), location)),
        );
        return Ok(reply);
    }
    // What is answered has little to do with what is given: the contract's example is as good.
    Ok(as_written(call, None))
}

/// Changes the given fields of a thing; where that leaves no whole thing, its state does not allow it.
fn changed(
    call: &Call<'_, '_>,
    state: &mut State,
    kind: &Kind,
    body: Option<&Value>,
) -> Result<Reply, Refused> {
    let at = call.find(state, kind)?;
    let given: Map<String, Value> = body.and_then(Value::as_object).cloned().unwrap_or_default();
    let collection = call
        .path
        .rsplit_once('/')
        .map_or("", |(collection, _)| collection)
        .to_owned();
    let name = format!("{} {}", call.path, state.next());
    let own = call.contract().fields(kind.shape);
    let things = state.things(call.mock, kind, &collection);
    let Some(held) = things.get_mut(at) else {
        return Ok(as_written(call, None));
    };
    let mut fields = held.as_object().cloned().unwrap_or_default();
    let key = kind.key.as_ref().map_or("", |(key, _)| key.as_str());
    let known = given
        .into_iter()
        .filter(|(name, _)| name != key && own.get(name).is_some());
    fields.extend(known);
    let Some(changed) = values::settle(call.mock, kind.shape, &fields, &name) else {
        return Err(Refused::new(
            409,
            "what this leaves is no thing of the contract",
        ));
    };
    *held = changed;
    Ok(thing(call, state, kind, at))
}
