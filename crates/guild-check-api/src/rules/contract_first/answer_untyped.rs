//! What comes out of a call that worked has a type.

use guild_check::Findings;

use crate::contract::{Answer, Endpoint, Method, Status};
use crate::survey::Survey;

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    for endpoint in survey.endpoints() {
        if endpoint.answers.is_empty() {
            let message = format!("`{}` does not say what it answers", endpoint.title());
            findings
                .error(survey.place(endpoint.spot), message)
                .help("add `responses`: each status with the schema of its body");
        } else if !endpoint
            .answers
            .iter()
            .any(|answer| may_succeed(answer.status))
        {
            let message = format!(
                "`{}` does not say what it answers when it works",
                endpoint.title()
            );
            findings
                .error(survey.place(endpoint.spot), message)
                .help("add the status of success, 200, 201 or 204, with the schema of its body");
        }
    }
    for used in survey.answers() {
        if used.endpoint.is_error(used.part) {
            continue;
        }
        let untyped = used
            .part
            .media
            .iter()
            .find(|media| media.shape.is_none() && media.is_json());
        let title = used.endpoint.title();
        let by = used.users.by();
        if let Some(media) = untyped {
            let message = format!("the body of `{title}` has no schema{by}");
            findings
                .error(survey.place(media.name.spot), message)
                .help("add a `schema` with the fields of the answer");
        } else if used.part.media.is_empty() && has_body(used.endpoint, used.part) {
            let message = format!("`{title}` does not say what body it answers{by}");
            let place = survey.place(used.part.definition);
            let help = "add `content` with a schema; if there is no body, answer 204";
            if used.endpoint.method == Method::Get {
                findings.error(place, message).help(help);
            } else {
                findings.warning(place, message).help(help);
            }
        }
    }
}

fn may_succeed(status: Status) -> bool {
    match status {
        Status::One(status) => (100..400).contains(&status),
        Status::Class(class) => class < 4,
        Status::Default => true,
    }
}

/// 202 says that something will be done, 204 and 205 that there is nothing to say, and 3XX where to look.
fn has_body(endpoint: &Endpoint, answer: &Answer) -> bool {
    let is_with_body = match answer.status {
        Status::One(status) => matches!(status, 200 | 201 | 203 | 206),
        Status::Class(class) => class == 2,
        Status::Default => false,
    };
    is_with_body && endpoint.method != Method::Head && endpoint.method != Method::Options
}
