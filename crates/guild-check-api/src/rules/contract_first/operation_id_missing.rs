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
        crowd.judge();
        if endpoint.operation_id.is_none() {
            let title = endpoint.title();
            let message = format!("`{title}` has no `operationId`");
            crowd.wrong(survey.place(endpoint.spot), title, message);
        }
    }
    crowd.tell(
        findings,
        "have no `operationId`",
        "name the operation by what it does, such as `listTasks` or `createTask`",
    );
}
