//! Values of a shape: valid ones, those at the edge of what is allowed, and those just beyond it.
//!
//! All of it follows from a seed: the same seed gives the same values. What is given as valid was held against the
//! shape, and so was what is given as wrong.

mod chance;
mod demand;
mod edges;
mod format;
mod number;
mod pattern;
mod text;
mod vary;
mod wrong;

use guild_check::Source;
use serde_json::{Map, Value};

use crate::conform::{Way, mismatch};
use crate::contract::{Additional, Contract, ShapeId, Types};
use crate::tree::{Tree, TreeLimits};

pub use chance::Chance;
pub use vary::{Variation, VariationKind};

use demand::Demand;

/// Values of the shapes of a contract.
#[derive(Debug)]
pub struct Sampler<'c> {
    /// The contract.
    pub contract: &'c Contract,
    /// Where the values differ.
    pub chance: Chance,
    /// What is wanted of them.
    pub taste: Taste,
}

/// What is wanted of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taste {
    /// Which way they go: what only the other side sets is left out.
    pub way: Way,
    /// Which of the fields that may be left out are there.
    pub optional: Optional,
    /// Whether the contract's own examples are taken.
    pub examples: Examples,
}

/// Which of the fields that may be left out are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Optional {
    /// None.
    None,
    /// Some.
    Some,
    /// All.
    All,
}

/// Whether the contract's own examples are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Examples {
    /// Wherever there is one that fits.
    First,
    /// Nowhere.
    Never,
}

/// Values within values are made this deep with all their fields, and this deep at all.
const RICH: usize = 4;
const DEPTH: usize = 24;

/// Texts of more characters than this are not sent, and lists of more items.
const MOST_CHARACTERS: u64 = 20_000;
const MOST_ITEMS: u64 = 200;

/// How often another value is tried where one does not fit.
const TRIES: usize = 8;

/// The most that is made of one value.
const LIMITS: TreeLimits = TreeLimits {
    bytes: 8 << 20,
    depth: 128,
    values: 500_000,
};

impl<'c> Sampler<'c> {
    /// Starts at a seed.
    pub fn new(contract: &'c Contract, seed: u64, taste: Taste) -> Self {
        Self {
            contract,
            chance: Chance::new(seed),
            taste,
        }
    }

    /// Makes a value; none if the shape allows none, or none was found.
    pub fn value(&mut self, shape: ShapeId) -> Option<Value> {
        let (contract, way) = (self.contract, self.taste.way);
        (0..TRIES).find_map(|_| {
            let value = self.of(&[shape], DEPTH)?;
            fits(contract, shape, &value, way).then_some(value)
        })
    }

    /// Makes a value that is of all these shapes.
    fn of(&mut self, shapes: &[ShapeId], left: usize) -> Option<Value> {
        let left = left.checked_sub(1)?;
        let demand = Demand::of(self.contract, shapes);
        if demand.is_never {
            return None;
        }
        if self.taste.examples == Examples::First
            && let Some(example) = self.example(shapes, &demand)
        {
            return Some(example);
        }
        // The other groups are met again, with the chosen shape among the shapes.
        if let Some(group) = demand.alternatives.first() {
            return self.one_of(shapes, group, left);
        }
        if let Some(values) = &demand.values {
            return self.chance.pick(values).cloned();
        }
        self.typed(&demand, left)
    }

    fn example(&mut self, shapes: &[ShapeId], demand: &Demand<'_>) -> Option<Value> {
        let (contract, way) = (self.contract, self.taste.way);
        let is_fit = |value: &Value| {
            shapes
                .iter()
                .all(|shape| fits(contract, *shape, value, way))
        };
        let views = demand
            .examples
            .iter()
            .filter_map(|example| contract.view(*example));
        let mut all: Vec<Value> = views.map(crate::tree::View::to_json).collect();
        all.retain(is_fit);
        self.chance.pick(&all).cloned()
    }

    /// Chooses one of several shapes; the others follow where it comes to nothing.
    fn one_of(
        &mut self,
        shapes: &[ShapeId],
        group: &demand::Group<'c>,
        left: usize,
    ) -> Option<Value> {
        let count = group.shapes.len();
        let start = self.chance.below(count);
        (0..count).find_map(|step| {
            let choice = *group.shapes.get((start + step) % count)?;
            let mut all = shapes.to_vec();
            all.push(choice);
            let mut value = self.of(&all, left)?;
            if let (Some((field, tag)), Some(object)) =
                (group.tag(self.contract, choice), value.as_object_mut())
            {
                object.insert(field.to_owned(), Value::String(tag));
            }
            Some(value)
        })
    }

    fn typed(&mut self, demand: &Demand<'_>, left: usize) -> Option<Value> {
        let types = demand.likely_types();
        let named: Vec<Types> = Types::NAMED
            .iter()
            .map(|(one, _)| *one)
            .filter(|one| types.has(*one))
            .collect();
        // Nothing is said by `null`, so it stands for a value now and then only.
        let telling: Vec<Types> = named
            .iter()
            .copied()
            .filter(|one| *one != Types::NULL)
            .collect();
        let among =
            if telling.is_empty() || (telling.len() < named.len() && self.chance.is_one_in(4)) {
                named
            } else {
                telling
            };
        let chosen = self.chance.pick(&among).copied()?;
        match chosen {
            Types::NULL => Some(Value::Null),
            Types::BOOLEAN => Some(Value::Bool(self.chance.is_one_in(2))),
            Types::INTEGER => number::whole(demand, &mut self.chance),
            Types::NUMBER => number::any(demand, &mut self.chance),
            Types::ARRAY => self.list(demand, left),
            Types::OBJECT => self.object(demand, left),
            _ => text::text(demand, &mut self.chance).map(Value::String),
        }
    }

    fn list(&mut self, demand: &Demand<'_>, left: usize) -> Option<Value> {
        let fewest = demand.shortest.unwrap_or(0);
        let most = demand.longest.unwrap_or(fewest + 2);
        let wish = if DEPTH - left > RICH {
            0
        } else {
            1 + self.chance.below(2) as u64
        };
        let count = (fewest.max(wish)).min(most.max(fewest));
        self.items(demand, usize::try_from(count).ok()?, left)
    }

    /// Makes a list of a length.
    fn items(&mut self, demand: &Demand<'_>, count: usize, left: usize) -> Option<Value> {
        let mut items: Vec<Value> = Vec::new();
        let least = demand.shortest.unwrap_or(0);
        for index in 0..count {
            let shapes = match demand.first_items.get(index) {
                Some(first) => vec![*first],
                None => demand.items.clone(),
            };
            let is_new = |item: &Value, items: &[Value]| !demand.is_unique || !items.contains(item);
            let item = (0..TRIES).find_map(|_| {
                let item = self.of(&shapes, left)?;
                is_new(&item, &items).then_some(item)
            });
            match item {
                Some(item) => items.push(item),
                None if items.len() as u64 >= least => break,
                None => return None,
            }
        }
        Some(Value::Array(items))
    }

    fn object(&mut self, demand: &Demand<'_>, left: usize) -> Option<Value> {
        let mut object = Map::new();
        for (name, shapes) in &demand.properties {
            let is_required = demand.required.contains(name);
            if self.is_set_elsewhere(shapes) || !(is_required || self.is_wanted(left)) {
                continue;
            }
            match self.of(shapes, left) {
                Some(value) => drop(object.insert((*name).to_owned(), value)),
                None if is_required => return None,
                None => {}
            }
        }
        for name in &demand.required {
            if !demand.properties.iter().any(|(known, _)| known == name) {
                let value = self.other(demand, left)?;
                object.insert((*name).to_owned(), value);
            }
        }
        self.fill(demand, &mut object, left)?;
        Some(Value::Object(object))
    }

    /// Adds fields until there are as many as there must be.
    fn fill(
        &mut self,
        demand: &Demand<'_>,
        object: &mut Map<String, Value>,
        left: usize,
    ) -> Option<()> {
        let fewest = usize::try_from(demand.shortest.unwrap_or(0)).ok()?;
        for (name, shapes) in &demand.properties {
            if object.len() >= fewest {
                return Some(());
            }
            if !object.contains_key(*name)
                && !self.is_set_elsewhere(shapes)
                && let Some(value) = self.of(shapes, left)
            {
                object.insert((*name).to_owned(), value);
            }
        }
        while object.len() < fewest {
            let value = self.other(demand, left)?;
            object.insert(format!("extra{}", object.len()), value);
        }
        Some(())
    }

    /// Makes the value of a field that is not listed.
    fn other(&mut self, demand: &Demand<'_>, left: usize) -> Option<Value> {
        match demand.additional {
            Additional::Refused => None,
            Additional::Shape(shape) => self.of(&[shape], left),
            Additional::Unsaid | Additional::Any => {
                Some(Value::String(text::words(&mut self.chance)))
            }
        }
    }

    fn is_wanted(&mut self, left: usize) -> bool {
        match self.taste.optional {
            Optional::None => false,
            _ if DEPTH - left > RICH => false,
            Optional::Some => self.chance.is_one_in(2),
            Optional::All => true,
        }
    }

    /// Tells whether only the other side sets a field.
    fn is_set_elsewhere(&self, shapes: &[ShapeId]) -> bool {
        let parts = shapes.iter().flat_map(|shape| self.contract.parts(*shape));
        let mut parts = parts.map(|part| self.contract.shape(part));
        parts.any(|part| match self.taste.way {
            Way::In => part.is_read_only,
            Way::Out => part.is_write_only,
            Way::Either => false,
        })
    }
}

/// Tells whether a value is what a shape says, as far as that is certain.
pub fn fits(contract: &Contract, shape: ShapeId, value: &Value, way: Way) -> bool {
    // Within a list, so that a lone text is read as JSON too.
    let source = Source::new("value.json", format!("[{value}]"));
    let tree = Tree::parse(&source, LIMITS);
    let item = tree.root().and_then(|root| root.items().next());
    item.is_some_and(|item| mismatch(contract, shape, item, way).is_none())
}

/// Tells whether a text is what a shape says, as a text or as what it reads as: it stands in an address or a header.
pub fn is_written(contract: &Contract, shape: ShapeId, text: &str) -> bool {
    let read: Option<Value> = serde_json::from_str(text).ok();
    let read = read.filter(|value| value.is_number() || value.is_boolean());
    let values = [Some(Value::String(text.to_owned())), read];
    let mut values = values.into_iter().flatten();
    values.any(|value| fits(contract, shape, &value, Way::Either))
}

/// Tells whether all that a shape says of a value is known here, so that a value which fits is valid for certain.
pub fn is_certain(contract: &Contract, shape: ShapeId) -> bool {
    demand::is_certain(contract, shape)
}
