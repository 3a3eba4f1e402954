//! Both contracts have the same parameters, bodies, statuses, fields and variants.

use guild_check::Findings;

use super::tell;
use crate::twins::{DisagreementKind, Twins};

pub(super) fn check(twins: &Twins, findings: &mut Findings) {
    let help = "add it here, or take it out there: both describe one API";
    tell(twins, DisagreementKind::Part, help, findings);
}
