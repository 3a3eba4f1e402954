//! Installing: fetch, verify, unpack beside, swap in, record.
//!
//! Owns the skills folders of the machine's assistants and everything we write there. Start reading at [`folder`] for
//! how one skill is swapped in, or at [`plan`] for how an install hangs together.

pub(crate) mod assistants;
pub(crate) mod elsewhere;
pub(crate) mod fetch;
pub(crate) mod folder;
pub(crate) mod hold;
pub(crate) mod installed;
pub(crate) mod ledger;
pub(crate) mod local;
pub(crate) mod lock;
pub(crate) mod plan;
pub(crate) mod state;
pub(crate) mod swap;
pub(crate) mod targets;
pub(crate) mod trust;
pub(crate) mod unpack;
pub(crate) mod withdrawals;
