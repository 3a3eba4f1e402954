//! What the examples of a document must do when they run.

guild_check::rules! {
    "docs" for crate::examples::Tried, in "rules", proved by crate::examples::rules::spec::prove;
    example_failed,
    example_not_called,
    example_wrong_status,
    example_wrong_shape,
    example_undeclared_variable,
    example_not_run,
}

#[cfg(test)]
mod spec;

use guild_check::Place;

use super::{Exchange, Trial, Tried};

/// Points at the code of an example.
fn at(tried: &Tried, trial: &Trial) -> Place {
    let source = &tried.documented.source;
    let first = source.line(trial.script.line);
    let is_within = first.start >= trial.script.span.start && first.end <= trial.script.span.end;
    match is_within && first.start < first.end {
        true => source.at(first),
        false => source.at(trial.script.span),
    }
}

/// Lists the calls of the endpoint whose status is neither that of success nor that of an error shown on purpose.
fn wrong<'a>(tried: &'a Tried, trial: &'a Trial) -> Vec<&'a Exchange> {
    let documented = &tried.documented;
    let calls = trial.calls(documented);
    calls
        .filter(|call| match call.status {
            Some(status) => {
                !documented.is_success(status) && !trial.shows_error(documented, status)
            }
            None => true,
        })
        .collect()
}

/// Gives the last lines of what an example printed, for a help text.
fn last_lines(output: &str) -> Option<String> {
    const LINES: usize = 6;
    const CHARACTERS: usize = 600;
    let lines: Vec<&str> = output
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    let last = lines[lines.len().saturating_sub(LINES)..].join("\n");
    let skipped = last.chars().count().saturating_sub(CHARACTERS);
    let last: String = last.chars().skip(skipped).collect();
    (!last.is_empty()).then_some(last)
}
