//! What is known of a document beside its text.

use guild_check::contract::Date;

use crate::document::Subject;

/// What is known of a document beside its text; nothing, by default.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// What the contract says of the endpoint or function.
    pub contract: Option<ContractFacts>,
}

/// What a contract says of one endpoint or function, as far as the document's own rules ask.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContractFacts {
    /// The day of the last change of its part of the contract.
    pub changed: Option<Date>,
    /// The parts that the contract does not promise to keep.
    pub unstable: Vec<UnstablePart>,
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
