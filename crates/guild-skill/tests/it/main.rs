//! The tests of the nouns.

mod archive_round_trip;
mod page;
