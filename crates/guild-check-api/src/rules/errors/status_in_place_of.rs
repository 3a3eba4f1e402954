//! Each meaning has its own status, and no other stands in its place.

use guild_check::Findings;

use super::meaning;
use crate::contract::{Endpoint, Location, Status};
use crate::survey::Survey;

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    for used in survey.errors() {
        let Status::One(status) = used.part.status else {
            continue;
        };
        let title = used.endpoint.title();
        let by = used.users.by();
        let place = survey.place(used.part.definition);
        if let Some(wanted) = replaced(status, used.endpoint).and_then(meaning::of_status) {
            let message = format!(
                "`{title}` answers {status} where {} belongs, {}{by}",
                wanted.status, wanted.name
            );
            findings
                .error(place, message)
                .help(format!("answer {} instead", wanted.status));
            continue;
        }
        let words = survey
            .contract
            .words(used.part.description)
            .unwrap_or_default();
        let is_validation = status == 400
            && meaning::of_words(words, 400).is_some_and(|said| said.status == 422)
            && !used
                .endpoint
                .answers
                .iter()
                .any(|answer| answer.status == Status::One(422));
        if is_validation {
            let message =
                format!("`{title}` answers 400 where 422 belongs, validation failure{by}");
            findings
                .error(place, message)
                .help("answer 422 for input that can be read and breaks a rule, and 400 for what cannot be read")
                .guess();
        }
    }
}

/// Finds the status of the meaning that a status outside the mapping is used for.
fn replaced(status: u16, endpoint: &Endpoint) -> Option<u16> {
    match status {
        // With a precondition this is what HTTP itself says.
        412 if !has_precondition(endpoint) => Some(409),
        423 => Some(409),
        419 | 440 | 498 => Some(401),
        _ => None,
    }
}

fn has_precondition(endpoint: &Endpoint) -> bool {
    endpoint.parameters.iter().any(|parameter| {
        let name = parameter.name.text.to_ascii_lowercase();
        parameter.location == Location::Header && (name.starts_with("if-") || name == "etag")
    })
}
