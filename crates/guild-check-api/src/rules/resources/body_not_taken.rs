//! GET and DELETE say all by their path and query.

use guild_check::Findings;

use crate::contract::Method;
use crate::survey::Survey;

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    for endpoint in survey.endpoints() {
        let is_without = matches!(endpoint.method, Method::Get | Method::Head | Method::Delete);
        let Some(body) = endpoint.body.as_ref().filter(|_| is_without) else {
            continue;
        };
        let message = format!("`{}` takes a body", endpoint.title());
        findings
            .error(survey.place(body.spot), message)
            .help("say it in the path and the query; if that is too long, POST to what it makes, such as `/searches`");
    }
}
