//! Related names what lies beside.

use guild_check::Findings;

use crate::document::{Document, Other, Role, first_word};

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let Some(section) = document.section(Role::Related) else {
        return;
    };
    let passages = document.passages(Role::Related);
    let said = passages.iter().filter(|passage| {
        let is_date = document
            .last_updated
            .as_ref()
            .is_some_and(|last| last.span == passage.span);
        !is_date
    });
    let said: Vec<_> = said.collect();
    if said.is_empty()
        || document.says_nothing(Role::Related)
        || document.other_in(Role::Related) != Other::Absent
    {
        return;
    }
    // Whether it may say that there is nothing is the contract's business.
    if matches!(first_word(said[0].text).as_str(), "none" | "no" | "nothing") {
        return;
    }
    findings
        .error(
            document.at(section.heading.text_span),
            "no endpoint, function or page is named",
        )
        .help("name each neighbour and when it fits, such as `GET /api/tasks`: the tasks by page");
}
