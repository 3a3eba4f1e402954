//! The memory of a process with all that it started.

use std::collections::HashMap;
use std::fs;
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// How often it is looked.
const EACH: Duration = Duration::from_millis(40);

/// Runs a command and gives the most memory that it and all processes below it held at a time: the sum of their
/// proportional set sizes, in which what several share counts once.
pub(super) fn most_megabytes(command: &mut Command) -> Result<f64, String> {
    let started = command.stderr(Stdio::null()).spawn();
    let mut child = started.map_err(|error| format!("{command:?}: {error}"))?;
    let root = child.id();
    let (end, ended) = mpsc::channel::<()>();
    let looking = thread::spawn(move || {
        let mut most = 0;
        while ended.recv_timeout(EACH) == Err(RecvTimeoutError::Timeout) {
            most = most.max(kilobytes(root));
        }
        most
    });
    child.wait().map_err(|error| error.to_string())?;
    drop(end);
    let most = looking
        .join()
        .map_err(|_| "the look at the memory broke off")?;
    Ok(most as f64 * 1024.0 / 1e6)
}

/// Gives what a process and all below it hold now, in the same unit, without programs whose name begins so.
pub(in crate::bench) fn megabytes_without(root: u32, name: &str) -> f64 {
    let is_counted = |id: u32| {
        let program = fs::read_link(format!("/proc/{id}/exe")).unwrap_or_default();
        let stem = program.file_stem().and_then(|stem| stem.to_str());
        !stem.unwrap_or_default().starts_with(name)
    };
    held(root, is_counted) as f64 * 1024.0 / 1e6
}

fn kilobytes(root: u32) -> u64 {
    held(root, |_| true)
}

fn held(root: u32, is_counted: impl Fn(u32) -> bool) -> u64 {
    let parents = parents();
    let is_below = |mut id: u32| {
        while id != root {
            match parents.get(&id) {
                Some(parent) if *parent != 0 => id = *parent,
                _ => return false,
            }
        }
        true
    };
    let below = parents.keys().copied().filter(|id| is_below(*id));
    let counted = below.filter(|id| is_counted(*id));
    counted.filter_map(proportional).sum()
}

/// Gives each process with the one that started it.
fn parents() -> HashMap<u32, u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let pairs = entries.filter_map(|entry| {
        let id = entry.file_name().to_str()?.parse().ok()?;
        let stat = fs::read_to_string(entry.path().join("stat")).ok()?;
        // The name stands in parentheses, and may hold any character.
        let rest = stat.rsplit_once(") ")?.1;
        Some((id, rest.split(' ').nth(1)?.parse().ok()?))
    });
    pairs.collect()
}

fn proportional(id: u32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{id}/smaps_rollup")).ok()?;
    let line = text.lines().find(|line| line.starts_with("Pss:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
