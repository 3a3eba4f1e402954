//! The load: readers, searchers, streams, and people who publish, yank and install with the program itself.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

use super::catalog::Catalog;
use super::http::Connection;

const READERS: u64 = 2;
const SEARCHERS: u64 = 2;
const STREAMS: u64 = 8;

/// How many skills are published again and again.
const SKILLS: u64 = 20;

/// Between two publishes of one person: a team's day in an hour, not a flood.
const PAUSE: Duration = Duration::from_millis(500);

/// Between two questions of one reader or searcher, 500 a second in all: the hour is to find what breaks or grows with
/// time, and how much the server takes at most is for the benchmarks to say.
const BETWEEN: Duration = Duration::from_millis(8);

/// More errors of one worker say nothing new.
const ERRORS: usize = 10;

/// What was asked, how often, and how long it took.
#[derive(Default)]
pub(super) struct Tally {
    kinds: BTreeMap<&'static str, Times>,
    pub(super) errors: Vec<String>,
}

/// How long one kind of request took, in steps of a quarter of a power of two from a microsecond.
#[derive(Clone, Default)]
struct Times(BTreeMap<u32, u64>);

/// What all workers share.
pub(super) struct Load<'c> {
    catalog: &'c Catalog,
    scratch: PathBuf,
    is_over: AtomicBool,
    published: AtomicU64,
}

impl<'c> Load<'c> {
    pub(super) fn on(catalog: &'c Catalog, scratch: &Path) -> Self {
        Self {
            catalog,
            scratch: scratch.to_owned(),
            is_over: AtomicBool::new(false),
            published: AtomicU64::new(0),
        }
    }

    /// Starts all workers.
    pub(super) fn begin<'s>(
        &'s self,
        scope: &'s Scope<'s, '_>,
    ) -> Vec<ScopedJoinHandle<'s, Tally>> {
        let mut working = Vec::new();
        working.extend((0..READERS).map(|number| scope.spawn(move || self.read(number))));
        working.extend((0..SEARCHERS).map(|number| scope.spawn(move || self.search(number))));
        working.extend((0..STREAMS).map(|_| scope.spawn(|| self.listen())));
        working.push(scope.spawn(|| self.publish()));
        working.push(scope.spawn(|| self.install()));
        working
    }

    /// Ends all workers, each after what it is at.
    pub(super) fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    fn goes_on(&self, tally: &Tally) -> bool {
        !self.is_over.load(Ordering::Relaxed) && tally.errors.len() < ERRORS
    }

    /// Reads pages, records and archives, of which most are in memory.
    fn read(&self, number: u64) -> Tally {
        let paths = [
            ("page", "/"),
            ("page", "/skills/adr-writer"),
            ("page", "/skills/soak-1"),
            ("record", "/api/skills/soak-2"),
            ("record", "/api/skills/test-generator"),
            ("record", "/api/skills/soak-3/releases"),
            ("archive", "/skills/adr-writer/adr-writer.zip"),
            ("archive", "/skills/soak-4/soak-4.zip"),
            ("record", "/log/checkpoint"),
            ("record", "/.well-known/agent-skills/index.json"),
        ];
        self.over_connections(number, |turn| {
            let (kind, path) = paths[(turn % paths.len() as u64) as usize];
            (kind, path.to_owned())
        })
    }

    /// Searches for words that are new most times, so that no answer is in memory.
    fn search(&self, number: u64) -> Tally {
        let words = [
            "review",
            "test",
            "tea",
            "dokumentation",
            "api",
            "kettle",
            "brwoser",
            "decision",
        ];
        self.over_connections(number, |turn| {
            let word = words[(turn % words.len() as u64) as usize];
            match turn % 3 {
                0 => (
                    "search",
                    format!("/api/skills?query={word}+{}", turn % 9973),
                ),
                1 => ("search", format!("/search?query={word}&page=1")),
                _ => (
                    "match",
                    format!("/api/matches?task=write+{word}+{}", turn % 9973),
                ),
            }
        })
    }

    /// Asks over one connection, and over a new one after a thousand questions, as people come and go.
    fn over_connections(&self, number: u64, next: impl Fn(u64) -> (&'static str, String)) -> Tally {
        let mut tally = Tally::default();
        let mut connection = None;
        // The first skill has to be there.
        while self.published.load(Ordering::Relaxed) < SKILLS && self.goes_on(&tally) {
            std::thread::park_timeout(PAUSE);
        }
        let mut due = Instant::now();
        for turn in number * 31.. {
            if !self.goes_on(&tally) {
                return tally;
            }
            if turn % 1000 == 0 {
                connection = None;
            }
            due += BETWEEN;
            std::thread::park_timeout(due.saturating_duration_since(Instant::now()));
            let (kind, path) = next(turn);
            let answer = self.connection(&mut connection).and_then(|connection| {
                let began = Instant::now();
                let answer = connection.ask("GET", &path, "", "")?;
                Ok((answer, began.elapsed()))
            });
            match answer {
                Ok((answer, took)) if answer.status == 200 => tally.count(kind, took),
                Ok((answer, _)) => tally.error(format!("{path}: {}", answer.status)),
                Err(error) => {
                    tally.error(format!("{path}: {error}"));
                    connection = None;
                }
            }
        }
        tally
    }

    fn connection<'k>(&self, kept: &'k mut Option<Connection>) -> io::Result<&'k mut Connection> {
        let connection = match kept.take() {
            Some(connection) => connection,
            None => Connection::open(&self.catalog.address)?,
        };
        Ok(kept.insert(connection))
    }

    /// Listens to what happens until the end.
    fn listen(&self) -> Tally {
        let mut tally = Tally::default();
        let listened = || -> io::Result<Tally> {
            let mut tally = Tally::default();
            let mut connection = Connection::open(&self.catalog.address)?;
            let status = connection.listen("/api/events")?;
            if status != 200 {
                tally.error(format!("/api/events: {status}"));
            }
            let mut since = Instant::now();
            while self.goes_on(&tally) {
                if connection.line()?.starts_with("data: ") {
                    tally.count("event", since.elapsed());
                    since = Instant::now();
                }
            }
            Ok(tally)
        };
        match listened() {
            Ok(tally) => tally,
            Err(error) => {
                tally.error(format!("a stream of events: {error}"));
                tally
            }
        }
    }

    /// Publishes version after version, and withdraws some.
    fn publish(&self) -> Tally {
        let mut tally = Tally::default();
        let home = self.scratch.join("publisher");
        for turn in 0.. {
            if !self.goes_on(&tally) {
                break;
            }
            let (skill, patch) = (turn % SKILLS, turn / SKILLS);
            let folder = home.join(format!("soak-{skill}"));
            if let Err(error) = write(&folder, skill, patch) {
                tally.error(error.to_string());
            }
            self.guild(
                &home,
                &["publish", &folder.display().to_string()],
                "publish",
                &mut tally,
            );
            self.published.fetch_add(1, Ordering::Relaxed);
            if turn % 7 == 6 && patch > 0 {
                let release = format!("soak-{skill}@1.0.{}", patch - 1);
                let words = ["yank", &release, "--why", "it is too old"];
                self.guild(&home, &words, "yank", &mut tally);
            }
            if patch > 0 {
                std::thread::park_timeout(PAUSE);
            }
        }
        tally
    }

    /// Installs, verifies and removes.
    fn install(&self) -> Tally {
        let mut tally = Tally::default();
        let home = self.scratch.join("installer");
        while self.goes_on(&tally) {
            for words in [
                ["install", "adr-writer"].as_slice(),
                &["install", "test-generator"],
                &["verify"],
                &["remove", "adr-writer"],
                &["search", "tea", "--json"],
            ] {
                self.guild(&home, words, words[0], &mut tally);
            }
            std::thread::park_timeout(PAUSE);
        }
        tally
    }

    /// Runs the program as a person does.
    fn guild(&self, home: &Path, words: &[&str], kind: &'static str, tally: &mut Tally) {
        if !self.goes_on(tally) {
            return;
        }
        let began = Instant::now();
        let output = fs::create_dir_all(home).and_then(|()| {
            Command::new(&self.catalog.binary)
                .args(words)
                .current_dir(home)
                .env("HOME", home)
                .env("GUILD_CATALOG", format!("http://{}", self.catalog.address))
                .env("GUILD_TOKEN", &self.catalog.token)
                .stdin(Stdio::null())
                .output()
        });
        match output {
            Ok(output) if output.status.success() => tally.count(kind, began.elapsed()),
            Ok(output) => {
                let said = String::from_utf8_lossy(&output.stderr);
                tally.error(format!("guild {}: {said}", words.join(" ")));
            }
            Err(error) => tally.error(error.to_string()),
        }
    }
}

/// Writes a version of a skill.
pub(crate) fn write(folder: &Path, skill: u64, patch: u64) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let skill_md = format!(
        "---\nname: soak-{skill}\ndescription: Use when somebody wants a cup of tea number {skill}, as in \"make me a tea\" or \"the kettle is on\".\nmetadata:\n  version: \"1.0.{patch}\"\n---\n\n# Soak\n\nWarm the pot, boil fresh water, wait {patch} minutes, and pour.\n"
    );
    let page_md = "---\npack: Soak pack\n---\n\n# Soak\n\nMakes a cup of tea, from the pot to the pouring.\n\n## What it does\n\nWarms the pot, measures the leaves, and minds the time.\n\n## When to use\n\n- Somebody is thirsty.\n\n## When not to use\n\n- It is hot outside: make a lemonade.\n\n## Example prompts\n\n- Make me a tea.\n- The kettle is on, what comes next?\n";
    fs::write(folder.join("SKILL.md"), skill_md)?;
    fs::write(folder.join("PAGE.md"), page_md)
}

impl Tally {
    /// The tally of a worker that ended by a defect of its own.
    pub(super) fn broken() -> Self {
        let mut tally = Self::default();
        tally.error("a worker of the load ended".to_owned());
        tally
    }

    fn count(&mut self, kind: &'static str, took: Duration) {
        let microseconds = took.as_micros().max(1) as f64;
        let step = (microseconds.log2() * 4.0) as u32;
        *self
            .kinds
            .entry(kind)
            .or_default()
            .0
            .entry(step)
            .or_default() += 1;
    }

    fn error(&mut self, what: String) {
        self.errors.push(what);
    }

    /// Adds another.
    pub(super) fn and(mut self, other: Self) -> Self {
        for (kind, times) in other.kinds {
            let sum = self.kinds.entry(kind).or_default();
            for (step, count) in times.0 {
                *sum.0.entry(step).or_default() += count;
            }
        }
        self.errors.extend(other.errors);
        self
    }

    /// Tells it for people.
    pub(super) fn table(&self, took: Duration) -> String {
        let mut text = format!(
            "{:<10}{:>10}{:>12}{:>12}{:>12}",
            "", "count", "a second", "p50 ms", "p99 ms"
        );
        for (kind, times) in &self.kinds {
            let count: u64 = times.0.values().sum();
            let rate = count as f64 / took.as_secs_f64();
            let (half, most) = (times.below(0.50), times.below(0.99));
            text.push_str(&format!(
                "\n{kind:<10}{count:>10}{rate:>12.1}{half:>12.2}{most:>12.2}"
            ));
        }
        text
    }
}

impl Times {
    /// The milliseconds within which a share of all came, to a fifth.
    fn below(&self, share: f64) -> f64 {
        let all: u64 = self.0.values().sum();
        let mut seen = 0;
        for (step, count) in &self.0 {
            seen += count;
            if seen as f64 >= all as f64 * share {
                return 2_f64.powf(f64::from(step + 1) / 4.0) / 1000.0;
            }
        }
        0.0
    }
}
