//! A DELETE answers 204, or 200 with what is left to say.

use guild_check::{Findings, Severity};

use super::answers;
use crate::contract::Method;
use crate::survey::{Crowd, Survey};

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let mut crowd = Crowd::new("deletes", Severity::Warning);
    for endpoint in survey.endpoints() {
        let is_told = endpoint.successes().next().is_some();
        if endpoint.method != Method::Delete || !is_told {
            continue;
        }
        let is_other = !answers(endpoint, &[200, 202, 204]);
        let message =
            is_other.then(|| format!("`{}` does not answer 204 or 200", endpoint.title()));
        crowd.judge_call(survey, endpoint, message);
    }
    crowd.tell(
        findings,
        "do not answer 204 or 200",
        "answer 204 if there is nothing to say, and 200 with a body if there is",
    );
}
