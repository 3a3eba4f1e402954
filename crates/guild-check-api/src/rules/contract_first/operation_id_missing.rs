//! Every operation has a name of its own.

use guild_check::{Findings, Severity};

use crate::contract::Language;
use crate::survey::{Crowd, Survey};

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    // A route of TypeScript is named by what it is declared as: its method and path.
    if survey.contract.language == Language::TypeScript {
        return;
    }
    let mut crowd = Crowd::new("operations", Severity::Warning);
    for endpoint in survey.endpoints() {
        let is_nameless = endpoint.operation_id.is_none();
        let message = is_nameless.then(|| format!("`{}` has no `operationId`", endpoint.title()));
        crowd.judge_call(survey, endpoint, message);
    }
    crowd.tell(
        findings,
        "have no `operationId`",
        "name the operation by what it does, such as `listTasks` or `createTask`",
    );
}
