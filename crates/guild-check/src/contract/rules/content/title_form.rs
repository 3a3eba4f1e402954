//! The title has one of the forms of the contract.

use crate::Findings;
use crate::contract::one_of;
use crate::contract::work::Work;

pub(super) fn check(work: &Work, findings: &mut Findings) {
    let forms = &work.contract.title;
    let Some(title) = work.title().filter(|_| !forms.is_empty()) else {
        return;
    };
    // A bracket pair in a title reads as HTML, so the text as it is written counts too.
    let written = work.document.source.slice(title.text_span);
    let fits = |text: &str| forms.iter().any(|form| form.fit(text).is_some());
    if !fits(&title.text) && !fits(written.trim_matches('`')) {
        let message = format!("the title `{}` has another form", title.text);
        findings
            .error(work.at(title.text_span), message)
            .help(format!("write it as {}", one_of(forms)));
    }
}
