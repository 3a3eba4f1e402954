//! Values that the mock makes up, and what is wrong with those that it is given.

use guild_check::Source;
use serde_json::{Map, Value};

use super::Mock;
use crate::conform::{Way, mismatch};
use crate::contract::{Contract, Media, ShapeId};
use crate::sample::{Chance, Examples, Optional, Sampler, Taste};
use crate::tree::{Tree, TreeLimits, View};

pub(super) use crate::sample::fits;

/// A value of a request is looked at within these limits; its text was limited before.
const LIMITS: TreeLimits = TreeLimits {
    bytes: 64 << 20,
    depth: 256,
    values: 1_000_000,
};

/// Says what of a value is wrong, and how; none if it fits.
pub(super) fn problem(
    contract: &Contract,
    shape: ShapeId,
    value: &Value,
    way: Way,
) -> Option<(String, String)> {
    // Within a list, so that a lone text is read as JSON too.
    let source = Source::new("value.json", format!("[{value}]"));
    let tree = Tree::parse(&source, LIMITS);
    let item = tree.root().and_then(|root| root.items().next())?;
    let found = mismatch(contract, shape, item, way)?;
    Some((way_to(found.at), found.message))
}

/// Writes where a value stands within the body: `details.0.field`.
fn way_to(view: View<'_>) -> String {
    let pointer = pointer(view);
    pointer.join(".")
}

fn pointer(view: View<'_>) -> Vec<String> {
    let Some(parent) = view.parent() else {
        return Vec::new();
    };
    // The list that the whole was put into is none of the body's.
    if parent.parent().is_none() {
        return Vec::new();
    }
    let mut way = pointer(parent);
    way.push(match parent.is_list() {
        true => parent
            .items()
            .position(|item| item.id == view.id)
            .unwrap_or(0)
            .to_string(),
        false => view.key().to_owned(),
    });
    way
}

/// Makes a value for a shape, by a name that it follows from.
pub(super) fn make(mock: &Mock, shape: ShapeId, name: &str, examples: Examples) -> Option<Value> {
    let taste = Taste {
        way: Way::Out,
        optional: Optional::All,
        examples,
    };
    let mut sampler = Sampler::new(mock.contract(), mock.options.seed, taste);
    sampler.chance = Chance::named(mock.options.seed, name);
    sampler.value(shape)
}

/// Gives the example of a form, or makes a value for it.
pub(super) fn of_media(mock: &Mock, media: &Media, name: &str) -> Option<Value> {
    let contract = mock.contract();
    let example = media
        .examples
        .first()
        .and_then(|example| contract.view(*example));
    let example = example.map(View::to_json);
    example.or_else(|| make(mock, media.shape?, name, Examples::First))
}

/// Makes a whole thing of some fields: those that are there stay, and what else it must have is made up.
///
/// Where it may be of several shapes, the first one that the fields fit into is taken.
pub(super) fn settle(
    mock: &Mock,
    shape: ShapeId,
    fields: &Map<String, Value>,
    name: &str,
) -> Option<Value> {
    let contract = mock.contract();
    let whole = Value::Object(fields.clone());
    if fits(contract, shape, &whole, Way::Out) {
        return Some(whole);
    }
    let variants = variants(contract, shape);
    variants.into_iter().find_map(|variant| {
        let made = make(mock, variant, name, Examples::Never)?;
        let mut thing = made.as_object()?.clone();
        let own = contract.fields(variant);
        let kept = fields.iter().filter(|(name, _)| own.get(name).is_some());
        thing.extend(kept.map(|(name, value)| (name.clone(), value.clone())));
        let thing = Value::Object(thing);
        fits(contract, shape, &thing, Way::Out).then_some(thing)
    })
}

/// Lists the shapes that a thing may have, the first one first; itself, if it is none of several.
fn variants(contract: &Contract, shape: ShapeId) -> Vec<ShapeId> {
    let parts = contract.parts(shape);
    let mut parts = parts.iter().map(|part| contract.shape(*part));
    let several = parts.find_map(|part| {
        [&part.one_of, &part.any_of]
            .into_iter()
            .find(|all| !all.is_empty())
    });
    several.cloned().unwrap_or_else(|| vec![shape])
}
