//! The files of a contract are JSON, YAML or TypeScript to their end.

use guild_check::Findings;

use super::tell;
use crate::contract::{Contract, FaultKind};

pub(super) fn check(contract: &Contract, findings: &mut Findings) {
    tell(contract, FaultKind::Syntax, findings);
}
