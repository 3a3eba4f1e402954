//! `guild check docs`: many documents by the time of the processor, and one as a whole process.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::cost::{Cost, cost};
use super::guild::{Guild, binary};
use super::peers::Peers;
use super::table::{Row, faster, median, milliseconds};
use super::turns::time_check;
use super::{ROUNDS, examples};
use crate::workspace;

const DOCUMENTS: usize = 2_000;

/// What a document is filled up to: 2,000 of them are about 24 MB.
const BYTES: usize = 12_000;

/// Measures the rows of documents.
pub(super) fn measure(guild: &Guild, peers: &Peers, scratch: &Path) -> Result<Vec<Row>, String> {
    let folder = write_documents(&scratch.join("documents"))?;
    let mut rows = against_linters(peers, scratch, &folder)?;
    rows.push(one_document(&folder.join("list-skills-0.md"))?);
    rows.extend(examples::measure(guild, scratch)?);
    Ok(rows)
}

/// Holds ours against what lints Markdown: they look at the form of the text alone, and have no rules in common with us.
fn against_linters(peers: &Peers, scratch: &Path, folder: &Path) -> Result<Vec<Row>, String> {
    let measure = |command: &Command| cost(&peers.python, command);
    let (mut cold, mut warm) = (Vec::new(), Vec::new());
    for round in 0..=ROUNDS {
        let ours = measure(check(folder).arg("--no-cache"))?;
        let theirs = measure(rumdl(peers, folder).arg("--no-cache"))?;
        let ours_again = measure(check(folder).arg("--cache-dir").arg(scratch.join("ours")))?;
        let kept = scratch.join("rumdl");
        let theirs_again = measure(rumdl(peers, folder).arg("--cache-dir").arg(kept))?;
        // The first round fills both caches.
        if round > 0 {
            cold.push((ours, theirs));
            warm.push((ours_again, theirs_again));
        }
    }
    let slow = measure(
        Command::new(peers.node_folder.join("node"))
            .arg(&peers.markdownlint)
            .arg("*.md")
            .current_dir(folder),
    )?;
    let against_slow: Vec<_> = cold.iter().map(|(ours, _)| (*ours, slow)).collect();
    let what = "`guild check docs` over 2,000 documents, 24 MB, by the time of the processor";
    Ok(vec![
        faster(
            &format!("{what}, `--no-cache`"),
            "`rumdl check --no-cache`, all rules",
            &seconds(&cold),
            3.0,
            "3 times faster",
        ),
        faster(
            &format!("{what}, as they were checked before"),
            "`rumdl check`, all rules, with its cache",
            &seconds(&warm),
            2.0,
            "2 times faster",
        ),
        memory(&cold),
        faster(
            &format!("{what}, `--no-cache`"),
            "`markdownlint-cli2`, the rules that it has on, in one round",
            &seconds(&against_slow),
            100.0,
            "100 times faster",
        ),
    ])
}

fn rumdl(peers: &Peers, folder: &Path) -> Command {
    let mut command = Command::new(&peers.rumdl);
    let words = ["check", "--no-config", "--silent", "--enable", "ALL"];
    command.args(words).arg(folder);
    command
}

fn seconds(costs: &[(Cost, Cost)]) -> Vec<(Duration, Duration)> {
    let seconds = |cost: &Cost| Duration::from_secs_f64(cost.seconds);
    costs
        .iter()
        .map(|(ours, theirs)| (seconds(ours), seconds(theirs)))
        .collect()
}

fn memory(costs: &[(Cost, Cost)]) -> Row {
    let ours = median(costs.iter().map(|(ours, _)| ours.megabytes));
    let theirs = median(costs.iter().map(|(_, theirs)| theirs.megabytes));
    Row {
        what: "the same, the most memory at a time".to_owned(),
        ours: format!("{ours:.1} MB"),
        peer: format!("`rumdl check --no-cache`, all rules: {theirs:.1} MB"),
        result: format!("{:.2}", ours / theirs),
        goal: "not more",
        is_met: ours <= theirs,
    }
}

fn one_document(document: &Path) -> Result<Row, String> {
    let mut times = Vec::new();
    for _ in 0..=ROUNDS {
        times.push(time_check(check(document).arg("--no-cache"))?);
    }
    let seconds = median(times.iter().skip(1).map(Duration::as_secs_f64));
    Ok(Row {
        what: "`guild check docs` of one document, the whole process".to_owned(),
        ours: milliseconds(seconds),
        peer: "none".to_owned(),
        result: String::new(),
        goal: "15 ms",
        is_met: seconds <= 0.015,
    })
}

pub(super) fn check(path: &Path) -> Command {
    let mut command = Command::new(binary());
    command.args(["check", "docs"]).arg(path);
    command
}

/// Writes our own documents again and again, each filled up with further notes on its edge cases.
fn write_documents(folder: &Path) -> Result<PathBuf, String> {
    fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    let ours =
        fs::read_dir(workspace::root().join("docs/api")).map_err(|error| error.to_string())?;
    let mut paths: Vec<PathBuf> = ours.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.sort();
    for (number, path) in paths.iter().cycle().take(DOCUMENTS).enumerate() {
        let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let copy = folder.join(format!("{stem}-{}.md", number / paths.len()));
        fs::write(copy, filled_up(&text)).map_err(|error| error.to_string())?;
    }
    Ok(folder.to_path_buf())
}

fn filled_up(text: &str) -> String {
    let (before, related) = text.split_once("\n## Related").unwrap_or((text, ""));
    let (_, notes) = before.split_once("## Edge cases").unwrap_or(("", before));
    let (_, notes) = notes.split_once('\n').unwrap_or(("", notes));
    let mut text = before.to_owned();
    while text.len() + related.len() < BYTES && !notes.trim().is_empty() {
        text.push_str(notes);
    }
    format!("{text}\n## Related{related}")
}
