//! Requests that the contract allows: they show what there is, and what the others are changed from.

use super::super::draft::{Draft, NoDraft, Proof, needed};
use super::super::exchange::Intent;
use super::super::known::{Address, Source};
use super::super::order::{is_reading, places};
use super::{PLAIN, Run, taste};
use crate::contract::{Endpoint, Method};
use crate::live::Methods;
use crate::live::draft::Content;
use crate::sample::{Examples, Optional, Taste, fits};

/// How many addresses are tried.
const ADDRESSES: usize = 5;

/// The valid requests beside the first, by what is in them.
const MORE: [Taste; 3] = [
    taste(Examples::First, Optional::All),
    taste(Examples::Never, Optional::None),
    taste(Examples::Never, Optional::All),
];

/// Sends valid requests to an operation.
pub(in crate::live) fn explore(run: &mut Run<'_>, index: usize) {
    let contract = run.contract();
    let Some(endpoint) = contract.endpoints.get(index) else {
        return;
    };
    if run.options.methods == Methods::Reading && !is_reading(&endpoint.method) {
        let record = run.record(index);
        record.not_run = Some("it is left out by --safe".to_owned());
        record.is_left_out = true;
        return;
    }
    if let Err(missing) = needed(endpoint, &run.options.credentials) {
        let scheme = missing.first().copied().unwrap_or_default();
        run.record(index).not_run = Some(format!(
            "it needs `{scheme}`: give --credential {scheme}=NAME, with the environment variable that holds it"
        ));
        return;
    }
    // What is to be taken away is made first.
    if endpoint.method == Method::Delete {
        return;
    }
    if let Err(NoDraft(reason)) = try_valid(run, index, endpoint) {
        let reason = run.end(index).unwrap_or(reason);
        run.record(index).not_run = Some(reason);
    }
}

fn try_valid(run: &mut Run<'_>, index: usize, endpoint: &Endpoint) -> Result<(), NoDraft> {
    let first = find(run, index, endpoint)?;
    let address = first.address.clone();
    run.bases.insert(index, first);
    let contract = run.contract();
    for (part, taste) in MORE.into_iter().enumerate() {
        let mut sampler = run.sampler(&contract, index, &format!("valid {part}"), taste);
        let Ok(mut draft) = Draft::make(endpoint, address.clone(), &mut sampler) else {
            continue;
        };
        mend_references(run, endpoint, &mut draft);
        let status = run.send(index, said(taste, &draft), &draft, Proof::Given);
        let is_richer =
            |draft: &Draft| body_size(draft) > run.bases.get(&index).map_or(0, body_size);
        if status.is_some_and(|status| (200..300).contains(&status)) && is_richer(&draft) {
            // What is changed in it later is not to meet what optional parameters bring about.
            let required = |input: &usize| {
                endpoint
                    .parameters
                    .get(*input)
                    .is_some_and(|input| input.is_required)
            };
            draft.inputs.retain(|input, _| required(input));
            run.bases.insert(index, draft);
        }
    }
    Ok(())
}

/// Finds the first request that works.
fn find(run: &mut Run<'_>, index: usize, endpoint: &Endpoint) -> Result<Draft, NoDraft> {
    let contract = run.contract();
    let addresses = addresses(run, endpoint);
    let mut last = None;
    let mut tried: Vec<String> = Vec::new();
    for (number, address) in addresses.iter().take(ADDRESSES).enumerate() {
        let plain = [PLAIN, taste(Examples::Never, Optional::None)];
        for (part, taste) in plain.into_iter().enumerate() {
            let mut sampler =
                run.sampler(&contract, index, &format!("first {number} {part}"), taste);
            let mut draft = Draft::make(endpoint, address.values.clone(), &mut sampler)?;
            mend_references(run, endpoint, &mut draft);
            let said = said(taste, &draft);
            let intent = match address.source {
                Source::Made => said.0,
                _ if address.values.is_empty() => said.0,
                _ => Intent::Search,
            };
            let status = run.send(index, (intent, said.1), &draft, Proof::Given);
            last = status.or(last);
            if status.is_some_and(|status| (200..400).contains(&status)) {
                if let Some(exchange) = run.record(index).exchanges.last_mut() {
                    exchange.intent = said.0;
                }
                return Ok(draft);
            }
            // Another body does not help where nothing is, or nobody may.
            let is_of_input = matches!(status, Some(400 | 409 | 422));
            if !is_of_input || (draft.body.is_none() && draft.inputs.is_empty()) {
                break;
            }
        }
        tried.extend(address.values.last().map(|value| format!("`{value}`")));
    }
    Err(NoDraft(why_not(endpoint, last, &tried)))
}

fn why_not(endpoint: &Endpoint, last: Option<u16>, tried: &[String]) -> String {
    let names = places(&endpoint.path.text);
    let parameter = names.last().copied().unwrap_or_default();
    match last {
        Some(status @ (401 | 403)) => format!(
            "the server answered {status} to valid requests: do the credentials have its scopes?"
        ),
        Some(429) => {
            "the server turned valid requests away with 429: run it without a limit on the rate"
                .to_owned()
        }
        Some(404) if !tried.is_empty() => format!(
            "nothing is there for `{parameter}` {}: give `{parameter}` an example in the contract that is there",
            tried.join(", ")
        ),
        Some(status) => format!("no valid request worked: the last was answered {status}"),
        None if !names.is_empty() && tried.is_empty() => {
            let what = if is_reading(&endpoint.method) {
                "list names one"
            } else {
                "POST makes one, and what was there before is not changed"
            };
            format!(
                "no value is known for `{parameter}`: no {what}; give it an example in the contract"
            )
        }
        None => "no valid request was answered".to_owned(),
    }
}

/// Lists where it can be tried: what was there before the run is read, and not changed unless the contract names it.
pub(super) fn addresses(run: &Run<'_>, endpoint: &Endpoint) -> Vec<Address> {
    let mut addresses = run.known.addresses(&run.contract, endpoint);
    if !is_reading(&endpoint.method) {
        addresses.retain(|address| address.source <= Source::Example);
        let is_removal = endpoint.method == Method::Delete;
        addresses.retain(|address| !is_removal || address.source == Source::Made);
    }
    addresses
}

/// Says what a valid request is.
pub(super) fn said(taste: Taste, draft: &Draft) -> (Intent, String) {
    let intent = match (taste.examples, draft.is_certain) {
        (Examples::First, _) if draft.body.is_none() && draft.inputs.is_empty() => Intent::Valid,
        (_, true) => Intent::Valid,
        (Examples::First | Examples::Never, false) => Intent::Likely,
    };
    (intent, "a valid request".to_owned())
}

/// Puts what is known to be there in the place of references to other things; leaves out those that may be.
pub(super) fn mend_references(run: &Run<'_>, endpoint: &Endpoint, draft: &mut Draft) {
    let Some(Content::Of(form, value)) = &mut draft.body else {
        return;
    };
    let shape = endpoint
        .body
        .as_ref()
        .and_then(|body| body.media.get(*form)?.shape);
    let (Some(shape), Some(object)) = (shape, value.as_object()) else {
        return;
    };
    let mut mended = value.clone();
    for name in object.keys().filter(|name| is_reference(name)) {
        let Some(object) = mended.as_object_mut() else {
            return;
        };
        let known = run.known.field(name).first();
        let kept = object.shift_remove(name);
        match (known, kept) {
            (Some(known), _) => drop(object.insert(name.clone(), known.clone().into())),
            (None, Some(kept)) => {
                if !fits(&run.contract, shape, &mended, crate::conform::Way::In)
                    && let Some(object) = mended.as_object_mut()
                {
                    object.insert(name.clone(), kept);
                    draft.is_certain = false;
                }
            }
            (None, None) => {}
        }
    }
    if fits(&run.contract, shape, &mended, crate::conform::Way::In) {
        *value = mended;
    } else {
        draft.is_certain = false;
    }
}

/// Tells whether a field names something else on the server.
fn is_reference(name: &str) -> bool {
    ["Id", "Ids", "_id", "_ids", "ID"]
        .iter()
        .any(|end| name.ends_with(end))
}

fn body_size(draft: &Draft) -> usize {
    match &draft.body {
        Some(Content::Of(_, value)) => value.as_object().map_or(1, serde_json::Map::len),
        Some(Content::Raw(..)) | None => 0,
    }
}
