//! Requests a second, ours against nginx serving the same bytes from a file.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::ROUNDS;
use super::guild::Guild;
use super::nginx::Nginx;
use super::table::{Row, rate};
use crate::say;

const SKILL: &str = "api-documentation-writer";

/// What is fetched: its name in the table, our path, nginx's file, the goal.
struct Target {
    what: &'static str,
    path: String,
    file: &'static str,
    goal: f64,
    words: &'static str,
}

/// Measures the page, the archive and the API answer, with the load generator on the same cores.
pub(super) fn measure(guild: &Guild, scratch: &Path) -> Result<Vec<Row>, String> {
    let targets = [
        Target {
            what: "cached skill page with all security headers",
            path: format!("/skills/{SKILL}"),
            file: "page.html",
            goal: 0.6,
            words: "0.6",
        },
        Target {
            what: "archive download",
            path: format!("/skills/{SKILL}/{SKILL}.zip"),
            file: "archive.zip",
            goal: 0.6,
            words: "0.6",
        },
        Target {
            what: "`GET /api/skills/{name}`",
            path: format!("/api/skills/{SKILL}"),
            file: "skill.json",
            goal: 0.35,
            words: "0.35",
        },
    ];
    let folder = scratch.join("nginx");
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    for target in &targets {
        let bytes = guild.fetch(&target.path)?;
        fs::write(folder.join(target.file), bytes).map_err(|error| error.to_string())?;
    }
    let nginx = Nginx::start(&folder, scratch)?;
    let mut rates = vec![Vec::new(); targets.len()];
    for round in 1..=ROUNDS {
        say::line(&format!("round {round} of {ROUNDS}"));
        for (target, rates) in targets.iter().zip(&mut rates) {
            let ours = requests_per_second(&guild.url(&target.path))?;
            let theirs = requests_per_second(&nginx.url(&format!("/{}", target.file)))?;
            rates.push((ours, theirs));
        }
    }
    let rows = targets.iter().zip(&rates);
    Ok(rows
        .map(|(target, rates)| rate(target.what, "nginx", rates, target.goal, target.words))
        .collect())
}

/// Asks `wrk` for 32 connections over 3 seconds.
fn requests_per_second(url: &str) -> Result<f64, String> {
    let output = Command::new("wrk")
        .args(["-t1", "-c32", "-d3s", url])
        .output();
    let output = output.map_err(|error| format!("wrk could not be started: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    if text.contains("Non-2xx") {
        return Err(format!("{url} did not answer 200 under load:\n{text}"));
    }
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("Requests/sec:"));
    line.and_then(|rate| rate.trim().parse().ok())
        .ok_or_else(|| format!("wrk gave no rate for {url}:\n{text}"))
}
