//! `guild mcp --browser` against the tool servers of Chrome DevTools and Playwright, with the same Chromium: how soon
//! it answers, how long a task takes, how much an assistant has to read, how much memory it holds.

mod client;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use self::client::Client;
use super::browser::memory::megabytes_without;
use super::browser::site::Site;
use super::guild::binary;
use super::table::{Row, median, milliseconds};
use crate::command::find;
use crate::node;

const DEVTOOLS: &str = "chrome-devtools-mcp@1.11.0";
const PLAYWRIGHT: &str = "@playwright/mcp@0.0.83";
const TOKENIZER: &str = "gpt-tokenizer@4.0.0";

/// Counts the tokens of a file.
const COUNT: &str = "\
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
const { countTokens } = await import(pathToFileURL(process.argv[2]));
console.log(countTokens(readFileSync(process.argv[3], 'utf8')));
";

/// How many rounds a row takes.
const ROUNDS: usize = 5;

/// The most bytes of our list of tools.
const LIST_BYTES: usize = 8 << 10;

/// The servers; ours is the first.
const SERVERS: [Server; 3] = [Server::Ours, Server::Devtools, Server::Playwright];

/// A tool server.
#[derive(Clone, Copy)]
enum Server {
    Ours,
    Devtools,
    Playwright,
}

/// What all of them need.
struct Bench {
    node: PathBuf,
    modules: PathBuf,
    chromium: PathBuf,
    site: Site,
    scratch: PathBuf,
}

/// What one run through the task gave.
struct Run {
    /// Until `initialize` was answered, in seconds.
    ready: f64,
    /// From the start of the process to its end, in seconds.
    whole: f64,
    list: String,
    results: String,
    /// What the server held at the end of the task, without its browser.
    megabytes: f64,
}

/// Measures the rows of the tool server.
pub(super) fn measure(scratch: &Path) -> Result<Vec<Row>, String> {
    let node = node::install()?;
    let modules = node::install_packages(&node, &[DEVTOOLS, PLAYWRIGHT, TOKENIZER])?;
    let chromium =
        find("chromium").ok_or("`chromium` is missing\nhint: apt-get install chromium")?;
    let bench = Bench {
        node,
        modules,
        chromium,
        site: Site::start().map_err(|error| error.to_string())?,
        scratch: scratch.to_owned(),
    };
    let mut rounds = Vec::new();
    for round in 0..=ROUNDS {
        let runs: Result<Vec<Run>, String> =
            SERVERS.iter().map(|server| bench.run(*server)).collect();
        let runs = runs?;
        if round > 0 {
            rounds.push(runs);
        }
    }
    bench.rows(&rounds)
}

impl Bench {
    /// Goes through the task once, the whole process.
    fn run(&self, server: Server) -> Result<Run, String> {
        let started = Instant::now();
        let mut client = Client::start(self.command(server))?;
        client.greet()?;
        let ready = started.elapsed().as_secs_f64();
        let list = client.ask("tools/list", "{}")?;
        let results = server.task(&mut client, self.site.origin());
        let results = results.map_err(|why| format!("{}: {why}", server.name()))?;
        let looked = Instant::now();
        let megabytes = megabytes_without(client.id(), "chrom");
        let looked = looked.elapsed().as_secs_f64();
        client.end()?;
        Ok(Run {
            ready,
            whole: started.elapsed().as_secs_f64() - looked,
            list,
            results: results.join("\n"),
            megabytes,
        })
    }

    fn command(&self, server: Server) -> Command {
        let mut command = match server {
            Server::Ours => Command::new(binary()),
            Server::Devtools | Server::Playwright => Command::new(&self.node),
        };
        match server {
            Server::Ours => command
                .args(["mcp", "--browser"])
                .env("GUILD_CHROMIUM", &self.chromium),
            Server::Devtools => command
                .arg(
                    self.modules
                        .join("chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js"),
                )
                .args(["--headless", "--isolated", "--no-usage-statistics"])
                .args(["--chromeArg=--no-sandbox", "--executablePath"])
                .arg(&self.chromium),
            Server::Playwright => command
                .arg(self.modules.join("@playwright/mcp/cli.js"))
                .args([
                    "--headless",
                    "--isolated",
                    "--no-sandbox",
                    "--executable-path",
                ])
                .arg(&self.chromium),
        };
        // Some write their pictures where they stand.
        command.current_dir(&self.scratch).stderr(Stdio::null());
        command
    }

    fn rows(&self, rounds: &[Vec<Run>]) -> Result<Vec<Row>, String> {
        let of = |server: usize, value: &dyn Fn(&Run) -> f64| {
            median(rounds.iter().map(|runs| value(&runs[server])))
        };
        let ratio = |server: usize, value: &dyn Fn(&Run) -> f64| {
            median(
                rounds
                    .iter()
                    .map(|runs| value(&runs[0]) / value(&runs[server])),
            )
        };
        let mut tokens = Vec::new();
        for (place, server) in SERVERS.iter().enumerate() {
            let run = rounds.first().and_then(|runs| runs.get(place));
            let run = run.ok_or("nothing was measured")?;
            let results = self.tokens(&run.results)?;
            tokens.push((
                server.name(),
                run.list.len(),
                self.tokens(&run.list)?,
                results,
            ));
        }
        let peers = |value: &dyn Fn(usize) -> String| {
            let told = [1, 2].map(|peer| format!("`{}`: {}", SERVERS[peer].name(), value(peer)));
            told.join(", ")
        };
        let ready = of(0, &|run| run.ready);
        let mut rows = vec![
            Row {
                what: "`guild mcp --browser`, from its start until `initialize` is answered"
                    .to_owned(),
                ours: milliseconds(ready),
                peer: peers(&|peer| milliseconds(of(peer, &|run| run.ready))),
                result: String::new(),
                goal: "at most 20 ms",
                is_met: ready <= 0.020,
            },
            Row {
                what: "its list of tools, in bytes and in tokens".to_owned(),
                ours: format!("{} bytes, {} tokens", tokens[0].1, tokens[0].2),
                peer: peers(&|peer| format!("{} bytes, {} tokens", tokens[peer].1, tokens[peer].2)),
                result: String::new(),
                goal: "at most 8 KiB",
                is_met: tokens[0].1 <= LIST_BYTES,
            },
        ];
        for peer in [1, 2] {
            let name = SERVERS[peer].name();
            let part = |what: &str, ours: String, theirs: String, ratio: f64, goal, most| Row {
                what: what.to_owned(),
                ours,
                peer: format!("`{name}`: {theirs}"),
                result: format!("{ratio:.2}"),
                goal,
                is_met: ratio <= most,
            };
            let whole = |server| milliseconds(of(server, &|run| run.whole));
            let held = |server| format!("{:.1} MB", of(server, &|run| run.megabytes));
            let read = |server: usize| format!("{} tokens", tokens[server].3);
            rows.extend([
                part(
                    "a task by calls of tools (open, look, fill two fields, press, wait, look, picture), the whole process",
                    whole(0),
                    whole(peer),
                    ratio(peer, &|run| run.whole),
                    "at most half the time",
                    0.5,
                ),
                part(
                    "the answers of that task, without the picture",
                    read(0),
                    read(peer),
                    tokens[0].3 as f64 / tokens[peer].3 as f64,
                    "at most half",
                    0.5,
                ),
                part(
                    "the memory of the server at its end, without the browser (PSS)",
                    held(0),
                    held(peer),
                    ratio(peer, &|run| run.megabytes),
                    "at most a fifth",
                    0.2,
                ),
            ]);
        }
        Ok(rows)
    }

    /// Counts tokens, by the same tokenizer for all.
    fn tokens(&self, text: &str) -> Result<usize, String> {
        let (script, file) = (self.scratch.join("count.mjs"), self.scratch.join("counted"));
        let write =
            |path: &Path, text: &str| fs::write(path, text).map_err(|error| error.to_string());
        write(&script, COUNT)?;
        write(&file, text)?;
        let mut command = Command::new(&self.node);
        command
            .arg(script)
            .arg(self.modules.join("gpt-tokenizer/esm/main.js"))
            .arg(file);
        let output = command.output().map_err(|error| error.to_string())?;
        let counted = String::from_utf8_lossy(&output.stdout);
        let why = || String::from_utf8_lossy(&output.stderr).into_owned();
        counted
            .trim()
            .parse()
            .map_err(|_| format!("no tokens were counted: {}", why()))
    }
}

impl Server {
    fn name(self) -> &'static str {
        match self {
            Self::Ours => "guild mcp --browser",
            Self::Devtools => "chrome-devtools-mcp",
            Self::Playwright => "playwright-mcp",
        }
    }

    /// Opens the page, looks, fills the form, presses, waits for what comes, looks, and takes a picture; gives the
    /// answers.
    fn task(self, client: &mut Client, origin: &str) -> Result<Vec<String>, String> {
        match self {
            Self::Ours => ours(client, origin),
            Self::Devtools => devtools(client, origin),
            Self::Playwright => playwright(client, origin),
        }
    }
}

fn ours(client: &mut Client, origin: &str) -> Result<Vec<String>, String> {
    let steps = r##"{"steps": ["Fill textbox \"Name\" with \"Ada\"", "Fill textbox \"Company\" with \"Engines\"",
"Click button \"Create account\"", "Assert text \"Welcome, Ada\" is visible"]}"##;
    Ok(vec![
        client.call("browser_open", &format!(r#"{{"url": "{origin}/signup"}}"#))?,
        client.call("browser_snapshot", "{}")?,
        client.call("browser_do", steps)?,
        client.call("browser_snapshot", "{}")?,
        client.call("browser_screenshot", "{}")?,
    ])
}

fn devtools(client: &mut Client, origin: &str) -> Result<Vec<String>, String> {
    let page = r#"{"pageId": 1}"#;
    let url = format!(r#"{{"pageId": 1, "type": "url", "url": "{origin}/signup"}}"#);
    let mut answers = vec![
        client.call("navigate_page", &url)?,
        client.call("take_snapshot", page)?,
    ];
    let seen = answers[1].clone();
    let id = |what: &str| named(&seen, "uid=", &format!(r#" {what}"#));
    let (name, company) = (id(r#"textbox \"Name"#)?, id(r#"textbox \"Company"#)?);
    let fields = format!(
        r#"{{"pageId": 1, "elements": [{{"uid": "{name}", "value": "Ada"}}, {{"uid": "{company}", "value": "Engines"}}]}}"#
    );
    let button = id(r#"button \"Create account\""#)?;
    answers.push(client.call("fill_form", &fields)?);
    answers.push(client.call("click", &format!(r#"{{"pageId": 1, "uid": "{button}"}}"#))?);
    answers.push(client.call("wait_for", r#"{"pageId": 1, "text": ["Welcome, Ada"]}"#)?);
    answers.push(client.call("take_snapshot", page)?);
    answers.push(client.call("take_screenshot", page)?);
    Ok(answers)
}

fn playwright(client: &mut Client, origin: &str) -> Result<Vec<String>, String> {
    let url = format!(r#"{{"url": "{origin}/signup"}}"#);
    let mut answers = vec![
        client.call("browser_navigate", &url)?,
        client.call("browser_snapshot", "{}")?,
    ];
    let seen = answers[1].clone();
    let reference = |what: &str| {
        let begin = seen
            .find(what)
            .ok_or_else(|| format!("no {what} in {seen}"))?;
        let rest = seen[begin..].split_once("[ref=").ok_or("no reference")?.1;
        Ok::<_, String>(rest.split(']').next().unwrap_or_default().to_owned())
    };
    let field = |name: &str, value: &str| {
        let target = reference(&format!(r#"textbox \"{name}\""#))?;
        Ok::<_, String>(format!(
            r#"{{"element": "{name}", "target": "{target}", "name": "{name}", "type": "textbox", "value": "{value}"}}"#
        ))
    };
    let fields = [field("Name", "Ada")?, field("Company", "Engines")?].join(", ");
    let button = reference(r#"button \"Create account\""#)?;
    answers.push(client.call("browser_fill_form", &format!(r#"{{"fields": [{fields}]}}"#))?);
    let click = format!(r#"{{"element": "Create account", "target": "{button}"}}"#);
    answers.push(client.call("browser_click", &click)?);
    answers.push(client.call("browser_wait_for", r#"{"text": "Welcome, Ada"}"#)?);
    answers.push(client.call("browser_snapshot", "{}")?);
    answers.push(client.call("browser_take_screenshot", "{}")?);
    Ok(answers)
}

/// Gives the word that begins with `begin` and stands before `what`.
fn named(text: &str, begin: &str, what: &str) -> Result<String, String> {
    let none = || format!("no{what} in {text}");
    let before = &text[..text.find(what).ok_or_else(none)?];
    let word = before.rsplit_once(begin).ok_or_else(none)?.1;
    Ok(word.to_owned())
}
