//! The rules on documents under a contract, and those on the contract's own file.

pub mod content;
pub mod file;
pub mod structure;
