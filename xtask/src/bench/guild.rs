//! Our own side: the release binary, serving.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::ROUNDS;
use super::table::{Row, median, milliseconds};
use crate::command::execute;
use crate::workspace;

/// Linux counts the time of processes in hundredths of a second for everybody who reads it.
const TICKS: f64 = 100.0;

/// A running `guild serve`, ended when dropped.
pub(super) struct Guild {
    child: Child,
    /// `127.0.0.1:port`.
    pub(super) address: String,
}

/// Tells how guild is built: for release, or with `GUILD_BENCH_DEBUG` without, to try a measurement and not to measure.
pub(super) fn profile() -> &'static [&'static str] {
    match std::env::var_os("GUILD_BENCH_DEBUG") {
        None => &["--release"],
        Some(_) => &[],
    }
}

/// The binary that is to be tried in the place of one that is built, to try a measurement and not to measure.
const GIVEN: &str = "GUILD_BENCH_BINARY";

/// Whether the binary is there already.
pub(super) fn is_given() -> bool {
    std::env::var_os(GIVEN).is_some()
}

/// Gives the binary.
pub(super) fn binary() -> PathBuf {
    if let Some(given) = std::env::var_os(GIVEN) {
        return given.into();
    }
    let target = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| workspace::root().join("target"), PathBuf::from);
    target.join(if profile().is_empty() {
        "debug/guild"
    } else {
        "release/guild"
    })
}

impl Guild {
    /// Starts it on a free port and reads the address that it prints.
    pub(super) fn start(data: &Path) -> Result<Self, String> {
        Self::start_with(data, &[], &[])
    }

    /// Starts it with further arguments and variables.
    pub(super) fn start_with(
        data: &Path,
        words: &[&str],
        variables: &[(&str, &str)],
    ) -> Result<Self, String> {
        let mut child = Command::new(binary())
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .args(words)
            .envs(variables.iter().copied())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("guild serve could not be started: {error}"))?;
        let output = child.stdout.take().ok_or("guild serve has no output")?;
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            let Some((_, rest)) = line.split_once("http://") else {
                continue;
            };
            let address = rest.split(['/', ' ']).next().unwrap_or(rest).to_owned();
            return Ok(Self { child, address });
        }
        Err("guild serve printed no address".to_owned())
    }

    /// Gives an address below the catalog.
    pub(super) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Fetches a path's body, as plain bytes.
    pub(super) fn fetch(&self, path: &str) -> Result<Vec<u8>, String> {
        fetch(&self.address, path)
    }

    /// Tells how many MB are resident: all, and those that are no files of the disk.
    pub(super) fn resident_megabytes(&self) -> Result<(f64, f64), String> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.map_err(|error| error.to_string())?;
        let field = |name: &str| {
            let line = status.lines().find(|line| line.starts_with(name))?;
            line.split_whitespace().nth(1)?.parse::<f64>().ok()
        };
        match (field("VmRSS:"), field("RssAnon:")) {
            (Some(all), Some(own)) => Ok((all * 1024.0 / 1e6, own * 1024.0 / 1e6)),
            _ => Err("the memory of guild serve cannot be read".to_owned()),
        }
    }

    /// Tells how many seconds of the processor it has taken, on all cores, in the system too.
    pub(super) fn seconds_worked(&self) -> Result<f64, String> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id()));
        let stat = stat.map_err(|error| error.to_string())?;
        // The name of the program, which may hold blanks, ends with a bracket; times are the 14th and the 15th field.
        let rest = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
        let times = rest.split_whitespace().skip(11).take(2);
        let ticks: Result<Vec<f64>, _> = times.map(str::parse::<f64>).collect();
        let ticks = ticks.map_err(|error| error.to_string())?;
        Ok(ticks.iter().sum::<f64>() / TICKS)
    }

    fn resident_bytes(&self) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        line.split_whitespace()
            .nth(1)?
            .parse::<u64>()
            .ok()
            .map(|kilobytes| kilobytes * 1024)
    }
}

impl Drop for Guild {
    fn drop(&mut self) {
        let pid = self.child.id().to_string();
        let _ = execute(Command::new("kill").args(["-TERM", &pid]));
        let _ = self.child.wait();
    }
}

/// Sends one request over a connection of its own and gives the body of its answer.
pub(super) fn fetch(address: &str, path: &str) -> Result<Vec<u8>, String> {
    let ask = || -> std::io::Result<Vec<u8>> {
        let mut stream = TcpStream::connect(address)?;
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
        )?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        Ok(answer)
    };
    let answer = ask().map_err(|error| format!("{address}{path}: {error}"))?;
    let head = answer.windows(4).position(|window| window == b"\r\n\r\n");
    let head = head.ok_or_else(|| format!("{address}{path}: half an answer"))?;
    if !answer.starts_with(b"HTTP/1.1 200") {
        return Err(format!(
            "{address}{path}: {}",
            String::from_utf8_lossy(&answer[..head.min(60)])
        ));
    }
    Ok(answer[head + 4..].to_vec())
}

/// Times a start on a filled data folder until the first byte of a page, and reads the memory of an idle server.
pub(super) fn start_and_memory(scratch: &Path) -> Result<[Row; 2], String> {
    let data = scratch.join("start");
    // The first start lists the pack; the others are what a person sees each day.
    let mut times = Vec::new();
    let mut sizes = Vec::new();
    for _ in 0..=ROUNDS {
        let started = Instant::now();
        let guild = Guild::start(&data)?;
        guild.fetch("/")?;
        times.push(started.elapsed());
        let size = guild
            .resident_bytes()
            .ok_or("the memory of guild serve cannot be read")?;
        sizes.push(size);
    }
    let seconds = median(times.iter().skip(1).map(Duration::as_secs_f64));
    let megabytes = median(sizes.iter().map(|&size| size as f64 / 1_000_000.0));
    let start = Row {
        what: "start to the first page".to_owned(),
        ours: milliseconds(seconds),
        peer: "none".to_owned(),
        result: format!(
            "first start of all, which lists the pack: {}",
            milliseconds(times[0].as_secs_f64())
        ),
        goal: "150 ms",
        is_met: seconds <= 0.150,
    };
    let memory = Row {
        what: "resident memory after the first page".to_owned(),
        ours: format!("{megabytes:.1} MB"),
        peer: "none".to_owned(),
        result: String::new(),
        goal: "60 MB",
        is_met: megabytes <= 60.0,
    };
    Ok([start, memory])
}
