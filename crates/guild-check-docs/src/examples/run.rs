//! Running the examples of many documents: each in its own sandbox, side by side.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use guild_check::report::ExampleResult;
use guild_check::{Finding, Findings, Verdict, rule};

use super::interpreter::Interpreters;
use super::ready::addresses_of_code;
use super::row::try_document;
use super::sandbox::{Helper, Sandbox};
use super::server::{Server, ServerError};
use super::tried::{End, Tried};
use super::{Address, Documented, Language, Level};

/// What the examples talk to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A server that runs already, at the address that each document names first.
    AsDocumented,
    /// A server that runs already.
    Server(Address),
    /// A command that starts one; `{port}` in it becomes a free port unless an address is given.
    Start {
        /// The command, for a shell.
        command: String,
        /// Where it will listen.
        address: Option<Address>,
    },
}

/// How examples are run.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// The server under test.
    pub target: Target,
    /// The variables that are passed to examples.
    pub variables: BTreeMap<String, String>,
    /// How long an example may take.
    pub timeout: Duration,
    /// Languages beyond the known ones.
    pub languages: Vec<Language>,
    /// How well examples have to be kept from the machine; as well as it can if absent.
    pub level: Option<Level>,
    /// The program that runs inside.
    pub helper: Helper,
    /// Where interpreters are looked for: a `PATH`.
    pub search_path: String,
    /// How many documents run at a time; 0 for as many as the machine has cores.
    pub threads: usize,
}

/// Why nothing was run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// The server that was to be started does not run.
    #[error(transparent)]
    Server(#[from] ServerError),
    /// No address is known for the server to be started.
    #[error(
        "no example names the address of a server on this machine: say with --target where the command will listen"
    )]
    NoAddress,
}

/// What came of the examples of many documents.
#[derive(Clone, Debug)]
pub struct ExampleRun {
    /// How well examples were kept from the machine; nothing if there was no sandbox and none ran.
    pub level: Option<Level>,
    /// One entry for each document, in their order.
    pub documents: Vec<Examined>,
}

/// What came of the examples of one document.
#[derive(Clone, Debug)]
pub struct Examined {
    /// What happened.
    pub tried: Tried,
    /// What the rules say to it.
    pub findings: Vec<Finding>,
    /// One result for each example, for the report.
    pub results: Vec<ExampleResult>,
}

/// Runs the examples of documents.
pub fn run(documents: &[Documented], options: &RunOptions) -> Result<ExampleRun, RunError> {
    let server = start(documents, options)?;
    let sandbox = Sandbox::find(options.level, &options.search_path, &options.helper);
    let world = World {
        options,
        sandbox: &sandbox,
        interpreters: Interpreters::new(&options.search_path),
        server: server.as_ref().map(|server| server.address.clone()),
    };
    let documents = side_by_side(documents, &world);
    Ok(ExampleRun {
        level: sandbox.ok().map(|sandbox| sandbox.level),
        documents,
    })
}

/// What all documents of a run share.
pub(super) struct World<'a> {
    pub(super) options: &'a RunOptions,
    /// What makes sandboxes, or why there are none.
    pub(super) sandbox: &'a Result<Sandbox, String>,
    pub(super) interpreters: Interpreters,
    /// Where the server listens that was started.
    pub(super) server: Option<Address>,
}

fn start(documents: &[Documented], options: &RunOptions) -> Result<Option<Server>, RunError> {
    let Target::Start { command, address } = &options.target else {
        return Ok(None);
    };
    let documented = || documents.iter().flat_map(addresses_of_code);
    let address = match address {
        Some(address) => Some(address.clone()),
        None if command.contains("{port}") => None,
        None => {
            let mut own = documented().filter(|address| address.is_loopback() && !address.is_https);
            Some(own.next().ok_or(RunError::NoAddress)?)
        }
    };
    Ok(Some(Server::start(command, address, &options.helper)?))
}

fn side_by_side(documents: &[Documented], world: &World<'_>) -> Vec<Examined> {
    let has_ports = |sandbox: &Sandbox| sandbox.level.has_namespaces();
    let threads = match world.options.threads {
        // Of two documents that name the same port, each has it for its time.
        _ if !world.sandbox.as_ref().is_ok_and(has_ports) => 1,
        0 => thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..threads.min(documents.len()) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(documented) = documents.get(index) else {
                        return;
                    };
                    let examined = examine(try_document(documented, world));
                    if let Ok(mut done) = done.lock() {
                        done.push((index, examined));
                    }
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, examined)| examined).collect()
}

/// Holds what happened against the rules.
pub(super) fn examine(tried: Tried) -> Examined {
    let mut findings = Findings::new();
    rule::run(super::rules::RULES, &tried, &mut findings);
    let findings = findings.into_sorted();
    let results = tried.trials.iter().map(|trial| {
        let mut own = findings.iter().filter(|finding| {
            finding.place.span.start >= trial.script.span.start
                && finding.place.span.end <= trial.script.span.end
        });
        let broken = own.find(|finding| finding.severity == guild_check::Severity::Error);
        let cut = "what it printed was cut at 1 MiB";
        let (verdict, reason) = match (&trial.end, broken) {
            (_, Some(finding)) => (Verdict::Failed, Some(finding.message.clone())),
            (End::NotRun(why), None) => (Verdict::NotRun, Some(why.to_string())),
            (_, None) => (Verdict::Passed, trial.is_cut.then(|| cut.to_owned())),
        };
        ExampleResult {
            path: tried.documented.source.path().to_owned(),
            line: trial.script.line,
            name: trial.script.name.clone(),
            verdict,
            reason,
            duration_ms: u64::try_from(trial.took.as_millis()).unwrap_or(u64::MAX),
            is_marked: trial.is_marked(),
        }
    });
    let results = results.collect();
    Examined {
        tried,
        findings,
        results,
    }
}
