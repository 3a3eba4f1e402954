//! The names of fields and query parameters over the whole contract, each once.

use std::collections::BTreeMap;

use crate::contract::{Location, ShapeId, Spot};

use super::Survey;

/// A name that fields and query parameters have.
#[derive(Clone, Debug)]
pub struct Name {
    /// Where it stands first.
    pub spot: Spot,
    /// At how many definitions it stands.
    pub count: usize,
    /// What is said of each.
    pub shapes: Vec<ShapeId>,
}

impl Survey {
    /// Lists the names of fields and query parameters. A key that no program would take for a name, such as `+1`, is
    /// data, and so is one of a map.
    pub fn names(&self) -> BTreeMap<&str, Name> {
        let mut names: BTreeMap<&str, Name> = BTreeMap::new();
        let mut add = |name, spot, shape| {
            let known: &mut Name = names.entry(name).or_insert_with(|| Name {
                spot,
                count: 0,
                shapes: Vec::new(),
            });
            known.spot = known.spot.min(spot);
            known.count += 1;
            known.shapes.extend(shape);
        };
        for used in self.parameters() {
            if used.part.location == Location::Query {
                let name = &used.part.name;
                add(&*name.text, name.spot, used.part.shape);
            }
        }
        for used in self.shapes().filter(|used| !used.shape.is_map) {
            for property in &used.shape.properties {
                add(
                    &*property.name.text,
                    property.name.spot,
                    Some(property.shape),
                );
            }
        }
        names.retain(|name, _| is_name(name));
        names
    }
}

fn is_name(name: &str) -> bool {
    let is_fine = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-';
    name.starts_with(|letter: char| letter.is_ascii_alphabetic()) && name.chars().all(is_fine)
}
