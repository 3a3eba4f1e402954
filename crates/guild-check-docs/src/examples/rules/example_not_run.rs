//! An example that did not run proves nothing.

use guild_check::Findings;

use crate::examples::{End, Tried, Why};

pub(super) fn check(tried: &Tried, findings: &mut Findings) {
    for trial in &tried.trials {
        let End::NotRun(why) = &trial.end else {
            continue;
        };
        let place = super::at(tried, trial);
        let message = format!("the example was not run: {why}");
        let help = match why {
            // The finding about the variable says it.
            Why::Undeclared(_) => continue,
            Why::Marked(reason) if reason.is_empty() => {
                let message = "the document keeps the example from running and does not say why";
                findings
                    .warning(place, message)
                    .help("write the reason: `<!-- guild: do not run: it charges a card -->`");
                continue;
            }
            Why::Marked(_) => {
                findings.note(place, message).help("nothing holds it to what the server does");
                continue;
            }
            Why::NoLanguage(name) => format!("add what runs it with --language {name}=COMMAND"),
            Why::NoInterpreter(_) => "install it, or put it on the PATH".to_owned(),
            Why::VariableNotGiven(_) => "pass it with --env NAME=VALUE".to_owned(),
            Why::Unreachable(_) => "an example that cannot run here is marked: `<!-- guild: do not run: the reason -->`".to_owned(),
            Why::NoSandbox(_) => "install bubblewrap and let it make namespaces, or pass --unsandboxed if you trust the document".to_owned(),
        };
        findings.warning(place, message).help(help);
    }
}
