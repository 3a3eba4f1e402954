//! A part speaks of what the contract names.

use crate::Findings;
use crate::contract::with_reason;
use crate::contract::work::Work;

pub(super) fn check(work: &Work, findings: &mut Findings) {
    for part in work.filled() {
        if part.holds.mentions.is_empty() {
            continue;
        }
        let text = work.document.source.slice(work.body(part));
        for mention in &part.holds.mentions {
            if mention.any.is_in(text) {
                continue;
            }
            let message = format!("`{}` does not speak of {}", part.name, mention.of);
            let help = format!(
                "say what holds for {}, or that it plays no part and why",
                mention.of
            );
            findings
                .note(work.place(part), message)
                .help(with_reason(&help, &part.holds.why))
                .guess();
        }
    }
}
