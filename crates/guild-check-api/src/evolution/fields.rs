//! Comparing the fields of an object: which there are, which must be there, and who may set them.

use guild_check::report::ChangeKind::{self, Additive, Breaking, Risky};

use super::defect::Defect;
use super::flat::{Flat, Rest};
use super::flat_fields::FlatField;
use super::shapes::Versions;
use super::walk::{Direction, Spots, Step, Walk};
use crate::contract::{Contract, Spot};

/// How many parts of a field are asked whether it goes both ways.
const PARTS: usize = 64;

pub(super) fn compare<'a>(walk: &mut Walk<'a>, versions: &Versions<'a>) {
    for (index, old) in versions.old.fields.list.iter().enumerate() {
        match versions.new.fields.get(&old.name.text, index) {
            Some(new) => field(walk, versions, old, new),
            None => removed(walk, versions, old),
        }
    }
    for (index, new) in versions.new.fields.list.iter().enumerate() {
        if versions.old.fields.get(&new.name.text, index).is_none() {
            added(walk, versions, new);
        }
    }
    rest(walk, versions);
}

fn field<'a>(
    walk: &mut Walk<'a>,
    versions: &Versions<'a>,
    old: &FlatField<'a>,
    new: &FlatField<'a>,
) {
    let direction = versions.direction;
    let was_there = is_there(versions.old.contract, old, direction);
    let is_there = is_there(versions.new.contract, new, direction);
    let spots = Spots::Both {
        old: spot(&versions.old, old),
        new: spot(&versions.new, new),
    };
    let mut tell = |what: (Defect, ChangeKind), detail: &str| {
        let subject = walk.subject(versions.pair, Some(&old.name.text));
        walk.tell_within(versions.pair, what, spots, subject, detail.to_owned());
    };
    match (was_there, is_there) {
        (false, false) => return,
        (true, false) => {
            let detail = match direction {
                Direction::Sent => "is only for the server to set now (`readOnly`)",
                Direction::Received => "is only for the client to set now (`writeOnly`)",
            };
            tell((Defect::AccessChanged, Breaking), detail);
            return;
        }
        (false, true) => {
            let (kind, detail) = match direction {
                Direction::Sent if new.is_required => {
                    (Breaking, "is for the client to set now, and required")
                }
                Direction::Sent => (Additive, "is for the client to set too now"),
                Direction::Received => (Risky, "was kept from answers, and is shown now"),
            };
            tell((Defect::AccessChanged, kind), detail);
            return;
        }
        (true, true) => {}
    }
    match (old.is_required, new.is_required) {
        (false, true) => {
            let kind = direction.narrowed();
            tell((Defect::NowRequired, kind), "is required now");
        }
        (true, false) => {
            let kind = direction.widened();
            tell((Defect::NowOptional, kind), "may be missing now");
        }
        (true, true) | (false, false) => {}
    }
    let step = Step::Field(&new.name.text);
    walk.inner(versions.pair, (&old.shapes, &new.shapes), direction, step);
}

fn removed<'a>(walk: &mut Walk<'a>, versions: &Versions<'a>, old: &FlatField<'a>) {
    if !is_there(versions.old.contract, old, versions.direction) {
        return;
    }
    let spots = Spots::Gone {
        old: spot(&versions.old, old),
        holder: versions.new.spot(),
    };
    let subject = walk.subject(versions.pair, Some(&old.name.text));
    let what = (Defect::FieldRemoved, Breaking);
    walk.tell_within(versions.pair, what, spots, subject, "is gone".to_owned());
}

fn added<'a>(walk: &mut Walk<'a>, versions: &Versions<'a>, new: &FlatField<'a>) {
    if !is_there(versions.new.contract, new, versions.direction) {
        return;
    }
    let (kind, detail) = match (versions.direction, new.is_required) {
        (Direction::Sent, true) => (Breaking, "is new, and required"),
        (Direction::Sent | Direction::Received, _) => (Additive, "is new"),
    };
    let spots = Spots::Added {
        holder: versions.old.spot(),
        new: spot(&versions.new, new),
    };
    let subject = walk.subject(versions.pair, Some(&new.name.text));
    let what = (Defect::FieldAdded, kind);
    walk.tell_within(versions.pair, what, spots, subject, detail.to_owned());
}

/// Compares what fields that are not listed may be.
fn rest<'a>(walk: &mut Walk<'a>, versions: &Versions<'a>) {
    match (&versions.old.rest, &versions.new.rest) {
        (Rest::Refused, Rest::Refused) => {}
        (Rest::Open(_), Rest::Refused) => {
            let detail = "refuses fields that are not listed now".to_owned();
            versions.tell_narrowed(walk, Defect::ConstraintAdded, detail);
        }
        (Rest::Refused, Rest::Open(_)) => {
            // What may be added one by one may be allowed at once.
            let detail = "may have fields that are not listed now".to_owned();
            versions.tell(walk, (Defect::ConstraintRemoved, Additive), detail);
        }
        (Rest::Open(old), Rest::Open(new)) => {
            let shapes = (&**old, &**new);
            walk.inner(versions.pair, shapes, versions.direction, Step::Rest);
        }
    }
}

/// Tells whether a field goes this way at all: the server's own are not sent, the client's own not received.
fn is_there(contract: &Contract, field: &FlatField<'_>, direction: Direction) -> bool {
    let mut waiting = field.shapes.clone();
    let mut index = 0;
    while let Some(id) = waiting.get(index).filter(|_| index < PARTS) {
        let shape = contract.shape(*id);
        let hides = match direction {
            Direction::Sent => shape.is_read_only,
            Direction::Received => shape.is_write_only,
        };
        if hides {
            return false;
        }
        waiting.extend(shape.target.iter().chain(&shape.all_of));
        index += 1;
    }
    true
}

fn spot(flat: &Flat<'_>, field: &FlatField<'_>) -> Spot {
    let shape = field.shapes.first().map(|id| flat.contract.shape(*id));
    shape.map_or(field.name.spot, |shape| flat.contract.key_spot(shape))
}
