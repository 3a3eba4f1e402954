//! A contract is of a size that is read.

use guild_check::Findings;

use super::tell;
use crate::contract::{Contract, FaultKind};

pub(super) fn check(contract: &Contract, findings: &mut Findings) {
    tell(contract, FaultKind::Limit, findings);
}
