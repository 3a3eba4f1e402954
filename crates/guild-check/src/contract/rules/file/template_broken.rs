//! The skill's template has the structure that the contract asks for.

use crate::Findings;
use crate::contract::{ContractFile, Role};

pub(super) fn check(file: &ContractFile, findings: &mut Findings) {
    file.report_files(Role::Template, findings);
}
