//! No key is missing.

use crate::Findings;
use crate::contract::ContractFile;
use crate::contract::problem::Defect;

pub(super) fn check(file: &ContractFile, findings: &mut Findings) {
    file.report(Defect::MissingKey, findings);
}
