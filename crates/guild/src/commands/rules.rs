//! `guild rules`

use clap::Args;
use guild_check::explain;
use guild_check::rule::RulePage;
use serde::Serialize;

use crate::Context;
use crate::cli::JsonArgs;
use crate::failure::{Failure, Outcome};
use crate::line::Line;

/// List the rules of all checks
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  guild rules\n  guild explain skill/name-form")]
pub(crate) struct RulesArgs {
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// One rule, as `--json` prints it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Listed {
    rule: &'static str,
    summary: String,
}

/// Gives the pages of the rules of all checks, in the order of the documentation.
pub(crate) fn pages() -> Vec<RulePage> {
    let skill = guild_skill::rules::pages();
    let docs = guild_check_docs::rules::pages()
        .chain(guild_check_docs::agreement::pages())
        .chain(guild_check_docs::coverage::pages());
    skill
        .chain(docs)
        .chain(guild_check_api::rules::pages())
        .chain(guild_check_browser::rules::pages())
        .chain(guild_check_browser::verdict::pages())
        .chain(guild_check::kit_pages())
        .collect()
}

/// Runs the command.
pub(crate) fn run(args: &RulesArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let listed = pages().into_iter().map(|page| Listed {
        rule: page.name,
        summary: explain::summary(page.page),
    });
    let listed: Vec<Listed> = listed.collect();
    if args.json.json {
        context
            .printer
            .json(&serde_json::json!({ "rules": listed }));
        return Ok(Outcome::Clean);
    }
    for rule in listed {
        let line = Line::new().strong(rule.rule);
        context.printer.data(line);
        context
            .printer
            .data(Line::new().plain("  ").plain(rule.summary));
    }
    context
        .printer
        .hint("`guild explain RULE` says why, and what to write instead");
    Ok(Outcome::Clean)
}
