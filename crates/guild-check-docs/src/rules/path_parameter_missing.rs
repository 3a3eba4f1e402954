//! Every parameter of the path stands in the table.

use guild_check::Findings;

use crate::document::{Document, Role};

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let Some(section) = document.section(Role::Request) else {
        return;
    };
    // Without a table that can be read there is nothing to miss a row in.
    if document.parameters.is_empty() {
        return;
    }
    for name in document.subject().path_parameters() {
        let is_there = document
            .parameters
            .iter()
            .any(|parameter| parameter.bare_name().eq_ignore_ascii_case(name));
        if !is_there {
            let message = format!("the path has `{name}`, and the table has no such row");
            findings
                .error(document.at(section.heading.text_span), message)
                .help(format!(
                    "add a row for `{name}` whose description starts with `Path.`"
                ));
        }
    }
}
