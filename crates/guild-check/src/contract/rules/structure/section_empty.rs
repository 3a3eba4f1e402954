//! What has a heading has something to say below it.

use crate::Findings;
use crate::contract::Filling;
use crate::contract::model::{Presence, ReasonedNone};
use crate::contract::with_reason;
use crate::contract::work::{Part, PartKind, Work};

pub(super) fn check(work: &Work, findings: &mut Findings) {
    for part in &work.parts {
        let message = match part.filling {
            Filling::Nothing if is_head_without_need(part) => continue,
            Filling::Nothing => format!("`{}` is empty", part.name),
            Filling::EmptyWords => format!("`{}` says nothing", part.name),
            Filling::ReasonedNone | Filling::Filled => continue,
        };
        let help = match part.holds.none {
            ReasonedNone::Accepted => "say what a reader needs here, or that there is none and why",
            ReasonedNone::Refused => "say what a reader needs here",
        };
        findings
            .error(work.place(part), message)
            .help(with_reason(help, &part.holds.why));
    }
}

/// The head of a document has no heading that promises anything, so it may be empty where nothing is asked for.
fn is_head_without_need(part: &Part) -> bool {
    let holds = &part.holds;
    let mut fields = holds.fields.iter();
    part.kind == PartKind::Head
        && holds.sentences.is_none()
        && holds.paragraphs.is_none()
        && holds.bullets.is_none()
        && holds.table.is_none()
        && holds.code.is_none()
        && fields.all(|field| field.presence == Presence::Optional)
}
