//! All that bears on one value, joined: its own shape, what it refers to, and what it is all of.
//!
//! Two contracts mean the same when what they join to is the same, whatever the parts are called and wherever they
//! stand: `allOf` is merged, a reference is what it leads to, and an alternative that is only `null` is a statement on
//! `null`.

use std::collections::HashSet;

use super::flat_fields::{FlatField, FlatFields};
use super::followed::{bare_types, followed, is_null};
use crate::contract::{
    Additional, Bound, Contract, Discriminator, Language, Limits, Shape, ShapeId, Spot, Text,
    Types, Written,
};
use crate::tree::View;

/// Up to how many parts are looked through one by one.
const SMALL: usize = 16;

/// What bears on a value, joined.
#[derive(Clone)]
pub(super) struct Flat<'a> {
    pub(super) contract: &'a Contract,
    /// What it was joined from.
    group: Vec<ShapeId>,
    /// Each shape that bears on it, the one that was asked for first.
    pub(super) parts: Vec<&'a Shape>,
    /// Whether nothing at all is said of it.
    pub(super) is_any: bool,
    /// Whether nothing is allowed.
    pub(super) is_never: bool,
    /// The types it may have, `null` apart; none for unsaid.
    pub(super) types: Types,
    /// Whether it may be `null`; none for unsaid.
    pub(super) is_nullable: Option<bool>,
    pub(super) format: Option<&'a Text>,
    pub(super) values: Option<&'a [Written]>,
    pub(super) default: Option<Written>,
    pub(super) fields: FlatFields<'a>,
    pub(super) rest: Rest,
    pub(super) items: Vec<ShapeId>,
    pub(super) first_items: &'a [ShapeId],
    pub(super) unions: Vec<Union>,
    /// Shapes under other keywords: the keyword, the name below it if it holds several, and the shape.
    pub(super) others: Vec<(&'static str, &'a str, ShapeId)>,
    pub(super) discriminator: Option<&'a Discriminator>,
    pub(super) limits: Limits,
    pub(super) is_deprecated: bool,
    /// Whether it may be `null` whatever its parts say: OpenAPI 3.0 has `nullable` beside a reference or alternatives.
    is_nullable_throughout: bool,
}

/// What fields that are not listed may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Rest {
    Refused,
    /// All of these shapes; anything if there is none.
    Open(Vec<ShapeId>),
}

/// Alternatives, `null` apart.
#[derive(Clone, Debug)]
pub(super) struct Union {
    pub(super) is_one_of: bool,
    pub(super) branches: Vec<ShapeId>,
}

/// Shapes that wait to be joined, each once, and whether an alternative beside it is `null`.
#[derive(Default)]
struct Waiting {
    list: Vec<(ShapeId, bool)>,
    /// Those on the list, once they are many.
    known: HashSet<ShapeId>,
}

impl Waiting {
    fn add(&mut self, id: ShapeId, is_wrapped: bool) {
        if self.list.len() == SMALL {
            self.known.extend(self.list.iter().map(|(id, _)| *id));
        }
        let is_new = if self.list.len() < SMALL {
            !self.list.iter().any(|(other, _)| *other == id)
        } else {
            self.known.insert(id)
        };
        if is_new {
            self.list.push((id, is_wrapped));
        }
    }
}

/// Joins shapes that all bear on one value.
pub(super) fn flat<'a>(contract: &'a Contract, group: &[ShapeId]) -> Flat<'a> {
    let mut flat = Flat {
        contract,
        group: group.to_vec(),
        parts: Vec::new(),
        is_any: false,
        is_never: false,
        types: Types::NONE,
        is_nullable: None,
        format: None,
        values: None,
        default: None,
        fields: FlatFields::default(),
        rest: Rest::Open(Vec::new()),
        items: Vec::new(),
        first_items: &[],
        unions: Vec::new(),
        others: Vec::new(),
        discriminator: None,
        limits: Limits::default(),
        is_deprecated: false,
        is_nullable_throughout: false,
    };
    let mut waiting = Waiting::default();
    for id in group {
        waiting.add(*id, false);
    }
    let mut index = 0;
    while let Some((id, is_wrapped)) = waiting.list.get(index).copied() {
        let shape = contract.shape(id);
        let next = shape.target.iter().chain(&shape.all_of);
        for id in next {
            waiting.add(*id, is_wrapped);
        }
        flat.unions_of(shape, is_wrapped, &mut waiting);
        flat.join(shape, is_wrapped);
        index += 1;
    }
    flat.require();
    flat.infer();
    flat
}

impl<'a> Flat<'a> {
    fn unions_of(&mut self, shape: &'a Shape, is_wrapped: bool, waiting: &mut Waiting) {
        for (branches, is_one_of) in [(&shape.one_of, true), (&shape.any_of, false)] {
            if branches.is_empty() {
                continue;
            }
            let (nulls, others): (Vec<ShapeId>, Vec<ShapeId>) = branches
                .iter()
                .partition(|branch| is_null(self.contract, **branch));
            let is_nullable = !nulls.is_empty() || is_wrapped;
            match others.as_slice() {
                [] => self.keep_types(Types::NULL),
                [one] => waiting.add(*one, is_nullable),
                others => {
                    let allowing = |branch: &ShapeId| {
                        let (shape, _) = followed(self.contract, *branch);
                        shape.types.has(Types::NULL) && !shape.types.is_empty()
                    };
                    let is_nullable = is_nullable || others.iter().any(allowing);
                    if let Some(types) = bare_types(self.contract, others) {
                        self.keep_types(if is_nullable {
                            types.with(Types::NULL)
                        } else {
                            types
                        });
                        continue;
                    }
                    self.keep_null(is_nullable);
                    self.unions.push(Union {
                        is_one_of,
                        branches: others.to_vec(),
                    });
                }
            }
        }
    }

    fn join(&mut self, shape: &'a Shape, is_wrapped: bool) {
        self.parts.push(shape);
        if shape.types.is_empty() && self.contract.language == Language::OpenApi30 {
            let nullable = self.contract.view(shape.written);
            let nullable = nullable.and_then(|view| view.get("nullable")?.bool());
            self.is_nullable_throughout |= nullable == Some(true);
        }
        self.is_never |= shape.is_never;
        if !shape.types.is_empty() {
            self.keep_types(if is_wrapped {
                shape.types.with(Types::NULL)
            } else {
                shape.types
            });
        }
        self.format = self.format.or(shape.format.as_ref());
        self.values = self.values.or(shape.values.as_deref());
        self.default = self.default.or(shape.default);
        self.discriminator = self.discriminator.or(shape.discriminator.as_ref());
        self.is_deprecated |= shape.is_deprecated;
        for property in &shape.properties {
            // Within one part a name stands once.
            let known = match self.parts.len() {
                1 => None,
                _ => self
                    .fields
                    .find(&property.name.text, self.fields.list.len()),
            };
            match known {
                Some(index) => self.fields.list[index].shapes.push(property.shape),
                None => self.fields.push(FlatField {
                    name: &property.name,
                    shapes: vec![property.shape],
                    is_required: false,
                }),
            }
        }
        match shape.additional {
            Additional::Unsaid | Additional::Any => {}
            Additional::Refused => self.rest = Rest::Refused,
            Additional::Shape(id) => match &mut self.rest {
                Rest::Open(shapes) => shapes.push(id),
                Rest::Refused => {}
            },
        }
        self.items.extend(shape.items);
        if self.first_items.is_empty() {
            self.first_items = &shape.first_items;
        }
        let named = shape
            .others
            .iter()
            .map(|(key, id)| (*key, self.name_below(key, *id), *id));
        let named: Vec<_> = named.collect();
        self.others.extend(named);
        self.join_limits(&shape.limits);
    }

    /// Marks the fields that some part requires; one that no part lists is a field all the same.
    fn require(&mut self) {
        let mut hint = 0;
        for name in self.parts.iter().flat_map(|part| &part.required) {
            match self.fields.find(&name.text, hint) {
                Some(index) => {
                    self.fields.list[index].is_required = true;
                    hint = index + 1;
                }
                None => self.fields.push(FlatField {
                    name,
                    shapes: Vec::new(),
                    is_required: true,
                }),
            }
        }
    }

    /// Takes the types from what is said beside them, where none is stated.
    fn infer(&mut self) {
        if self.is_nullable_throughout {
            self.is_nullable = Some(true);
        }
        let is_stated = |limit: &Limits| {
            limit.minimum.is_some()
                || limit.maximum.is_some()
                || limit.shortest.is_some()
                || limit.longest.is_some()
                || limit.pattern.is_some()
        };
        self.is_any = self.types.is_empty()
            && self.values.is_none()
            && self.fields.list.is_empty()
            && self.rest == Rest::Open(Vec::new())
            && self.items.is_empty()
            && self.first_items.is_empty()
            && self.unions.is_empty()
            && self.others.is_empty()
            && self.format.is_none()
            && !self.is_never
            && !is_stated(&self.limits);
        if !self.types.is_empty() || !self.unions.is_empty() {
            return;
        }
        if let Some(values) = self.values {
            let contract = self.contract;
            for view in values.iter().filter_map(|value| contract.view(*value)) {
                self.types = self.types.with(Types::of_value(view));
            }
            let is_nullable = self.types.has(Types::NULL);
            self.types = self.types.without(Types::NULL);
            self.is_nullable = Some(is_nullable);
        } else if !self.fields.list.is_empty() || self.rest != Rest::Open(Vec::new()) {
            self.types = Types::OBJECT;
        } else if !self.items.is_empty() || !self.first_items.is_empty() {
            self.types = Types::ARRAY;
        }
    }

    fn keep_types(&mut self, types: Types) {
        self.keep_null(types.has(Types::NULL));
        let rest = types.without(Types::NULL);
        let stated = if rest.is_empty() { Types::NULL } else { rest };
        self.types = match self.types {
            known if known.is_empty() => stated,
            known => match known.with_integers().within(stated.with_integers()) {
                common if common.is_empty() => known,
                common => common,
            },
        }
        .without_implied();
    }

    fn keep_null(&mut self, is_nullable: bool) {
        self.is_nullable = Some(self.is_nullable.unwrap_or(true) && is_nullable);
    }

    fn join_limits(&mut self, limits: &'a Limits) {
        let greater = |a: &Option<Bound>, b: &Option<Bound>| match (a, b) {
            (Some(a), Some(b)) => Some(if a.value >= b.value { *a } else { *b }),
            (a, b) => a.or(*b),
        };
        let lesser = |a: &Option<Bound>, b: &Option<Bound>| match (a, b) {
            (Some(a), Some(b)) => Some(if a.value <= b.value { *a } else { *b }),
            (a, b) => a.or(*b),
        };
        let own = &mut self.limits;
        own.minimum = greater(&own.minimum, &limits.minimum);
        own.maximum = lesser(&own.maximum, &limits.maximum);
        own.shortest = own.shortest.max(limits.shortest);
        own.longest = match (own.longest, limits.longest) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        own.multiple_of = own.multiple_of.or(limits.multiple_of);
        if own.pattern.is_none() {
            own.pattern.clone_from(&limits.pattern);
        }
        own.is_unique |= limits.is_unique;
    }

    /// Gives the pattern or field under which a keyword that holds several shapes has one.
    fn name_below(&self, key: &str, id: ShapeId) -> &'a str {
        if !matches!(key, "patternProperties" | "dependentSchemas") {
            return "";
        }
        let view = self.contract.view(self.contract.shape(id).written);
        view.map_or("", View::key)
    }

    /// Looks at a keyword that the model leaves out, in whichever part has it.
    pub(super) fn written(&self, key: &str) -> Option<View<'a>> {
        let contract = self.contract;
        self.parts
            .iter()
            .find_map(|part| contract.view(part.written)?.get(key))
    }

    /// Joins what bears on a value that is one of its alternatives.
    pub(super) fn with_branch(&self, union: &Union, branch: ShapeId) -> Self {
        let mut group = self.group.clone();
        group.push(branch);
        let mut whole = flat(self.contract, &group);
        whole
            .unions
            .retain(|other| other.branches != union.branches);
        whole.is_nullable = self.is_nullable;
        // It is named by what it is, not by what it may be.
        if let Some(at) = whole
            .parts
            .iter()
            .position(|part| std::ptr::eq(*part, self.contract.shape(branch)))
        {
            whole.parts[..=at].rotate_right(1);
        }
        whole
    }

    /// Gives where the value is defined: its key, or its start if it has none.
    pub(super) fn spot(&self) -> Option<Spot> {
        let shape = self.parts.first()?;
        Some(self.contract.key_spot(shape))
    }
}
