//! A comment that silences a rule says why.

use super::Allows;
use crate::Findings;

pub(super) fn check(allows: &Allows, findings: &mut Findings) {
    for allow in &allows.list {
        if allow.reason.is_empty() {
            let message = format!("`{}` is allowed here without a reason", allow.rule);
            findings.error(allow.place.clone(), message).help(format!(
                "write `<!-- guild: allow {}: why it is fine here -->`",
                allow.rule
            ));
        }
    }
}
