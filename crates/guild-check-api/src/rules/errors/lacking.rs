//! What error bodies lack, each different body once.

use guild_check::{Findings, Severity};

use crate::survey::{Counted, Crowd, ErrorFormat, Survey};

/// Something that an error body has to hold.
pub(super) struct Lack {
    pub(super) is_there: fn(&ErrorFormat) -> bool,
    /// What it is, after `no`.
    pub(super) what: &'static str,
    pub(super) help: &'static str,
}

/// Tells of the bodies that do not hold it.
pub(super) fn tell(survey: &Survey, lack: &Lack, findings: &mut Findings) {
    let mut crowd = Crowd::new("error bodies", Severity::Error);
    for format in &survey.error_formats {
        crowd.judge();
        if (lack.is_there)(format) || format.fields.is_empty() {
            continue;
        }
        let title = survey.contract.endpoints[format.endpoint].title();
        let by = match format.uses {
            1 => String::new(),
            uses => format!(" and {}", Counted(uses - 1, "other answer")),
        };
        let fields = Counted::list(&format.names(), 6);
        let message = format!(
            "this error body of `{title}`{by} has no {}: it has {fields}",
            lack.what
        );
        crowd.wrong(survey.place(format.spot), title, message);
    }
    crowd.tell(findings, &format!("have no {}", lack.what), lack.help);
}
