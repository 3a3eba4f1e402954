//! A document has one title.

use crate::Findings;
use crate::contract::work::Work;

pub(super) fn check(work: &Work, findings: &mut Findings) {
    if work.contract.title.is_empty() {
        return;
    }
    for heading in work.titles().skip(1) {
        let message = format!("`{}` is a second title", heading.text);
        findings
            .error(work.at(heading.text_span), message)
            .help("make it a section with `##`, or give it a document of its own");
    }
}
