//! Code stands in a fence that names its language.

use crate::Findings;
use crate::contract::mend;
use crate::contract::model::Fences;
use crate::contract::work::Work;

pub(super) fn check(work: &Work, findings: &mut Findings) {
    if work.contract.fences == Fences::Free {
        return;
    }
    let blocks = work.document.code_blocks();
    for code in blocks.filter(|code| code.language().is_empty()) {
        let place = work.first_line(code.span);
        if !code.is_fenced {
            findings
                .error(place, "the code is indented, in no fence that names its language")
                .help("put it between fences, such as ```` ```json ```` and ```` ``` ````; what is no code is indented less");
            continue;
        }
        findings
            .error(place, "the fence names no language")
            .help("write the language after the fence, such as `json` or `sh`; for plain text write `text`")
            .fix(mend::language(work, code));
    }
}
