//! Whole processes by the clock: ours and a peer's in turn.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::command::execute;

/// Times two runs in turn, each of which gets the number of the round. Each is the first as often as the other, for what
/// ran before leaves the machine's caches warm or cold; round 0 warms them up, and is not counted.
pub(super) fn in_turn(
    rounds: usize,
    ours: impl Fn(usize) -> Result<Duration, String>,
    theirs: impl Fn(usize) -> Result<Duration, String>,
) -> Result<Vec<(Duration, Duration)>, String> {
    let mut times = Vec::new();
    for round in 0..=rounds {
        let both = if round % 2 == 0 {
            let ours = ours(round)?;
            (ours, theirs(round)?)
        } else {
            let theirs = theirs(round)?;
            (ours(round)?, theirs)
        };
        if round > 0 {
            times.push(both);
        }
    }
    Ok(times)
}

/// Times a process that has to succeed.
pub(super) fn time(command: &mut Command) -> Result<Duration, String> {
    let started = Instant::now();
    execute(quiet(command))?;
    Ok(started.elapsed())
}

/// Times a check; both sides may find something, so the exit code is not looked at beyond «it ran».
pub(super) fn time_check(command: &mut Command) -> Result<Duration, String> {
    let started = Instant::now();
    let status = quiet(command)
        .status()
        .map_err(|error| format!("{command:?} could not be started: {error}"))?;
    match status.code() {
        Some(0 | 1) => Ok(started.elapsed()),
        _ => Err(format!("{command:?} ended with {status}")),
    }
}

fn quiet(command: &mut Command) -> &mut Command {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
}
