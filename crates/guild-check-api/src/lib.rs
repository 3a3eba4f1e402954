//! The check of API contracts.
//!
//! Owns what a contract is, whatever it is written in: one model of its endpoints, shapes, errors and security, with
//! the place of each thing. It refuses to know how findings are printed, and reads no file that the contract may not
//! name. Start reading at [`contract`], then `openapi` and `typescript`.

pub mod contract;

pub mod tree;

mod folder;

mod form;

mod openapi;

mod typescript;

pub mod sources;

mod reading;

pub mod joined;

pub mod bodies;
pub mod checklist;
pub mod conform;
pub mod conventions;
pub mod live;
pub mod sample;
pub mod survey;

pub mod evolution;

pub mod rules;

mod twins;

pub mod starter;

pub mod mock;

pub use contract::Contract;
pub use conventions::Conventions;
pub use folder::{Fetch, Held, LoadError, Loading};
pub use form::{Form, is_contract};
pub use joined::ContractOperations;
pub use reading::{load, load_fetching, parse};
pub use sources::Sources;
pub use survey::Survey;
pub use twins::{Disagreement, DisagreementKind, Twins};
