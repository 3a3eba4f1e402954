//! Each meaning has its own status, and no other stands in its place.

use guild_check::{Findings, Severity};

use super::meaning;
use crate::contract::{Endpoint, Location, Status};
use crate::survey::{Crowd, Survey};

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let mut replacing = Crowd::new("error answers", Severity::Error);
    let mut validating = Crowd::new("error answers", Severity::Error).guessed();
    for used in survey.errors() {
        let Status::One(status) = used.part.status else {
            continue;
        };
        let title = used.endpoint.title();
        let by = used.users.by();
        let place = survey.place(used.part.definition);
        replacing.judge();
        validating.judge();
        let words = survey.contract.words(used.part.description);
        let words = words.unwrap_or_default();
        let wanted = replaced(status, used.endpoint, words).and_then(meaning::of_status);
        if let Some(wanted) = wanted {
            let name = format!("{status} of {title}");
            let message = format!(
                "`{title}` answers {status} where {} belongs, {}{by}",
                wanted.status, wanted.name
            );
            replacing.wrong(place, name, message);
            continue;
        }
        let mut answers = used.endpoint.answers.iter();
        let is_validation = status == 400
            && meaning::of_words(words, 400).is_some_and(|said| said.status == 422)
            && !answers.any(|answer| answer.status == Status::One(422));
        if is_validation {
            let message =
                format!("`{title}` answers 400 where 422 belongs, validation failure{by}");
            validating.wrong(place, title, message);
        }
    }
    replacing.tell(
        findings,
        "have a status that stands in the place of another",
        "answer by meaning: 401 for who is not known, 409 for a conflict",
    );
    validating.tell(
        findings,
        "are 400 where 422 belongs, validation failure",
        "answer 422 for input that can be read and breaks a rule, and 400 for what cannot be read",
    );
}

/// Finds the status of the meaning that a status outside the mapping is used for.
fn replaced(status: u16, endpoint: &Endpoint, words: &str) -> Option<u16> {
    match status {
        // With a precondition this is what HTTP itself says.
        412 if !has_precondition(endpoint) && !speaks_of_precondition(words) => Some(409),
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

/// Tells whether a description names one of the headers that HTTP has for preconditions (RFC 9110, 13.1).
fn speaks_of_precondition(words: &str) -> bool {
    let words = words.to_ascii_lowercase();
    let headers = ["if-match", "if-none-match", "if-unmodified-since", "etag"];
    headers.iter().any(|header| words.contains(header))
}
