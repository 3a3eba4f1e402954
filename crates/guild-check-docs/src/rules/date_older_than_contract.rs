//! The document was looked at since the contract was changed.

use guild_check::Findings;

use crate::document::Document;

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let Some(last) = &document.last_updated else {
        return;
    };
    let changed = document
        .known
        .contract
        .as_ref()
        .and_then(|contract| contract.changed);
    let (Some(changed), Some(date)) = (changed, last.date) else {
        return;
    };
    if date < changed {
        findings
            .warning(document.at(last.span), format!("the contract was changed on {changed}, after this document"))
            .help("read the document against the contract, correct what differs, and write the day of that");
    }
}
