//! The store's tests. Every one of them runs on SQLite and on PostgreSQL.

mod bad_input;
mod faults;
mod open;
mod postgres;
mod publish;
mod read;
mod search;
mod world;
