//! When NOT to use names what to use instead.

use guild_check::Findings;

use crate::document::{Document, Other, Role};

const HELP: &str = "name the endpoint or function that is easily confused with this one, such as `PATCH /api/tasks/{id}`";

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let Some(section) = document.section(Role::WhenNotToUse) else {
        return;
    };
    let is_empty = document.passages(Role::WhenNotToUse).is_empty();
    if is_empty || document.says_nothing(Role::WhenNotToUse) {
        return;
    }
    let place = document.at(section.heading.text_span);
    match document.other_in(Role::WhenNotToUse) {
        Other::Named => {}
        Other::Described(kind) => {
            findings
                .warning(
                    place,
                    format!("`{kind}` says what to use instead, and not what it is called"),
                )
                .help(HELP)
                .guess();
        }
        Other::Absent => {
            findings
                .error(place, "nothing here says what to use instead")
                .help(HELP);
        }
    }
}
