//! A variable that an example reads must be named in the document.

use guild_check::Findings;

use crate::examples::Tried;

pub(super) fn check(tried: &Tried, findings: &mut Findings) {
    for trial in &tried.trials {
        for name in &trial.undeclared {
            let message = format!("the example reads `{name}`, which the document does not name");
            findings
                .error(super::at(tried, trial), message)
                .help(format!("say above the example what `{name}` holds"));
        }
    }
}
