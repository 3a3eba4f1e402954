//! The bodies of errors: which different ones there are, and what each says.

use std::collections::{BTreeMap, BTreeSet};

use crate::Conventions;
use crate::contract::{Answer, Contract, Endpoint, Origin, ShapeId, Spot, Types};

/// One body that errors have.
#[derive(Clone, Debug)]
pub struct ErrorFormat {
    /// Its fields by their way from the outside, such as `error.code`, and their types.
    pub fields: BTreeMap<String, Types>,
    /// Those of them that need not be there.
    pub optional: BTreeSet<String>,
    /// The shape, at its first use.
    pub shape: ShapeId,
    /// Where the answer stands that has it first.
    pub spot: Spot,
    /// The status of that answer and its endpoint, by its index in [`Contract::endpoints`].
    pub endpoint: usize,
    /// How many answers of operations have it.
    pub uses: usize,
    /// What the field that a program reads may be, in each of the bodies; none without such a field.
    pub codes: Vec<ShapeId>,
    /// Whether it has a field that a person reads.
    pub has_message: bool,
}

/// Fields of fields are compared this deep.
const DEPTH: usize = 3;

/// Names of the field that a program reads, beside the one that is agreed on.
const CODES: [&str; 5] = ["code", "errorCode", "error_code", "errCode", "errorNumber"];

/// Names of the field that a person reads, beside the one that is agreed on.
const MESSAGES: [&str; 8] = [
    "message",
    "detail",
    "title",
    "errorMessage",
    "error_message",
    "error_description",
    "description",
    "msg",
];

impl ErrorFormat {
    fn of(
        contract: &Contract,
        conventions: &Conventions,
        (shape, spot): (ShapeId, Spot),
        endpoint: usize,
    ) -> Self {
        let mut found = Found::default();
        collect(contract, &[shape], "", DEPTH, &mut found);
        let message = part(contract, shape, |contract, shapes| {
            let own = field(contract, shapes, &[conventions.name("message")]);
            own.or_else(|| field(contract, shapes, &MESSAGES))
        });
        let code = part(contract, shape, |contract, shapes| {
            let own = field(contract, shapes, &[conventions.name("code")]);
            own.or_else(|| code(contract, shapes))
        });
        Self {
            codes: code.into_iter().collect(),
            has_message: message.is_some(),
            fields: found.fields,
            optional: found.optional,
            shape,
            spot,
            endpoint,
            uses: 1,
        }
    }

    /// Tells whether whoever reads the other body can read this one as well.
    pub fn extends(&self, other: &Self) -> bool {
        let fits = |(name, types): (&String, &Types)| match self.fields.get(name) {
            Some(own) => own == types,
            // Whoever reads the other copes with what need not be there; with it goes what is inside.
            None => other.is_optional(name),
        };
        let names = self.names();
        let all = other.names();
        let shared = all.iter().filter(|name| names.contains(name)).count();
        let is_told = (self.has_message || !other.has_message)
            && (!self.codes.is_empty() || other.codes.is_empty());
        is_told && shared > 0 && shared * 2 >= all.len() && other.fields.iter().all(fits)
    }

    fn is_optional(&self, name: &str) -> bool {
        let ends = name.match_indices(['.', '[']).map(|(end, _)| end);
        let mut outer = ends.map(|end| &name[..end]);
        self.optional.contains(name) || outer.any(|outer| self.optional.contains(outer))
    }

    /// Lists the outermost fields.
    pub fn names(&self) -> Vec<&str> {
        let names = self.fields.keys().map(String::as_str);
        names.filter(|name| !name.contains(['.', '['])).collect()
    }
}

/// Finds the bodies that errors have, the most used first.
pub(super) fn find(contract: &Contract, conventions: &Conventions) -> Vec<ErrorFormat> {
    let mut formats: Vec<ErrorFormat> = Vec::new();
    let mut known: BTreeMap<usize, usize> = BTreeMap::new();
    let calls = contract.endpoints.iter().enumerate();
    for (index, endpoint) in calls.filter(|(_, call)| call.origin == Origin::Path) {
        for (answer, shape) in bodies(endpoint) {
            if let Some(known) = known.get(&shape.index()) {
                formats[*known].uses += 1;
                continue;
            }
            let body = (shape, answer.definition);
            let format = ErrorFormat::of(contract, conventions, body, index);
            let same = formats
                .iter()
                .position(|other| other.fields == format.fields);
            let at = same.unwrap_or(formats.len());
            known.insert(shape.index(), at);
            match same {
                Some(same) => {
                    formats[same].uses += 1;
                    formats[same].codes.extend(format.codes);
                }
                None => formats.push(format),
            }
        }
    }
    // The sort keeps the order of the contract where two are used alike.
    formats.sort_by_key(|format| std::cmp::Reverse(format.uses));
    formats
}

fn bodies(endpoint: &Endpoint) -> impl Iterator<Item = (&Answer, ShapeId)> {
    endpoint
        .errors()
        .filter_map(|answer| Some((answer, answer.json()?.shape?)))
}

/// What is known of the fields of a body.
#[derive(Default)]
struct Found {
    fields: BTreeMap<String, Types>,
    optional: BTreeSet<String>,
}

fn collect(contract: &Contract, shapes: &[ShapeId], before: &str, depth: usize, found: &mut Found) {
    let types = shapes.iter().map(|shape| contract.types(*shape));
    let types = types.filter(|types| !types.is_empty());
    let types = types.reduce(Types::within).unwrap_or(Types::NONE);
    if !before.is_empty() {
        found.fields.insert(before.to_owned(), types);
    }
    let Some(depth) = depth.checked_sub(1) else {
        return;
    };
    let items = items(contract, shapes);
    if !items.is_empty() {
        collect(contract, &items, &format!("{before}[]"), depth, found);
    }
    let fields = shapes.iter().flat_map(|shape| contract.fields(*shape).list);
    let required = fields.filter(|field| field.is_required);
    let required: BTreeSet<&str> = required.map(|field| &*field.name.text).collect();
    for (own, shapes) in properties(contract, shapes) {
        let name = if before.is_empty() {
            own.to_owned()
        } else {
            format!("{before}.{own}")
        };
        if !required.contains(own) {
            found.optional.insert(name.clone());
        }
        collect(contract, &shapes, &name, depth, found);
    }
}

/// Lists the fields of a value of all these shapes, each with all that is said of it.
fn properties<'a>(contract: &'a Contract, shapes: &[ShapeId]) -> BTreeMap<&'a str, Vec<ShapeId>> {
    let mut all: BTreeMap<&str, Vec<ShapeId>> = BTreeMap::new();
    for shape in shapes {
        for part in contract.parts(*shape) {
            for property in &contract.shape(part).properties {
                all.entry(&property.name.text)
                    .or_default()
                    .push(property.shape);
            }
        }
        for field in contract.fields(*shape).list {
            all.entry(&field.name.text)
                .or_insert_with(|| vec![field.shape]);
        }
    }
    all
}

fn items(contract: &Contract, shapes: &[ShapeId]) -> Vec<ShapeId> {
    let items = shapes.iter().filter_map(|shape| contract.items(*shape));
    items.collect()
}

/// Looks in the body itself, then in its `error`, then in each of its `errors`.
fn part(
    contract: &Contract,
    shape: ShapeId,
    find: impl Fn(&Contract, &[ShapeId]) -> Option<ShapeId>,
) -> Option<ShapeId> {
    let within = |shapes: &[ShapeId]| {
        let items = items(contract, shapes);
        find(contract, if items.is_empty() { shapes } else { &items })
    };
    let properties = properties(contract, &[shape]);
    let inner = || {
        let mut names = ["error", "errors", "fault", "Errors"].into_iter();
        names.find_map(|name| within(properties.get(name)?))
    };
    find(contract, &[shape]).or_else(inner).or_else(|| {
        let items = items(contract, &[shape]);
        find(contract, &items)
    })
}

/// A problem of RFC 9457 says its code as `type`, and OAuth says it as `error`.
fn code(contract: &Contract, shapes: &[ShapeId]) -> Option<ShapeId> {
    let is_problem = field(contract, shapes, &["detail", "title"]).is_some();
    let is_oauth = field(contract, shapes, &["error_description"]).is_some();
    let more = || match (is_problem, is_oauth) {
        (true, _) => field(contract, shapes, &["type"]),
        (_, true) => field(contract, shapes, &["error"]),
        (false, false) => None,
    };
    field(contract, shapes, &CODES).or_else(more)
}

/// Finds a field by one of its names; of what is said of it, what lists its values comes first.
fn field(contract: &Contract, shapes: &[ShapeId], names: &[&str]) -> Option<ShapeId> {
    let properties = properties(contract, shapes);
    names.iter().find_map(|known| {
        let mut all = properties.iter();
        let (_, said) = all.find(|(name, _)| known.eq_ignore_ascii_case(name))?;
        let listed = said.iter().find(|shape| contract.values(**shape).is_some());
        listed.or(said.first()).copied()
    })
}
