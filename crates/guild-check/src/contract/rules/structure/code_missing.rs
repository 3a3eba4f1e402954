//! Code stands where the contract has some.

use crate::Findings;
use crate::contract::with_reason;
use crate::contract::work::Work;
use crate::markdown::Block;

pub(super) fn check(work: &Work, findings: &mut Findings) {
    for part in work.filled() {
        let Some(code) = &part.holds.code else {
            continue;
        };
        if work
            .deep_blocks(part)
            .any(|block| matches!(block, Block::Code(_)))
        {
            continue;
        }
        let help = match code.languages.first() {
            Some(language) => format!("add a code block that starts with a fence and `{language}`"),
            None => "add a code block with a fence and its language".to_owned(),
        };
        findings
            .error(
                work.place(part),
                format!("`{}` has no code block", part.name),
            )
            .help(with_reason(&help, &part.holds.why));
    }
}
