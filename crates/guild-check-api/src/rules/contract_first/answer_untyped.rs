//! What comes out of a call that worked has a type.

use guild_check::{Findings, Severity};

use crate::contract::{Answer, Endpoint, Method, Status};
use crate::survey::{Crowd, Survey};

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let mut silent = Crowd::new("operations", Severity::Error);
    let mut failing = Crowd::new("operations", Severity::Error);
    for endpoint in survey.endpoints() {
        let title = endpoint.title();
        let is_silent = endpoint.answers.is_empty();
        let message = is_silent.then(|| format!("`{title}` does not say what it answers"));
        silent.judge_call(survey, endpoint, message);
        let mut answers = endpoint.answers.iter();
        let is_failing = !is_silent && !answers.any(|answer| may_succeed(answer.status));
        let message =
            is_failing.then(|| format!("`{title}` does not say what it answers when it works"));
        failing.judge_call(survey, endpoint, message);
    }
    silent.tell(
        findings,
        "do not say what they answer",
        "add `responses`: each status with the schema of its body",
    );
    failing.tell(
        findings,
        "do not say what they answer when they work",
        "add the status of success, 200, 201 or 204, with the schema of its body",
    );
    bodies(survey, findings);
}

/// Tells of answers to calls that worked, whose body is not said or has no schema.
fn bodies(survey: &Survey, findings: &mut Findings) {
    let mut untyped = Crowd::new("answers", Severity::Error);
    let mut unsaid_get = Crowd::new("answers", Severity::Error);
    let mut unsaid = Crowd::new("answers", Severity::Warning);
    for used in survey
        .answers()
        .filter(|used| !used.endpoint.is_error(used.part))
    {
        let title = used.endpoint.title();
        let by = used.users.by();
        let mut media = used.part.media.iter();
        untyped.judge();
        let unsaid = match used.endpoint.method {
            Method::Get => &mut unsaid_get,
            _ => &mut unsaid,
        };
        unsaid.judge();
        if let Some(media) = media.find(|media| media.shape.is_none() && media.is_json()) {
            let message = format!("the body of `{title}` has no schema{by}");
            untyped.wrong(survey.place(media.name.spot), title, message);
        } else if used.part.media.is_empty() && has_body(used.endpoint, used.part) {
            let message = format!("`{title}` does not say what body it answers{by}");
            unsaid.wrong(survey.place(used.part.definition), title, message);
        }
    }
    untyped.tell(
        findings,
        "have no schema",
        "add a `schema` with the fields of the answer",
    );
    for unsaid in [unsaid_get, unsaid] {
        unsaid.tell(
            findings,
            "do not say what their body is",
            "add `content` with a schema; if there is no body, answer 204",
        );
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
