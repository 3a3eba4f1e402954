//! An error body has a message, which a person reads.

use guild_check::Findings;

use crate::survey::{Counted, Survey};

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    for format in &survey.error_formats {
        if format.has_message || format.fields.is_empty() {
            continue;
        }
        let title = survey.contract.endpoints[format.endpoint].title();
        let by = match format.uses {
            1 => String::new(),
            uses => format!(" and {}", Counted(uses - 1, "other answer")),
        };
        let message = format!(
            "this error body of `{title}`{by} has no message for a person: it has {}",
            Counted::list(&format.names(), 6)
        );
        findings
            .error(survey.place(format.spot), message)
            .help(HELP)
            .stands_for(format.uses);
    }
}

const HELP: &str = "add a field `message` that says to a person what went wrong";
