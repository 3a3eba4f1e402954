//! Each form is one, with slots that exist.

use crate::Findings;
use crate::contract::ContractFile;
use crate::contract::problem::Defect;

pub(super) fn check(file: &ContractFile, findings: &mut Findings) {
    file.report(Defect::UnknownSlot, findings);
}
