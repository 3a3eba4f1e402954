//! A running server against its contract: what was sent and answered, judged.

use guild_check::{Finding, Findings, Severity};

use crate::conform::{Way, mismatch};
use crate::contract::{Contract, ShapeId, Types};
use crate::live::{Answered, Exchange, Intent, Record};
use crate::tree::{Kind, View};

guild_check::rules! {
    "api" for crate::live::Record, in "live", proved by crate::rules::live::proof::prove;
    server_fault,
    no_answer,
    undeclared_status,
    undeclared_content_type,
    answer_mismatch,
    header_mismatch,
    error_body_differs,
    valid_refused,
    malformed_accepted,
    invalid_accepted,
    missing_accepted,
    unauthenticated_accepted,
    refusal_status,
    page_overlap,
    page_size_ignored,
    totals_disagree,
    page_beyond_end,
    patch_changes_more,
    patch_not_applied,
    created_missing,
    deleted_remains,
    unknown_route_answer,
    wrong_method_answer,
}

#[cfg(test)]
mod proof;

/// The rules on pages, for the checklist.
pub(crate) const PAGES: [&str; 4] = [
    "api/page-overlap",
    "api/page-size-ignored",
    "api/totals-disagree",
    "api/page-beyond-end",
];

/// The rules on the bodies of errors, for the checklist.
pub(crate) const ERRORS: [&str; 1] = ["api/error-body-differs"];

/// A request with a defect in its answer.
struct Wrong<'r> {
    exchange: &'r Exchange,
    /// What tells this defect from others of the operation.
    key: String,
    message: String,
}

impl<'r> Wrong<'r> {
    fn new(exchange: &'r Exchange, key: &dyn std::fmt::Display, message: String) -> Self {
        Self {
            exchange,
            key: key.to_string(),
            message,
        }
    }
}

/// Tells each defect of an operation once, with the number of requests that show it.
fn tell(
    record: &Record,
    findings: &mut Findings,
    (severity, help): (Severity, &str),
    wrong: Vec<Wrong<'_>>,
) {
    let mut told: Vec<(Wrong<'_>, usize)> = Vec::new();
    for one in wrong {
        match told.iter_mut().find(|(other, _)| other.key == one.key) {
            Some((_, count)) => *count += 1,
            None => told.push((one, 1)),
        }
    }
    for (one, count) in told {
        let more = match count {
            1 => String::new(),
            count => format!(" (and {} more requests like it)", count - 1),
        };
        let more = if count == 2 {
            " (and 1 more request like it)".to_owned()
        } else {
            more
        };
        let message = format!("{}{more}", one.message);
        record_one(findings, severity, record, message)
            .help(help)
            .again(&*one.exchange.again)
            .stands_for(count);
    }
}

fn record_one<'f>(
    findings: &'f mut Findings,
    severity: Severity,
    record: &Record,
    message: String,
) -> &'f mut Finding {
    let place = record.place();
    match severity {
        Severity::Error => findings.error(place, message),
        Severity::Warning => findings.warning(place, message),
        Severity::Note => findings.note(place, message),
    }
}

/// Lists the answers of the operation itself, and not of those that were asked beside it.
fn own(record: &Record) -> impl Iterator<Item = (&Exchange, &Answered)> {
    record
        .answers()
        .filter(|(exchange, _)| match exchange.intent {
            Intent::BeforeChange
            | Intent::AfterChange
            | Intent::AfterMaking
            | Intent::AfterRemoval => false,
            Intent::UnknownRoute | Intent::WrongMethod => false,
            Intent::Search
            | Intent::Valid
            | Intent::Likely
            | Intent::Malformed
            | Intent::Missing => true,
            Intent::WrongBody(_) | Intent::WrongInput(_) | Intent::Unproved => true,
            Intent::Page { .. } | Intent::PageBeyond { .. } | Intent::Change | Intent::Removal => {
                true
            }
        })
}

/// Lists the requests that should have been refused, for one reason, and worked.
fn accepted<'r>(record: &'r Record, is_meant: fn(Intent) -> bool) -> Vec<Wrong<'r>> {
    let meant = own(record).filter(|(exchange, _)| is_meant(exchange.intent));
    let worked = meant.filter(|(_, answer)| (200..300).contains(&answer.status));
    worked
        .map(|(exchange, answer)| {
            let message = format!(
                "{} answered {}, given {}",
                record.subject(),
                answer.status,
                exchange.given
            );
            Wrong::new(exchange, &"", message)
        })
        .collect()
}

/// Says in what a body is not built like the error body of the contract; the values in it do not matter.
fn structure_problem(
    contract: &Contract,
    shape: ShapeId,
    value: View<'_>,
    name: &str,
    left: usize,
) -> Option<String> {
    let left = left.checked_sub(1)?;
    let types = contract.types(shape);
    let is_type = match value.kind() {
        Kind::Map => types.has(Types::OBJECT),
        Kind::List => types.has(Types::ARRAY),
        Kind::Text => types.has(Types::STRING),
        Kind::Number => types.has(Types::NUMBER) || types.has(Types::INTEGER),
        Kind::Bool(_) => types.has(Types::BOOLEAN),
        Kind::Null | Kind::Alias(_) => types.has(Types::NULL),
    };
    if !types.is_empty() && !is_type {
        let what = if name.is_empty() {
            "the body".to_owned()
        } else {
            format!("`{name}`")
        };
        return Some(format!("{what} is not {}", types.words()));
    }
    contract.fields(shape).list.into_iter().find_map(|field| {
        let inner = if name.is_empty() {
            field.name.text.to_string()
        } else {
            format!("{name}.{}", field.name.text)
        };
        match value.get(&field.name.text) {
            Some(value) => structure_problem(contract, field.shape, value, &inner, left),
            None if field.is_required && value.is_map() => Some(format!("it has no `{inner}`")),
            None => None,
        }
    })
}

/// Holds a body against a shape; says what is wrong, and where, as a key.
fn body_problem(
    contract: &Contract,
    shape: ShapeId,
    answer: &Answered,
) -> Option<(String, String)> {
    let Some(body) = answer.json() else {
        return Some(("json".to_owned(), "with a body that is no JSON".to_owned()));
    };
    let found = mismatch(contract, shape, body, Way::Out)?;
    let way = answer.way(found.at);
    let message = match way.as_str() {
        "" => format!("with a body that {}", found.message),
        way => format!("with a body whose `{way}` {}", found.message),
    };
    let key: String = way
        .chars()
        .filter(|letter| !letter.is_ascii_digit())
        .collect();
    Some((key, message))
}
