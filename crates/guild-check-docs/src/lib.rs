//! The check of API documents.
//!
//! Owns what the document of one endpoint or one function is, as a typed value, and the rules on it that data cannot
//! state. It refuses to know how a document is found or printed, how a contract is read, and what time it is.
//! Start reading at [`document`], then [`rules`].

mod contract;
pub mod document;
pub mod examples;
mod held;
mod known;
mod wording;

pub mod agreement;
pub mod coverage;
pub mod rules;
#[cfg(test)]
mod spec;

mod check;

pub use check::{DocsOptions, check};
pub use contract::contract;
pub use document::Document;
pub use held::Against;
pub use known::{
    Changed, ContractFacts, Contracts, Known, OperationFacts, Part, UnstablePart, UnstableState,
};
