//! The sections stand in the order of the contract.

use crate::Findings;
use crate::contract::outline::{self, Depth};
use crate::contract::work::Work;

pub(super) fn check(work: &Work, findings: &mut Findings) {
    outline::misplaced(work, Depth::Sections, findings);
}
