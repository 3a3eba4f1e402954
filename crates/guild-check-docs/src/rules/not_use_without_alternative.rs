//! When NOT to use names what to use instead.

use guild_check::Findings;

use crate::document::{Document, Role};

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let Some(section) = document.section(Role::WhenNotToUse) else {
        return;
    };
    let is_empty = document.passages(Role::WhenNotToUse).is_empty();
    if is_empty
        || document.says_nothing(Role::WhenNotToUse)
        || !document.names_in(Role::WhenNotToUse).is_empty()
    {
        return;
    }
    findings
        .error(document.at(section.heading.text_span), "nothing here says what to use instead")
        .help("name the endpoint or function that is easily confused with this one, such as `PATCH /api/tasks/{id}`");
}
