//! A part holds nothing but what the contract names.

use crate::Findings;
use crate::contract::with_reason;
use crate::contract::work::Work;

pub(super) fn check(work: &Work, findings: &mut Findings) {
    for part in work.filled() {
        let only = &part.holds.only;
        if only.is_empty() {
            continue;
        }
        let names: Vec<&str> = only.iter().map(|kind| kind.word()).collect();
        let names = names.join(" and ");
        for block in work.blocks(part) {
            if only.iter().any(|kind| kind.has(block)) {
                continue;
            }
            let message = format!("`{}` holds {names} only", part.name);
            findings
                .error(work.first_line(block.span()), message)
                .help(with_reason(
                    &format!("write it as {names}, or move it to where it belongs"),
                    &part.holds.why,
                ));
        }
    }
}
