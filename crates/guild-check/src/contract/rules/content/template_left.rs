//! Nothing of the template is left that was to be filled in.

use crate::Findings;
use crate::Span;
use crate::contract::template;
use crate::contract::work::Work;

pub(super) fn check(work: &Work, findings: &mut Findings) {
    if work.contract.gaps.is_empty() {
        return;
    }
    let text = work.document.source.text();
    for gap in template::gaps(text) {
        if work.contract.gaps.contains(&text[gap.clone()]) {
            let message = format!("`{}` stands as in the template", &text[gap.clone()]);
            findings
                .error(work.at(Span::new(gap)), message)
                .help("write what it asks for, or take the line out where it does not apply");
        }
    }
}
