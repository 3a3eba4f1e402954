//! A refusal says by its status what is wrong (SPEC.md 7).
use guild_check::{Findings, Severity};

use super::{Wrong, own, tell};
use crate::live::{Exchange, Intent, Record};
use crate::sample::VariationKind;

pub(super) fn check(record: &Record, findings: &mut Findings) {
    // 429 tells of the caller, 413 and 414 of size: each is right whatever else is wrong.
    let refused = own(record).filter(|(_, answer)| (400..500).contains(&answer.status));
    let refused = refused.filter(|(_, answer)| !matches!(answer.status, 413 | 414 | 429 | 431));
    let wrong = refused.filter_map(|(exchange, answer)| {
        let (right, meaning) = right(record, exchange)?;
        let due = *right.first()?;
        let is_right = right.contains(&answer.status);
        // What the contract does not have is asked for by the rules on its design.
        let is_declared = record.declared(due).is_some();
        // Who may not call at all is told so first.
        let is_locked_out =
            matches!(answer.status, 401 | 403) && exchange.intent != Intent::Unproved;
        let message = format!(
            "{} answered {}, given {}: {meaning} is {due}",
            record.subject(),
            answer.status,
            exchange.given
        );
        (!is_right && is_declared && !is_locked_out)
            .then(|| Wrong::new(exchange, &format!("{due} {}", answer.status), message))
    });
    let help = "400 malformed, 401 unauthenticated, 403 unauthorized, 404 missing, 409 conflict, 422 validation failure";
    tell(record, findings, (Severity::Error, help), wrong.collect());
}

/// Gives the statuses that are right, the one that is due first, and what it stands for.
fn right(record: &Record, exchange: &Exchange) -> Option<(&'static [u16], &'static str)> {
    Some(match exchange.intent {
        Intent::Malformed => (&[400], "a body that cannot be read"),
        Intent::WrongBody(VariationKind::Missing | VariationKind::Limit)
        | Intent::WrongInput(VariationKind::Limit) => (&[422], "a validation failure"),
        // Whether a wrong type or form is malformed or not valid is for the server to say.
        Intent::WrongBody(_) | Intent::WrongInput(_) => (&[422, 400], "a validation failure"),
        // Where no valid request is known, the body may be what was refused.
        Intent::Missing if record.not_run.is_some() && exchange.sent.body.is_some() => return None,
        Intent::Missing => (&[404, 410], "what there is not"),
        Intent::Unproved => (&[401], "a call that does not prove who calls"),
        Intent::Search
        | Intent::Valid
        | Intent::Likely
        | Intent::UnknownRoute
        | Intent::WrongMethod => return None,
        Intent::Page { .. } | Intent::PageBeyond { .. } | Intent::BeforeChange | Intent::Change => {
            return None;
        }
        Intent::AfterChange | Intent::AfterMaking | Intent::Removal | Intent::AfterRemoval => {
            return None;
        }
    })
}
