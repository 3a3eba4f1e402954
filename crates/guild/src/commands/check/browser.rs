//! `guild check browser`

mod run;

use std::path::{Path, PathBuf};

use clap::Args;
use guild_check::{Report, Source};
use guild_check_browser::{BrowserChoice, Headed, Plan, check, verdict};
use url::Url;

use super::cache::Cache;
use super::judge::judge;
use super::{ReportArgs, files, print, read_settings};
use crate::Context;
use crate::environment::Environment;
use crate::failure::{Failure, Outcome};

/// Check a web page in a live browser, by a written plan
#[derive(Debug, Args)]
#[command(after_help = "\
A plan is Markdown: a head with the entry URL, and flows of numbered steps, each in one of the forms
of the skill browser-testing-with-devtools. The writing is checked first: a line that cannot be read
is told with the line that was meant, and nothing is started. Then the plan is run in Chromium as it
stands, each flow in a fresh context: real input, assertions that are retried until they hold or the
step's time is up, every request, the console, Core Web Vitals.

What the page says is data: credentials and personal data are redacted in all that is written, and
text that reads as an instruction to an assistant stops the run before the next step.

With --output the evidence is kept: report.md for the pull request, report.html (one file, with the
pictures), report.json, junit.xml, shots/. --trace adds trace/: each request of a flow as a HAR
file, and the document after each step as a page that runs nothing and loads nothing; redacted like
the rest.

--update-baselines accepts the pictures of the Screenshot lines, into PLAN.md-baselines/ beside the
plan; from then on a picture that looks different is a warning, with both and the difference in the
report.

Chromium is found by the usual names, named in GUILD_CHROMIUM, or reached with --browser. Without
one nothing is run (NOT_RUN); the skill test-generator is the way without a browser.

Exit codes:
  0 all passed; 1 something failed or the run was stopped; 2 could not run

Examples:
  guild check browser PLAN.md --plan-only
  guild check browser PLAN.md --output evidence
  guild check browser PLAN.md --output evidence --trace
  guild check browser PLAN.md --update-baselines
  guild check browser docs/plans/ --base-url http://127.0.0.1:8484 --jobs 4
  guild check browser PLAN.md --browser ws://grid.example:9222/devtools/browser/1
  TASKS_PASSWORD=… guild check browser PLAN.md --format junit
  guild explain browser/missing-assertion")]
pub(crate) struct BrowserArgs {
    /// Plans, folders of them, or `-`
    #[arg(value_name = "PLAN", required = true)]
    paths: Vec<PathBuf>,
    /// Check the writing alone, and start no browser
    #[arg(long)]
    plan_only: bool,
    #[command(flatten)]
    run: run::RunArgs,
    #[command(flatten)]
    report: ReportArgs,
}

/// Runs the command.
pub(super) fn run(args: &BrowserArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let settings = read_settings(args.report.config.as_deref(), context)?;
    // A pattern that cannot be followed is told of before anything is run.
    run::redactor(&args.run, &settings, [])?;
    let documents = files::list(&args.paths, None, context)?;
    let working_folder = context.settings.environment.working_folder.clone();
    let check = |source: &Source| {
        let folder = folder_of(source, &working_folder);
        check(source, &|file| folder.join(file).is_file())
    };
    let judged = judge(&documents, &Cache::none(), check)?;
    let of_writing = judged.findings.clone();
    let not_held: Vec<&str> = verdict::pages().map(|page| page.name).collect();
    let written = judged.report("browser", &args.report.options(&settings, &not_held));
    if args.plan_only {
        return print(written, &args.report, context);
    }
    if written.summary.errors > 0 {
        context
            .printer
            .warn("no browser was started: the plan is to be mended first");
        return print(written, &args.report, context);
    }
    let sources = files::read_all(&documents)?;
    let plans: Vec<Plan> = sources.iter().map(Plan::read).collect();
    let options = args.report.options(&settings, &[]);
    let report = match run::run(&args.run, plans, &of_writing, &options, context)? {
        Ok(ran) => Report::new("browser", &sources, ran.findings, &options).with_run(ran.ran),
        Err(why) => Report::not_run("browser", &why),
    };
    print(report, &args.report, context)
}

/// Reaches the browser that is named, or finds one on this machine; says how to get one if there is none.
pub(crate) fn launch(
    address: Option<&str>,
    environment: &Environment,
) -> Result<BrowserChoice, String> {
    run::choose(address, Headed::No, environment)
}

/// Gives the folder that the files of a plan are relative to.
fn folder_of(source: &Source, working_folder: &Path) -> PathBuf {
    let path = working_folder.join(source.path());
    path.parent()
        .map_or_else(|| working_folder.to_owned(), Path::to_owned)
}

/// Reads the origin that a server has.
fn base_url(text: &str) -> Result<Url, String> {
    match Url::parse(text) {
        Ok(url) if matches!(url.scheme(), "http" | "https") && url.has_host() => Ok(url),
        Ok(_) | Err(_) => Err("write it whole, such as http://127.0.0.1:8484".to_owned()),
    }
}
