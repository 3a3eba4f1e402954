//! `guild check api --live`: a running server held to its contract.

use std::time::Duration;

use clap::Args;
use guild_check::Report;
use guild_check_api::live::{
    Credential, Credentials, Live, LiveLimits, LiveOptions, Methods, Target, Unreachable, hold,
    schemes,
};
use guild_check_api::{Survey, rules};

use crate::Context;
use crate::commands::check::examples::duration;
use crate::commands::check::{ReportArgs, print};
use crate::failure::{Failure, Outcome};
use crate::line::Line;

/// How a running server is tried.
#[derive(Debug, Args)]
#[command(next_help_heading = "Running server")]
pub(super) struct LiveArgs {
    /// Hold this running server to the contract; it writes too, unless --safe
    #[arg(long, value_name = "URL", value_parser = Target::parse, conflicts_with = "against")]
    live: Option<Target>,
    /// Send only what reads: GET, HEAD and OPTIONS
    #[arg(long, requires = "live")]
    safe: bool,
    /// Prove who calls: the scheme in the contract, and the environment variable that holds what proves it; may be repeated
    #[arg(long, value_name = "SCHEME=NAME", requires = "live")]
    credential: Vec<String>,
    /// What the requests follow from: the same number sends the same ones
    #[arg(long, value_name = "NUMBER", requires = "live", default_value_t = 1)]
    seed: u64,
    /// How many requests are sent at the most
    #[arg(long, value_name = "COUNT", requires = "live", default_value_t = LiveLimits::default().requests)]
    max_requests: usize,
    /// How long the run may take
    #[arg(long, value_name = "TIME", requires = "live", default_value = "5m", value_parser = duration)]
    max_time: Duration,
    /// How long an answer may take
    #[arg(long, value_name = "TIME", requires = "live", default_value = "10s", value_parser = duration)]
    timeout: Duration,
}

/// What came of the server.
pub(super) enum Tried {
    /// None was named.
    Not,
    /// Nothing answered.
    Unreachable(Unreachable),
    /// It was tried.
    Run(Live),
}

/// Tries the server, if one is named.
pub(super) fn run(
    args: &LiveArgs,
    surveys: &[Survey],
    context: &Context,
) -> Result<Tried, Failure> {
    let Some(target) = &args.live else {
        return Ok(Tried::Not);
    };
    let [survey] = surveys else {
        return Err(
            Failure::could_not("one server cannot be held to several contracts")
                .hint("name one contract, and run the command once for each"),
        );
    };
    let options = LiveOptions {
        target: target.clone(),
        credentials: credentials(args, survey, context)?,
        methods: if args.safe {
            Methods::Reading
        } else {
            Methods::All
        },
        seed: args.seed,
        limits: LiveLimits {
            requests: args.max_requests,
            request_time: args.timeout,
            run_time: args.max_time,
            ..LiveLimits::default()
        },
    };
    Ok(match hold(survey, &options) {
        Ok(live) => Tried::Run(live),
        Err(error) => Tried::Unreachable(error),
    })
}

fn credentials(
    args: &LiveArgs,
    survey: &Survey,
    context: &Context,
) -> Result<Credentials, Failure> {
    let environment = &context.settings.environment;
    let known = schemes(&survey.contract);
    let mut list = Vec::new();
    for text in &args.credential {
        let read = |name: &str| environment.variable(name).map(str::to_owned);
        let credential = Credential::parse(text, read)
            .map_err(|error| Failure::could_not("a credential cannot be used").because(&error))?;
        if !known.contains(&credential.scheme.as_str()) {
            let failure = Failure::could_not(format!(
                "the contract has no security scheme `{}`",
                credential.scheme
            ));
            return Err(match known.as_slice() {
                [] => failure.cause("it has none at all"),
                known => failure.hint(format!("it has {}", known.join(", "))),
            });
        }
        list.push(credential);
    }
    Ok(Credentials::new(list))
}

/// Says that nothing answered: a person by an error, a program by a report.
pub(super) fn not_run(
    error: &Unreachable,
    args: &ReportArgs,
    context: &mut Context,
) -> Result<Outcome, Failure> {
    if args.format == "human" {
        let failure = Failure::could_not(format!("nothing answers at {}", error.url));
        return Err(failure
            .cause(&*error.reason)
            .hint("start the server first, and give the address that it listens on"));
    }
    print(Report::not_run("api", &error.to_string()), args, context)
}

/// Lists the rules that only a running server is held to.
pub(super) fn rule_names() -> impl Iterator<Item = &'static str> {
    rules::live::RULES.iter().map(|rule| rule.name)
}

/// Adds to a report what came of the server.
pub(super) fn add(report: Report, live: Live, args: &LiveArgs, context: &mut Context) -> Report {
    for left in &live.left {
        let line = Line::new().strong("left behind: ").plain(format!(
            "{left}, which the contract has no DELETE for, or the server did not take away"
        ));
        context.printer.talk(line);
    }
    let ours: Vec<&str> = rule_names().collect();
    let is_ours = |rule: &str| ours.contains(&rule);
    let has_found = report.findings.iter().any(|finding| is_ours(&finding.rule));
    let mut more: Vec<String> = Vec::new();
    if !live.left.is_empty() {
        more.push(format!("{} left behind.", live.left.len()));
    }
    if has_found {
        more.push(format!("The same requests again: --seed {}.", args.seed));
    }
    report.with_operations(live.operations, &ours, &more.join(" "))
}
