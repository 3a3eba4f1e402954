//! The two shapes of one value: types, words, fields and items.

use guild_check::operation::Type;

use super::variants::variants;
use super::{Both, Called, Comparison, DisagreementKind, PAIRS, Way};
use crate::contract::{Additional, Contract, Field, ShapeId, Spot, Types};
use crate::joined::{Merge, words};

impl<'a> Comparison<'a> {
    /// Compares two shapes, once each way.
    pub(super) fn shapes(&mut self, both: Both, way: Way, called: &Called, at: [Spot; 2]) {
        if self.seen.len() >= PAIRS {
            self.is_complete = false;
            return;
        }
        let definitions = [0, 1].map(|side| definition(self.contracts[side], both[side]));
        if !self.seen.insert((definitions, way)) {
            return;
        }
        let named = self.named(definitions);
        let at = match &named {
            Some(_) => [0, 1].map(|side| self.contracts[side].shape(definitions[side]).spot),
            None => at,
        };
        let called = named.as_ref().unwrap_or(called);
        if !self.types(both, called, at) {
            return;
        }
        self.values(both, called, at);
        let variants = [0, 1].map(|side| variants(self.contracts[side], both[side]));
        if variants.iter().any(|variants| variants.len() > 1) {
            self.variants(both, variants, way, called);
        } else {
            self.fields(both, way, called);
        }
        self.inner(both, way, called, at);
    }

    /// Calls a pair by the name that its definition has in one of the contracts.
    pub(super) fn named(&self, both: Both) -> Option<Called> {
        let name = [1, 0].into_iter().find_map(|side| {
            let definition = definition(self.contracts[side], both[side]);
            self.names[side].get(&definition)
        });
        name.map(|name| Called::new(format!("of `{name}`")))
    }

    /// Compares the types; tells whether there is more to compare.
    fn types(&mut self, both: Both, called: &Called, at: [Spot; 2]) -> bool {
        let types = [0, 1].map(|side| types(self.contracts[side], both[side]));
        if types[0] == types[1] {
            return true;
        }
        let says = types.each_ref().map(|types| said(types));
        let says = [says[0].as_str(), says[1].as_str()];
        self.differs(DisagreementKind::Type, &called.words(), says, at);
        let mut common = types[0].iter().filter(|one| types[1].contains(one));
        common.any(|one| *one != Type::Null)
    }

    fn values(&mut self, both: Both, called: &Called, at: [Spot; 2]) {
        let values = [0, 1].map(|side| values(self.contracts[side], both[side]));
        // A variant's own word is compared with the variants.
        let says = match &values {
            [None, None] => return,
            [Some(one), Some(other)] if one == other => return,
            both => both.each_ref().map(|values| match values {
                None => "may be any value".to_owned(),
                Some(values) => format!("is one of `{}`", values.join("`, `")),
            }),
        };
        let says = [says[0].as_str(), says[1].as_str()];
        self.differs(DisagreementKind::Values, &called.words(), says, at);
    }

    /// Compares the fields of two objects.
    pub(super) fn fields(&mut self, both: Both, way: Way, called: &Called) {
        let fields = [0, 1].map(|side| {
            let contract: &'a Contract = self.contracts[side];
            let mut fields = contract.fields(both[side]).list;
            fields.retain(|field| goes(contract, field, way));
            fields
        });
        let holders = [0, 1].map(|side| self.contracts[side].shape(both[side]).spot);
        for field in &fields[0] {
            let called = called.below(&field.name.text);
            match fields[1]
                .iter()
                .find(|same| same.name.text == field.name.text)
            {
                Some(same) => {
                    let at = [field.name.spot, same.name.spot];
                    self.requirement(&called.words(), [field.is_required, same.is_required], at);
                    self.shapes([field.shape, same.shape], way, &called, at);
                }
                None => self.lacks(1, field, &called, holders),
            }
        }
        for field in &fields[1] {
            if !fields[0]
                .iter()
                .any(|same| same.name.text == field.name.text)
            {
                self.lacks(0, field, &called.below(&field.name.text), holders);
            }
        }
    }

    fn lacks(&mut self, lacking: usize, field: &Field<'_>, called: &Called, holders: [Spot; 2]) {
        let mut at = holders;
        at[lacking] = at[lacking].head();
        at[1 - lacking] = field.name.spot;
        self.missing(lacking, DisagreementKind::Part, &called.words(), at);
    }

    /// Compares what is in lists and maps.
    fn inner(&mut self, both: Both, way: Way, called: &Called, at: [Spot; 2]) {
        let items = [0, 1].map(|side| {
            let contract = self.contracts[side];
            let mut every = Merge::new(contract).alternatives(both[side]).into_iter();
            every.find_map(|part| contract.shape(part).items)
        });
        if let [Some(one), Some(other)] = items {
            self.shapes([one, other], way, &called.below("[]"), at);
        }
        let rest = [0, 1].map(
            |side| match self.contracts[side].shape(both[side]).additional {
                Additional::Shape(shape) => Some(shape),
                Additional::Unsaid | Additional::Refused | Additional::Any => None,
            },
        );
        if let [Some(one), Some(other)] = rest {
            self.shapes([one, other], way, &called.below("[]"), at);
        }
    }
}

/// Follows references that say nothing else, so that a definition is met as one.
fn definition(contract: &Contract, id: ShapeId) -> ShapeId {
    *contract
        .parts(id)
        .iter()
        .find(|part| contract.shape(**part).target.is_none())
        .unwrap_or(&id)
}

/// Tells whether a field goes that way.
fn goes(contract: &Contract, field: &Field<'_>, way: Way) -> bool {
    let parts = contract.parts(field.shape);
    let mut parts = parts.iter().map(|part| contract.shape(*part));
    !match way {
        Way::Sent => parts.any(|shape| shape.is_read_only),
        Way::Received => parts.any(|shape| shape.is_write_only),
    }
}

/// Lists the types of a value; TypeScript knows no whole numbers, and an object needs not be called one.
fn types(contract: &Contract, id: ShapeId) -> Vec<Type> {
    let mut types = contract.types(id);
    if types == Types::NONE && !contract.fields(id).list.is_empty() {
        types = Types::OBJECT;
    }
    let mut types = words(types);
    for one in &mut types {
        if *one == Type::Integer {
            *one = Type::Number;
        }
    }
    types.sort_unstable();
    types.dedup();
    types
}

fn said(types: &[Type]) -> String {
    if types.is_empty() {
        return "may be anything".to_owned();
    }
    let words: Vec<&str> = types.iter().map(|one| one.word()).collect();
    format!("is {}", words.join(" or "))
}

/// Lists the words that a value may be, sorted.
pub(super) fn values(contract: &Contract, id: ShapeId) -> Option<Vec<String>> {
    let values = Merge::new(contract).values(id)?;
    let bare = |value: &String| value.trim_matches(['"', '\'']).to_owned();
    let mut values: Vec<String> = values.iter().map(bare).collect();
    values.sort_unstable();
    values.dedup();
    Some(values)
}
