//! The files that a contract names are there.

use crate::Findings;
use crate::contract::ContractFile;

pub(super) fn check(file: &ContractFile, findings: &mut Findings) {
    for own in file.files.iter().filter(|own| own.findings.is_none()) {
        let message = format!("`{}` is not there", own.named.path);
        findings
            .error(own.named.place.clone(), message)
            .help("name a text file of the skill's folder, such as `references/template.md`");
    }
}
