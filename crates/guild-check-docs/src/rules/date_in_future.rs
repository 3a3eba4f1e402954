//! The last change lies in the past.

use guild_check::Findings;
use jiff::ToSpan;

use crate::document::Document;

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let (Some(today), Some(last)) = (document.known.today, &document.last_updated) else {
        return;
    };
    // Somewhere on earth it is tomorrow already.
    let latest = today.saturating_add(1.day());
    if last.date.is_some_and(|date| date > latest) {
        findings
            .error(
                document.at(last.span),
                format!("`{}` has not come yet", last.text),
            )
            .help(format!(
                "write the day of the last change; today is {today}"
            ));
    }
}
