//! Every required section is there.

use crate::Findings;
use crate::contract::outline::{self, Depth};
use crate::contract::work::Work;

pub(super) fn check(work: &Work, findings: &mut Findings) {
    outline::missing(work, Depth::Sections, findings);
}
