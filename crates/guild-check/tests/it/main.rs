//! The kit, tried from outside.

#![expect(
    clippy::unwrap_used,
    reason = "a test may stop at what it did not expect"
)]

mod baseline;
mod contract;
mod contract_hostile;
mod contract_properties;
mod corpus;
mod explain;
mod fix;
mod instances;
mod markdown;
mod render;
mod report;
mod shouting;
mod source;
