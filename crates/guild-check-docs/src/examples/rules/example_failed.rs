//! An example must end well, and within its time.

use guild_check::Findings;

use crate::examples::{End, Tried};

pub(super) fn check(tried: &Tried, findings: &mut Findings) {
    for trial in &tried.trials {
        let message = match &trial.end {
            End::Exit(0) | End::NotRun(_) => continue,
            // The status says more than the exit code that follows from it.
            End::Exit(_) if !super::wrong(tried, trial).is_empty() => continue,
            End::Exit(code) => format!("the example ended with exit code {code}"),
            End::Signal(24 | 25) => "the example went over a limit of the sandbox".to_owned(),
            End::Signal(signal) => format!("the example was ended by signal {signal}"),
            End::TimedOut(limit) => {
                format!("the example did not end within {} s", limit.as_secs_f32())
            }
            End::OverLimit(what) => {
                format!("the example went over a limit of the sandbox: {what}")
            }
            End::Lost(why) => format!("the example ended its sandbox: {why}"),
        };
        let help = match super::last_lines(&trial.output) {
            Some(output) => format!("it printed:\n{output}"),
            None => "it printed nothing: run it by hand and see".to_owned(),
        };
        findings.error(super::at(tried, trial), message).help(help);
    }
}
