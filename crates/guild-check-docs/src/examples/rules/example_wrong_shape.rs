//! What the server answers must have the documented shape.

use guild_check::Findings;
use serde_json::Value;

use crate::examples::shape::{Difference, DifferenceKind};
use crate::examples::{Documented, Exchange, Tried};

pub(super) fn check(tried: &Tried, findings: &mut Findings) {
    let documented = &tried.documented;
    for trial in &tried.trials {
        let mut answers = trial.calls(documented).filter(|call| {
            call.status
                .is_some_and(|status| documented.is_success(status))
        });
        if let Some(fault) = answers.find_map(|call| fault(documented, call)) {
            findings
                .error(super::at(tried, trial), fault)
                .help("mend the JSON under `Response (success)`, or the server; where a field may be null or absent, a note says so");
        }
    }
}

/// Tells whether an answer says of itself that it is something other than JSON: a text, an archive.
/// A document shows the beginning of such a body as a JSON string.
fn is_file(call: &Exchange) -> bool {
    let media_type = call.media_type.to_ascii_lowercase();
    !media_type.is_empty() && !media_type.contains("json")
}

/// Says how an answer differs from the document.
fn fault(documented: &Documented, call: &Exchange) -> Option<String> {
    if let Some(fault) = &call.fault {
        return Some(format!("the answer is broken: {fault}"));
    }
    let has_no_body = call.method == "HEAD" || matches!(call.status, Some(204 | 205 | 304));
    if documented.shapes.is_empty() || has_no_body || !call.is_whole {
        return None;
    }
    if is_file(call) && documented.shapes.iter().any(Value::is_string) {
        return None;
    }
    let Ok(answer) = serde_json::from_slice::<Value>(&call.body) else {
        let kind = match call.media_type.as_str() {
            "" => "of no stated type",
            other => other,
        };
        return Some(format!("the answer is no JSON, but {kind}"));
    };
    let differences = documented.differences(&answer);
    let told: Vec<String> = differences.iter().take(5).map(told).collect();
    let more = differences.len().saturating_sub(5);
    let more = match more {
        0 => String::new(),
        _ => format!(", and {more} more"),
    };
    (!told.is_empty()).then(|| {
        format!(
            "the answer has not the documented shape: {}{more}",
            told.join(", ")
        )
    })
}

fn told(difference: &Difference) -> String {
    let at = match difference.pointer.as_str() {
        "" => "the whole".to_owned(),
        pointer => format!("`{pointer}`"),
    };
    match &difference.kind {
        DifferenceKind::Missing => format!("{at} is missing"),
        DifferenceKind::Extra => format!("{at} is not documented"),
        DifferenceKind::Type {
            documented,
            answered,
        } => format!("{at} is {answered}, not {documented}"),
    }
}
