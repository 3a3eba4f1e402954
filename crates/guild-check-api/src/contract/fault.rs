//! What a reader did not understand.

use super::Spot;

/// A part of a contract that was not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What kind of fault.
    pub kind: FaultKind,
    /// Where.
    pub spot: Spot,
    /// What is wrong, without a full stop.
    pub message: String,
    /// What to do.
    pub help: String,
}

/// The kinds of fault; each is a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// The text of a file ends to be JSON or YAML.
    Syntax,
    /// A key stands twice in one map.
    KeyTwice,
    /// A file is larger, deeper or richer than is read.
    Limit,
    /// A reference leads to nothing, or to itself.
    Unresolved,
    /// A reference leads to another machine.
    Remote,
    /// A reference leads out of the folder of the contract.
    Outside,
    /// A part is not what the language has at that place.
    NotUnderstood,
}
