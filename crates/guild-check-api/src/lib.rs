//! The check of API contracts.
//!
//! Owns what a contract is, whatever it is written in: one model of its endpoints, shapes, errors and security, with
//! the place of each thing. It refuses to know how findings are printed, and reads no file that the contract may not
//! name. Start reading at [`contract`], then [`openapi`].

pub mod contract;

pub mod tree;

pub mod openapi;

pub mod joined;

pub mod conventions;
pub mod survey;

pub mod rules;

pub use contract::Contract;
pub use conventions::Conventions;
pub use joined::ContractOperations;
pub use openapi::{LoadError, Loading, load, parse};
pub use survey::Survey;
