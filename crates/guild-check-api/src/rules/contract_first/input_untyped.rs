//! What goes in has a type.

use guild_check::Findings;

use crate::contract::Method;
use crate::survey::Survey;

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    for used in survey.parameters() {
        if used.part.shape.is_none() {
            let name = &used.part.name;
            let message = format!(
                "the parameter `{}` has no schema{}",
                name.text,
                used.users.by()
            );
            findings
                .error(survey.place(name.spot), message)
                .help("add a `schema` with its type and what it may be");
        }
    }
    for form in survey.forms().filter(|form| form.answer.is_none()) {
        if form.media.shape.is_none() && form.media.is_json() {
            let message = format!("the body of `{}` has no schema", form.endpoint.title());
            findings
                .error(survey.place(form.media.name.spot), message)
                .help("add a `schema` with the fields that the caller may give");
        }
    }
    for endpoint in survey.endpoints() {
        let needs_body = endpoint.method == Method::Patch || endpoint.method == Method::Put;
        let is_empty = match &endpoint.body {
            Some(body) => body.media.is_empty(),
            None => needs_body && !is_switch(&endpoint.path.text),
        };
        if is_empty {
            let message = format!("`{}` does not say what its body is", endpoint.title());
            findings
                .warning(survey.place(endpoint.spot), message)
                .help("add a `requestBody` with a schema: the fields that are written");
        }
    }
}

/// A PUT on what is there or not, such as `/tasks/{id}/star`, says all by its path.
fn is_switch(path: &str) -> bool {
    path.contains('{')
}
