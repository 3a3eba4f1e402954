//! Starting a contract: from the name of a resource and what is known of it to files that pass the check.
//!
//! A [`Plan`] is read from what a person types, each mistake refused with the name that fits. The contract is then
//! written twice, as OpenAPI and as TypeScript, with the catalogue of its errors.

mod english;
mod example;
mod failures;
mod field;
mod noun;
mod openapi;
mod parse;
mod plan;
mod proof;
mod resource;
mod routes;
mod schemas;
mod types;
mod yaml;

pub(crate) use english::singular;
pub use failures::{Failing, catalogue, failures};
pub use openapi::{failures_of, openapi};
pub use plan::{IdForm, Plan, Refusal, Wish};
pub use proof::prove;
pub use types::contract_ts;
