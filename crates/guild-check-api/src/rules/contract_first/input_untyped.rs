//! What goes in has a type.

use guild_check::{Findings, Severity};

use crate::contract::Method;
use crate::survey::{Crowd, Survey};

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let mut parameters = Crowd::new("parameters", Severity::Error);
    for used in survey.parameters() {
        parameters.judge();
        if used.part.shape.is_none() {
            let (name, by) = (&used.part.name, used.users.by());
            let message = format!("the parameter `{}` has no schema{by}", name.text);
            parameters.wrong(survey.place(name.spot), &*name.text, message);
        }
    }
    parameters.tell(
        findings,
        "have no schema",
        "add a `schema` with its type and what it may be",
    );
    let mut bodies = Crowd::new("request bodies", Severity::Error);
    for form in survey.forms().filter(|form| form.answer.is_none()) {
        bodies.judge();
        if form.media.shape.is_none() && form.media.is_json() {
            let title = form.endpoint.title();
            let message = format!("the body of `{title}` has no schema");
            bodies.wrong(survey.place(form.media.name.spot), title, message);
        }
    }
    bodies.tell(
        findings,
        "have no schema",
        "add a `schema` with the fields that the caller may give",
    );
    let mut writes = Crowd::new("operations", Severity::Warning);
    for endpoint in survey.endpoints() {
        let needs_body = endpoint.method == Method::Patch || endpoint.method == Method::Put;
        let is_empty = match &endpoint.body {
            Some(body) => body.media.is_empty(),
            None => needs_body && !is_switch(&endpoint.path.text),
        };
        let title = endpoint.title();
        let message = is_empty.then(|| format!("`{title}` does not say what its body is"));
        writes.judge_call(survey, endpoint, message);
    }
    writes.tell(
        findings,
        "do not say what their body is",
        "add a `requestBody` with a schema: the fields that are written",
    );
}

/// A PUT on what is there or not, such as `/tasks/{id}/star`, says all by its path.
fn is_switch(path: &str) -> bool {
    path.contains('{')
}
