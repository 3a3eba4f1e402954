//! What was made is there, and what was taken away is not.

use super::super::draft::{Draft, Proof};
use super::super::exchange::Intent;
use super::super::known::Source;
use super::super::order::nameless;
use super::change::read;
use super::valid::mend_references;
use super::{Run, taste};
use crate::contract::{Contract, Endpoint, Method, Origin};
use crate::sample::{Examples, Optional};

/// Reads what an operation made.
pub(super) fn read_made(run: &mut Run<'_>, index: usize, endpoint: &Endpoint) {
    let contract = run.contract();
    let below = format!("{}/{{}}", nameless(&endpoint.path.text));
    let Some(reader) =
        at(&contract, &Method::Get, &below).filter(|_| endpoint.method == Method::Post)
    else {
        return;
    };
    if let Some(address) = made_at(run, &contract, reader) {
        let draft = Draft {
            address,
            ..Draft::empty()
        };
        read(
            run,
            index,
            reader,
            &draft,
            (Intent::AfterMaking, "what was made a moment ago"),
        );
    }
}

/// Makes something, takes it away, and looks for it.
pub(super) fn remove(run: &mut Run<'_>, index: usize, endpoint: &Endpoint) {
    if run.record(index).not_run.is_some() {
        return;
    }
    let contract = run.contract();
    let Some(address) = fresh(run, &contract, index, endpoint) else {
        let reason = run.end(index).unwrap_or_else(|| "no POST of the contract made one to take away, and what was there before is not touched".to_owned());
        run.record(index).not_run = Some(reason);
        return;
    };
    let mut sampler = run.sampler(
        &contract,
        index,
        "removal",
        taste(Examples::First, Optional::None),
    );
    let Ok(draft) = Draft::make(endpoint, address, &mut sampler) else {
        return;
    };
    let given = (Intent::Removal, "what the run made".to_owned());
    let status = run.send(index, given, &draft, Proof::Given);
    if !status.is_some_and(|status| (200..300).contains(&status)) {
        run.record(index).not_run = Some(match status {
            Some(status) => {
                format!("what the run made could not be taken away: the answer was {status}")
            }
            None => "the server gave no answer".to_owned(),
        });
        return;
    }
    if let Some(reader) = at(&contract, &Method::Get, &nameless(&endpoint.path.text)) {
        read(
            run,
            index,
            reader,
            &draft,
            (Intent::AfterRemoval, "what was taken away a moment ago"),
        );
    }
}

/// Makes another thing of the kind that an operation takes away; one that was made before will do.
fn fresh(
    run: &mut Run<'_>,
    contract: &Contract,
    index: usize,
    endpoint: &Endpoint,
) -> Option<Vec<String>> {
    // The newest, so that others are left for what else is tried.
    another(run, contract, endpoint, Optional::None).or_else(|| made_last(run, contract, index))
}

/// Makes another thing of the kind that an operation is about.
pub(super) fn another(
    run: &mut Run<'_>,
    contract: &Contract,
    endpoint: &Endpoint,
    optional: Optional,
) -> Option<Vec<String>> {
    let path = nameless(&endpoint.path.text);
    let maker = at(contract, &Method::Post, path.strip_suffix("/{}")?)?;
    let base = run.bases.get(&maker)?.clone();
    let making = contract.endpoints.get(maker)?;
    let count = run.made().len();
    let mut sampler = run.sampler(
        contract,
        maker,
        &format!("another {count}"),
        taste(Examples::Never, optional),
    );
    let draft = Draft::make(making, base.address.clone(), &mut sampler).map(|mut draft| {
        mend_references(run, making, &mut draft);
        draft
    });
    let draft = draft.unwrap_or(base);
    run.send(
        maker,
        (Intent::Likely, "a valid request".to_owned()),
        &draft,
        Proof::Given,
    );
    let (made_path, values) = run.made().get(count)?;
    (*made_path == path).then(|| values.clone())
}

fn made_at(run: &Run<'_>, contract: &Contract, index: usize) -> Option<Vec<String>> {
    let addresses = run
        .known
        .addresses(contract, contract.endpoints.get(index)?);
    addresses
        .into_iter()
        .find(|address| address.source == Source::Made)
        .map(|address| address.values)
}

fn made_last(run: &Run<'_>, contract: &Contract, index: usize) -> Option<Vec<String>> {
    let addresses = run
        .known
        .addresses(contract, contract.endpoints.get(index)?);
    let mut made = addresses
        .into_iter()
        .filter(|address| address.source == Source::Made);
    made.next_back().map(|address| address.values)
}

/// Finds an operation by its method and its path without names.
fn at(contract: &Contract, method: &Method, path: &str) -> Option<usize> {
    contract.endpoints.iter().position(|other| {
        other.method == *method
            && other.origin == Origin::Path
            && nameless(&other.path.text) == path
    })
}
