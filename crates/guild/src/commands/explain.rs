//! `guild explain`

use clap::Args;
use guild_check::explain;

use crate::Context;
use crate::commands::rules;
use crate::failure::{Failure, Outcome};

/// Explain a rule: what it finds, why, and what to write instead
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  guild explain skill/name-form\n  guild explain name-form")]
pub(crate) struct ExplainArgs {
    /// The rule, such as `skill/name-form`
    #[arg(value_name = "RULE")]
    rule: String,
}

/// Runs the command.
pub(crate) fn run(args: &ExplainArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let pages = rules::pages();
    let Some(page) = explain::find(&args.rule, &pages) else {
        let failure = Failure::could_not(format!("no rule is called `{}`", args.rule));
        let near = explain::suggestions(&args.rule, &pages);
        return Err(match near.as_slice() {
            [] => failure.hint("`guild rules` lists them all"),
            near => failure.hint(format!("did you mean {}?", quoted(near))),
        });
    };
    let text = explain::explain(page, context.printer.colour());
    context.printer.raw(&text);
    Ok(Outcome::Clean)
}

fn quoted(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(" or ")
}
