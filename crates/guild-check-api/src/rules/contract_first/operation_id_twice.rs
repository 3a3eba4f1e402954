//! No two operations have the same name.

use std::collections::HashMap;

use guild_check::Findings;

use crate::survey::Survey;

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let mut first = HashMap::new();
    for endpoint in &survey.contract.endpoints {
        let Some(id) = &endpoint.operation_id else {
            continue;
        };
        let known = first.entry(&*id.text).or_insert(endpoint);
        if std::ptr::eq(*known, endpoint) {
            continue;
        }
        let message = format!(
            "`{}` and `{}` have the same `operationId`, `{}`",
            known.title(),
            endpoint.title(),
            id.text
        );
        findings
            .error(survey.place(id.spot), message)
            .help("give each operation a name of its own");
    }
}
