//! `guild match`

use clap::Args;
use guild_skill::wire::SkillMatch;

use crate::Context;
use crate::cli::{CatalogArgs, JsonArgs};
use crate::failure::{Failure, Outcome};
use crate::line::Line;
use crate::remote::Remote;

/// Say which skills an assistant would apply to a task, and which words decide
#[derive(Debug, Args)]
#[command(after_help = "\
Descriptions decide, as they do for an assistant: a quoted trigger phrase that stands in the task
counts most, then words of phrases, names and titles, then all others; rare words count more.

Examples:
  guild match \"document this endpoint for people who cannot see the source\"
  guild match --json \"which modules are too coupled?\"")]
pub(crate) struct MatchArgs {
    /// The task, as you would say it to your assistant
    #[arg(value_name = "TASK", required = true)]
    task: Vec<String>,
    /// How many skills to name
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100))]
    limit: u32,
    #[command(flatten)]
    pub(crate) catalog: CatalogArgs,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// Runs the command.
pub(crate) fn run(args: &MatchArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let remote = Remote::new(&context.settings.catalog, &context.settings);
    let task = args.task.join(" ");
    let matches = remote.matches(&task, args.limit)?;
    if args.json.json {
        context.printer.json(&matches);
        return Ok(Outcome::Clean);
    }
    for found in &matches.items {
        print(found, context);
    }
    match matches.items.as_slice() {
        [] => {
            context
                .printer
                .talk("No description has a word of this task.");
            context
                .printer
                .hint("`guild search WORDS` looks into the whole text of skills");
        }
        [first, ..] => {
            let hint = format!("`guild install {}` installs the first", first.name);
            context.printer.hint(hint);
        }
    }
    Ok(Outcome::Clean)
}

fn print(found: &SkillMatch, context: &mut Context) {
    let head = Line::new()
        .strong(&found.name)
        .faint(format!(" {}", found.version));
    context.printer.data(head);
    if !found.phrases.is_empty() {
        let phrases: Vec<String> = found
            .phrases
            .iter()
            .map(|phrase| format!("“{phrase}”"))
            .collect();
        let line = Line::new().plain("  phrases: ").accent(phrases.join(", "));
        context.printer.data(line);
    }
    let line = Line::new()
        .plain("  words:   ")
        .plain(found.words.join(", "));
    context.printer.data(line);
}
