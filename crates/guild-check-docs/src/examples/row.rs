//! The examples of one document, one after the other.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::exchange::Records;
use super::http::Request;
use super::inside::{Ended, Order};
use super::interpreter::Interpreter;
use super::language::Runner;
use super::ready::{Ready, addresses, ready, target};
use super::run::World;
use super::sandbox::SCRATCH;
use super::session::{Session, Setup};
use super::tls::TRUST;
use super::tried::{End, Trial, Tried, Why};
use super::upstream::Upstream;
use super::{Address, Documented, RunOptions, Script, blocks, variables};

/// How much of what an example prints is kept.
const OUTPUT_BYTES: usize = 1024 * 1024;

/// Runs the examples of a document.
pub(super) fn try_document(documented: &Documented, world: &World<'_>) -> Tried {
    let addresses = addresses(documented, world.options);
    let mut scripts: Vec<(&Script, Vec<String>, Result<Ready, Why>)> = Vec::new();
    for script in &documented.scripts {
        let (undeclared, ready) = ready(script, documented, world);
        scripts.push((script, undeclared, ready));
    }
    let folders = scripts.iter().filter_map(|(_, _, ready)| {
        let interpreter = ready.as_ref().ok()?.interpreter.as_ref()?;
        Some(interpreter.folders.clone())
    });
    let upstream = target(documented, &addresses, world)
        .map(|target| Upstream::new(target, world.options.timeout));
    let mut line = Line {
        documented,
        world,
        folders: folders.flatten().collect(),
        addresses,
        upstream,
        session: None,
    };
    let trials = scripts.into_iter().enumerate();
    let trials = trials.map(|(index, (script, undeclared, ready))| {
        let started = Instant::now();
        let mut trial = Trial {
            script: script.clone(),
            end: End::Exit(0),
            exchanges: Vec::new(),
            output: String::new(),
            is_cut: false,
            undeclared,
            took: Duration::ZERO,
        };
        match ready {
            Ok(ready) => line.run(index + 1, &ready, &mut trial),
            Err(why) => trial.end = End::NotRun(why),
        }
        if !matches!(trial.end, End::NotRun(_)) && trial.took.is_zero() {
            trial.took = started.elapsed();
        }
        trial.output = masked(&trial.output, &world.options.variables);
        trial
    });
    Tried {
        trials: trials.collect(),
        documented: documented.clone(),
    }
}

/// The examples of one document, in a row.
struct Line<'a> {
    documented: &'a Documented,
    world: &'a World<'a>,
    folders: Vec<PathBuf>,
    addresses: Vec<Address>,
    /// The server under test, or why none is known.
    upstream: Result<Upstream, Why>,
    /// The sandbox, once one is needed.
    session: Option<Session>,
}

impl Line<'_> {
    fn run(&mut self, number: usize, ready: &Ready, trial: &mut Trial) {
        let upstream = match &self.upstream {
            Ok(upstream) => upstream.clone(),
            Err(why) => {
                trial.end = End::NotRun(why.clone());
                return;
            }
        };
        match &ready.interpreter {
            None => send(&upstream, trial, &self.world.options.variables),
            Some(interpreter) => {
                self.run_inside(number, &ready.runner, interpreter, upstream, trial);
            }
        }
    }

    fn run_inside(
        &mut self,
        number: usize,
        runner: &Runner,
        interpreter: &Interpreter,
        upstream: Upstream,
        trial: &mut Trial,
    ) {
        let is_fresh = self.session.is_none();
        if let Err(why) = self.have_session(upstream.clone()) {
            trial.end = End::NotRun(Why::NoSandbox(why));
            return;
        }
        let Some(session) = &mut self.session else {
            return;
        };
        let options = self.world.options;
        let file = runner.file_name(number, &trial.script.code);
        let order = Order {
            steps: runner.steps(
                &interpreter.program.to_string_lossy(),
                &file,
                &session.scratch,
            ),
            code: runner.code(&trial.script.code),
            file,
            environment: environment(self.documented, interpreter, session, options),
            milliseconds: u64::try_from(options.timeout.as_millis()).unwrap_or(u64::MAX),
            output_bytes: OUTPUT_BYTES,
            limits: session.limits,
        };
        let over = session.carry_out(&order);
        trial.exchanges = session.exchanges();
        let is_full = matches!(&over, Ok(over) if matches!(over.end, Ended::NotStarted(_)));
        if is_full && !is_fresh {
            // An earlier example filled the folder, or broke it: this one is not to suffer.
            self.session = None;
            return self.run_inside(number, runner, interpreter, upstream, trial);
        }
        let is_lost = match over {
            Ok(over) => {
                // What filled the disk is still there.
                let is_spent = over.is_left || matches!(over.end, Ended::OverLimit(_));
                trial.end = match over.end {
                    Ended::Exit(code) => End::Exit(code),
                    Ended::Signal(signal) => End::Signal(signal),
                    Ended::TimedOut => End::TimedOut(options.timeout),
                    Ended::OverLimit(what) => End::OverLimit(what),
                    Ended::NotStarted(why) => End::NotRun(Why::NoSandbox(why)),
                };
                trial.output = over.output;
                trial.is_cut = over.is_cut;
                trial.took = Duration::from_millis(over.milliseconds.max(1));
                is_spent
            }
            Err(why) => {
                trial.end = End::Lost(why);
                true
            }
        };
        if is_lost {
            // The next example gets a fresh sandbox.
            self.session = None;
        }
    }

    fn have_session(&mut self, upstream: Upstream) -> Result<(), String> {
        if self.session.is_some() {
            return Ok(());
        }
        let sandbox = self.world.sandbox.as_ref().map_err(Clone::clone)?;
        let addresses = self.addresses.iter();
        let addresses = addresses.filter(|address| sandbox.level.stands_at(address));
        let session = Session::start(&Setup {
            documented: self.documented,
            sandbox,
            helper: &self.world.options.helper,
            folders: self.folders.clone(),
            addresses: addresses.cloned().collect(),
            upstream,
            timeout: self.world.options.timeout,
        })?;
        self.session = Some(session);
        Ok(())
    }
}

/// Gives an example what it may know: its folders, a language, and what the document names and the caller passes.
fn environment(
    documented: &Documented,
    interpreter: &Interpreter,
    session: &Session,
    options: &RunOptions,
) -> BTreeMap<String, String> {
    let own = interpreter.program.parent();
    let own = own.map_or_else(String::new, |folder| format!("{}:", folder.display()));
    let work = session.work.display().to_string();
    let mut environment: BTreeMap<String, String> = [
        ("PATH", format!("{own}/usr/local/bin:/usr/bin:/bin")),
        ("HOME", work),
        ("LANG", "C.UTF-8".to_owned()),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into();
    if session.scratch != Path::new(SCRATCH) {
        let scratch = session.scratch.display().to_string();
        environment.insert("TMPDIR".to_owned(), scratch);
    }
    if let Some(trusted) = &session.trusted {
        let trusted = trusted.display().to_string();
        environment.extend(TRUST.map(|name| (name.to_owned(), trusted.clone())));
    }
    let passed = options.variables.iter();
    let passed = passed.filter(|(name, _)| variables::is_named_in(&documented.prose, name));
    environment.extend(passed.map(|(name, value)| (name.clone(), value.clone())));
    environment
}

/// Sends a raw request.
fn send(upstream: &Upstream, trial: &mut Trial, variables: &BTreeMap<String, String>) {
    let text = blocks::filled(&trial.script.code, variables);
    let started = Instant::now();
    match Request::written(&text) {
        Ok(request) => {
            let records = Records::default();
            let record = records.start(&request.method, &request.target);
            // The answer has no reader but the record, so that writing it cannot fail.
            let _ = upstream.forward(&request, &record, &mut std::io::sink());
            trial.exchanges = records.take();
        }
        Err(error) => trial.end = End::Lost(format!("it is no HTTP request: {error}")),
    }
    trial.took = started.elapsed();
}

/// Takes the values of variables out of what an example printed: they may be secrets.
fn masked(output: &str, variables: &BTreeMap<String, String>) -> String {
    let mut output = output.to_owned();
    for (name, value) in variables.iter().filter(|(_, value)| value.len() > 5) {
        output = output.replace(value.as_str(), &format!("${name}"));
    }
    output
}
