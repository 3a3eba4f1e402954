//! Changing one field alone, and reading what became of the others.

use serde_json::Value;

use super::super::draft::{Content, Draft, Proof, json_body};
use super::super::exchange::{Exchange, Intent};
use super::super::order::nameless;
use super::super::record::Change;
use super::{PLAIN, Run, life, taste};
use crate::contract::{Contract, Endpoint, Method, Origin, ShapeId, Types};
use crate::sample::{Examples, Optional};
use crate::tree::View;

/// How many fields are changed, each alone.
const FIELDS: usize = 2;

/// Changes fields of what the run made, one at a time.
pub(super) fn change(run: &mut Run<'_>, index: usize, endpoint: &Endpoint, base: &Draft) {
    let contract = run.contract();
    if endpoint.method != Method::Patch {
        return;
    }
    let Some(shape) = json_body(endpoint).and_then(|(_, media)| media.shape) else {
        return;
    };
    let path = nameless(&endpoint.path.text);
    let reader = contract.endpoints.iter().position(|other| {
        other.method == Method::Get
            && other.origin == Origin::Path
            && nameless(&other.path.text) == path
    });
    let Some(reader) = reader else { return };
    let fields = contract.fields(shape);
    let settable: Vec<String> = fields
        .list
        .iter()
        .map(|field| field.name.text.to_string())
        .collect();
    let mut done = 0;
    for field in plain_first(&contract, shape) {
        if done >= FIELDS {
            return;
        }
        // What has all its fields shows best which of them change along.
        let fresh = life::another(run, &contract, endpoint, Optional::All);
        let base = Draft {
            address: fresh.unwrap_or_else(|| base.address.clone()),
            ..base.clone()
        };
        done += usize::from(change_one(run, (index, reader), &base, &field, &settable).is_some());
    }
}

/// Lists the fields that can be changed and compared as they are, the plainest first.
fn plain_first(contract: &Contract, shape: ShapeId) -> Vec<(String, ShapeId)> {
    let fields = contract.fields(shape).list;
    let rank = |shape: ShapeId| -> Option<u8> {
        let parts = contract.parts(shape);
        let is_formed = parts
            .iter()
            .any(|part| contract.shape(*part).format.is_some());
        let is_shared = contract.values(shape).is_some();
        let types = contract.types(shape);
        match () {
            () if is_formed || is_shared => None,
            () if types.has(Types::STRING) => Some(0),
            () if types.has(Types::BOOLEAN) => Some(1),
            () if types.has(Types::INTEGER) => Some(2),
            () => None,
        }
    };
    let ranked = fields
        .iter()
        .filter(|field| !field.name.text.ends_with("Id"));
    let mut ranked: Vec<(u8, usize, String, ShapeId)> = ranked
        .enumerate()
        .filter_map(|(at, field)| {
            Some((
                rank(field.shape)?,
                at,
                field.name.text.to_string(),
                field.shape,
            ))
        })
        .collect();
    ranked.sort_unstable_by_key(|(rank, at, ..)| (*rank, *at));
    ranked
        .into_iter()
        .map(|(.., name, shape)| (name, shape))
        .collect()
}

fn change_one(
    run: &mut Run<'_>,
    (index, reader): (usize, usize),
    base: &Draft,
    (field, shape): &(String, ShapeId),
    settable: &[String],
) -> Option<()> {
    let contract = run.contract();
    let form = json_body(contract.endpoints.get(index)?)?.0;
    let before = read(
        run,
        index,
        reader,
        base,
        (Intent::BeforeChange, "what is to be changed"),
    )?;
    let old = field_of(run.record(index).exchanges.get(before)?, field)?;
    let mut sampler = run.sampler(
        &contract,
        index,
        field,
        taste(Examples::Never, Optional::All),
    );
    let value = (0..6).find_map(|_| {
        sampler
            .value(*shape)
            .filter(|value| *value != old && !value.is_null())
    })?;
    let mut object = serde_json::Map::new();
    object.insert(field.clone(), value.clone());
    let draft = Draft {
        body: Some(Content::Of(form, Value::Object(object))),
        ..base.clone()
    };
    let status = run.send(
        index,
        (Intent::Change, format!("`{field}` alone")),
        &draft,
        Proof::Given,
    )?;
    let change = run.record(index).exchanges.len().checked_sub(1)?;
    if !(200..300).contains(&status) {
        return None;
    }
    let after = read(
        run,
        index,
        reader,
        base,
        (Intent::AfterChange, "what was changed"),
    )?;
    run.record(index).changes.push(Change {
        field: field.clone(),
        settable: settable.to_vec(),
        value,
        before,
        change,
        after,
    });
    Some(())
}

/// Reads the thing; gives which exchange tells of it.
pub(super) fn read(
    run: &mut Run<'_>,
    index: usize,
    reader: usize,
    base: &Draft,
    (intent, given): (Intent, &str),
) -> Option<usize> {
    let contract = run.contract();
    let endpoint = contract.endpoints.get(reader)?;
    let mut sampler = run.sampler(&contract, reader, "read", PLAIN);
    let draft = Draft::make(endpoint, base.address.clone(), &mut sampler).ok()?;
    let mut sent = draft.sent(
        (&contract, endpoint),
        &run.base(),
        &run.options.credentials,
        Proof::Given,
    );
    sent.headers.push(super::super::run::accept());
    run.send_as_is(index, (intent, given.to_owned()), sent, None)?;
    run.record(index).exchanges.len().checked_sub(1)
}

fn field_of(exchange: &Exchange, field: &str) -> Option<Value> {
    let value = exchange.answer()?.json()?.get(field).map(View::to_json);
    value.filter(|_| {
        exchange
            .answer()
            .is_some_and(super::super::exchange::Answered::is_success)
    })
}
