//! A fence that opens is closed.

use crate::Findings;
use crate::contract::work::Work;

pub(super) fn check(work: &Work, findings: &mut Findings) {
    if let Some(code) = work.unclosed_fence() {
        findings
            .error(work.first_line(code.span), "the fence is not closed where its code ends")
            .help("write the same marks on a line of their own below the code; up to the next such line all that follows is taken for code");
    }
}
