//! Running plans: the browser, the secrets, the evidence.

mod keep;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use clap::Args;
use guild_check::report::{Ran, ReportOptions};
use guild_check::{Finding, Report, Settings};
use guild_check_api::bodies::FolderBodies;
use guild_check_browser::accepted::{BaselineMode, Baselines};
use guild_check_browser::boundary::Redactor;
use guild_check_browser::find::{VARIABLE, find};
use guild_check_browser::run::{Planned, RunOptions, Trace, run_all as run_plans};
use guild_check_browser::verdict::Tried;
use guild_check_browser::{BrowserChoice, Headed, LaunchOptions, Plan, PlanJudge};
use url::Url;

use super::{base_url, folder_of};
use crate::Context;
use crate::environment::Environment;
use crate::failure::Failure;

/// How plans are run.
#[derive(Debug, Args)]
#[command(next_help_heading = "Run")]
pub(super) struct RunArgs {
    /// Keep the evidence in this folder; several plans have one each in it
    #[arg(long, short, value_name = "DIR", conflicts_with = "plan_only")]
    output: Option<PathBuf>,
    /// Keep each request (HAR) and the document after each step with the evidence
    #[arg(long, requires = "output")]
    trace: bool,
    /// Accept the pictures of this run: later ones are held against them
    #[arg(long, conflicts_with = "plan_only")]
    update_baselines: bool,
    /// Run against this server: its origin takes the place of the entry URL's
    #[arg(long, value_name = "URL", value_parser = base_url)]
    base_url: Option<Url>,
    /// Use the browser that runs there, ws://… or http://HOST:PORT [default: a Chromium of this machine]
    #[arg(long, value_name = "URL")]
    browser: Option<String>,
    /// How many flows to run side by side, over all plans
    #[arg(long, value_name = "N", default_value_t = 1)]
    jobs: usize,
    /// Show the browser's window
    #[arg(long, conflicts_with = "browser")]
    headed: bool,
    /// How many times to try a flow again that failed; one that passes then is reported as flaky
    #[arg(long, value_name = "N", default_value_t = 0)]
    retries: u32,
    /// Go on after this step though text of the page reads as an instruction: you have seen it
    #[arg(long, value_name = "STEP")]
    resume_after: Option<u32>,
    /// Give a secret of the plan; otherwise it is taken from the environment; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    var: Vec<String>,
    /// Redact what this regular expression finds, too; may be repeated
    #[arg(long, value_name = "PATTERN")]
    redact: Vec<String>,
    /// Let the page go to this origin, too; may be repeated
    #[arg(long, value_name = "ORIGIN")]
    allow_origin: Vec<String>,
}

/// What came of plans.
pub(super) struct RanPlans {
    /// Those on the writing too.
    pub(super) findings: Vec<Finding>,
    pub(super) ran: Ran,
}

/// Why nothing was run, as a sentence without its full stop.
type NotRun = String;

/// A plan that is about to be run.
struct Ready {
    plan: Plan,
    redactor: Redactor,
    options: RunOptions,
    bodies: FolderBodies,
}

/// Runs plans in one browser, and keeps the evidence of each as soon as it is done; `of_writing` is what was found in
/// how they are written.
pub(super) fn run(
    args: &RunArgs,
    plans: Vec<Plan>,
    of_writing: &[Finding],
    options: &ReportOptions<'_>,
    context: &mut Context,
) -> Result<Result<RanPlans, NotRun>, Failure> {
    let browser = match browser(args, context) {
        Ok(browser) => browser,
        Err(why) => return Ok(Err(why)),
    };
    let mut ready = Vec::new();
    for plan in plans {
        match prepared(args, plan, &browser, options.settings, context)? {
            Ok(one) => ready.push(one),
            Err(why) => return Ok(Err(why)),
        }
    }
    let judges = ready.iter().map(|ready| PlanJudge {
        redactor: &ready.redactor,
        bodies: &ready.bodies,
    });
    let judges: Vec<PlanJudge<'_>> = judges.collect();
    let planned = ready.iter().zip(&judges).map(|(ready, judge)| Planned {
        plan: &ready.plan,
        options: &ready.options,
        judge,
    });
    let planned: Vec<Planned<'_>> = planned.collect();
    let several = ready.len() > 1;
    let mut came: Vec<Option<Came>> = ready.iter().map(|_| None).collect();
    let mut done = |index: usize, outcome| {
        let tried = Tried {
            plan: ready[index].plan.clone(),
            outcome,
            redactor: ready[index].redactor.clone(),
        };
        let weighed = weighed(&tried, of_writing, options);
        came[index] = Some(take(args, &tried, weighed, several, context));
    };
    run_plans(&planned, &browser, args.jobs, &mut done);
    let mut all = RanPlans {
        findings: Vec::new(),
        ran: Ran::default(),
    };
    let mut lines = Vec::new();
    for (ready, came) in ready.iter().zip(came) {
        let Some(came) = came else { continue };
        let (findings, ran) = match came? {
            Ok(came) => came,
            Err(why) => return Ok(Err(why)),
        };
        lines.push(match several {
            true => format!("{}: {}", ready.plan.source.path(), ran.overall),
            false => ran.overall,
        });
        all.findings.extend(findings);
        all.ran.steps.extend(ran.steps);
        all.ran.vitals.extend(ran.vitals);
    }
    all.ran.overall = lines.join("\n");
    Ok(Ok(all))
}

/// What came of one plan, once its evidence is kept.
type Came = Result<Result<(Vec<Finding>, Ran), NotRun>, Failure>;

/// All that was found in a plan and its run, and the report that weighs it.
struct Weighed {
    findings: Vec<Finding>,
    report: Report,
    ran: Ran,
}

fn weighed(tried: &Tried, of_writing: &[Finding], options: &ReportOptions<'_>) -> Weighed {
    let source = &tried.plan.source;
    let of_writing = of_writing.iter();
    let of_writing = of_writing.filter(|finding| finding.place.source.path() == source.path());
    let findings: Vec<Finding> = of_writing.cloned().chain(tried.findings()).collect();
    let report = Report::new(
        "browser",
        std::slice::from_ref(source),
        findings.clone(),
        options,
    );
    let ran = tried.ran(&report);
    Weighed {
        findings,
        report: report.with_run(ran.clone()),
        ran,
    }
}

/// Keeps what came of a plan.
fn take(
    args: &RunArgs,
    tried: &Tried,
    weighed: Weighed,
    several: bool,
    context: &mut Context,
) -> Came {
    if let Some(why) = &tried.outcome.not_run {
        return Ok(Err(without_browser(&tried.redactor.text(why))));
    }
    accept(args, tried, context)?;
    keep::keep(args, tried, &weighed.report, several, context)?;
    Ok(Ok((weighed.findings, weighed.ran)))
}

/// Makes all that the run of a plan asks for.
fn prepared(
    args: &RunArgs,
    mut plan: Plan,
    browser: &BrowserChoice,
    settings: &Settings,
    context: &Context,
) -> Result<Result<Ready, NotRun>, Failure> {
    if let Some(base) = &args.base_url {
        plan.move_to(base);
    }
    let secrets = match secrets(args, &plan, context) {
        Ok(secrets) => secrets,
        Err(why) => return Ok(Err(why)),
    };
    let redactor = redactor(args, settings, secrets.values().map(String::as_str))?;
    let folder = folder_of(&plan.source, &context.settings.environment.working_folder);
    let options = RunOptions {
        browser: browser.clone(),
        jobs: args.jobs,
        retries: args.retries,
        secrets,
        folder: folder.clone(),
        origins: args.allow_origin.clone(),
        resume_after: args.resume_after,
        baselines: baselines(args, &plan, context),
        trace: if args.trace { Trace::On } else { Trace::Off },
    };
    Ok(Ok(Ready {
        plan,
        redactor,
        options,
        bodies: FolderBodies::new(folder),
    }))
}

/// Makes who takes secrets out: what is known by itself, `--redact`, and `[browser] redact` of guild.toml.
pub(super) fn redactor<'v>(
    args: &'v RunArgs,
    settings: &'v Settings,
    values: impl IntoIterator<Item = &'v str>,
) -> Result<Redactor, Failure> {
    let own = args.redact.iter().map(String::as_str);
    let patterns = own.chain(settings.redact.iter().map(|pattern| pattern.text.as_str()));
    Redactor::new(values, patterns).map_err(|error| {
        let mut of_file = settings.redact.iter();
        let of_file = of_file.find(|pattern| pattern.text == error.pattern());
        let place = of_file.map_or("--redact".to_owned(), |pattern| {
            let at = pattern.place.start();
            format!("{}:{}:{}", pattern.place.source.path(), at.line, at.column)
        });
        Failure::could_not(format!("could not follow {place}"))
            .because(&error)
            .hint("it is a regular expression, such as 'CUST-[0-9]+'; in guild.toml: [browser] redact = ['CUST-[0-9]+']")
    })
}

/// Gives where the accepted pictures of a plan lie; none for a plan that is no file.
fn baselines(args: &RunArgs, plan: &Plan, context: &Context) -> Option<Baselines> {
    let environment = &context.settings.environment;
    let path = environment.working_folder.join(plan.source.path());
    let mode = match args.update_baselines {
        true => BaselineMode::Update,
        false => BaselineMode::Compare,
    };
    path.is_file().then(|| Baselines {
        folder: Baselines::folder_of(&path),
        mode,
    })
}

/// Accepts the pictures of a run, if that is wanted.
fn accept(args: &RunArgs, tried: &Tried, context: &mut Context) -> Result<(), Failure> {
    if !args.update_baselines {
        return Ok(());
    }
    let Some(baselines) = baselines(args, &tried.plan, context) else {
        return Err(Failure::could_not(
            "could not accept pictures: the plan is no file, so that they have no place",
        )
        .hint("name the plan's file: guild check browser PLAN.md --update-baselines"));
    };
    let updated = baselines.accept(&tried.plan, &tried.outcome);
    let environment = &context.settings.environment;
    let updated = updated.map_err(|(path, error)| {
        Failure::could_not(format!("could not write {}", environment.shorten(&path)))
            .because(&error)
    })?;
    let words = updated.words(&environment.shorten(&baselines.folder));
    context.printer.talk(words);
    Ok(())
}

/// Finds the browser, or says how to get one.
fn browser(args: &RunArgs, context: &Context) -> Result<BrowserChoice, NotRun> {
    let headed = if args.headed { Headed::Yes } else { Headed::No };
    choose(
        args.browser.as_deref(),
        headed,
        &context.settings.environment,
    )
}

/// Reaches the browser that is named, or finds one on this machine; says how to get one if there is none.
pub(super) fn choose(
    address: Option<&str>,
    headed: Headed,
    environment: &Environment,
) -> Result<BrowserChoice, NotRun> {
    if let Some(address) = address {
        return Ok(BrowserChoice::Connect(address.to_owned()));
    }
    let named = environment.variable(VARIABLE).map(Path::new);
    let path = environment.variable("PATH").map(Into::into);
    let program = find(named, path).map_err(|error| without_browser(&error.to_string()))?;
    Ok(BrowserChoice::Launch(LaunchOptions {
        program,
        temporary: LaunchOptions::best_folder(&std::env::temp_dir()),
        headed,
    }))
}

fn without_browser(why: &str) -> NotRun {
    format!(
        "{why}; install Chromium (such as `apt install chromium`), name it in {VARIABLE}, or reach one with --browser \
         http://HOST:PORT; without a browser, fall back to the skill `test-generator`"
    )
}

/// Gives the values of the secrets that a plan names.
fn secrets(
    args: &RunArgs,
    plan: &Plan,
    context: &Context,
) -> Result<HashMap<String, String>, NotRun> {
    let given: HashMap<&str, &str> = args
        .var
        .iter()
        .filter_map(|pair| pair.split_once('='))
        .collect();
    let environment = &context.settings.environment;
    let value = |name: &str| {
        given
            .get(name)
            .copied()
            .or_else(|| environment.variable(name))
    };
    let secrets = plan.secrets.iter().map(|secret| match value(&secret.name) {
        Some(value) => Ok((secret.name.clone(), value.to_owned())),
        None => Err(format!(
            "{} names the secret `{name}`, and no environment variable of that name is set",
            plan.source.path(),
            name = secret.name
        )),
    });
    secrets.collect()
}
