//! No two sections or fields beside each other have one name.

use crate::Findings;
use crate::contract::ContractFile;
use crate::contract::problem::Defect;

pub(super) fn check(file: &ContractFile, findings: &mut Findings) {
    file.report(Defect::NameTwice, findings);
}
