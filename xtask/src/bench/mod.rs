//! `cargo xtask bench`: how fast, against whom, as ratios within one run; written to docs/benchmarks.md.
//!
//! Absolute figures belong to a machine and a moment. Each row therefore times ours and the peer's in turn, round by
//! round, and reports the median of the rounds' ratios.

mod api;
mod browser;
mod checks;
mod cost;
mod docs;
mod examples;
mod guild;
mod http;
mod install;
mod latency;
mod log;
mod mcp;
mod nginx;
mod nodes;
mod peers;
mod publish;
mod scale;
mod table;
mod turns;

use std::fs;
use std::path::Path;

use self::guild::Guild;
use self::table::Row;
use crate::command::{cargo, execute};
use crate::{linters, say, workspace};

/// How many rounds a row takes; the median is reported.
const ROUNDS: usize = 5;

/// What can be measured by itself.
const GROUPS: [&str; 12] = [
    "start", "http", "install", "publish", "docs", "skills", "api", "browser", "mcp", "log",
    "nodes", "scale",
];

/// Measures the rows of some groups and prints them; without a name those of all, which become the document.
pub(crate) fn run(groups: &[&str]) -> Result<(), String> {
    if let Some(other) = groups.iter().find(|group| !GROUPS.contains(group)) {
        return Err(format!(
            "`{other}` is no group of rows\nhint: there are {}",
            GROUPS.join(", ")
        ));
    }
    let is_asked_for = |group: &str| groups.is_empty() || groups.contains(&group);
    if !guild::is_given() {
        say::step("guild, release");
        execute(cargo(&["build", "--quiet", "--package", "guild"]).args(guild::profile()))?;
    }
    let scratch = std::env::temp_dir().join(format!("guild-bench-{}", std::process::id()));
    fs::create_dir_all(&scratch).map_err(|error| error.to_string())?;
    let rows = measure(&scratch, is_asked_for);
    let _ = fs::remove_dir_all(&scratch);
    let rows = rows?;
    if groups.is_empty() {
        let path = workspace::root().join("docs/benchmarks.md");
        fs::write(&path, table::markdown(&rows)).map_err(|error| error.to_string())?;
    }
    say::line(&table::markdown(&rows));
    Ok(())
}

fn measure(scratch: &Path, is_asked_for: impl Fn(&str) -> bool) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    if GROUPS.iter().any(|group| {
        !matches!(
            *group,
            "api" | "browser" | "mcp" | "log" | "nodes" | "scale"
        ) && is_asked_for(group)
    }) {
        rows.extend(with_peers(scratch, &is_asked_for)?);
    }
    if is_asked_for("api") {
        say::step("check of API contracts; peers: Spectral, Redocly");
        rows.extend(api::measure(&linters::install()?, scratch)?);
    }
    if is_asked_for("browser") {
        say::step("check of pages; peer: Playwright");
        rows.extend(browser::measure(scratch)?);
    }
    if is_asked_for("mcp") {
        say::step("tools of an assistant; peers: chrome-devtools-mcp, playwright-mcp");
        rows.extend(mcp::measure(scratch)?);
    }
    if is_asked_for("log") {
        say::step("proofs by a log of a million entries");
        rows.extend(log::measure(scratch)?);
    }
    if is_asked_for("nodes") {
        say::step("three nodes on PostgreSQL and S3 against one");
        rows.push(nodes::measure(scratch)?);
    }
    if is_asked_for("scale") {
        say::step("catalogs of 100,000 and 1,000,000 skills");
        rows.extend(scale::measure(scratch)?);
    }
    Ok(rows)
}

fn with_peers(scratch: &Path, is_asked_for: impl Fn(&str) -> bool) -> Result<Vec<Row>, String> {
    say::step("peers: nginx, wrk, npm skills, markdownlint-cli2, skills-ref, rumdl, knack, adept");
    let peers = &peers::install()?;
    let mut rows = Vec::new();
    let guild = Guild::start(&scratch.join("data"))?;
    if is_asked_for("start") {
        say::step("start and memory");
        rows.extend(guild::start_and_memory(scratch)?);
    }
    if is_asked_for("http") {
        say::step("HTTP against nginx");
        rows.extend(http::measure(&guild, scratch)?);
    }
    if is_asked_for("install") {
        say::step("install");
        rows.extend(install::measure(&guild, peers, scratch)?);
    }
    if is_asked_for("publish") {
        say::step("publish");
        rows.extend(publish::measure(peers, scratch)?);
    }
    if is_asked_for("docs") {
        say::step("check of 2,000 documents, and examples");
        rows.extend(docs::measure(&guild, peers, scratch)?);
    }
    drop(guild);
    if is_asked_for("skills") {
        say::step("check of 1,000 skills");
        rows.extend(checks::measure(peers, scratch)?);
    }
    Ok(rows)
}
