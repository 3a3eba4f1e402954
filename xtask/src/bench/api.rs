//! `guild check api`: real contracts, large ones and a small one, by the time of the processor and the most memory.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::cost::{Cost, cost};
use super::guild::binary;
use super::table::{Row, faster, median, milliseconds};
use crate::linters::Linters;
use crate::{say, workspace};

/// How many rounds a row takes: the peers take seconds for each.
const ROUNDS: usize = 3;

/// A mebibyte in the unit of [`Cost::megabytes`].
const MEBIBYTE: f64 = 1.048_576;

/// A peer and what ours has to be against it.
struct Peer {
    words: &'static str,
    goal: f64,
    goal_words: &'static str,
}

/// Measures the rows of API contracts; none where the contracts are not on this machine.
pub(super) fn measure(linters: &Linters, scratch: &Path) -> Result<Vec<Row>, String> {
    let mut rows = small(scratch)?;
    let Some(corpus) = corpus() else {
        say::line(
            "the contracts of `shared/corpus/openapi` are not on this machine: no rows on them",
        );
        return Ok(rows);
    };
    let unpacked = |name: &str| unpack(&corpus.join(format!("{name}.gz")), &scratch.join(name));
    let large = unpacked("github-3.0.json")?;
    let before = unpacked("old-github-20.0.0.json")?;
    let yaml = unpacked("old-xero-accounting-2024-05-02.yaml")?;
    let ruleset = scratch.join("ruleset.yaml");
    fs::write(&ruleset, "extends: ['spectral:oas']\n").map_err(|error| error.to_string())?;
    let redocly = |contract: &Path| {
        lint(
            linters,
            "redocly",
            &["lint", "--extends", "recommended"],
            contract,
        )
    };
    let spectral = |contract: &Path| {
        let ruleset = ruleset.to_string_lossy();
        lint(
            linters,
            "spectral",
            &["lint", "--quiet", "--ruleset", &ruleset],
            contract,
        )
    };
    let what = "`guild check api` of a contract of 13 MB (JSON)";
    let costs = rounds(&[&|| check(&large), &|| redocly(&large)], ROUNDS)?;
    let slow = rounds(&[&|| check(&large), &|| spectral(&large)], 1)?;
    rows.push(row(
        what,
        &costs,
        &Peer {
            words: "`redocly lint`, recommended",
            goal: 10.0,
            goal_words: "10 times faster",
        },
    ));
    rows.push(row(
        what,
        &slow,
        &Peer {
            words: "`spectral lint`, `oas`",
            goal: 100.0,
            goal_words: "100 times faster",
        },
    ));
    rows.push(memory(what, &costs, "redocly lint", 200.0, "200 MiB"));
    let what = "`guild check api` of a contract of 0.93 MB (YAML)";
    let costs = rounds(
        &[&|| check(&yaml), &|| redocly(&yaml), &|| spectral(&yaml)],
        ROUNDS,
    )?;
    rows.push(row(
        what,
        &costs,
        &Peer {
            words: "`redocly lint`, recommended",
            goal: 12.0,
            goal_words: "12 times faster",
        },
    ));
    let against: Vec<Vec<Cost>> = costs.iter().map(|costs| vec![costs[0], costs[2]]).collect();
    rows.push(row(
        what,
        &against,
        &Peer {
            words: "`spectral lint`, `oas`",
            goal: 40.0,
            goal_words: "40 times faster",
        },
    ));
    rows.extend(evolution(linters, &before, &large)?);
    Ok(rows)
}

fn evolution(linters: &Linters, before: &Path, after: &Path) -> Result<Vec<Row>, String> {
    let ours = || {
        let mut command = check(after);
        command.arg("--against").arg(before);
        command
    };
    let redocly = || {
        let mut command = linters.command("redocly");
        command
            .args(["diff", "--fail-on", "none"])
            .arg(before)
            .arg(after);
        command
    };
    let what = "`guild check api --against`, two contracts of 13 MB";
    let costs = rounds(&[&ours, &redocly], ROUNDS)?;
    let oasdiff = Row {
        what: what.to_owned(),
        ours: milliseconds(median(costs.iter().map(|costs| costs[0].seconds))),
        peer: "`oasdiff breaking`: not measured, it has to be built with Go, which is not part of this run".to_owned(),
        result: String::new(),
        goal: "5 times faster",
        is_met: false,
    };
    Ok(vec![
        row(
            what,
            &costs,
            &Peer {
                words: "`redocly diff`",
                goal: 6.0,
                goal_words: "6 times faster",
            },
        ),
        oasdiff,
        memory(what, &costs, "redocly diff", 350.0, "350 MiB"),
    ])
}

/// Times a small contract as a whole process; nothing else comes near to it.
fn small(scratch: &Path) -> Result<Vec<Row>, String> {
    let contract =
        workspace::root().join("skills/api-and-interface-design/references/tasks.openapi.yaml");
    let mut times = Vec::new();
    for _ in 0..=20 {
        let mut command = check(&contract);
        command
            .current_dir(scratch)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let started = Instant::now();
        command
            .status()
            .map_err(|error| format!("{command:?} could not be started: {error}"))?;
        times.push(started.elapsed());
    }
    let seconds = median(times.iter().skip(1).map(Duration::as_secs_f64));
    let what = "`guild check api` of a small contract, the whole process";
    let costs = rounds(&[&|| check(&contract)], ROUNDS)?;
    Ok(vec![
        Row {
            what: what.to_owned(),
            ours: milliseconds(seconds),
            peer: "none".to_owned(),
            result: String::new(),
            goal: "10 ms",
            is_met: seconds <= 0.010,
        },
        memory(what, &costs, "", 15.0, "15 MiB"),
    ])
}

/// Runs all commands in turn, round by round, after one round that is not counted.
fn rounds(commands: &[&dyn Fn() -> Command], count: usize) -> Result<Vec<Vec<Cost>>, String> {
    let python = Path::new("python3");
    // What a single run takes a minute for has nothing to warm up.
    let first = usize::from(count > 1);
    let mut costs = Vec::new();
    for round in 0..count + first {
        let measured: Result<Vec<Cost>, String> = commands
            .iter()
            .map(|command| cost(python, &command()))
            .collect();
        if round >= first {
            costs.push(measured?);
        }
    }
    Ok(costs)
}

fn row(what: &str, costs: &[Vec<Cost>], peer: &Peer) -> Row {
    let seconds = |cost: &Cost| Duration::from_secs_f64(cost.seconds);
    let times: Vec<(Duration, Duration)> = costs
        .iter()
        .map(|costs| (seconds(&costs[0]), seconds(&costs[1])))
        .collect();
    let what = format!("{what}, by the time of the processor");
    faster(&what, peer.words, &times, peer.goal, peer.goal_words)
}

fn memory(what: &str, costs: &[Vec<Cost>], peer: &str, most: f64, goal: &'static str) -> Row {
    let of = |index: usize| {
        median(
            costs
                .iter()
                .filter_map(|costs| costs.get(index))
                .map(|cost| cost.megabytes / MEBIBYTE),
        )
    };
    let ours = of(0);
    let peer = match peer {
        "" => "none".to_owned(),
        peer => format!("`{peer}`: {:.0} MiB", of(1)),
    };
    Row {
        what: format!("{what}, the most memory at a time"),
        ours: format!("{ours:.1} MiB"),
        peer,
        result: String::new(),
        goal,
        is_met: ours <= most,
    }
}

fn check(contract: &Path) -> Command {
    let mut command = Command::new(binary());
    command.args(["check", "api"]).arg(contract);
    command
}

fn lint(linters: &Linters, program: &str, words: &[&str], contract: &Path) -> Command {
    let mut command = linters.command(program);
    command.args(words).arg(contract);
    command
}

/// Finds the folder of real contracts beside the workspace.
fn corpus() -> Option<PathBuf> {
    let mut folders = workspace::root();
    loop {
        let folder = folders.join("shared/corpus/openapi");
        if folder.is_dir() {
            return Some(folder);
        }
        if !folders.pop() {
            return None;
        }
    }
}

fn unpack(from: &Path, to: &Path) -> Result<PathBuf, String> {
    let file = fs::File::create(to).map_err(|error| format!("{}: {error}", to.display()))?;
    let mut gzip = Command::new("gzip");
    gzip.args(["--decompress", "--stdout"])
        .arg(from)
        .stdin(Stdio::null())
        .stdout(file);
    crate::command::execute(&mut gzip)?;
    Ok(to.to_path_buf())
}
