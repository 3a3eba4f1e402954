//! What a command costs: time of the processor and memory, as the system counts them for children that have ended.

use std::path::Path;
use std::process::{Command, Stdio};

/// Runs a command and prints the seconds of the processor and the KiB of memory that it took with all that it started.
const METER: &str = "\
import resource, subprocess, sys
nothing = subprocess.DEVNULL
code = subprocess.run(sys.argv[1:], stdin=nothing, stdout=nothing, stderr=nothing).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss)
sys.exit(0 if code in (0, 1) else 2)
";

/// What a command took.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cost {
    /// Seconds of the processor, on all cores, in the system too.
    pub(super) seconds: f64,
    /// The most memory that it held at a time, in MB.
    pub(super) megabytes: f64,
}

/// Measures a command. It may find something, so its exit code is not looked at beyond «it ran».
pub(super) fn cost(python: &Path, command: &Command) -> Result<Cost, String> {
    let mut meter = Command::new(python);
    meter.args(["-c", METER]).arg(command.get_program());
    meter.args(command.get_args()).stdin(Stdio::null());
    meter.envs(
        command
            .get_envs()
            .filter_map(|(name, value)| Some((name, value?))),
    );
    if let Some(folder) = command.get_current_dir() {
        meter.current_dir(folder);
    }
    let output = meter
        .output()
        .map_err(|error| format!("{command:?} could not be started: {error}"))?;
    if !output.status.success() {
        return Err(format!("{command:?} could not run"));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let mut numbers = text.split_whitespace().map(str::parse::<f64>);
    match (numbers.next(), numbers.next()) {
        (Some(Ok(seconds)), Some(Ok(kilobytes))) => Ok(Cost {
            seconds,
            megabytes: kilobytes * 1024.0 / 1e6,
        }),
        _ => Err(format!("no figures for {command:?}: {text}")),
    }
}
