//! A value has the same types in both contracts.

use guild_check::Findings;

use super::tell;
use crate::twins::{DisagreementKind, Twins};

pub(super) fn check(twins: &Twins, findings: &mut Findings) {
    let help = "let both say the same: they describe one API";
    tell(twins, DisagreementKind::Type, help, findings);
}
