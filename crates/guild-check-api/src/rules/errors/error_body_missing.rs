//! Every error has a body that a program can read.

use guild_check::{Findings, Severity};

use crate::contract::{Endpoint, Method, Status};
use crate::survey::{Crowd, Survey};

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let mut crowd = Crowd::new("error answers", Severity::Error);
    for used in survey.errors() {
        if used.endpoint.method == Method::Head || is_page(used.endpoint) {
            continue;
        }
        crowd.judge();
        let json = used.part.json();
        if json.is_some_and(|media| media.shape.is_some()) {
            continue;
        }
        let what = match used.part.media.first() {
            None => "no body".to_owned(),
            Some(_) if json.is_some() => "a body without a schema".to_owned(),
            Some(media) => format!("a body that is not JSON but `{}`", media.name.text),
        };
        let status = word(used.part.status);
        let title = used.endpoint.title();
        let message = format!("`{title}` answers {status} with {what}{}", used.users.by());
        let name = format!("{status} of {title}");
        crowd.wrong(survey.place(used.part.definition), name, message);
    }
    crowd.tell(
        findings,
        "have no JSON body with a schema",
        "give it the one error body of the contract, by reference",
    );
}

/// Tells whether people look at the answers of an endpoint, and no program.
fn is_page(endpoint: &Endpoint) -> bool {
    let mut media = endpoint.answers.iter().flat_map(|answer| &answer.media);
    let has_any = endpoint
        .answers
        .iter()
        .any(|answer| !answer.media.is_empty());
    has_any && media.all(|media| &*media.name.text == "text/html")
}

/// Writes a status as the contract does.
pub(super) fn word(status: Status) -> String {
    match status {
        Status::One(status) => status.to_string(),
        Status::Class(class) => format!("{class}XX"),
        Status::Default => "`default`".to_owned(),
    }
}
