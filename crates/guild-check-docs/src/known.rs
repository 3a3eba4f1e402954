//! What is known of a document beside its text.

use std::collections::HashMap;
use std::sync::Arc;

use guild_check::contract::Date;
use guild_check::operation::{Location, Operation, Operations, Promise};

use crate::document::Subject;

/// What is known of a document beside its text; nothing, by default.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// What the contract says of the endpoint or function.
    pub contract: Option<ContractFacts>,
    /// Whether the document was to be found in a contract.
    pub is_in_question: bool,
}

/// What a contract says of one endpoint or function, as far as the document's own rules ask.
#[derive(Clone, Debug, Default)]
pub struct ContractFacts {
    /// The day of the last change of its part of the contract.
    pub changed: Option<Date>,
    /// The parts that the contract does not promise to keep.
    pub unstable: Vec<UnstablePart>,
    /// The operation, for the rules that compare.
    pub operation: Option<Arc<Operation>>,
}

/// A part that a contract does not promise to keep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnstablePart {
    /// Which part.
    pub part: Part,
    /// The contract's word for it.
    pub state: UnstableState,
}

/// A part of an endpoint or function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// All of it.
    Whole,
    /// The parameter of this name.
    Parameter(String),
    /// The field of this name in the answer.
    Field(String),
}

/// Why a part may not be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnstableState {
    /// It goes.
    Deprecated,
    /// It is tried out.
    Beta,
}

/// A contract that documents can be held against.
pub trait Contracts: Sync {
    /// Gives what the contract says of an endpoint or function; nothing if it does not hold it.
    fn facts(&self, subject: &Subject) -> Option<ContractFacts>;
}

impl UnstableState {
    /// Gives the word that the document is to use.
    pub fn word(self) -> &'static str {
        match self {
            Self::Deprecated => "deprecated",
            Self::Beta => "beta",
        }
    }
}

/// The operations of a contract, for documents.
pub struct OperationFacts<'a> {
    operations: &'a dyn Operations,
    changed: &'a Changed<'a>,
}

/// Tells on which day an operation was changed in its contract, if anybody knows.
pub type Changed<'a> = dyn Fn(&Operation) -> Option<Date> + Sync + 'a;

impl<'a> OperationFacts<'a> {
    /// Takes the operations of a contract of which nobody knows when it was changed.
    pub fn new(operations: &'a dyn Operations) -> Self {
        Self::with_history(operations, &|_| None)
    }

    /// Takes the operations of a contract and who knows when each was changed.
    pub fn with_history(operations: &'a dyn Operations, changed: &'a Changed<'a>) -> Self {
        Self {
            operations,
            changed,
        }
    }
}

impl Contracts for OperationFacts<'_> {
    fn facts(&self, subject: &Subject) -> Option<ContractFacts> {
        let Subject::Endpoint { method, path } = subject else {
            return None;
        };
        let mut operation = self.operations.find(method, path)?;
        name_as_written(&mut operation, subject);
        Some(ContractFacts {
            changed: (self.changed)(&operation),
            unstable: unstable(&operation),
            operation: Some(Arc::new(operation)),
        })
    }
}

/// Calls the parameters of the path what the document calls them: their places tell which is which. The document's path
/// may have that of a server before it.
fn name_as_written(operation: &mut Operation, subject: &Subject) {
    let own = Subject::Endpoint {
        method: operation.name.method.clone(),
        path: operation.name.path.clone(),
    };
    let (own, written) = (own.path_parameters(), subject.path_parameters());
    if written.len() < own.len() {
        return;
    }
    let names = own.into_iter().rev().zip(written.into_iter().rev());
    let names: HashMap<&str, &str> = names.collect();
    for input in &mut operation.inputs {
        if let (Location::Path, Some(written)) = (input.location, names.get(&*input.name)) {
            input.name = (*written).to_owned();
        }
    }
}

/// Lists the parts of an operation that the contract does not promise to keep.
fn unstable(operation: &Operation) -> Vec<UnstablePart> {
    let whole = (
        operation.name.path.clone(),
        operation.promise,
        PartKind::Whole,
    );
    let inputs = operation.inputs.iter();
    let inputs = inputs.map(|input| (input.name.clone(), input.promise, PartKind::Parameter));
    let shapes = operation
        .successes
        .iter()
        .filter_map(|answer| operation.shapes.get(answer.shape?));
    let fields = shapes.flat_map(|shape| &shape.fields);
    let fields = fields.map(|field| (field.name.clone(), field.promise, PartKind::Field));
    let all = std::iter::once(whole).chain(inputs).chain(fields);
    all.filter_map(|(name, promise, kind)| {
        let state = match promise {
            Promise::Kept => return None,
            Promise::Deprecated => UnstableState::Deprecated,
            Promise::Beta => UnstableState::Beta,
        };
        let part = match kind {
            PartKind::Whole => Part::Whole,
            PartKind::Parameter => Part::Parameter(name),
            PartKind::Field => Part::Field(name),
        };
        Some(UnstablePart { part, state })
    })
    .collect()
}

enum PartKind {
    Whole,
    Parameter,
    Field,
}
