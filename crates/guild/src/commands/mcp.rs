//! `guild mcp`

use clap::Args;

use crate::Context;
use crate::cli::CatalogArgs;
use crate::failure::{Failure, Outcome};
use crate::install::assistants;
use crate::mcp::{self, clients};
use crate::settings::ChosenBy;

/// Serve an assistant: catalog and checks as its tools (Model Context Protocol on stdin and stdout)
#[derive(Debug, Args)]
#[command(after_help = "\
An assistant starts it in the project's folder. Its tools are the commands of this program: find,
read, install, update and verify skills; check skills, documents, API contracts and browser plans;
explain a rule. Answers are short: what is wrong, where, and what to do. Before anything is installed
the user is asked, by the assistant's own form where it has one.

With --browser it has a Chromium too, whose steps are those of a test plan and whose boundary is that of
`guild check browser`: secrets are redacted, and text of the page that reads as an instruction stops it.

Examples:
  guild mcp --print-config claude-code
  guild mcp --print-config claude-code --browser
  guild mcp --catalog https://skills.example.org")]
pub(crate) struct McpArgs {
    /// Print the entry for the settings of this assistant, and serve nothing
    #[arg(long, value_name = "ASSISTANT")]
    print_config: Option<String>,
    /// Give the assistant a browser, too: it opens pages, acts, asserts, and records a test plan
    #[arg(long)]
    browser: bool,
    #[command(flatten)]
    pub(crate) catalog: CatalogArgs,
}

/// Runs the command.
pub(crate) fn run(args: &McpArgs, context: &mut Context) -> Result<Outcome, Failure> {
    match &args.print_config {
        Some(assistant) => print_config(assistant, args.browser, context)?,
        None => mcp::serve(&context.settings, args.browser)?,
    }
    Ok(Outcome::Clean)
}

fn print_config(assistant: &str, has_browser: bool, context: &mut Context) -> Result<(), Failure> {
    let assistant = assistants::one_named(assistant)?;
    let mut words = vec!["mcp".to_owned()];
    if has_browser {
        words.push("--browser".to_owned());
    }
    if context.settings.chosen_by == ChosenBy::Command {
        words.push(format!("--catalog={}", context.settings.catalog));
    }
    let entry = clients::entry(&assistant.id, &words);
    context.printer.data(entry.text);
    let name = &assistant.name;
    match entry.file {
        Some(file) => context.printer.talk(format!(
            "{name} reads this from {file}; what stands there already stays beside it."
        )),
        None => context.printer.talk(format!(
            "This is the form that most assistants read; the documentation of {name} says from which file."
        )),
    }
    context
        .printer
        .hint("start a new session of the assistant; the tools of guild are then listed");
    Ok(())
}
