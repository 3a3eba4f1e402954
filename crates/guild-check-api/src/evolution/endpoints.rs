//! Finding each operation again, whatever its path parameters are called, and comparing the two.

use std::collections::HashMap;

use guild_check::report::ChangeKind::{Additive, Breaking, Risky};

use super::defect::Defect;
use super::walk::{Direction, Operation, Spots, Walk};
use super::{bodies, lifecycle, parameters, security};
use crate::contract::{Contract, Endpoint, Origin, Text};
use crate::joined::address;

/// An operation of both versions.
#[derive(Clone, Copy)]
pub(super) struct Both<'a> {
    /// Its index in [`Walk::operations`].
    pub(super) operation: usize,
    /// Which way what is asked goes: for a webhook and a callback, the consumer is the one who is asked.
    pub(super) direction: Direction,
    pub(super) old: &'a Endpoint,
    pub(super) new: &'a Endpoint,
}

/// Compares all operations.
pub(super) fn compare(walk: &mut Walk<'_>) {
    let (old, new) = (walk.old.contract, walk.new.contract);
    let matches = matches(old, new);
    for (endpoint, matched) in old.endpoints.iter().zip(&matches) {
        let found = matched.map(|index| &new.endpoints[index]);
        walk.operations.push(Operation {
            name: name(found.unwrap_or(endpoint)),
            is_unstable: lifecycle::is_unstable(endpoint),
            roots: Vec::new(),
        });
        let operation = walk.operations.len() - 1;
        match found {
            Some(found) => operations(walk, operation, endpoint, found),
            None => removed(walk, operation, endpoint, &matches),
        }
    }
    for (index, endpoint) in new.endpoints.iter().enumerate() {
        if matches.contains(&Some(index)) {
            continue;
        }
        walk.operations.push(Operation {
            name: name(endpoint),
            is_unstable: false,
            roots: Vec::new(),
        });
        let spots = Spots::Added {
            holder: None,
            new: endpoint.spot,
        };
        let operation = walk.operations.len() - 1;
        let what = (Defect::OperationAdded, Additive);
        walk.tell(
            operation,
            what,
            spots,
            (&subject(endpoint), "is new".to_owned()),
        );
    }
}

fn operations<'a>(walk: &mut Walk<'a>, operation: usize, old: &'a Endpoint, new: &'a Endpoint) {
    let both = Both {
        operation,
        direction: match new.origin {
            Origin::Path => Direction::Sent,
            Origin::Webhook | Origin::Callback => Direction::Received,
        },
        old,
        new,
    };
    operation_id(walk, &both);
    lifecycle::of_operation(walk, &both);
    parameters::compare(walk, &both);
    bodies::compare(walk, &both);
    if new.origin == Origin::Path {
        security::compare(walk, &both);
    }
}

fn operation_id(walk: &mut Walk<'_>, both: &Both<'_>) {
    let (Some(old), Some(new)) = (&both.old.operation_id, &both.new.operation_id) else {
        return;
    };
    if old.text != new.text {
        let spots = Spots::Both {
            old: old.spot,
            new: new.spot,
        };
        let detail = format!(
            "was called `{}`, and is called `{}` now",
            old.text, new.text
        );
        let what = (Defect::OperationIdChanged, Risky);
        walk.tell(both.operation, what, spots, (&subject(both.new), detail));
    }
}

fn removed(walk: &mut Walk<'_>, operation: usize, old: &Endpoint, matches: &[Option<usize>]) {
    let new = walk.new.contract;
    let same_path = new.endpoints.iter().find(|other| {
        other.origin == old.origin
            && address::plain(&other.path.text) == address::plain(&old.path.text)
    });
    let (is_announced, why) =
        lifecycle::removal(walk.today, old.is_deprecated, old.sunset.as_ref());
    let moved = new.endpoints.iter().enumerate().find(|(index, other)| {
        !matches.contains(&Some(*index)) && id(other).is_some() && id(other) == id(old)
    });
    let moved = moved.map_or(String::new(), |(_, other)| {
        format!("; {} has its operationId now", subject(other))
    });
    let kind = if is_announced { Risky } else { Breaking };
    let spots = Spots::Gone {
        old: old.spot,
        holder: same_path.map(|endpoint| endpoint.path.spot),
    };
    let detail = format!("is gone{why}{moved}");
    walk.tell(
        operation,
        (Defect::OperationRemoved, kind),
        spots,
        (&subject(old), detail),
    );
}

fn id(endpoint: &Endpoint) -> Option<&str> {
    endpoint.operation_id.as_ref().map(|id| &*id.text)
}

/// Gives for each old operation the index of the new one: by the path as written, or else by its form.
fn matches(old: &Contract, new: &Contract) -> Vec<Option<usize>> {
    let mut by_key: HashMap<String, Vec<usize>> = HashMap::new();
    for (index, endpoint) in new.endpoints.iter().enumerate() {
        by_key.entry(key(new, endpoint)).or_default().push(index);
    }
    let mut matches = vec![None; old.endpoints.len()];
    for is_exact in [true, false] {
        for (endpoint, matched) in old.endpoints.iter().zip(&mut matches) {
            let Some(same) = by_key.get_mut(&key(old, endpoint)) else {
                continue;
            };
            let is_it =
                |index: &usize| !is_exact || new.endpoints[*index].path.text == endpoint.path.text;
            if matched.is_none()
                && let Some(at) = same.iter().position(is_it)
            {
                *matched = Some(same.remove(at));
            }
        }
    }
    matches
}

/// Writes what an operation is known by: a callback by the operation that brings it about, too.
fn key(contract: &Contract, endpoint: &Endpoint) -> String {
    let method = endpoint.method.word();
    let path = &endpoint.path.text;
    match endpoint.origin {
        Origin::Path => format!("{method} {}", address::plain(path)),
        Origin::Webhook => format!("webhook {method} {path}"),
        Origin::Callback => {
            let caller = endpoint
                .caller
                .and_then(|index| contract.endpoints.get(index));
            let caller = caller.map_or(String::new(), |caller| key(contract, caller));
            format!("{caller} callback {method} {path}")
        }
    }
}

/// Names an operation for people.
pub(super) fn name(endpoint: &Endpoint) -> String {
    let kind = match endpoint.origin {
        Origin::Path => "",
        Origin::Webhook => "webhook ",
        Origin::Callback => "callback ",
    };
    format!("{kind}{} {}", endpoint.method.word(), endpoint.path.text)
}

pub(super) fn subject(endpoint: &Endpoint) -> String {
    format!("`{}`", name(endpoint))
}

/// Joins the places of a text that may be missing from either version.
pub(super) fn spots_of(old: Option<&Text>, new: Option<&Text>, both: &Both<'_>) -> Spots {
    Spots::Both {
        old: old.map_or(both.old.spot, |text| text.spot),
        new: new.map_or(both.new.spot, |text| text.spot),
    }
}
