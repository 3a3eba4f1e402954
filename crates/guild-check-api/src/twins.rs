//! Two contracts of one API, in OpenAPI and in TypeScript, held against each other.
//!
//! Both say what goes over the wire: where they do not say the same, one of them is wrong, and nobody knows which.
//! What only one of the languages can say (limits, descriptions, whole numbers) is no disagreement.

mod operations;
mod shapes;
mod variants;

use std::collections::{HashMap, HashSet};

use guild_check::Place;

use crate::Contract;
use crate::contract::{Language, Origin, ShapeId, Spot};
use crate::joined::address;

/// How many pairs of shapes are held against each other.
const PAIRS: usize = 200_000;

/// What two contracts of one API do not agree on.
#[derive(Debug)]
pub struct Twins {
    /// The disagreements, as they were found.
    pub disagreements: Vec<Disagreement>,
    /// The place to say so, if there was more than is compared.
    pub unfinished: Option<Place>,
}

/// One thing that two contracts do not agree on.
#[derive(Debug)]
pub struct Disagreement {
    /// What it is about; each kind is a rule.
    pub kind: DisagreementKind,
    /// Where something is missing, or says something else.
    pub place: Place,
    /// What is wrong, without a full stop.
    pub message: String,
}

/// What a disagreement is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DisagreementKind {
    /// One contract does not have an operation.
    Operation,
    /// One contract does not have a parameter, a body, a status, a field or a variant.
    Part,
    /// What must be there in one need not be in the other.
    Requirement,
    /// A value has other types.
    Type,
    /// A value is one of other words.
    Values,
}

/// Which way a value goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Way {
    Sent,
    Received,
}

/// The two shapes of one value; the first is of OpenAPI.
type Both = [ShapeId; 2];

/// What a value is called: its path below something that has a name.
#[derive(Clone, Debug)]
struct Called {
    /// Such as `of `Task`` or `in the body of `POST /api/tasks``.
    holder: String,
    /// Such as `items[].title`; empty for the holder itself.
    path: String,
}

/// What is known so far.
struct Comparison<'a> {
    /// The contract in OpenAPI, and the one in TypeScript.
    contracts: [&'a Contract; 2],
    names: [HashMap<ShapeId, &'a str>; 2],
    seen: HashSet<(Both, Way)>,
    told: Vec<Disagreement>,
    /// What was told where, so that a definition is told of once, whoever uses it, and whichever way it goes.
    told_at: HashSet<(DisagreementKind, usize, Spot, String)>,
    is_complete: bool,
}

impl Twins {
    /// Holds two contracts against each other; none if they are no twins: of one language, or without an operation
    /// that both have.
    pub fn of(one: &Contract, other: &Contract) -> Option<Self> {
        let is_typescript = |contract: &Contract| contract.language == Language::TypeScript;
        let (openapi, typescript) = match (is_typescript(one), is_typescript(other)) {
            (false, true) => (one, other),
            (true, false) => (other, one),
            (true, true) | (false, false) => return None,
        };
        let mut comparison = Comparison {
            contracts: [openapi, typescript],
            names: [names(openapi), names(typescript)],
            seen: HashSet::new(),
            told: Vec::new(),
            told_at: HashSet::new(),
            is_complete: true,
        };
        comparison.operations().then(|| Self {
            disagreements: comparison.told,
            unfinished: (!comparison.is_complete).then(|| typescript.place(Spot::default())),
        })
    }
}

fn names(contract: &Contract) -> HashMap<ShapeId, &str> {
    let names = contract.names.iter();
    names.map(|(name, id)| (*id, &*name.text)).collect()
}

impl Comparison<'_> {
    /// Tells of what one contract lacks: where it belongs, and where the other has it.
    fn missing(&mut self, lacking: usize, kind: DisagreementKind, what: &str, at: [Spot; 2]) {
        let there = self.line(1 - lacking, at);
        let says = format!("is missing here, and stands in {there}");
        self.tell(lacking, kind, (what, &says), at);
    }

    /// Tells of a difference, where the contract in TypeScript has it.
    fn differs(&mut self, kind: DisagreementKind, what: &str, says: [&str; 2], at: [Spot; 2]) {
        let there = self.line(0, at);
        let says = format!("{} here, and {} in {there}", says[1], says[0]);
        self.tell(1, kind, (what, &says), at);
    }

    fn tell(
        &mut self,
        side: usize,
        kind: DisagreementKind,
        (what, says): (&str, &str),
        at: [Spot; 2],
    ) {
        if !self.told_at.insert((kind, side, at[side], what.to_owned())) {
            return;
        }
        self.told.push(Disagreement {
            kind,
            place: self.contracts[side].place(at[side]),
            message: format!("{what} {says}"),
        });
    }

    fn line(&self, side: usize, at: [Spot; 2]) -> String {
        let place = self.contracts[side].place(at[side]);
        format!("{}:{}", place.source.path(), place.start().line)
    }
}

impl Called {
    fn new(holder: String) -> Self {
        Self {
            holder,
            path: String::new(),
        }
    }

    /// Names what is below.
    fn below(&self, step: &str) -> Self {
        let is_first = self.path.is_empty() || step.starts_with('[');
        let dot = if is_first { "" } else { "." };
        Self {
            holder: self.holder.clone(),
            path: format!("{}{dot}{step}", self.path),
        }
    }

    fn words(&self) -> String {
        let holder = &self.holder;
        if self.path.is_empty() {
            let whole = holder.strip_prefix("of ").or(holder.strip_prefix("in "));
            return whole.unwrap_or(holder).to_owned();
        }
        format!("`{}` {holder}", self.path)
    }
}

/// Lists what an operation of a contract is known by: method and path, with the path of its servers or without.
fn keys(contract: &Contract) -> Vec<Vec<String>> {
    let keys = |endpoint: &crate::contract::Endpoint| match endpoint.origin {
        Origin::Path => {
            let method = endpoint.method.word();
            let forms = address::forms(contract, endpoint).into_iter();
            forms.map(|path| format!("{method} {path}")).collect()
        }
        Origin::Webhook | Origin::Callback => Vec::new(),
    };
    contract.endpoints.iter().map(keys).collect()
}
