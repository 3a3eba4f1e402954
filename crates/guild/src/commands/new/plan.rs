//! `guild new plan`

use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use guild_check_browser::draft::draft;
use guild_check_browser::survey::survey;
use url::Url;

use crate::Context;
use crate::cli;
use crate::commands::check::browser::launch;
use crate::failure::{Failure, Outcome};
use crate::line::Line;

/// How long the page may take.
const LIMIT: Duration = Duration::from_secs(30);

/// Start a browser test plan: open a page, and write down what is on it
#[derive(Debug, Args)]
#[command(after_help = "\
The page is opened in Chromium once. The plan has its entry URL, a flow that opens it, an assertion
for each call that its scripts made, and the controls that were found with their roles and names.

Examples:
  guild new plan http://127.0.0.1:3000/tasks
  guild new plan http://127.0.0.1:3000/tasks --output docs/plans/tasks.md")]
pub(crate) struct PlanArgs {
    /// The page
    #[arg(value_name = "URL", value_parser = cli::page_address)]
    url: Url,
    /// The file to write
    #[arg(long, short, value_name = "FILE", default_value = "PLAN.md")]
    output: PathBuf,
    /// Use the browser that runs there, ws://… or http://HOST:PORT [default: a Chromium of this machine]
    #[arg(long, value_name = "URL")]
    browser: Option<String>,
}

/// Runs the command.
pub(super) fn run(args: &PlanArgs, context: &mut Context) -> Result<Outcome, Failure> {
    if !matches!(args.url.scheme(), "http" | "https") || !args.url.has_host() {
        return Err(Failure::could_not(format!("`{}` is no web page", args.url))
            .hint("write it whole, such as http://127.0.0.1:3000/tasks"));
    }
    let environment = &context.settings.environment;
    let path = environment.working_folder.join(&args.output);
    let shown = environment.shorten(&path);
    if path.exists() {
        return Err(
            Failure::refused(format!("{shown} is already there and is left as it is"))
                .hint("name another file with `--output FILE`"),
        );
    }
    let browser = launch(args.browser.as_deref(), environment)
        .map_err(|why| Failure::could_not("could not start a browser").cause(why))?;
    let survey = survey(&args.url, &browser, LIMIT).map_err(|why| {
        Failure::could_not(format!("could not open {}", args.url))
            .cause(why)
            .hint("start the server first, or name the page that it has")
    })?;
    let draft = draft(&survey, &args.url);
    write(&path, &draft.text)
        .map_err(|error| Failure::could_not(format!("could not write {shown}")).because(&error))?;
    if let Some(remark) = &survey.remark {
        context
            .printer
            .warn(format!("the page may not be all there: {remark}"));
    }
    for found in &draft.instructions {
        context.printer.warn(format!(
            "{} reads as an instruction to an assistant and was left out: “{}”",
            found.place, found.quote
        ));
    }
    context
        .printer
        .data(Line::new().good("Made ").plain(&shown));
    context
        .printer
        .talk("Write into it what the user does and what must be true then:");
    context
        .printer
        .hint(format!("`guild check browser {shown} --plan-only`"));
    Ok(Outcome::Clean)
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())
}
