//! The tests of the nouns.

mod page;
