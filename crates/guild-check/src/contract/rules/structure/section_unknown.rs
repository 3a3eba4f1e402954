//! No section stands there that the contract does not know.

use crate::Findings;
use crate::contract::outline::{self, Depth};
use crate::contract::work::Work;

pub(super) fn check(work: &Work, findings: &mut Findings) {
    outline::unknown(work, Depth::Sections, findings);
}
