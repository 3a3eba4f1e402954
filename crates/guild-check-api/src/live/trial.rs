//! What one operation is tried with.

mod astray;
mod change;
mod life;
mod pages;
mod probe;
mod valid;

pub(super) use probe::probe;
pub(super) use valid::explore;

use super::run::Run;
use crate::conform::Way;
use crate::sample::{Examples, Optional, Taste};

/// What is sent to a server.
const fn taste(examples: Examples, optional: Optional) -> Taste {
    Taste {
        way: Way::In,
        optional,
        examples,
    }
}

/// The plainest request that the contract allows.
const PLAIN: Taste = taste(Examples::First, Optional::None);
