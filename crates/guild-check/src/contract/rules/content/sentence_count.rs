//! A part has as many sentences as the contract says.

use crate::Findings;
use crate::contract::with_reason;
use crate::contract::work::Work;

pub(super) fn check(work: &Work, findings: &mut Findings) {
    for part in work.filled() {
        let Some(sentences) = part.holds.sentences else {
            continue;
        };
        let count = work.sentences(part);
        if !sentences.holds(count) {
            let wanted = sentences.of("sentence");
            let noun = if count == 1 { "sentence" } else { "sentences" };
            let message = format!("`{}` has {count} {noun}, not {wanted}", part.name);
            findings
                .error(work.place(part), message)
                .help(with_reason(&format!("write {wanted}"), &part.holds.why));
        }
    }
}
