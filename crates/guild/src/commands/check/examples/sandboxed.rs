//! Running examples in a sandbox, which Linux alone has.

use std::collections::BTreeMap;
use std::path::PathBuf;

use guild_check::Source;
use guild_check_docs::Document;
use guild_check_docs::examples::{Documented, Helper, Level, RunOptions, Target, run};

use super::{Ran, RunArgs};
use crate::Context;
use crate::failure::Failure;

/// The word that makes this program the helper inside a sandbox.
pub(crate) const INSIDE: &str = "inside-sandbox";

/// Runs the examples.
pub(super) fn run_here(
    args: &RunArgs,
    sources: &[Source],
    context: &Context,
) -> Result<Ran, Failure> {
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
    Ok(ran)
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
        level: match args.unsandboxed {
            true => Some(Level::Unsandboxed),
            false => args.sandbox,
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
