//! Each section is there once.

use crate::Findings;
use crate::contract::outline::{self, Depth};
use crate::contract::work::Work;

pub(super) fn check(work: &Work, findings: &mut Findings) {
    outline::repeated(work, Depth::Sections, findings);
}
