//! Comparing two shapes, each with all that bears on it.

use guild_check::report::ChangeKind::{self, Breaking, Risky};

use super::defect::Defect;
use super::flat::{Flat, flat};
use super::walk::{Direction, Spots, Step, Walk};
use super::{fields, keywords, lifecycle, limits, values, variants};
use crate::contract::{Contract, Language, ShapeId, Spot, Types};

/// A pair of shapes, both joined.
pub(super) struct Versions<'a> {
    pub(super) pair: usize,
    pub(super) direction: Direction,
    /// How many alternatives of alternatives were looked through to get here.
    pub(super) nested: u8,
    pub(super) old: Flat<'a>,
    pub(super) new: Flat<'a>,
}

/// Compares the shapes of a pair, and notes the pairs within.
pub(super) fn compare(walk: &mut Walk<'_>, pair: usize) {
    let (old, new) = (walk.pairs[pair].old, walk.pairs[pair].new);
    let (old, new) = (walk.old.shapes(old), walk.new.shapes(new));
    let contracts = (walk.old.contract, walk.new.contract);
    if is_same_text(contracts, (old, new)) {
        return;
    }
    let versions = Versions {
        pair,
        direction: walk.pairs[pair].direction,
        nested: 0,
        old: flat(contracts.0, old),
        new: flat(contracts.1, new),
    };
    walk.spend(versions.old.parts.len() + versions.new.parts.len() + 1);
    compare_flats(walk, &versions);
}

/// Tells whether both are written the same, and neither leads elsewhere by a reference or an alias.
fn is_same_text(contracts: (&Contract, &Contract), shapes: (&[ShapeId], &[ShapeId])) -> bool {
    let ([old], [new]) = shapes else {
        return false;
    };
    let old = written(contracts.0, *old);
    let leads_on = |text: &str| {
        ["$ref", "$dynamicRef", "*"]
            .iter()
            .any(|mark| text.contains(mark))
    };
    // In TypeScript any word may lead elsewhere.
    contracts.0.language == contracts.1.language
        && contracts.0.language != Language::TypeScript
        && old == written(contracts.1, *new)
        && !old.is_empty()
        && !leads_on(old)
}

fn written(contract: &Contract, id: ShapeId) -> &str {
    let spot = contract.shape(id).spot;
    let tree = contract.files.get(spot.file as usize);
    tree.map_or("", |tree| tree.source.slice(spot.span))
}

/// Compares two joined shapes, which may be alternatives of the pair's own.
pub(super) fn compare_flats<'a>(walk: &mut Walk<'a>, versions: &Versions<'a>) {
    let Versions { old, new, .. } = versions;
    if old.is_any || new.is_any {
        whole(walk, versions);
        return;
    }
    nullability(walk, versions);
    if variants::wrapped(walk, versions) || !types(walk, versions) {
        return;
    }
    brand(walk, versions);
    values::compare(walk, versions);
    limits::compare(walk, versions);
    keywords::compare(walk, versions);
    fields::compare(walk, versions);
    items(walk, versions);
    variants::compare(walk, versions);
    lifecycle::of_shape(walk, versions);
}

/// Tells of a shape that was free of any statement, or is now.
fn whole(walk: &mut Walk<'_>, versions: &Versions<'_>) {
    let (old, new) = (&versions.old, &versions.new);
    let (kind, detail) = match (old.is_any, new.is_any) {
        (true, true) => return,
        (true, false) => (
            versions.direction.narrowed(),
            format!("could be anything, and is now {}", said(new)),
        ),
        (false, _) => (
            Breaking,
            format!("was {}, and can be anything now", said(old)),
        ),
    };
    versions.tell(walk, (Defect::TypeChanged, kind), detail);
}

/// Names what a shape is for people.
fn said(flat: &Flat<'_>) -> String {
    if flat.types.is_empty() {
        "one of several shapes".to_owned()
    } else {
        flat.types.words()
    }
}

/// Compares the types; gives whether what is within can be compared.
fn types(walk: &mut Walk<'_>, versions: &Versions<'_>) -> bool {
    let (old, new) = (&versions.old, &versions.new);
    if old.is_never != new.is_never {
        let (kind, detail) = if new.is_never {
            (versions.direction.narrowed(), "is refused now")
        } else {
            (versions.direction.widened(), "was refused, and is not now")
        };
        versions.tell(walk, (Defect::TypeChanged, kind), detail.to_owned());
        return false;
    }
    // Alternatives have types of their own.
    if old.types == new.types || !old.unions.is_empty() || !new.unions.is_empty() {
        return true;
    }
    if old.types.is_empty() {
        let detail = format!("had no type, and is {} now", new.types.words());
        let kind = versions.direction.narrowed();
        versions.tell(walk, (Defect::TypeChanged, kind), detail);
        return true;
    }
    let detail = if new.types.is_empty() {
        format!("was {}, and has no type now", old.types.words())
    } else {
        format!(
            "was {}, and is {} now",
            old.types.words(),
            new.types.words()
        )
    };
    versions.tell(walk, (Defect::TypeChanged, Breaking), detail);
    let common = old.types.with_integers().within(new.types.with_integers());
    new.types.is_empty() || !common.is_empty()
}

/// Compares what tells one kind of id from another: on the wire both are texts, and no program takes one for the other.
fn brand(walk: &mut Walk<'_>, versions: &Versions<'_>) {
    let contracts = [walk.old.contract, walk.new.contract];
    // Only one language has brands: what is written in the other one lost none.
    if contracts[0].language != contracts[1].language {
        return;
    }
    let brand = |flat: &Flat<'_>| {
        let mut brands = flat.parts.iter().filter_map(|part| part.brand.as_ref());
        brands.next().map(|brand| brand.text.to_string())
    };
    let is_known = |contract: &Contract, name: &str| {
        let mut brands = contract
            .shapes
            .iter()
            .filter_map(|shape| shape.brand.as_ref());
        brands.any(|brand| *brand.text == *name)
    };
    let (kind, detail) = match (
        brand(&versions.old),
        brand(&versions.new),
        versions.direction,
    ) {
        (old, new, _) if old == new => return,
        (Some(old), Some(new), _) => {
            let is_renamed = !is_known(contracts[1], &old) && !is_known(contracts[0], &new);
            let kind = if is_renamed { Risky } else { Breaking };
            (kind, format!("was a `{old}`, and is a `{new}` now"))
        }
        (None, Some(new), Direction::Sent) => (Risky, format!("has to be a `{new}` now")),
        (Some(old), None, Direction::Received) => (Risky, format!("is no `{old}` any more")),
        (None, _, Direction::Received) | (_, None, Direction::Sent) => return,
    };
    versions.tell(walk, (Defect::TypeChanged, kind), detail);
}

fn nullability(walk: &mut Walk<'_>, versions: &Versions<'_>) {
    let (Some(old), Some(new)) = (versions.old.is_nullable, versions.new.is_nullable) else {
        return;
    };
    // What is nothing but null has no other value to lose or gain.
    if old == new || versions.old.types == Types::NULL || versions.new.types == Types::NULL {
        return;
    }
    let (kind, detail) = if new {
        (versions.direction.widened(), "may be null now")
    } else {
        (versions.direction.narrowed(), "may not be null any more")
    };
    versions.tell(walk, (Defect::NullabilityChanged, kind), detail.to_owned());
}

/// Compares what a list may hold: position by position where the first items have shapes of their own.
fn items(walk: &mut Walk<'_>, versions: &Versions<'_>) {
    let (old, new) = (&versions.old, &versions.new);
    let (pair, direction) = (versions.pair, versions.direction);
    let one = |first: &[ShapeId], rest: &[ShapeId], index: usize| match first.get(index) {
        Some(item) => vec![*item],
        None => rest.to_vec(),
    };
    for index in 0..old.first_items.len().max(new.first_items.len()) {
        let before = one(old.first_items, &old.items, index);
        let after = one(new.first_items, &new.items, index);
        walk.inner(pair, (&before, &after), direction, Step::Item(index));
    }
    let shapes = (&*old.items, &*new.items);
    walk.inner(pair, shapes, direction, Step::Items);
}

impl Versions<'_> {
    /// Files a change of the value itself.
    pub(super) fn tell(
        &self,
        walk: &mut Walk<'_>,
        (defect, kind): (Defect, ChangeKind),
        detail: String,
    ) {
        let (old, new) = walk.place(self.pair);
        if let Some(spots) = Spots::of(old, new) {
            let subject = walk.subject(self.pair, None);
            walk.tell_within(self.pair, (defect, kind), spots, subject, detail);
        }
    }

    /// Files a change whose weight the direction gives: fewer values are allowed, or more.
    pub(super) fn tell_narrowed(&self, walk: &mut Walk<'_>, defect: Defect, detail: String) {
        self.tell(walk, (defect, self.direction.narrowed()), detail);
    }

    /// See [`Self::tell_narrowed`].
    pub(super) fn tell_widened(&self, walk: &mut Walk<'_>, defect: Defect, detail: String) {
        self.tell(walk, (defect, self.direction.widened()), detail);
    }
}

impl Spots {
    /// Joins places of which one may be missing; none if both are.
    pub(super) fn of(old: Option<Spot>, new: Option<Spot>) -> Option<Self> {
        Some(match (old, new) {
            (Some(old), Some(new)) => Self::Both { old, new },
            (Some(old), None) => Self::Gone { old, holder: None },
            (None, Some(new)) => Self::Added { holder: None, new },
            (None, None) => return None,
        })
    }
}
