//! The last line has the form of the contract.

use crate::Findings;
use crate::contract::mend;
use crate::contract::plain_line;
use crate::contract::work::Work;

pub(super) fn check(work: &Work, findings: &mut Findings) {
    let Some(form) = &work.contract.last_line else {
        return;
    };
    let Some(line) = work.last_line else {
        findings
            .error(work.document.source.top(), "the document has no last line")
            .help(format!("end it with `{form}`"));
        return;
    };
    let text = plain_line(work.document.source.slice(line));
    // What stands in place of the date is the business of another rule.
    let is_right = if form.has_date() {
        form.lead(&text).is_some()
    } else {
        form.fit(&text).is_some()
    };
    if !is_right {
        findings
            .error(work.at(line), "the last line has another form")
            .help(format!(
                "end the document with `{form}` on a line of its own"
            ))
            .fix(mend::last_line(work));
    }
}
