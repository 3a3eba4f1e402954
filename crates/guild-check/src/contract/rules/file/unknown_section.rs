//! What is forbidden in a section names one that exists.

use crate::Findings;
use crate::contract::ContractFile;
use crate::contract::problem::Defect;

pub(super) fn check(file: &ContractFile, findings: &mut Findings) {
    file.report(Defect::UnknownSection, findings);
}
