//! `guild check`

pub(crate) mod api;
mod baseline;
pub(crate) mod browser;
mod cache;
pub(crate) mod docs;
pub(crate) mod examples;
mod files;
mod fix;
mod history;
mod judge;
mod tell;
pub(crate) mod work;

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand, ValueEnum};
use guild_check::contract::Date;
use guild_check::render::{Format, RenderOptions, render};
use guild_check::report::{AllowComments, Deny, ReportOptions};
use guild_check::settings::SettingsError;
use guild_check::{Report, Settings, Source, Verdict};
use guild_skill::check::{CheckOptions, check};

pub(crate) use api::conventions;

use crate::Context;
use crate::cli::Below;
use crate::clock;
use crate::commands::rules;
use crate::environment::Environment;
use crate::failure::{Failure, Outcome};

/// Check skills, and the work that assistants do: documents, API contracts, web pages
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  guild check skill my-skill/
  guild check docs docs/api/
  guild check api openapi.yaml --against v1.2.0:openapi.yaml
  guild check browser PLAN.md --output evidence
  guild check work docs/adr/0012-keep-the-job-queue.md --skill adr-writer")]
pub(crate) struct CheckArgs {
    #[command(subcommand)]
    what: Below<What>,
}

#[derive(Debug, Subcommand)]
enum What {
    Skill(SkillArgs),
    Docs(docs::DocsArgs),
    Api(api::ApiArgs),
    Browser(Box<browser::BrowserArgs>),
    Work(work::WorkArgs),
}

/// Check skills: their form, their page, and whether they are safe
#[derive(Debug, Args)]
#[command(after_help = "\
A folder of skills is searched to the bottom. A finding is silenced in guild.toml, by the name of
its rule and with a reason; `guild explain RULE` says what a rule is about.

Exit codes:
  0 no errors; 1 errors were found; 2 could not run

Examples:
  guild check skill my-skill/
  guild check skill skills/ --deny warnings --format github
  guild check skill downloaded.zip --level spec")]
pub(crate) struct SkillArgs {
    /// Skill folders, folders of them, or .zip archives
    #[arg(value_name = "DIR|ZIP", required = true)]
    paths: Vec<PathBuf>,
    /// How much is asked of a skill
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t = Level::Listed)]
    level: Level,
    #[command(flatten)]
    report: ReportArgs,
}

/// How much is asked of a skill.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Level {
    /// The agentskills.io specification alone
    Spec,
    /// What the catalog asks of a skill that it lists: page, contract, safety
    Listed,
}

/// What every check can do with its report.
#[derive(Debug, Args)]
#[command(next_help_heading = "Report")]
struct ReportArgs {
    /// The form of the report
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    #[arg(value_parser = PossibleValuesParser::new(Format::ALL.map(Format::word)))]
    format: String,
    /// Let warnings fail the check as errors do
    #[arg(long, value_name = "WHAT", value_parser = ["warnings"])]
    deny: Option<String>,
    /// Take the severities and reasons from this file [default: guild.toml in this folder or the nearest above]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    baseline: baseline::BaselineArgs,
    #[command(flatten)]
    tell: tell::TellArgs,
}

impl ReportArgs {
    /// Gives how findings become a report; the files are the caller's own, and some rules are held `elsewhere`.
    fn options<'a>(&self, settings: &'a Settings, elsewhere: &'a [&'a str]) -> ReportOptions<'a> {
        ReportOptions {
            settings,
            deny: match self.deny {
                Some(_) => Deny::Warnings,
                None => Deny::Errors,
            },
            allow_comments: AllowComments::Obeyed,
            elsewhere,
        }
    }
}

/// Runs the command.
pub(crate) fn run(args: &CheckArgs, context: &mut Context) -> Result<Outcome, Failure> {
    match &args.what.0 {
        What::Skill(args) => check_skills(args, context),
        What::Docs(args) => docs::run(args, context),
        What::Api(args) => api::run(args, context),
        What::Browser(args) => browser::run(args, context),
        What::Work(args) => work::run(args, context),
    }
}

fn check_skills(args: &SkillArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let settings = read_settings(args.report.config.as_deref(), context)?;
    let options = CheckOptions {
        level: match args.level {
            Level::Spec => guild_skill::check::Level::Spec,
            Level::Listed => guild_skill::check::Level::Listed,
        },
        known_skills: BTreeSet::new(),
    };
    let checked = check(&args.paths, &options).map_err(|error| {
        let hint = error.hint().map(str::to_owned);
        Failure::could_not("could not check")
            .because(&error)
            .hints(hint)
    })?;
    let elsewhere = guild_skill::rules::not_held(options.level);
    let report_options = args.report.options(&settings, &elsewhere);
    let report = Report::new(
        "skill",
        &checked.allowing,
        checked.findings,
        &report_options,
    )
    .with_files(checked.files)
    .speaking_for(match args.level {
        Level::Spec => &[],
        Level::Listed => &["page", "contract"],
    });
    print(report, &args.report, context)
}

/// Prints a report, once what its baseline knows is settled.
fn print(report: Report, args: &ReportArgs, context: &mut Context) -> Result<Outcome, Failure> {
    print_work_of(report, args, None, context)
}

/// Prints a report on work under the contract of a skill.
fn print_work_of(
    report: Report,
    args: &ReportArgs,
    skill: Option<&str>,
    context: &mut Context,
) -> Result<Outcome, Failure> {
    let report = baseline::settle(report, &args.baseline, args.config.as_deref(), context)?;
    let format: Format = args.format.parse().map_err(|error| {
        let error: guild_check::render::UnknownFormat = error;
        Failure::could_not(error.to_string())
    })?;
    let text = render(
        &report,
        &RenderOptions {
            format,
            colour: context.printer.colour(),
            pages: &rules::pages(),
        },
    );
    let outcome = conclude(report.verdict, &text, context);
    tell::tell(&report, &args.tell, skill, context);
    Ok(outcome)
}

/// Prints a report that is rendered, and says what its verdict comes to.
fn conclude(verdict: Verdict, text: &str, context: &mut Context) -> Outcome {
    context.printer.raw(text);
    match verdict {
        Verdict::Passed => Outcome::Clean,
        Verdict::Failed => Outcome::Findings,
        Verdict::NotRun => Outcome::NotRun,
    }
}

/// Reads the settings of a check, with the baseline that they name: from the file that is named, or from the nearest
/// `guild.toml`, or none.
pub(crate) fn read_settings(named: Option<&Path>, context: &Context) -> Result<Settings, Failure> {
    let Some(source) = settings_file(named, context)? else {
        return Ok(Settings::default());
    };
    let pages = rules::pages();
    let names: Vec<&str> = pages.iter().map(|page| page.name).collect();
    let settings = Settings::parse(&source, &names);
    let mut settings = settings.map_err(|error| wrong_settings(&source, &error))?;
    baseline::read(&mut settings, named, &context.settings.environment)?;
    Ok(settings)
}

/// Reads the settings file, if there is one.
fn settings_file(named: Option<&Path>, context: &Context) -> Result<Option<Source>, Failure> {
    let environment = &context.settings.environment;
    let Some(path) = settings_path(named, environment) else {
        return Ok(None);
    };
    let shown = environment.shorten(&path);
    let text = read_text(&path)
        .map_err(|error| Failure::could_not(format!("could not read {shown}")).because(&error))?;
    Ok(Some(Source::new(shown, text)))
}

/// Finds the settings file: the one that is named, or the nearest `guild.toml`.
fn settings_path(named: Option<&Path>, environment: &Environment) -> Option<PathBuf> {
    let working_folder = &environment.working_folder;
    let nearest = || {
        let mut paths = working_folder
            .ancestors()
            .map(|folder| folder.join("guild.toml"));
        paths.find(|path| path.is_file())
    };
    named.map(|path| working_folder.join(path)).or_else(nearest)
}

fn wrong_settings(source: &Source, error: &SettingsError) -> Failure {
    let shown = source.path();
    Failure::could_not(format!("the settings in {shown} are wrong")).because(error)
}

/// Gives the day of the check, in UTC.
pub(crate) fn today() -> Date {
    let today = guild_skill::age::Date::of_milliseconds(clock::milliseconds());
    // The machine's clock gives a day of the calendar, or there is no day that nothing lies after.
    Date::parse_iso(&today.iso()).unwrap_or(Date::LAST)
}

fn read_text(path: &Path) -> io::Result<String> {
    fs::read_to_string(path)
}
