//! A catalog of 100,000 and of 1,000,000 skills: how long a search takes, how soon the server answers after its start, how
//! much memory and disk it takes.
//!
//! The skills are written by the example `fill` of guild-catalog, straight into the store. `GUILD_BENCH_SKILLS` names
//! other counts, separated by commas; `GUILD_BENCH_SCALE` a folder where filled catalogs are kept, as a million skills take
//! a quarter of an hour to write.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use super::guild::Guild;
use super::latency::{Line, escaped};
use super::table::{Row, milliseconds};
use crate::command::{cargo, execute};
use crate::{say, workspace};

/// How many searches of each kind are timed.
const SEARCHES: usize = 300;

/// The numbers of skills.
const COUNTS: [u64; 2] = [100_000, 1_000_000];

/// Measures catalogs of each size.
pub(super) fn measure(scratch: &Path) -> Result<Vec<Row>, String> {
    let build = [
        "build",
        "--release",
        "--quiet",
        "--package",
        "guild-catalog",
        "--features",
        "guild-catalog/fill",
        "--example",
        "fill",
    ];
    execute(&mut cargo(&build))?;
    let counts = match std::env::var("GUILD_BENCH_SKILLS") {
        Ok(counts) => {
            let counts = counts.split(',').map(|count| count.trim().parse::<u64>());
            counts
                .collect::<Result<Vec<_>, _>>()
                .map_err(|error| format!("GUILD_BENCH_SKILLS: {error}"))?
        }
        Err(_) => COUNTS.to_vec(),
    };
    let kept = std::env::var_os("GUILD_BENCH_SCALE").map(PathBuf::from);
    let mut rows = Vec::new();
    for count in counts {
        let folder = kept.as_deref().unwrap_or(scratch);
        let data = folder.join(format!("scale-{count}"));
        if !data.exists() {
            fill(&data, count)?;
        }
        rows.extend(of_catalog(&data, count)?);
        if kept.is_none() {
            fs::remove_dir_all(&data).map_err(|error| error.to_string())?;
        }
    }
    Ok(rows)
}

fn fill(data: &Path, count: u64) -> Result<(), String> {
    say::line(&format!("filling a catalog of {count} skills"));
    let started = Instant::now();
    execute(Command::new(filler()).arg(data).arg(count.to_string()))?;
    let seconds = started.elapsed().as_secs_f64();
    say::line(&format!("filled in {seconds:.0} s"));
    Ok(())
}

fn filler() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR");
    let target = target.map_or_else(|| workspace::root().join("target"), Into::into);
    target.join("release/examples/fill")
}

fn of_catalog(data: &Path, count: u64) -> Result<Vec<Row>, String> {
    let mut rows = vec![disk(data, count)];
    // The first start lists the Developer pack.
    drop(Guild::start(data)?);
    let started = Instant::now();
    let guild = Guild::start(data)?;
    guild.fetch("/search?query=review")?;
    let first = started.elapsed();
    let memory = guild.resident_megabytes()?;
    rows.push(Row {
        what: format!("start to the first answer, a search, with {count} skills"),
        ours: milliseconds(first.as_secs_f64()),
        peer: "none".to_owned(),
        result: String::new(),
        goal: "1 s",
        is_met: first <= Duration::from_secs(1),
    });
    rows.push(resident("after its start", count, memory));
    let mut line = Line::to(&guild.address)?;
    rows.extend(searches(&mut line, count)?);
    rows.push(resident(
        "after the searches",
        count,
        guild.resident_megabytes()?,
    ));
    Ok(rows)
}

fn disk(data: &Path, count: u64) -> Row {
    let size = |path: &Path| -> u64 {
        let files = workspace::files(path, &[""]);
        let sizes = files.iter().filter_map(|file| fs::metadata(file).ok());
        sizes.map(|meta| meta.len()).sum()
    };
    let index = size(&data.join("search"));
    let megabytes = |bytes: u64| bytes as f64 / 1e6;
    Row {
        what: format!("disk of {count} skills, without their archives"),
        ours: format!("{:.0} MB", megabytes(size(data))),
        peer: "none".to_owned(),
        result: format!("of it the search index: {:.0} MB", megabytes(index)),
        goal: "told",
        is_met: true,
    }
}

fn resident(when: &str, count: u64, (all, own): (f64, f64)) -> Row {
    Row {
        what: format!("resident memory {when}, with {count} skills"),
        ours: format!("{all:.0} MB"),
        peer: "none".to_owned(),
        result: format!("{own:.0} MB of its own; the rest is files that the system keeps anyway"),
        goal: "200 MB",
        is_met: all <= 200.0,
    }
}

fn searches(line: &mut Line, count: u64) -> Result<Vec<Row>, String> {
    let words = words(line)?;
    let is_large = count > 100_000;
    let goal = if is_large {
        (Duration::from_millis(30), "30 ms")
    } else {
        (Duration::from_millis(10), "10 ms")
    };
    let typo_goal = if is_large {
        (Duration::from_millis(100), "100 ms")
    } else {
        (Duration::from_millis(30), "30 ms")
    };
    let other_goal = (Duration::from_millis(50), "50 ms");
    // Every search is another one: none is answered from memory.
    let pick = |place: usize| words[place * words.len() / SEARCHES % words.len()].as_str();
    let api = |text: &str| format!("/api/skills?query={}", escaped(text));
    let places = || 0..SEARCHES.min(words.len());
    let three = |place: usize| {
        let step = words.len() / 3;
        let word = |shift: usize| words[(place + shift * step) % words.len()].as_str();
        format!("{} {} {}", pick(place), word(1), word(2))
    };
    let what = |kind: &str| format!("search among {count} skills: {kind}");
    let mut rows = vec![
        line.row(
            what("one word"),
            places().map(|place| api(pick(place))),
            goal,
        )?,
        line.row(
            what("three words"),
            places().map(|place| api(&three(place))),
            goal,
        )?,
        line.row(
            what("a beginning of three letters"),
            beginnings(&words).map(|text| api(&text)),
            goal,
        )?,
        line.row(
            what("a typing error"),
            places().map(|place| api(&mistyped(pick(place)))),
            typo_goal,
        )?,
        line.row(
            what("one word, the page with its facets"),
            places().map(|place| format!("/search?query={}", escaped(pick(place)))),
            goal,
        )?,
    ];
    let of_client = |path: &str| {
        let path = path.to_owned();
        let ask = move |place: usize| format!("{path}{}", escaped(pick(place)));
        places().map(ask).collect::<Vec<_>>().into_iter()
    };
    rows.push(line.row(
        what("npm `skills find`"),
        of_client("/api/search?q="),
        other_goal,
    )?);
    rows.push(line.row(
        what("`clawhub search`"),
        of_client("/api/v1/search?q="),
        other_goal,
    )?);
    Ok(rows)
}

/// Takes words of skills all over the catalog, the common and the rare ones, in an order that has nothing to do with
/// either.
fn words(line: &mut Line) -> Result<Vec<String>, String> {
    let mut words = BTreeSet::new();
    for page in (1..=40).map(|step| step * 25) {
        let (body, _) = line.ask(&format!("/api/skills?page={page}&pageSize=100"))?;
        let body = String::from_utf8_lossy(&body).into_owned();
        let texts = body.split("\"summary\"").skip(1);
        let texts = texts.filter_map(|rest| rest.split('"').nth(1));
        let new = texts.flat_map(str::split_whitespace);
        let new = new.map(|word| word.trim_matches(|sign: char| !sign.is_alphanumeric()));
        words.extend(new.filter(|word| word.len() > 3).map(str::to_lowercase));
    }
    if words.len() < 3 {
        return Err("the catalog has no words to search for".to_owned());
    }
    Ok(words.into_iter().collect())
}

fn beginnings(words: &[String]) -> impl Iterator<Item = String> {
    let beginnings = words.iter().map(|word| word.chars().take(3).collect());
    let beginnings: BTreeSet<String> = beginnings.collect();
    let step = (beginnings.len() / SEARCHES).max(1);
    beginnings.into_iter().step_by(step)
}

/// Swaps two letters in the middle of a word.
fn mistyped(word: &str) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    let middle = letters.len() / 2;
    letters.swap(middle - 1, middle);
    letters.push('x');
    letters.into_iter().collect()
}
