//! A fence names the language of its code.

use crate::Findings;
use crate::contract::mend;
use crate::contract::model::Fences;
use crate::contract::work::Work;

pub(super) fn check(work: &Work, findings: &mut Findings) {
    if work.contract.fences == Fences::Free {
        return;
    }
    let blocks = work.document.code_blocks();
    for code in blocks.filter(|code| code.is_fenced && code.language().is_empty()) {
        findings
            .error(work.first_line(code.span), "the fence names no language")
            .help("write the language after the fence, such as `json` or `sh`; for plain text write `text`")
            .fix(mend::language(work, code));
    }
}
