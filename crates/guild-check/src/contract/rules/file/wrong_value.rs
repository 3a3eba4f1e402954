//! Each value is of the kind that its key takes.

use crate::Findings;
use crate::contract::ContractFile;
use crate::contract::problem::Defect;

pub(super) fn check(file: &ContractFile, findings: &mut Findings) {
    file.report(Defect::WrongValue, findings);
}
