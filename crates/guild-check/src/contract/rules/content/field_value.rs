//! The value of a line `Name: value` has one of the forms of the contract.

use crate::Findings;
use crate::contract::one_of;
use crate::contract::work::Work;

pub(super) fn check(work: &Work, findings: &mut Findings) {
    for part in work.filled() {
        for field in work.fields(part) {
            let spec = &part.holds.fields[field.spec];
            let fits = spec
                .values
                .iter()
                .any(|form| form.fit(&field.value).is_some());
            let (message, help) = if field.value.is_empty() && !field.is_followed {
                (
                    format!("`{}` has no value", spec.name),
                    "write its value after the colon".to_owned(),
                )
            } else if spec.values.is_empty() || fits {
                continue;
            } else {
                (
                    format!("`{}` is no value of `{}`", field.value, spec.name),
                    format!("write {}", one_of(&spec.values)),
                )
            };
            findings.error(work.at(field.span), message).help(help);
        }
    }
}
