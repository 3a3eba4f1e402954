//! GET and DELETE say all by their path and query.

use guild_check::{Findings, Severity};

use crate::contract::Method;
use crate::survey::{Crowd, Survey};

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let mut crowd = Crowd::new("operations that take no body", Severity::Error);
    for endpoint in survey.endpoints() {
        if !matches!(endpoint.method, Method::Get | Method::Head | Method::Delete) {
            continue;
        }
        crowd.judge();
        if let Some(body) = &endpoint.body {
            let title = endpoint.title();
            let message = format!("`{title}` takes a body");
            crowd.wrong(survey.place(body.spot), title, message);
        }
    }
    crowd.tell(
        findings,
        "take one",
        "say it in the path and the query; if that is too long, POST to what it makes, such as `/searches`",
    );
}
