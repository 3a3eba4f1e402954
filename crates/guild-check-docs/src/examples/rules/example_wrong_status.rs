//! A call of the endpoint must be answered as the document says.

use guild_check::Findings;

use crate::examples::{Documented, Exchange, Tried};

pub(super) fn check(tried: &Tried, findings: &mut Findings) {
    for trial in &tried.trials {
        if let Some(call) = super::wrong(tried, trial).first() {
            let place = super::at(tried, trial);
            findings
                .error(place, message(call))
                .help(help(&tried.documented, call));
        }
    }
}

fn message(call: &Exchange) -> String {
    let (method, target) = (&call.method, &call.target);
    match (call.status, &call.fault) {
        (Some(status), _) => format!("`{method} {target}` was answered with status {status}"),
        (None, Some(fault)) => format!("`{method} {target}` got no answer: {fault}"),
        (None, None) => format!("`{method} {target}` got no answer while the example ran"),
    }
}

fn help(documented: &Documented, call: &Exchange) -> String {
    let Some(status) = call.status else {
        return "see that the server runs and answers".to_owned();
    };
    let success: Vec<String> = documented.success.iter().map(u16::to_string).collect();
    let success = match success.is_empty() {
        true => "a status from 200 to 299".to_owned(),
        false => success.join(" or "),
    };
    let answer = super::last_lines(&String::from_utf8_lossy(&call.body));
    let answer = answer.map_or_else(String::new, |answer| format!("; the answer:\n{answer}"));
    let is_listed = documented.errors.iter().any(|error| error.status == status);
    match is_listed {
        true => format!(
            "the document promises {success}; an example that shows an error on purpose says so: name the status or its code beside it{answer}"
        ),
        false => format!("the document promises {success}{answer}"),
    }
}
