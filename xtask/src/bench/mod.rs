//! `cargo xtask bench`: how fast, against whom, as ratios within one run; written to docs/benchmarks.md.
//!
//! Absolute figures belong to a machine and a moment. Each row therefore times ours and the peer's in turn, round by
//! round, and reports the median of the rounds' ratios.

mod checks;
mod docs;
mod guild;
mod http;
mod install;
mod nginx;
mod peers;
mod table;

use std::fs;

use self::guild::Guild;
use self::table::Row;
use crate::command::{cargo, execute};
use crate::{say, workspace};

/// How many rounds a row takes; the median is reported.
const ROUNDS: usize = 5;

/// Measures every row and writes the table.
pub(crate) fn run() -> Result<(), String> {
    say::step("peers: nginx, wrk, npm skills, markdownlint-cli2, skills-ref, rumdl, knack, adept");
    let peers = peers::install()?;
    say::step("guild, release");
    execute(&mut cargo(&[
        "build",
        "--release",
        "--quiet",
        "--package",
        "guild",
    ]))?;
    let scratch = std::env::temp_dir().join(format!("guild-bench-{}", std::process::id()));
    fs::create_dir_all(&scratch).map_err(|error| error.to_string())?;
    let rows = measure(&peers, &scratch);
    let _ = fs::remove_dir_all(&scratch);
    let text = table::markdown(&rows?);
    let path = workspace::root().join("docs/benchmarks.md");
    fs::write(&path, &text).map_err(|error| error.to_string())?;
    say::line(&text);
    Ok(())
}

fn measure(peers: &peers::Peers, scratch: &std::path::Path) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    let guild = Guild::start(&scratch.join("data"))?;
    say::step("start and memory");
    rows.extend(guild::start_and_memory(scratch)?);
    say::step("HTTP against nginx");
    rows.extend(http::measure(&guild, scratch)?);
    say::step("install");
    rows.extend(install::measure(&guild, peers, scratch)?);
    say::step("check of 2,000 documents, and examples");
    rows.extend(docs::measure(&guild, peers, scratch)?);
    drop(guild);
    say::step("check of 1,000 skills");
    rows.extend(checks::measure(peers, scratch)?);
    Ok(rows)
}
