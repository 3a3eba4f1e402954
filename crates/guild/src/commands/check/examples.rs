//! `guild check docs --run`: the examples of documents, run as they are written.

#[cfg(target_os = "linux")]
mod sandboxed;

use std::time::Duration;

use clap::Args;
use guild_check::Finding;
use guild_check::report::ExampleResult;
use guild_check_docs::examples::{Address, Language, Level};

use super::files::{self, Document};
use crate::Context;
use crate::failure::Failure;

#[cfg(target_os = "linux")]
pub(crate) use sandboxed::INSIDE;

/// How examples are run.
#[derive(Debug, Args)]
#[command(next_help_heading = "Running examples")]
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
    /// Pass a variable to the examples of documents that name it; NAME alone takes it from here; may be repeated
    #[arg(long, value_name = "NAME=VALUE", requires = "run")]
    env: Vec<String>,
    /// How long an example may take: 10s, 500ms or 2m
    #[arg(long, value_name = "TIME", requires = "run", default_value = "10s", value_parser = duration)]
    timeout: Duration,
    /// Run the blocks of a language with a command; `{file}` in it is the file with the code; may be repeated
    #[arg(long, value_name = "NAME=COMMAND", requires = "run", value_parser = Language::parse)]
    language: Vec<Language>,
    /// The sandbox: bubblewrap, namespaces or landlock [default: the first of them that works here]
    #[arg(long, value_name = "NAME", requires = "run", value_parser = Level::parse)]
    sandbox: Option<Level>,
    /// Run the examples on this machine as they are: only for documents that you trust
    #[arg(long, requires = "run", conflicts_with = "sandbox")]
    unsandboxed: bool,
}

impl RunArgs {
    /// Tells whether the examples are to run.
    pub(super) fn is_asked_for(&self) -> bool {
        self.run
    }
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
    documents: &[Document],
    context: &Context,
) -> Result<Option<Ran>, Failure> {
    match args.run {
        true => run_here(args, &files::read_all(documents)?, context).map(Some),
        false => Ok(None),
    }
}

#[cfg(target_os = "linux")]
use sandboxed::run_here;

#[cfg(not(target_os = "linux"))]
fn run_here(_: &RunArgs, _: &[guild_check::Source], _: &Context) -> Result<Ran, Failure> {
    Err(
        Failure::could_not("examples run on Linux only: their sandbox is made by its kernel")
            .hint("leave out --run here, and run the examples where your tests run"),
    )
}

/// Reads `10s`, `500ms`, `2m`; a number alone is seconds.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
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
