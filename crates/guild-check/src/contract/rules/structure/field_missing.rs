//! Each line `Name: value` that the contract asks for is there.

use crate::Findings;
use crate::contract::model::Presence;
use crate::contract::with_reason;
use crate::contract::work::Work;

pub(super) fn check(work: &Work, findings: &mut Findings) {
    for part in work.filled() {
        let found = work.fields(part);
        let required = part.holds.fields.iter().enumerate();
        for (index, field) in required.filter(|(_, field)| field.presence == Presence::Required) {
            if found.iter().any(|found| found.spec == index) {
                continue;
            }
            let message = format!("`{}` has no line `{}: …`", part.name, field.name);
            let help = format!("add `{}: ` and its value", field.name);
            findings
                .error(work.place(part), message)
                .help(with_reason(&help, &part.holds.why));
        }
    }
}
