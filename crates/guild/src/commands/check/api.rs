//! `guild check api`

mod evolve;
mod fetch;
mod git;
mod given;
mod live;
mod released;

use std::error::Error as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueEnum};
use guild_check::{Finding, Report, Source};
use guild_check_api::checklist::{Looked, checklist};
use guild_check_api::sources::SourceLimits;
use guild_check_api::{Contract, Conventions, LoadError, Sources, Survey, Twins, load, rules};

use self::live::LiveArgs;
use super::{ReportArgs, print, read_settings, settings_file, wrong_settings};
use crate::Context;
use crate::failure::{Failure, Outcome};

/// Check API contracts: are they typed, predictable, and made to last
#[derive(Debug, Args)]
#[command(after_help = "\
A contract is OpenAPI 3.0, 3.1 or 3.2, JSON or YAML, in one file or split by `$ref`, or TypeScript
(types, and routes such as `GET /api/tasks/:id`), in one file or split by `import`. It is held
against the contract of the skill api-and-interface-design: types, one error body, statuses,
pagination, names, and what only the server may set. What several operations share is told once,
where it is defined. A finding is silenced in guild.toml, or in the file by a line of its own:
`# guild: allow RULE: reason` in YAML, `// guild: allow RULE: reason` in TypeScript.

With --against the contract is held against an earlier version instead, by what both mean: each
change is ADDITIVE, RISKY or BREAKING, told once where it is defined, with the operations that it
bears on and the additive way. `--format markdown` is a changelog for those who call it.

An API that has both, OpenAPI and TypeScript, names both files: they are held against each other,
and what one says and the other does not is told where it is missing.

What a contract calls things by agreement stands in guild.toml too: `[api] fields = 'snake_case'`,
`[api.names] pageSize = 'per_page'`, and `[api.allowed] SKU = 'the reason'`.

A `$ref` to another machine is a finding. With --allow-remote it is fetched once: http and https, up
to 100 files, 64 MiB and 60 seconds in all, and from public addresses only; a host that is named,
--allow-remote=schemas.internal:8080, may be anywhere, and then no other is asked.

With --live a running server is held to the contract: requests that the contract allows and refuses,
and what comes back. It writes too, and takes away again what it made; --safe only reads. Use a
server whose data may be lost. Credentials come from environment variables and are shown nowhere.

The report ends with the verification checklist of the skill, each line answered with its count:
of the changes with --against, of everything else without it.

Exit codes:
  0 no errors; 1 errors were found; 2 could not run, or not all operations could be tried

Examples:
  guild check api openapi.yaml
  guild check api openapi.yaml --deny warnings --format github
  guild check api contract.ts --sources src
  guild check api openapi.yaml contract.ts
  git show :openapi.yaml | guild check api - --stdin-filename openapi.yaml
  guild check api openapi.yaml --against v1.2.0:openapi.yaml
  guild check api openapi.yaml --against https://api.example.com/openapi.json --fail-on risky
  guild check api openapi.yaml --live http://127.0.0.1:9000 --safe
  guild check api openapi.yaml --live http://127.0.0.1:9000 --credential bearerAuth=API_TOKEN
  guild check api openapi.yaml --against old.yaml --format markdown > CHANGES.md
  guild explain api/value-untyped")]
pub(crate) struct ApiArgs {
    /// Contracts, or `-` for one on standard input
    #[arg(value_name = "FILE", required = true)]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    given: given::GivenArgs,
    /// Check a program's sources too: what third parties answer, the environment, where data is validated
    #[arg(long, value_name = "DIR")]
    sources: Option<PathBuf>,
    /// Tell what changed since this version: a file, a file in a revision of git, or an address
    #[arg(long, value_name = "FILE|REV:FILE|URL", conflicts_with = "sources")]
    against: Option<String>,
    /// The least change that fails the check
    #[arg(long, value_enum, value_name = "CHANGE", default_value_t = Change::Breaking, requires = "against")]
    fail_on: Change,
    #[command(flatten)]
    live: LiveArgs,
    #[command(flatten)]
    report: ReportArgs,
}

/// How a change weighs.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Change {
    /// One that breaks a consumer
    Breaking,
    /// One that may break a consumer
    Risky,
}

/// Runs the command.
pub(super) fn run(args: &ApiArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let settings = read_settings(args.report.config.as_deref(), context)?;
    if let Some(against) = &args.against {
        return evolve::run(args, against, &settings, context);
    }
    let conventions = conventions(args.report.config.as_deref(), context)?;
    let given = args.given.reader(&args.paths, context)?;
    let mut findings: Vec<Finding> = Vec::new();
    let mut sources: Vec<Source> = Vec::new();
    let mut surveys: Vec<Survey> = Vec::new();
    for path in &args.paths {
        let survey = Survey::of(Arc::new(given.read(path)?), conventions.clone());
        findings.extend(rules::judge_design(&survey));
        sources.extend(survey.contract.files.iter().map(|tree| tree.source.clone()));
        surveys.push(survey);
    }
    let mut looked = Looked::default();
    if let Some(folder) = &args.sources {
        let program =
            Sources::load(folder, SourceLimits::default()).map_err(|error| unread(&error))?;
        findings.extend(rules::judge_sources(&program));
        looked.sources = Some(program.files.len());
        sources.extend(program.files.into_iter().map(|file| file.source));
    }
    let twins = twins(&surveys);
    findings.extend(twins.iter().flat_map(rules::judge_twins));
    let mut elsewhere = rules::beside_one();
    if !twins.is_empty() {
        let held: Vec<&str> = rules::twins::RULES.iter().map(|rule| rule.name).collect();
        elsewhere.retain(|rule| !held.contains(rule));
    }
    let tried = match live::run(&args.live, &surveys, context)? {
        live::Tried::Not => None,
        live::Tried::Unreachable(error) => return live::not_run(&error, &args.report, context),
        live::Tried::Run(tried) => Some(tried),
    };
    looked.live = tried.as_ref().map(|tried| tried.counts);
    findings.extend(tried.iter().flat_map(|tried| tried.findings.clone()));
    if tried.is_some() {
        let held: Vec<&str> = live::rule_names().collect();
        elsewhere.retain(|rule| !held.contains(rule));
    }
    let options = args.report.options(&settings, &elsewhere);
    let mut report = Report::new("api", &sources, findings, &options);
    if let Some(tried) = tried {
        report = live::add(report, tried, &args.live, context);
    }
    let checklist = checklist(&surveys, &report.findings, looked);
    print(report.with_checklist(checklist), &args.report, context)
}

/// Finds contracts of one API among those that are given, and holds each two against each other.
fn twins(surveys: &[Survey]) -> Vec<Twins> {
    let pairs = surveys.iter().enumerate().flat_map(|(index, one)| {
        let others = surveys[index + 1..].iter();
        others.map(move |other| (one, other))
    });
    pairs
        .filter_map(|(one, other)| Twins::of(&one.contract, &other.contract))
        .collect()
}

/// Reads what the contracts call things by agreement.
pub(crate) fn conventions(
    config: Option<&Path>,
    context: &Context,
) -> Result<Conventions, Failure> {
    match settings_file(config, context)? {
        Some(source) => {
            Conventions::parse(&source).map_err(|error| wrong_settings(&source, &error))
        }
        None => Ok(Conventions::default()),
    }
}

/// Reads an API contract.
pub(crate) fn read(path: &Path) -> Result<Contract, Failure> {
    load(path).map_err(|error| unread(&error))
}

fn unread(error: &LoadError) -> Failure {
    let failure = Failure::could_not(error.to_string());
    match error.source() {
        Some(source) => failure
            .because(source)
            .hint("name a contract: OpenAPI in YAML or JSON, or TypeScript"),
        None => failure,
    }
}
