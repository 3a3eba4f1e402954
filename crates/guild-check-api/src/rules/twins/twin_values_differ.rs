//! A value is one of the same words in both contracts.

use guild_check::Findings;

use super::tell;
use crate::twins::{DisagreementKind, Twins};

pub(super) fn check(twins: &Twins, findings: &mut Findings) {
    let help = "let both say the same: they describe one API";
    tell(twins, DisagreementKind::Values, help, findings);
}
