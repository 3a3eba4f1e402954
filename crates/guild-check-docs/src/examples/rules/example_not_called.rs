//! An example must call the endpoint that the document is about.

use guild_check::Findings;

use crate::examples::Tried;

pub(super) fn check(tried: &Tried, findings: &mut Findings) {
    let Some(endpoint) = &tried.documented.endpoint else {
        return;
    };
    for trial in &tried.trials {
        if !trial.ended_well() || trial.calls(&tried.documented).next().is_some() {
            continue;
        }
        let message = format!(
            "the example never calls `{} {}`",
            endpoint.method, endpoint.path
        );
        let calls = trial.exchanges.iter().take(5);
        let calls: Vec<String> = calls
            .map(|call| match call.method.as_str() {
                "" => "something that is no HTTP request".to_owned(),
                method => format!("`{method} {}`", call.target),
            })
            .collect();
        let help = match calls.is_empty() {
            true => "it calls nothing at an address that the document names: call the endpoint at the address of the server".to_owned(),
            false => format!("it calls {}: call the endpoint, or mend the title", calls.join(", ")),
        };
        findings.error(super::at(tried, trial), message).help(help);
    }
}
