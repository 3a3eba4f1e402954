//! Contracts, read.

#![expect(
    clippy::unwrap_used,
    reason = "a test may stop at what it did not expect"
)]

mod corpus;
mod design;
mod evolution;
mod files;
mod hostile;
mod live;
mod mock;
mod model;
mod sample;
mod sources;
mod starter;
mod strangers;
mod tree;
mod twins;
mod typescript;
