//! Which shapes are used by which operations, and for what.
//!
//! A definition is a shape that something refers to, that has a name, or that is the whole of a body or parameter. The
//! shapes inside it belong to it alone, so that only definitions are walked for each operation.

use crate::contract::{Additional, Contract, Endpoint, Origin, Shape, ShapeId};

use super::Users;

/// What the values of a shape are for: a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Roles(u8);

/// What is known of each shape.
#[derive(Debug)]
pub(super) struct Reach {
    /// The definition that each shape belongs to.
    owners: Vec<u32>,
    is_value: Vec<bool>,
    definitions: Vec<Definition>,
}

#[derive(Debug, Default)]
struct Definition {
    /// The definitions that it uses.
    uses: Vec<u32>,
    roles: Roles,
    users: Users,
    /// The last walk that came here, and the last operation that was counted.
    walk: usize,
    counted: usize,
}

pub(super) struct Found {
    pub(super) roles: Roles,
    pub(super) is_value: bool,
    pub(super) users: Users,
}

/// Keywords under which other shapes stand whose values are values, not conditions.
const VALUES: [&str; 3] = [
    "patternProperties",
    "unevaluatedProperties",
    "unevaluatedItems",
];

const NONE: u32 = u32::MAX;

impl Roles {
    /// Nothing.
    pub const NONE: Self = Self(0);
    /// A request body.
    pub const INPUT: Self = Self(1);
    /// A parameter.
    pub const PARAMETER: Self = Self(2);
    /// The body of an answer to a call that worked.
    pub const OUTPUT: Self = Self(4);
    /// The body of an answer to a call that failed.
    pub const ERROR: Self = Self(8);
    /// A header of an answer.
    pub const HEADER: Self = Self(16);

    /// Tells whether one of the other set's roles is in this one.
    pub fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Gives what is in either set.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Reach {
    pub(super) fn of(contract: &Contract) -> Self {
        let mut reach = Self {
            owners: vec![NONE; contract.shapes.len()],
            is_value: vec![false; contract.shapes.len()],
            definitions: Vec::new(),
        };
        let roots: Vec<Vec<(ShapeId, Roles)>> = contract.endpoints.iter().map(roots).collect();
        for (id, _) in roots.iter().flatten() {
            reach.define(*id);
            reach.is_value[id.index()] = true;
        }
        for (_, id) in &contract.names {
            reach.define(*id);
        }
        for shape in &contract.shapes {
            if let Some(target) = shape.target {
                reach.define(target);
            }
        }
        reach.own(contract);
        reach.spread_values(contract);
        let mut walk = 0;
        for (endpoint, roots) in roots.iter().enumerate() {
            for (id, role) in roots {
                walk += 1;
                reach.walk(*id, *role, endpoint, walk);
            }
        }
        reach
    }

    pub(super) fn of_shape(&self, id: ShapeId) -> Option<Found> {
        let definition = self.definitions.get(self.owners[id.index()] as usize)?;
        Some(Found {
            roles: definition.roles,
            is_value: self.is_value[id.index()],
            users: definition.users,
        })
    }

    fn define(&mut self, id: ShapeId) {
        let owner = &mut self.owners[id.index()];
        if *owner == NONE {
            *owner = u32::try_from(self.definitions.len()).unwrap_or(NONE - 1);
            self.definitions.push(Definition::default());
        }
    }

    /// Gives each shape inside a definition to it, and finds what the definition uses.
    fn own(&mut self, contract: &Contract) {
        let starts: Vec<(usize, u32)> = self.owners.iter().copied().enumerate().collect();
        for (start, owner) in starts.into_iter().filter(|(_, owner)| *owner != NONE) {
            let mut inside = vec![ShapeId::new(start)];
            while let Some(id) = inside.pop() {
                let shape = contract.shape(id);
                for (child, is_whole) in children(shape) {
                    self.is_value[child.index()] |= is_whole;
                    match self.owners[child.index()] {
                        NONE => {
                            self.owners[child.index()] = owner;
                            inside.push(child);
                        }
                        other => self.definitions[owner as usize].uses.push(other),
                    }
                }
            }
        }
    }

    /// What a value refers to, and each of its alternatives, is the value too.
    fn spread_values(&mut self, contract: &Contract) {
        let values = self.is_value.iter().enumerate().filter(|(_, is)| **is);
        let mut waiting: Vec<usize> = values.map(|(index, _)| index).collect();
        while let Some(index) = waiting.pop() {
            let shape = &contract.shapes[index];
            let same = shape
                .target
                .iter()
                .chain(&shape.one_of)
                .chain(&shape.any_of);
            for id in same {
                if !std::mem::replace(&mut self.is_value[id.index()], true) {
                    waiting.push(id.index());
                }
            }
        }
    }

    /// Marks all definitions that an operation reaches from one.
    fn walk(&mut self, start: ShapeId, role: Roles, endpoint: usize, walk: usize) {
        let mut waiting = vec![self.owners[start.index()]];
        while let Some(index) = waiting.pop() {
            let Some(definition) = self.definitions.get_mut(index as usize) else {
                continue;
            };
            if definition.walk == walk {
                continue;
            }
            definition.walk = walk;
            definition.roles = definition.roles.with(role);
            if definition.users.count == 0 {
                definition.users.first = endpoint;
            }
            if definition.counted != endpoint + 1 {
                definition.counted = endpoint + 1;
                definition.users.count += 1;
            }
            waiting.extend_from_slice(&definition.uses);
        }
    }
}

/// Lists the shapes that an endpoint uses directly. Of a webhook the server is the one who calls.
fn roots(endpoint: &Endpoint) -> Vec<(ShapeId, Roles)> {
    let mut roots = Vec::new();
    let is_ours = endpoint.origin == Origin::Path;
    let mut add = |shape: Option<ShapeId>, role| roots.extend(shape.map(|shape| (shape, role)));
    for parameter in &endpoint.parameters {
        add(parameter.shape, Roles::PARAMETER);
    }
    let body = endpoint.body.iter().flat_map(|body| &body.media);
    for media in body {
        add(
            media.shape,
            if is_ours { Roles::INPUT } else { Roles::OUTPUT },
        );
    }
    for answer in &endpoint.answers {
        let role = match (is_ours, endpoint.is_error(answer)) {
            (true, true) => Roles::ERROR,
            (true, false) => Roles::OUTPUT,
            (false, _) => Roles::INPUT,
        };
        for media in &answer.media {
            add(media.shape, role);
        }
        for header in &answer.headers {
            add(header.shape, Roles::HEADER);
        }
    }
    roots
}

/// Lists what stands within a shape, and whether each is all that is said of a value.
fn children(shape: &Shape) -> impl Iterator<Item = (ShapeId, bool)> {
    let additional = match shape.additional {
        Additional::Shape(id) => Some(id),
        Additional::Unsaid | Additional::Refused | Additional::Any => None,
    };
    let values = shape.properties.iter().map(|property| property.shape);
    let values = values
        .chain(shape.items)
        .chain(shape.first_items.iter().copied())
        .chain(additional);
    let others = shape.others.iter();
    let values = values.chain(
        others
            .filter(|(key, _)| VALUES.contains(key))
            .map(|(_, id)| *id),
    );
    let parts = shape.one_of.iter().chain(&shape.any_of);
    let parts = parts.chain(&shape.all_of).chain(&shape.target).copied();
    values
        .map(|id| (id, true))
        .chain(parts.map(|id| (id, false)))
}
