//! A comment that silences nothing goes.

use super::Allows;
use crate::Findings;

pub(super) fn check(allows: &Allows, findings: &mut Findings) {
    for allow in &allows.list {
        if allow.is_used || allow.reason.is_empty() {
            continue;
        }
        let (message, help) = if allow.is_alone {
            (
                format!("nothing in this file is found by `{}`", allow.rule),
                "remove the comment, or correct the rule's name",
            )
        } else {
            (
                format!("`{}` is allowed beside other text", allow.rule),
                "put the comment on a line of its own; only there it counts",
            )
        };
        findings.warning(allow.place.clone(), message).help(help);
    }
}
