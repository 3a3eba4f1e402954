//! The rows of docs/benchmarks.md.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// One measured claim.
pub(super) struct Row {
    pub(super) what: String,
    pub(super) ours: String,
    pub(super) peer: String,
    pub(super) result: String,
    pub(super) goal: &'static str,
    pub(super) is_met: bool,
}

/// Makes a row of times: how many times faster ours is than a peer's, as the median of the rounds' ratios.
pub(super) fn faster(
    what: &str,
    peer: &str,
    times: &[(Duration, Duration)],
    goal: f64,
    words: &'static str,
) -> Row {
    let seconds = |time: Duration| time.as_secs_f64();
    let ratio = median(
        times
            .iter()
            .map(|(ours, theirs)| seconds(*theirs) / seconds(*ours)),
    );
    let ours = median(times.iter().map(|(ours, _)| seconds(*ours)));
    let theirs = median(times.iter().map(|(_, theirs)| seconds(*theirs)));
    Row {
        what: what.to_owned(),
        ours: milliseconds(ours),
        peer: format!("{peer}: {}", milliseconds(theirs)),
        result: format!("{ratio:.1} times faster"),
        goal: words,
        is_met: ratio >= goal,
    }
}

/// Makes a row of rates: ours as a part of the peer's, as the median of the rounds' ratios.
pub(super) fn rate(
    what: &str,
    peer: &str,
    rates: &[(f64, f64)],
    goal: f64,
    words: &'static str,
) -> Row {
    let ratio = median(rates.iter().map(|(ours, theirs)| ours / theirs));
    let ours = median(rates.iter().map(|(ours, _)| *ours));
    let theirs = median(rates.iter().map(|(_, theirs)| *theirs));
    Row {
        what: what.to_owned(),
        ours: format!("{ours:.0} requests/s"),
        peer: format!("{peer}: {theirs:.0} requests/s"),
        result: format!("{ratio:.2}"),
        goal: words,
        is_met: ratio >= goal,
    }
}

/// Gives the middle value; of an even count, the upper of the two in the middle.
pub(super) fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

pub(super) fn milliseconds(seconds: f64) -> String {
    format!("{:.1} ms", seconds * 1000.0)
}

/// Gives the whole document.
pub(super) fn markdown(rows: &[Row]) -> String {
    let mut text = String::from(
        "# Benchmarks\n\n\
         Made by `cargo xtask bench`, which installs the peers, times ours and theirs in turn on one machine in one run, \
         and takes the median of the rounds, of which one more comes first and is not counted.\n\
         The ratios carry over to another machine; the absolute figures do not.\n\n",
    );
    let _ = writeln!(text, "Machine: {}.\n", machine());
    text.push_str("| What | guild | Peer | Result | Goal | Met |\n|---|---|---|---|---|---|\n");
    for Row {
        what,
        ours,
        peer,
        result,
        goal,
        is_met,
    } in rows
    {
        let met = if *is_met { "yes" } else { "no" };
        let _ = writeln!(
            text,
            "| {what} | {ours} | {peer} | {result} | {goal} | {met} |"
        );
    }
    text
}

fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let kernel = Path::new("/proc/sys/kernel/osrelease");
    let kernel = std::fs::read_to_string(kernel).unwrap_or_default();
    let rustc = Command::new("rustc").arg("--version").output();
    let rustc = rustc
        .map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
        .unwrap_or_default();
    format!(
        "{cores} cores (shared with other work), Linux {}, {rustc}",
        kernel.trim()
    )
}
