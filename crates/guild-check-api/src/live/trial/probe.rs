//! Requests that the contract refuses, and those at the edge of what it allows.

use serde_json::Value;

use super::super::draft::{Content, Draft, Proof, json_body, shape_of};
use super::super::encode::plain;
use super::super::exchange::Intent;
use super::super::order::is_elsewhere;
use super::valid::addresses;
use super::{PLAIN, Run, astray, change, life, pages, taste};
use crate::contract::{Endpoint, Location, Method, SchemeKind};
use crate::sample::{Examples, Optional, Variation, VariationKind, is_certain, is_written};

/// How many requests of a kind are sent to one operation.
const WRONG: usize = 28;
const EDGES: usize = 16;

/// Probes an operation.
pub(in crate::live) fn probe(run: &mut Run<'_>, index: usize) {
    let contract = run.contract();
    let Some(endpoint) = contract.endpoints.get(index) else {
        return;
    };
    astray::wrong_method(run, index, endpoint);
    if run.record(index).is_left_out {
        return;
    }
    astray::missing(run, index, endpoint);
    unproved(run, index, endpoint);
    if endpoint.method == Method::Delete {
        life::remove(run, index, endpoint);
    }
    let Some(base) = run.bases.get(&index).cloned() else {
        return;
    };
    pages::read(run, index, endpoint, &base);
    life::read_made(run, index, endpoint);
    change::change(run, index, endpoint, &base);
    malformed(run, index, endpoint, &base);
    vary(run, index, endpoint, &base, Vary::Wrong);
    vary(run, index, endpoint, &base, Vary::Edge);
    if let Some(reason) = run.end(index) {
        let record = run.record(index);
        record.note = Some(format!("not all was sent: {reason}"));
    }
}

/// Gives a request to change: the one that worked, or one that would be sent if something were there.
pub(super) fn some_draft(run: &Run<'_>, index: usize, endpoint: &Endpoint) -> Option<Draft> {
    if let Some(base) = run.bases.get(&index) {
        return Some(base.clone());
    }
    let contract = run.contract();
    let address = match addresses(run, endpoint).first() {
        Some(address) => address.values.clone(),
        None => astray::nowhere(run, index, endpoint, 0)?,
    };
    let mut sampler = run.sampler(&contract, index, "some", PLAIN);
    Draft::make(endpoint, address, &mut sampler).ok()
}

/// Calls without proving who calls, and with what proves nothing.
fn unproved(run: &mut Run<'_>, index: usize, endpoint: &Endpoint) {
    let Some(security) = &endpoint.security else {
        return;
    };
    if security.is_open() {
        return;
    }
    let contract = run.contract();
    let is_on_the_wire = contract.schemes.iter().any(|scheme| {
        let is_needed = security
            .alternatives
            .iter()
            .flatten()
            .any(|need| need.scheme.text == scheme.name.text);
        is_needed && !matches!(scheme.kind, SchemeKind::MutualTls | SchemeKind::Unknown)
    });
    let Some(draft) = some_draft(run, index, endpoint) else {
        return;
    };
    if is_on_the_wire {
        let status = run.send(
            index,
            (Intent::Unproved, "no credentials".to_owned()),
            &draft,
            Proof::Absent,
        );
        // What was taken away is not there for a second time.
        if status.is_some_and(|status| (200..300).contains(&status)) {
            return;
        }
        run.send(
            index,
            (
                Intent::Unproved,
                "credentials that prove nothing".to_owned(),
            ),
            &draft,
            Proof::Wrong,
        );
    }
}

/// Sends what is no JSON.
fn malformed(run: &mut Run<'_>, index: usize, endpoint: &Endpoint, base: &Draft) {
    let Some((form, _)) = json_body(endpoint) else {
        return;
    };
    for (text, given) in [
        ("{\"a\": ", "a body that ends in the middle"),
        ("}{", "a body that is no JSON"),
    ] {
        let draft = Draft {
            body: Some(Content::Raw(form, text.to_owned())),
            ..base.clone()
        };
        run.send(
            index,
            (Intent::Malformed, given.to_owned()),
            &draft,
            Proof::Given,
        );
    }
}

/// Which values are put in the place of those that worked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Vary {
    Wrong,
    Edge,
}

/// Sends the request that worked with one thing changed in it.
fn vary(run: &mut Run<'_>, index: usize, endpoint: &Endpoint, base: &Draft, which: Vary) {
    let mut all = body_variations(run, index, endpoint, base, which);
    all.extend(input_variations(run, index, endpoint, base, which));
    // One of each kind before the second of any.
    let mut turns: Vec<(usize, usize)> = Vec::new();
    for (position, (intent, ..)) in all.iter().enumerate() {
        let before = all
            .iter()
            .take(position)
            .filter(|(other, ..)| other == intent)
            .count();
        turns.push((before, position));
    }
    turns.sort_unstable();
    let most = if which == Vary::Wrong { WRONG } else { EDGES };
    for (_, position) in turns.into_iter().take(most) {
        if let Some((intent, given, draft)) = all.get(position) {
            run.send(index, (*intent, given.clone()), draft, Proof::Given);
        }
    }
}

type Varied = (Intent, String, Draft);

fn body_variations(
    run: &Run<'_>,
    index: usize,
    endpoint: &Endpoint,
    base: &Draft,
    which: Vary,
) -> Vec<Varied> {
    let contract = run.contract();
    let (Some(Content::Of(form, value)), Some((_, media))) = (&base.body, json_body(endpoint))
    else {
        return Vec::new();
    };
    let Some(shape) = media.shape else {
        return Vec::new();
    };
    let mut sampler = run.sampler(
        &contract,
        index,
        "body",
        taste(Examples::Never, Optional::Some),
    );
    let variations = match which {
        Vary::Wrong => sampler.wrongs(shape, value),
        Vary::Edge => sampler.edges(shape, value),
    };
    let is_sure = is_certain(&contract, shape) && base.is_certain;
    let varied = |variation: Variation| {
        let intent = intent_of(variation.kind, Intent::WrongBody, is_sure);
        let draft = Draft {
            body: Some(Content::Of(*form, variation.value)),
            ..base.clone()
        };
        (intent, variation.what, draft)
    };
    variations.into_iter().map(varied).collect()
}

fn intent_of(kind: VariationKind, wrong: fn(VariationKind) -> Intent, is_sure: bool) -> Intent {
    match kind {
        VariationKind::Edge if is_sure => Intent::Valid,
        VariationKind::Edge => Intent::Likely,
        kind => wrong(kind),
    }
}

fn input_variations(
    run: &Run<'_>,
    index: usize,
    endpoint: &Endpoint,
    base: &Draft,
    which: Vary,
) -> Vec<Varied> {
    let contract = run.contract();
    let mut all: Vec<Varied> = Vec::new();
    for (input, parameter) in endpoint.parameters.iter().enumerate() {
        let name = &parameter.name.text;
        let is_here = matches!(
            parameter.location,
            Location::Query | Location::Header | Location::Cookie
        );
        let Some(shape) =
            shape_of(parameter).filter(|_| is_here && !is_elsewhere(&contract, parameter))
        else {
            continue;
        };
        if which == Vary::Wrong && parameter.is_required && parameter.location == Location::Query {
            let mut draft = base.clone();
            draft.inputs.remove(&input);
            let intent = Intent::WrongInput(VariationKind::Missing);
            all.push((intent, format!("no `{name}`, which is required"), draft));
        }
        let mut sampler = run.sampler(
            &contract,
            index,
            name,
            taste(Examples::First, Optional::None),
        );
        let Some(value) = base
            .inputs
            .get(&input)
            .cloned()
            .or_else(|| sampler.value(shape))
        else {
            continue;
        };
        let variations = match which {
            Vary::Wrong => sampler.wrongs(shape, &value),
            Vary::Edge => sampler.edges(shape, &value),
        };
        let is_scalar = |value: &Value| !value.is_object() && !value.is_array() && !value.is_null();
        for variation in variations {
            let text = plain(&variation.value);
            let is_what_it_says = match which {
                Vary::Edge => !text.is_empty(),
                // What stands in an address is a text, whatever it was.
                Vary::Wrong => !is_written(&contract, shape, &text),
            };
            if !is_scalar(&variation.value) || !is_what_it_says {
                continue;
            }
            let mut draft = base.clone();
            draft.inputs.insert(input, variation.value);
            let is_sure = is_certain(&contract, shape);
            let intent = intent_of(variation.kind, Intent::WrongInput, is_sure);
            all.push((intent, format!("`{name}` {}", variation.what), draft));
        }
    }
    all
}
