//! What it costs to prove by a transparency log of a million entries that a release is what was published.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::ROUNDS;
use super::guild::{Guild, binary, profile};
use super::table::{Row, median, milliseconds};
use crate::command::{cargo, execute};

const ENTRIES: &str = "1000000";
const SKILL: &str = "api-documentation-writer";

/// An install is short, so it takes more rounds than the rest.
const INSTALL_ROUNDS: usize = ROUNDS * 3;

/// Measures the proofs themselves, and an install from a catalog with a long log against one with a short log.
pub(super) fn measure(scratch: &Path) -> Result<Vec<Row>, String> {
    let (short, long) = (scratch.join("short-log"), scratch.join("long-log"));
    // The first start lists the Developer pack, and begins the log.
    drop(Guild::start(&long)?);
    execute(Command::new("cp").arg("-r").arg(&long).arg(&short))?;
    let mut rows = proofs(&long)?;
    let short = Guild::start(&short)?;
    let long = Guild::start(&long)?;
    let (mut first, mut grown) = (Vec::new(), Vec::new());
    for round in 0..=INSTALL_ROUNDS {
        let home = |name: &str| scratch.join(format!("log/{name}-{round}"));
        let known = home("short");
        let base = install(&short, &known)?;
        let unseen = install(&long, &home("long"))?;
        // The long log has grown from the short one, under the same key: who saw that proves it.
        let remembered = home("grown");
        remember(&known, (&short.address, &long.address), &remembered)?;
        let after = install(&long, &remembered)?;
        if round > 0 {
            first.push((unseen, base));
            grown.push((after, base));
        }
    }
    let what = format!("`guild install` by a log of {ENTRIES} entries, whole process");
    rows.push(longer(&what, &first, 1.2, "at most 1.2 times as long"));
    let what = format!("the same, and the log has grown from 6 to {ENTRIES} since it was seen");
    rows.push(longer(&what, &grown, 1.5, "at most 1.5 times as long"));
    Ok(rows)
}

/// Makes the log of a data folder long, and measures what a client does with its proofs.
fn proofs(data: &Path) -> Result<Vec<Row>, String> {
    let report = data.with_extension("report");
    let mut command = cargo(&["run", "--quiet", "--package", "guild-catalog"]);
    command.args(profile());
    command.args(["--example", "long_log", "--"]);
    execute(command.arg(data).arg(ENTRIES).arg(&report))?;
    let said = fs::read_to_string(&report).map_err(|error| error.to_string())?;
    let row = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let [kind, bytes, microseconds] = words.as_slice() else {
            return Err(format!("long_log said `{line}`"));
        };
        let number = |text: &str| text.parse::<f64>().map_err(|error| error.to_string());
        let (bytes, microseconds) = (number(bytes)?, number(microseconds)?);
        let what = match *kind {
            "inclusion" => format!("proof that a release stands in a log of {ENTRIES} entries"),
            _ => format!("proof that a log of {ENTRIES} entries begins with the 6 that it had"),
        };
        let most = match *kind {
            "inclusion" => 2048.0,
            _ => 65_536.0,
        };
        Ok(Row {
            what,
            ours: format!(
                "{bytes:.0} bytes, checked in {:.2} ms",
                microseconds / 1000.0
            ),
            peer: "none".to_owned(),
            result: String::new(),
            goal: if most < 4096.0 {
                "2 KiB, 1 ms"
            } else {
                "64 KiB, 1 ms"
            },
            is_met: bytes <= most && microseconds <= 1000.0,
        })
    };
    said.lines().map(row).collect()
}

fn install(guild: &Guild, home: &Path) -> Result<Duration, String> {
    let project = home.join("project");
    fs::create_dir_all(project.join(".git")).map_err(|error| error.to_string())?;
    let mut command = Command::new(binary());
    let catalog = guild.url("");
    command
        .args(["install", SKILL, "--quiet", "--catalog", &catalog])
        .args(["--assistant", "claude-code", "--project"])
        .current_dir(&project)
        .env("HOME", home)
        .env_remove("XDG_CONFIG_HOME")
        .stdout(Stdio::null());
    let started = Instant::now();
    execute(&mut command)?;
    Ok(started.elapsed())
}

/// Lets a home remember of one catalog what another home remembers of the other.
fn remember(home: &Path, (from, to): (&str, &str), other: &Path) -> Result<(), String> {
    let logs = |home: &Path| -> PathBuf { home.join(".config/guild/logs") };
    let failed = |error: std::io::Error| format!("what was seen of the log: {error}");
    fs::create_dir_all(logs(other)).map_err(failed)?;
    let port = |address: &str| address.rsplit(':').next().unwrap_or_default().to_owned();
    for entry in fs::read_dir(logs(home)).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = name.replace(&port(from), &port(to));
        fs::copy(&path, logs(other).join(name)).map_err(failed)?;
    }
    Ok(())
}

/// Makes a row of times: how many times as long as with a short log.
fn longer(what: &str, times: &[(Duration, Duration)], most: f64, goal: &'static str) -> Row {
    let seconds = |time: &Duration| time.as_secs_f64();
    let ratio = median(
        times
            .iter()
            .map(|(ours, base)| seconds(ours) / seconds(base)),
    );
    let ours = median(times.iter().map(|(ours, _)| seconds(ours)));
    let base = median(times.iter().map(|(_, base)| seconds(base)));
    Row {
        what: what.to_owned(),
        ours: milliseconds(ours),
        peer: format!("a log of 6 entries: {}", milliseconds(base)),
        result: format!("{ratio:.2} times as long"),
        goal,
        is_met: ratio <= most,
    }
}
