//! `cargo xtask soak`: a catalog under mixed load for as long as an hour, which must make no error and no memory grow.

mod catalog;
mod http;
mod load;
mod memory;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub(crate) use self::catalog::Catalog;
pub(crate) use self::http::Connection;
pub(crate) use self::load::write as write_skill;
use self::load::{Load, Tally};
use self::memory::Memory;
use crate::command::{cargo, execute};
use crate::{say, workspace};

/// How long it takes when nothing else is said.
const MINUTES: u64 = 60;

/// How often the memory is read.
const LOOK: Duration = Duration::from_secs(2);

/// Reads what was typed behind the task, and runs.
pub(crate) fn run(words: &[&str]) -> Result<(), String> {
    let (mut minutes, mut binary) = (MINUTES, None);
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let value = words.next();
        match (*word, value) {
            ("--minutes", Some(number)) => {
                let number = number.parse().ok().filter(|number| *number > 0);
                minutes = number.ok_or("`--minutes` takes a number from 1")?;
            }
            ("--binary", Some(path)) => binary = Some(PathBuf::from(path)),
            _ => {
                return Err(format!(
                    "`{word}` is not understood\nhint: cargo xtask soak [--minutes NUMBER] [--binary FILE]"
                ));
            }
        }
    }
    let binary = match binary {
        Some(binary) => binary,
        None => built()?,
    };
    let scratch = std::env::temp_dir().join(format!("guild-soak-{}", std::process::id()));
    fs::create_dir_all(&scratch).map_err(|error| error.to_string())?;
    let verdict = soak(&binary, &scratch, Duration::from_secs(minutes * 60));
    let _ = fs::remove_dir_all(&scratch);
    verdict
}

/// Builds what people run.
fn built() -> Result<PathBuf, String> {
    say::step("guild, release");
    execute(&mut cargo(&[
        "build",
        "--release",
        "--quiet",
        "--package",
        "guild",
    ]))?;
    let target = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| workspace::root().join("target"), PathBuf::from);
    Ok(target.join("release/guild"))
}

fn soak(binary: &Path, scratch: &Path, time: Duration) -> Result<(), String> {
    let catalog = Catalog::start(binary, scratch)?;
    say::step(&format!(
        "{} minutes of load on {}",
        time.as_secs() / 60,
        catalog.address
    ));
    let load = Load::on(&catalog, scratch);
    let began = Instant::now();
    let mut memory = Memory::default();
    let tally = std::thread::scope(|scope| {
        let working = load.begin(scope);
        while began.elapsed() < time && catalog.is_alive() {
            std::thread::park_timeout(LOOK);
            memory.look(began.elapsed(), catalog.process());
        }
        load.end();
        working
            .into_iter()
            .map(|one| one.join().unwrap_or_else(|_| Tally::broken()))
            .fold(Tally::default(), Tally::and)
    });
    let took = began.elapsed();
    let mut flaws = tally.errors.clone();
    if !catalog.is_alive() {
        flaws.push("the server ended".to_owned());
    }
    flaws.extend(catalog.stop());
    flaws.extend(catalog::fsck(binary, scratch));
    say::line(&tally.table(took));
    say::line(&memory.told());
    flaws.extend(memory.grows());
    match flaws.as_slice() {
        [] => {
            say::line("no error, flat memory, a sound catalog, a clean stop");
            Ok(())
        }
        flaws => Err(format!("{} flaws:\n{}", flaws.len(), flaws.join("\n"))),
    }
}
