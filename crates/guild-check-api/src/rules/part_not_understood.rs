//! A part of a contract is what OpenAPI has at that place.

use guild_check::Findings;

use super::tell;
use crate::contract::{Contract, FaultKind};

pub(super) fn check(contract: &Contract, findings: &mut Findings) {
    tell(contract, FaultKind::NotUnderstood, findings);
}
