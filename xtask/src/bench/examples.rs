//! `guild check docs --run`: what a sandbox costs an example, over the same command in a shell.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::ROUNDS;
use super::docs::check;
use super::guild::Guild;
use super::table::{Row, median, milliseconds};
use super::turns::time_check;
use crate::ports::free_address;

/// The most that a sandbox may cost an example, in seconds.
const GOAL: f64 = 0.040;

/// Measures an example whose sandbox is made for it alone, in each kind of sandbox, and one among many.
pub(super) fn measure(guild: &Guild, scratch: &Path) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for sandbox in ["bubblewrap", "namespaces", "landlock"] {
        let what = format!("one example, with the making of its sandbox: {sandbox}");
        rows.push(row(guild, scratch, sandbox, 1, what)?);
    }
    let what = "an example in its sandbox, of 20 in one document".to_owned();
    rows.push(row(guild, scratch, "bubblewrap", 20, what)?);
    Ok(rows)
}

/// Times a check that runs the examples, less the same check without them, less the same commands in a shell.
fn row(
    guild: &Guild,
    scratch: &Path,
    sandbox: &str,
    count: usize,
    what: String,
) -> Result<Row, String> {
    let command = |server: &str| format!("curl --silent --fail {server}/healthz");
    // The proxy stands at an address of its own: not every sandbox has a network that is not the machine's.
    let documented = format!("http://{}", free_address()?);
    let folder = scratch.join("examples");
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let document = folder.join("health.md");
    fs::write(&document, with_examples(&command(&documented), count))
        .map_err(|error| error.to_string())?;
    let target = guild.url("");
    let run = || {
        let mut command = check(&document);
        command.args(["--run", "--sandbox", sandbox, "--target", &target]);
        command
    };
    all_pass(&mut run(), count)?;
    let (mut sandboxed, mut bare) = (Vec::new(), Vec::new());
    for round in 0..=ROUNDS * 3 {
        let with = time_check(&mut run())?;
        let without = time_check(&mut check(&document))?;
        let mut shells = Duration::ZERO;
        for _ in 0..count {
            shells += time_check(Command::new("sh").args(["-c", &command(&guild.url(""))]))?;
        }
        if round > 0 {
            let each = |time: Duration| time.as_secs_f64() / count as f64;
            sandboxed.push(each(with.saturating_sub(without)));
            bare.push(each(shells));
        }
    }
    let overheads = sandboxed.iter().zip(&bare).map(|(with, bare)| with - bare);
    let seconds = median(overheads);
    Ok(Row {
        what,
        ours: milliseconds(median(sandboxed.iter().copied())),
        peer: format!(
            "the same command in `sh`: {}",
            milliseconds(median(bare.iter().copied()))
        ),
        result: format!("{} more", milliseconds(seconds)),
        goal: "40 ms more",
        is_met: seconds <= GOAL,
    })
}

/// Makes sure that the examples do run: one that fails at once would be timed as a fast one.
fn all_pass(command: &mut Command, count: usize) -> Result<(), String> {
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("{command:?} could not be started: {error}"))?;
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    if text.contains(&format!("{count} passed")) {
        Ok(())
    } else {
        Err(format!("the examples did not all pass:\n{text}"))
    }
}

/// Writes a document whose examples are all the same command; what else it lacks costs both sides of the row the same.
fn with_examples(command: &str, count: usize) -> String {
    let example = format!("```sh\n{command}\n```\n\n");
    format!(
        "# GET /healthz\n\n## Response (success)\n\n```json\n{{\"isHealthy\": true}}\n```\n\n\
         ## Examples\n\n### Basic\n\n{}",
        example.repeat(count)
    )
}
