//! Comparing alternatives: which of the old ones is which of the new ones is told by what they are, not by their names.

use guild_check::report::ChangeKind::{self, Additive, Breaking, Risky};

use super::alike::{Branch, branches, likeness, matches, named, only};
use super::defect::Defect;
use super::flat::{Flat, Union, flat};
use super::flat_fields::FlatField;
use super::followed::followed;
use super::shapes::{Versions, compare_flats};
use super::values::some;
use super::walk::{Direction, Step, Walk};
use crate::contract::{Contract, Discriminator, ShapeId};

/// How often alternatives of alternatives are looked through for one value.
const NESTED: u8 = 4;

/// How many conditions that each have alternatives are compared for one value.
const UNIONS: usize = 16;

/// Among how many alternatives one that covers another is looked for.
const TRIED: usize = 64;

/// What an alternative is to those of the other version.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    /// Another is the same.
    Double,
    /// Another allows all that it allows.
    Covered,
    Alone,
}

/// Compares shapes of which one alone has alternatives: it was wrapped in them, or taken out; tells whether that is so.
pub(super) fn wrapped<'a>(walk: &mut Walk<'a>, versions: &Versions<'a>) -> bool {
    let (old, new) = (&versions.old, &versions.new);
    let (single, many, union) = match (old.unions.as_slice(), new.unions.as_slice()) {
        ([], [union]) => (old, new, union),
        ([union], []) => (new, old, union),
        _ => return false,
    };
    if versions.nested >= NESTED {
        return true;
    }
    let wholes: Vec<Flat<'a>> = union
        .branches
        .iter()
        .map(|branch| many.with_branch(union, *branch))
        .collect();
    let scores = wholes.iter().map(|whole| likeness(single, whole));
    let best = scores
        .enumerate()
        .max_by_key(|(index, score)| (*score, usize::MAX - index));
    let best = best.filter(|(_, score)| *score > 0).map(|(index, _)| index);
    let is_new = old.unions.is_empty();
    let others = union.branches.iter().enumerate();
    let others = others.filter(|(index, _)| Some(*index) != best);
    let titles: Vec<String> = others
        .map(|(index, branch)| title(many.contract, *branch, index))
        .collect();
    if is_new {
        added(walk, versions, union, &titles);
    } else {
        removed(walk, versions, &titles);
    }
    let Some(mut whole) = best.map(|best| wholes[best].clone()) else {
        return true;
    };
    let (old, new) = if is_new {
        // A field that stands in another alternative is not gone, and need not be there.
        let missing = wholes.iter().flat_map(|other| &other.fields.list);
        for field in missing {
            let name = &field.name.text;
            if old.fields.get(name, 0).is_some() && whole.fields.get(name, 0).is_none() {
                whole.fields.push(FlatField {
                    is_required: false,
                    ..field.clone()
                });
            }
        }
        (old.clone(), whole)
    } else {
        (whole, new.clone())
    };
    let inner = Versions {
        old,
        new,
        nested: versions.nested + 1,
        ..*versions
    };
    compare_flats(walk, &inner);
    true
}

pub(super) fn compare<'a>(walk: &mut Walk<'a>, versions: &Versions<'a>) {
    let (old, new) = (&versions.old.unions, &versions.new.unions);
    walk.is_complete &= old.len().min(new.len()) <= UNIONS;
    for (old, new) in old.iter().zip(new).take(UNIONS) {
        unions(walk, versions, old, new);
    }
    let detail = |union: &Union| format!("one of {} alternatives", union.branches.len());
    for union in old.iter().skip(new.len()) {
        let detail = format!("need not be {} any more", detail(union));
        versions.tell_widened(walk, Defect::ConstraintRemoved, detail);
    }
    for union in new.iter().skip(old.len()) {
        let detail = format!("must be {} now", detail(union));
        versions.tell_narrowed(walk, Defect::ConstraintAdded, detail);
    }
    discriminator(walk, versions);
}

fn unions<'a>(walk: &mut Walk<'a>, versions: &Versions<'a>, old: &Union, new: &Union) {
    let before = branches(versions.old.contract, old, &mut walk.sums.0);
    let after = branches(versions.new.contract, new, &mut walk.sums.1);
    let parts = |branches: &[Branch<'_>]| {
        branches
            .iter()
            .map(|branch| branch.flat.parts.len())
            .sum::<usize>()
    };
    walk.spend(parts(&before) + parts(&after) + before.len() * after.len());
    let matches = matches(&before, &after);
    for (old, new) in &matches {
        let shapes = (&[before[*old].id][..], &[after[*new].id][..]);
        walk.inner(versions.pair, shapes, versions.direction, Step::Variant);
    }
    let (mut gone, mut covered, mut come) = (Vec::new(), Vec::new(), Vec::new());
    for (index, branch) in before.iter().enumerate() {
        if matches.iter().any(|(old, _)| *old == index) {
            continue;
        }
        let title = title(versions.old.contract, branch.id, index);
        match standing(walk, branch, (&after, new), Direction::Sent) {
            Standing::Double => {}
            Standing::Covered => covered.push(title),
            Standing::Alone => gone.push(title),
        }
    }
    for (index, branch) in after.iter().enumerate() {
        let is_matched = matches.iter().any(|(_, new)| *new == index);
        if !is_matched
            && standing(walk, branch, (&before, old), Direction::Received) == Standing::Alone
        {
            come.push(title(versions.new.contract, branch.id, index));
        }
    }
    removed(walk, versions, &gone);
    added(walk, versions, new, &come);
    if !covered.is_empty() {
        let detail = format!(
            "has no {} any more, which another alternative covers",
            some(&covered)
        );
        versions.tell(walk, (Defect::VariantRemoved, Additive), detail);
    }
}

/// Tells what an alternative of one version is to those of the other.
fn standing(
    walk: &mut Walk<'_>,
    branch: &Branch<'_>,
    (others, union): (&[Branch<'_>], &Union),
    direction: Direction,
) -> Standing {
    if others
        .iter()
        .any(|other| other.signature == branch.signature)
    {
        // A value that fits `anyOf` twice fits it no better than once; one that fits `oneOf` twice is refused, so that
        // alternatives that look the same differ in something that is not said.
        return if union.is_one_of {
            Standing::Alone
        } else {
            Standing::Double
        };
    }
    let mut covers = |other: &Branch<'_>| match direction {
        Direction::Sent => walk.fits(branch.id, other.id, direction),
        Direction::Received => walk.fits(other.id, branch.id, direction),
    };
    if others.len() <= TRIED && others.iter().any(&mut covers) {
        Standing::Covered
    } else {
        Standing::Alone
    }
}

fn added(walk: &mut Walk<'_>, versions: &Versions<'_>, union: &Union, titles: &[String]) {
    if titles.is_empty() {
        return;
    }
    let kind: ChangeKind = match (versions.direction, union.is_one_of) {
        (Direction::Sent, _) => Additive,
        (Direction::Received, true) => Breaking,
        (Direction::Received, false) => Risky,
    };
    let detail = format!("can be {} too now", some(titles));
    versions.tell(walk, (Defect::VariantAdded, kind), detail);
}

fn removed(walk: &mut Walk<'_>, versions: &Versions<'_>, titles: &[String]) {
    if !titles.is_empty() {
        let detail = format!("cannot be {} any more", some(titles));
        versions.tell_narrowed(walk, Defect::VariantRemoved, detail);
    }
}

fn discriminator(walk: &mut Walk<'_>, versions: &Versions<'_>) {
    let risk = match versions.direction {
        Direction::Sent => Additive,
        Direction::Received => Risky,
    };
    let (kind, detail) = match (versions.old.discriminator, versions.new.discriminator) {
        (None, None) => return,
        (None, Some(new)) => (
            Additive,
            format!(
                "says by `{}` now which alternative it is",
                new.property.text
            ),
        ),
        (Some(old), None) => (
            risk,
            format!(
                "does not say by `{}` any more which alternative it is",
                old.property.text
            ),
        ),
        (Some(old), Some(new)) if old.property.text != new.property.text => (
            Breaking,
            format!(
                "said by `{}` which alternative it is, and says so by `{}` now",
                old.property.text, new.property.text
            ),
        ),
        (Some(old), Some(new)) => {
            let lost = lost(old, new);
            if lost.is_empty() {
                return;
            }
            let detail = format!("says {} by `{}` no longer", some(&lost), old.property.text);
            (Risky, detail)
        }
    };
    versions.tell(walk, (Defect::DiscriminatorChanged, kind), detail);
}

/// Lists the words of a discriminator that stand for another shape now, or for none.
fn lost(old: &Discriminator, new: &Discriminator) -> Vec<String> {
    let name = |target: &str| {
        target
            .rsplit(['/', '#'])
            .next()
            .unwrap_or(target)
            .to_owned()
    };
    let is_kept = |word: &str, target: &str| {
        let mut same = new.mapping.iter().filter(|(other, _)| *other.text == *word);
        same.any(|(_, other)| name(&other.text) == name(target))
    };
    let lost = old.mapping.iter();
    lost.filter(|(word, target)| !is_kept(&word.text, &target.text))
        .map(|(word, _)| format!("`{}`", word.text))
        .collect()
}

/// Names an alternative for people.
fn title(contract: &Contract, id: ShapeId, index: usize) -> String {
    let flat = flat(contract, &[followed(contract, id).1]);
    let of_field = flat.fields.list.iter().find_map(|field| {
        Some(format!(
            "`{}` {}",
            field.name.text,
            only(contract, &field.shapes)?
        ))
    });
    match (named(&flat), of_field) {
        (Some(name), _) => format!("`{name}`"),
        (None, Some(words)) => format!("the alternative with {words}"),
        (None, None) if flat.types.is_empty() => format!("alternative {}", index + 1),
        (None, None) => format!("{} (alternative {})", flat.types.words(), index + 1),
    }
}
