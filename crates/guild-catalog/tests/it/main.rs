//! The store's tests. Every one of them runs on SQLite and on PostgreSQL.

#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test may stop at what it did not expect, and says on which engine"
)]

mod accounts;
mod bad_input;
mod blobs;
mod chaos;
mod downloads;
mod facets;
mod faults;
mod fsck;
mod kept_checks;
mod keys;
mod log;
mod members;
mod open;
mod outage;
mod postgres;
mod publish;
mod publishers;
mod ratings;
mod read;
mod reports;
mod restore;
mod s3;
mod search;
mod stars;
mod tokens;
mod trusted;
mod upkeep;
mod webhooks;
mod withdraw;
mod world;
