//! `guild check docs --run`: the examples of documents, run as they are written.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use guild_check::report::ExampleResult;
use guild_check::{Finding, Source};
use guild_check_docs::Document;
use guild_check_docs::examples::{
    Address, Documented, Helper, Language, RunOptions, Sandboxing, Target, run,
};

use crate::Context;
use crate::failure::Failure;

/// The word that makes this program the helper inside a sandbox.
pub(crate) const INSIDE: &str = "inside-sandbox";

/// How examples are run.
#[derive(Debug, Args)]
#[command(next_help_heading = "Examples")]
pub(super) struct RunArgs {
    /// Run the examples as they are written, and hold what the server answers against the document
    #[arg(long)]
    run: bool,
    /// The server under test [default: the one that each document names, where it runs already]
    #[arg(long, value_name = "URL", requires = "run", value_parser = Address::parse)]
    target: Option<Address>,
    /// Start the server for the run, and end it afterwards; `{port}` becomes a free port
    #[arg(long, value_name = "COMMAND", requires = "run")]
    start: Option<String>,
    /// Pass a variable to the examples of documents that name it; NAME alone takes it from here
    #[arg(long, value_name = "NAME=VALUE", requires = "run")]
    env: Vec<String>,
    /// How long an example may take
    #[arg(long, value_name = "TIME", requires = "run", default_value = "10s", value_parser = duration)]
    timeout: Duration,
    /// Run the blocks of a language with a command; `{file}` in it is the file with the code
    #[arg(long, value_name = "NAME=COMMAND", requires = "run", value_parser = Language::parse)]
    language: Vec<Language>,
    /// Run the examples on this machine as they are: only for documents that you trust
    #[arg(long, requires = "run")]
    unsandboxed: bool,
}

/// What came of the examples.
pub(super) struct Ran {
    pub(super) findings: Vec<Finding>,
    pub(super) results: Vec<ExampleResult>,
    /// How well they were kept from the machine.
    pub(super) sandbox: String,
}

/// Runs the examples, if that is asked for.
pub(super) fn run_examples(
    args: &RunArgs,
    sources: &[Source],
    context: &Context,
) -> Result<Option<Ran>, Failure> {
    if !args.run {
        return Ok(None);
    }
    let options = options(args, context)?;
    let documents: Vec<Documented> = sources
        .iter()
        .map(|source| documented(source, context))
        .collect();
    let all = run(&documents, &options).map_err(|error| {
        Failure::could_not("could not run the examples")
            .because(&error)
            .hint("start the server yourself and say where it is: --target http://127.0.0.1:9000")
    })?;
    let mut ran = Ran {
        findings: Vec::new(),
        results: Vec::new(),
        sandbox: match all.level {
            Some(level) => level.to_string(),
            None => "none was to be had".to_owned(),
        },
    };
    for document in all.documents {
        ran.findings.extend(document.findings);
        ran.results.extend(document.results);
    }
    Ok(Some(ran))
}

fn documented(source: &Source, context: &Context) -> Documented {
    let mut documented = Documented::of(&Document::parse(source));
    let working_folder = &context.settings.environment.working_folder;
    let path = working_folder.join(source.path());
    // A document on standard input lies nowhere.
    if path.is_file() {
        documented.folder = path.parent().map(PathBuf::from);
    }
    documented
}

fn options(args: &RunArgs, context: &Context) -> Result<RunOptions, Failure> {
    let program = std::env::current_exe().map_err(|error| {
        Failure::could_not("could not find this program, to start it in a sandbox").because(&error)
    })?;
    let target = match (&args.start, &args.target) {
        (Some(command), address) => Target::Start {
            command: command.clone(),
            address: address.clone(),
        },
        (None, Some(address)) => Target::Server(address.clone()),
        (None, None) => Target::AsDocumented,
    };
    let environment = &context.settings.environment;
    Ok(RunOptions {
        target,
        variables: variables(&args.env, context)?,
        timeout: args.timeout,
        languages: args.language.clone(),
        sandboxing: match args.unsandboxed {
            true => Sandboxing::Off,
            false => Sandboxing::Required,
        },
        helper: Helper {
            program,
            words: vec![INSIDE.to_owned()],
        },
        search_path: environment.variable("PATH").unwrap_or_default().to_owned(),
        threads: 0,
    })
}

/// Reads `NAME=VALUE`, and `NAME` with the value that it has here.
fn variables(pairs: &[String], context: &Context) -> Result<BTreeMap<String, String>, Failure> {
    let mut variables = BTreeMap::new();
    for pair in pairs {
        let (name, value) = match pair.split_once('=') {
            Some((name, value)) => (name, value),
            None => {
                let here = context.settings.environment.variable(pair);
                let value = here.ok_or_else(|| {
                    Failure::could_not(format!("`{pair}` is not set here"))
                        .hint(format!("pass a value: --env {pair}=VALUE"))
                })?;
                (pair.as_str(), value)
            }
        };
        variables.insert(name.to_owned(), value.to_owned());
    }
    Ok(variables)
}

/// Reads `10s`, `500ms`, `2m`; a number alone is seconds.
fn duration(text: &str) -> Result<Duration, String> {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let millis = match unit {
        "ms" => 1,
        "s" | "" => 1000,
        "m" | "min" => 60_000,
        _ => 0,
    };
    let number: u64 = number.parse().unwrap_or(0);
    match number.checked_mul(millis) {
        Some(time @ 1..=86_400_000) => Ok(Duration::from_millis(time)),
        _ => Err("write it as 10s, 500ms or 2m, up to a day".to_owned()),
    }
}
