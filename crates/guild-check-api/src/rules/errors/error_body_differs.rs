//! All errors have the same body.

use guild_check::Findings;

use crate::survey::{Counted, ErrorFormat, Survey};

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let Some((first, others)) = survey.error_formats.split_first() else {
        return;
    };
    let usual = Counted::list(&first.names(), 4);
    for format in others
        .iter()
        .filter(|format| !format.extends(first) && !is_oauth(format))
    {
        let title = survey.contract.endpoints[format.endpoint].title();
        let by = match format.uses {
            1 => String::new(),
            uses => format!(" and {}", Counted(uses - 1, "other answer")),
        };
        let message = format!(
            "this error body of `{title}`{by} {}, and that of {} has {usual}",
            difference(format, first),
            Counted(first.uses, "other answer"),
        );
        findings
            .error(survey.place(format.spot), message)
            .help("give all errors one body; what one of them says beyond that goes into a field of its own")
            .stands_for(format.uses);
    }
}

/// Says what a body lacks of another, as far out as it differs.
fn difference(format: &ErrorFormat, first: &ErrorFormat) -> String {
    let own = format.names();
    let is_other = |name: &&str| !own.contains(name);
    if first.names().iter().all(is_other) {
        return match own.as_slice() {
            [] => "has no fields".to_owned(),
            own => format!("has {}", Counted::list(own, 4)),
        };
    }
    let lacks: Vec<&str> = first
        .fields
        .keys()
        .map(String::as_str)
        .filter(|name| !format.fields.contains_key(*name))
        .collect();
    if !lacks.is_empty() {
        return format!("has no {}", Counted::list(&lacks, 4));
    }
    let is_same = |name: &str| format.fields.get(name) == first.fields.get(name);
    let changed = first.fields.keys().map(String::as_str);
    let changed: Vec<&str> = changed.filter(|name| !is_same(name)).collect();
    format!("gives {} another type", Counted::list(&changed, 4))
}

/// The body of an error of OAuth is laid down by its standard (RFC 6749, 5.2), which its clients keep to.
fn is_oauth(format: &ErrorFormat) -> bool {
    let own = format.names();
    own.contains(&"error")
        && own
            .iter()
            .all(|name| ["error", "error_description", "error_uri"].contains(name))
}
