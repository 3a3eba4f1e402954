//! Evolution: what changed between two versions, and whom it breaks.

mod labelled;
