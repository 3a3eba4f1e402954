//! The skill's examples satisfy its contract.

use crate::Findings;
use crate::contract::{ContractFile, Role};

pub(super) fn check(file: &ContractFile, findings: &mut Findings) {
    file.report_files(Role::Example, findings);
}
