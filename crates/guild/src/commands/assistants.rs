//! `guild assistants`

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use crate::Context;
use crate::cli::JsonArgs;
use crate::failure::{Failure, Outcome};
use crate::install::assistants::{found, project_folder, user_folder};
use crate::install::targets;
use crate::line::Line;

/// List the assistants that guild knows, and which are on this machine
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  guild assistants\n  guild install adr-writer --assistant claude-code"
)]
pub(crate) struct AssistantsArgs {
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// One assistant, as `--json` prints it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Known {
    id: &'static str,
    name: &'static str,
    is_found: bool,
    user_folder: Option<PathBuf>,
    project_folder: PathBuf,
}

/// Runs the command.
pub(crate) fn run(args: &AssistantsArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let environment = &context.settings.environment;
    let root = targets::root(environment);
    let found = found(environment, Some(&root));
    let all = guild_skill::assistants::all().iter();
    let known = all.map(|assistant| Known {
        is_found: found.contains(&assistant),
        user_folder: user_folder(assistant, environment),
        project_folder: project_folder(assistant, &root),
        id: &assistant.id,
        name: &assistant.name,
    });
    let known: Vec<Known> = known.collect();
    if args.json.json {
        context
            .printer
            .json(&serde_json::json!({ "assistants": known }));
        return Ok(Outcome::Clean);
    }
    for one in known {
        let mut line = Line::new().strong(format!("{:18}", one.id)).plain(one.name);
        if one.is_found {
            line = line.good("  found");
        }
        context.printer.data(line);
    }
    Ok(Outcome::Clean)
}
