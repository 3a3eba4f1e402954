//! `guild check browser`: the same flows in Playwright, with the same Chromium and as many workers; and a page whose
//! every change comes late, on which no verdict may be wrong.

pub(super) mod memory;
pub(super) mod site;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use self::memory::most_megabytes;
use self::site::Site;
use super::guild::binary;
use super::table::{Row, median, milliseconds};
use crate::command::find;
use crate::{node, say};

const PLAYWRIGHT: &str = "playwright-core@1.65.1";
const STEPS: &str = include_str!("browser/signup.steps.md");
const SCRIPT: &str = include_str!("browser/signup.mjs");
const DELAYED: &str = include_str!("browser/delayed.steps.md");

/// How many rounds a row takes.
const ROUNDS: usize = 5;
/// How many flows are side by side where there are several.
const WORKERS: usize = 4;
/// How often the page with the delays is gone through.
const RUNS: usize = 500;
/// So many of them at a time: they mostly wait.
const PATIENT: usize = 25;
/// Each of so many has one assertion that is wrong, and has to be found so.
const WRONG_EACH: usize = 5;

/// What both sides need.
struct Bench {
    node: PathBuf,
    playwright: PathBuf,
    chromium: PathBuf,
    site: Site,
    scratch: PathBuf,
}

/// Measures the rows of the browser.
pub(super) fn measure(scratch: &Path) -> Result<Vec<Row>, String> {
    let node = node::install()?;
    let playwright = node::install_packages(&node, &[PLAYWRIGHT])?.join("playwright-core");
    let chromium =
        find("chromium").ok_or("`chromium` is missing\nhint: apt-get install chromium")?;
    let bench = Bench {
        node,
        playwright,
        chromium,
        site: Site::start().map_err(|error| error.to_string())?,
        scratch: scratch.to_owned(),
    };
    fs::write(scratch.join("signup.mjs"), SCRIPT).map_err(|error| error.to_string())?;
    let mut rows = Vec::new();
    rows.extend(bench.against_playwright("one flow: form, submit, network, 3 pictures", 1, 1)?);
    rows.extend(bench.against_playwright("ten such flows, four at a time", 10, WORKERS)?);
    say::line(&format!("{RUNS} runs with delays"));
    rows.push(bench.delays()?);
    Ok(rows)
}

impl Bench {
    /// Times both in turn, then looks at the memory of each once.
    fn against_playwright(
        &self,
        what: &str,
        flows: usize,
        workers: usize,
    ) -> Result<[Row; 2], String> {
        let plan = self.plan(
            &format!("signup-{flows}.md"),
            "/signup",
            "",
            &vec![STEPS.to_owned(); flows],
        )?;
        let ours = || self.ours(&plan, workers);
        let theirs = || self.theirs(flows, workers);
        let mut times = Vec::new();
        for _ in 0..=ROUNDS {
            times.push((seconds(&mut ours())?, seconds(&mut theirs())?));
        }
        let times = &times[1..];
        let ratio = median(times.iter().map(|(ours, theirs)| ours / theirs));
        let time = Row {
            what: format!("`guild check browser` of {what}, the whole process"),
            ours: milliseconds(median(times.iter().map(|(ours, _)| *ours))),
            peer: format!(
                "`playwright-core`: {}",
                milliseconds(median(times.iter().map(|(_, theirs)| *theirs)))
            ),
            result: format!("{ratio:.2}"),
            goal: "at most 0.65 of its time",
            is_met: ratio <= 0.65,
        };
        let (our_memory, their_memory) =
            (most_megabytes(&mut ours())?, most_megabytes(&mut theirs())?);
        let memory = Row {
            what: "the same, the most memory of all its processes at a time (PSS)".to_owned(),
            ours: format!("{our_memory:.0} MB"),
            peer: format!("`playwright-core`: {their_memory:.0} MB"),
            result: format!("{:.2}", our_memory / their_memory),
            goal: "less",
            is_met: our_memory < their_memory,
        };
        Ok([time, memory])
    }

    /// Goes through the page with the delays, and counts the verdicts that are wrong.
    fn delays(&self) -> Result<Row, String> {
        let is_wrong = |index: usize| index.is_multiple_of(WRONG_EACH);
        let steps = |index: usize| match is_wrong(index) {
            true => DELAYED.replace("count 3", "count 4"),
            false => DELAYED.to_owned(),
        };
        let flows: Vec<String> = (0..RUNS).map(steps).collect();
        let plan = self.plan("delayed.md", "/orders", "- Step timeout: 20s\n", &flows)?;
        let mut command = self.ours(&plan, PATIENT);
        command.args(["--format", "json"]).stdout(Stdio::piped());
        let output = command.output().map_err(|error| error.to_string())?;
        let report = String::from_utf8_lossy(&output.stdout);
        let expected = RUNS.div_ceil(WRONG_EACH);
        let right = right_flows(&report, is_wrong);
        Ok(Row {
            what: format!(
                "a page whose changes come 0 to 3 s late, {RUNS} runs, {expected} of them with an assertion that is wrong"
            ),
            ours: format!("{} wrong verdicts", RUNS - right),
            peer: "none".to_owned(),
            result: String::new(),
            goal: "0 wrong verdicts",
            is_met: right == RUNS,
        })
    }

    /// Writes a plan with a flow for each list of steps, which begin at `entry`: the page that Playwright opens too.
    fn plan(
        &self,
        name: &str,
        entry: &str,
        head: &str,
        flows: &[String],
    ) -> Result<PathBuf, String> {
        let mut text = format!(
            "# Test plan: A bench\n\n- Entry URL: {}{entry}\n{head}",
            self.site.origin()
        );
        for (index, steps) in flows.iter().enumerate() {
            text.push_str(&format!("\n## Flow: Number {index}\n\n{steps}"));
        }
        let path = self.scratch.join(name);
        fs::write(&path, text).map_err(|error| error.to_string())?;
        Ok(path)
    }

    fn ours(&self, plan: &Path, workers: usize) -> Command {
        let mut command = Command::new(binary());
        command.args(["check", "browser"]).arg(plan);
        command.arg("--output").arg(self.scratch.join("evidence"));
        command.args(["--jobs", &workers.to_string()]);
        command.env("GUILD_CHROMIUM", &self.chromium);
        quiet(command)
    }

    fn theirs(&self, flows: usize, workers: usize) -> Command {
        let mut command = Command::new(&self.node);
        command.arg(self.scratch.join("signup.mjs"));
        command.args([&self.playwright, &self.chromium]);
        command.arg(self.site.origin()).arg(&self.scratch);
        command.args([flows.to_string(), workers.to_string()]);
        quiet(command)
    }
}

fn quiet(mut command: Command) -> Command {
    command.stdin(Stdio::null()).stdout(Stdio::null());
    command
}

/// Times a whole process, which has to pass.
fn seconds(command: &mut Command) -> Result<f64, String> {
    let started = Instant::now();
    let status = command.stderr(Stdio::null()).status();
    let status = status.map_err(|error| format!("{command:?}: {error}"))?;
    match status.success() {
        true => Ok(started.elapsed().as_secs_f64()),
        false => Err(format!("{command:?} ended with {status}")),
    }
}

/// Counts the flows of a JSON report each of whose steps has the verdict that it has to have.
fn right_flows(report: &str, is_wrong: impl Fn(usize) -> bool) -> usize {
    let steps_of_each = DELAYED
        .lines()
        .filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    let steps_of_each = steps_of_each.count();
    let mut right = vec![0; RUNS];
    for step in report.split("\"flow\": \"Number ").skip(1) {
        let Some((Ok(index), rest)) = step
            .split_once('"')
            .map(|(index, rest)| (index.parse::<usize>(), rest))
        else {
            continue;
        };
        let is_planted = is_wrong(index) && rest.contains("has count 4");
        let is_right = match is_planted {
            true => {
                rest.contains("\"verdict\": \"FAILED\"") && rest.contains("\"actual\": \"found 3")
            }
            false => rest.contains("\"verdict\": \"PASSED\""),
        };
        right[index] += usize::from(is_right);
    }
    right
        .iter()
        .filter(|steps| **steps == steps_of_each)
        .count()
}
