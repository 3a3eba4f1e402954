//! A reference leads to something.

use guild_check::Findings;

use super::tell;
use crate::contract::{Contract, FaultKind};

pub(super) fn check(contract: &Contract, findings: &mut Findings) {
    tell(contract, FaultKind::Unresolved, findings);
}
