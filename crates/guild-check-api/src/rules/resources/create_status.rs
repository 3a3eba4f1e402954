//! A POST to a collection answers 201.

use guild_check::{Findings, Severity};

use super::{answers, is_item};
use crate::contract::Method;
use crate::survey::{Crowd, Survey};

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let mut crowd = Crowd::new("creates", Severity::Warning);
    for endpoint in survey.endpoints() {
        let is_post = endpoint.method == Method::Post && !is_item(endpoint);
        if !is_post || survey.item_of(&endpoint.path.text).is_none() {
            continue;
        }
        // 202 says that it will be made, and 303 where it is.
        let is_other = !answers(endpoint, &[201, 202, 303]);
        let message =
            is_other.then(|| format!("`{}` creates and does not answer 201", endpoint.title()));
        crowd.judge_call(survey, endpoint, message);
    }
    crowd.tell(
        findings,
        "do not answer 201",
        "answer 201 with what was made; 202 if it is made later",
    );
}
