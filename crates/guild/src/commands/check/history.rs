//! When lines of a file were changed, by the history of the git repository that it lies in.

use std::collections::HashMap;
use std::path::Path;
use std::process::Stdio;
use std::sync::{Mutex, PoisonError};

use guild_check::Place;
use guild_check::contract::Date;

use crate::git;

/// The days of the lines of files, each file asked for once.
#[derive(Debug, Default)]
pub(super) struct History {
    files: Mutex<HashMap<String, Vec<Option<Date>>>>,
}

impl History {
    /// Gives the day of the last change of a place; nothing if its file is not tracked, not as it was committed, or if
    /// these lines are as the file came into the repository: that day is not one of a change.
    pub(super) fn changed(&self, place: &Place) -> Option<Date> {
        let path = place.source.path();
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let lines = files
            .entry(path.to_owned())
            .or_insert_with(|| lines(Path::new(path)).unwrap_or_default());
        let first = place.start().line.saturating_sub(1) as usize;
        let last = place.end().line as usize;
        let lines = lines.get(first..last.min(lines.len()))?;
        lines.iter().copied().flatten().max()
    }
}

/// Gives the day of each line of a file.
fn lines(path: &Path) -> Option<Vec<Option<Date>>> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let name = path.file_name()?;
    let ask = |args: &[&str]| {
        let mut command = git::command(folder.unwrap_or(Path::new(".")));
        command.args(args).arg("--").arg(name).stdin(Stdio::null());
        let output = command.output().ok()?;
        output.status.success().then_some(output.stdout)
    };
    ask(&["diff", "--quiet", "--no-ext-diff", "--no-textconv", "HEAD"])?;
    let told = ask(&["blame", "--porcelain", "HEAD"])?;
    Some(read(&String::from_utf8_lossy(&told)))
}

/// Reads what `git blame --porcelain` tells (git-blame(1)): for each line the commit, and once what is known of that.
fn read(told: &str) -> Vec<Option<Date>> {
    let mut commits: HashMap<&str, Commit> = HashMap::new();
    let mut lines = Vec::new();
    let mut current = "";
    for line in told.lines() {
        if line.starts_with('\t') {
            lines.push(commits.get(current).and_then(Commit::day));
            continue;
        }
        let (key, value) = line.split_once(' ').unwrap_or((line, ""));
        let commit = commits.entry(current).or_default();
        match key {
            "author-time" => commit.seconds = value.parse().ok(),
            "author-tz" => commit.offset = offset(value),
            // The commit found the file there, and changed it.
            "previous" => commit.is_change = true,
            _ if key.len() >= 40 && key.bytes().all(|byte| byte.is_ascii_hexdigit()) => {
                current = key
            }
            _ => {}
        }
    }
    lines
}

#[derive(Debug, Default)]
struct Commit {
    seconds: Option<i64>,
    /// Seconds east of UTC.
    offset: i64,
    is_change: bool,
}

impl Commit {
    /// Gives the day on which its author made it, where the author was.
    fn day(&self) -> Option<Date> {
        let seconds = self.seconds.filter(|_| self.is_change)?;
        let day = guild_skill::age::Date::of_milliseconds((seconds + self.offset) * 1000);
        Date::parse_iso(&day.iso()).ok()
    }
}

/// Reads `+0130`.
fn offset(text: &str) -> i64 {
    let number: i64 = text.parse().unwrap_or(0);
    (number / 100 * 60 + number % 100) * 60
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_day_of_a_line_is_where_its_author_was() {
        let (old, new) = ("a".repeat(40), "b".repeat(40));
        let told = format!(
            "{old} 1 1 1\nauthor-time 1000000000\nauthor-tz +0000\nboundary\nfilename a\n\tone\n\
             {new} 2 2 2\nauthor-time 1763764200\nauthor-tz -0130\nprevious {old} a\nfilename a\n\ttwo\n\
             {new} 3 3\n\tprevious\n{old} 2 4 1\n\tfour\n"
        );
        let day = Date::new(2025, 11, 21);
        assert_eq!(read(&told), [None, day, day, None]);
        assert_eq!(offset("-0130"), -5400);
    }
}
