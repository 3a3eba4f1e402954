//! A DELETE answers 204, or 200 with what is left to say.

use guild_check::Findings;

use super::answers;
use crate::contract::Method;
use crate::survey::Survey;

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    for endpoint in survey.endpoints() {
        let is_told = endpoint.successes().next().is_some();
        if endpoint.method != Method::Delete || !is_told || answers(endpoint, &[200, 202, 204]) {
            continue;
        }
        let message = format!("`{}` does not answer 204 or 200", endpoint.title());
        findings
            .warning(survey.place(endpoint.spot), message)
            .help("answer 204 if there is nothing to say, and 200 with a body if there is");
    }
}
