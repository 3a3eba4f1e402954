//! The tests of the nouns.

#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test may stop at what it did not expect"
)]

mod archive_builder;
mod archive_folder;
mod archive_hostile_paths;
mod archive_hostile_records;
mod archive_hostile_sizes;
mod archive_legal;
mod archive_peers;
mod archive_properties;
mod archive_round_trip;
mod comparison;
mod contract;
mod corpus;
mod log_notes;
mod log_tree;
mod matching;
mod page;
mod skill_hostile;
mod skill_properties;
mod skill_safety;
mod skill_spec;
mod world;
