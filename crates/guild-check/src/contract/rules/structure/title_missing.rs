//! A document has a title.

use crate::Findings;
use crate::contract::one_of;
use crate::contract::work::Work;

pub(super) fn check(work: &Work, findings: &mut Findings) {
    let forms = &work.contract.title;
    if forms.is_empty() || work.title().is_some() {
        return;
    }
    findings
        .error(work.document.source.top(), "the document has no title")
        .help(format!(
            "start it with a first-level heading of the form {}",
            one_of(forms)
        ));
}
