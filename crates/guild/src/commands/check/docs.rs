//! `guild check docs`

use std::path::{Path, PathBuf};
use std::slice::from_ref;

use clap::Args;
use guild_check::operation::Operation;
use guild_check::{Finding, Report};
use guild_check_api::{ContractOperations, rules};
use guild_check_docs::coverage::Coverage;
use guild_check_docs::{Against, DocsOptions, OperationFacts, check};

use super::cache::{Cache, CacheArgs};
use super::examples::{RunArgs, run_examples};
use super::files::Document;
use super::history::History;
use super::judge::judge;
use super::{ReportArgs, files, fix, print, read_settings, today};
use crate::Context;
use crate::failure::{Failure, Outcome};

/// Check API documents: are they complete, and can a caller act on them
#[derive(Debug, Args)]
#[command(after_help = "\
A document is about one endpoint or one function and keeps the contract of the skill
api-documentation-writer. In a folder every .md is one; `-` is a document on standard input. A
finding is silenced in guild.toml, or in the document by `<!-- guild: allow RULE: reason -->`.

`--fix` puts sections and columns in order, names the languages of code that are certain, and gives
the last line its form; everything else in the file stays byte for byte.

With --run each example runs in a sandbox, with a proxy at the documented address that forwards to
the server under test: the answer is held against the document, not the exit code. An example is
left out when `<!-- guild: do not run: reason -->` stands above its block. The sandbox is the first
that works here of bubblewrap, namespaces and landlock; landlock stands in for ports of this
machine only.

With --contract each document is compared with the OpenAPI contract (3.0, 3.1 or 3.2, JSON or YAML,
split by `$ref` or whole): parameters, types, values, statuses, codes, fields, scopes, deprecation.

Exit codes:
  0 no errors; 1 errors were found; 2 could not run, or an example could not

Examples:
  guild check docs docs/api/create-task.md
  guild check docs docs/api/ --run --target http://127.0.0.1:9000 --env TASKS_TOKEN
  guild check docs docs/api/ --run --start 'npm run serve -- --port {port}'
  guild check docs docs/api/ --deny warnings --format github
  guild check docs docs/api/ --fix
  guild check docs docs/api/create-task.md --contract openapi.yaml
  guild check docs docs/api/ --contract openapi.yaml --coverage
  cat draft.md | guild check docs -")]
pub(crate) struct DocsArgs {
    /// Documents, folders of them, or `-`
    #[arg(value_name = "FILE", required = true)]
    paths: Vec<PathBuf>,
    /// What reports call the document on standard input
    #[arg(long, value_name = "NAME")]
    stdin_filename: Option<PathBuf>,
    /// Compare the documents with this OpenAPI contract
    #[arg(long, value_name = "FILE")]
    contract: Option<PathBuf>,
    /// Find the operations of the contract that no document is about
    #[arg(long, requires = "contract")]
    coverage: bool,
    #[command(flatten)]
    fix: fix::FixArgs,
    #[command(flatten)]
    run: RunArgs,
    #[command(flatten)]
    cache: CacheArgs,
    #[command(flatten)]
    report: ReportArgs,
}

/// Runs the command.
pub(super) fn run(args: &DocsArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let settings = read_settings(args.report.config.as_deref(), context)?;
    let documents = files::list(&args.paths, args.stdin_filename.as_deref(), context)?;
    let operations = args.contract.as_deref().map(read_contract).transpose()?;
    let history = History::default();
    let changed = |operation: &Operation| history.changed(&operation.whole);
    let facts = operations
        .as_ref()
        .map(|operations| OperationFacts::with_history(operations, &changed));
    let options = DocsOptions {
        today: today(),
        contracts: facts.as_ref().map(|facts| facts as _),
    };
    let elsewhere = not_held(args);
    let report_options = args.report.options(&settings, &elsewhere);
    fix::fix(&args.fix, &documents, context, |source| {
        let findings = check(source, &options);
        Report::new("docs", from_ref(source), findings, &report_options).findings
    })?;
    let cache = match args.contract {
        // What is found then follows from the history of the contract too.
        Some(_) => Cache::none(),
        None => Cache::open(&args.cache, ["docs", &options.today.to_string()], context),
    };
    let mut judged = judge(&documents, &cache, |source| check(source, &options))?;
    judged
        .findings
        .extend(of_contract(args, operations.as_ref(), &documents)?);
    let report = match run_examples(&args.run, &documents, context)? {
        Some(ran) => {
            judged.findings.extend(ran.findings);
            let report = judged.report("docs", &report_options);
            report.with_examples(ran.results, Some(ran.sandbox))
        }
        None => judged.report("docs", &report_options),
    };
    fix::hint(&report.findings, context);
    print(report, &args.report, context)
}

/// Lists the rules that this run does not hold, so that neither a comment nor an entry of the baseline on one of
/// them is called idle.
fn not_held(args: &DocsArgs) -> Vec<&'static str> {
    let is_held = |against: &Against| match against {
        Against::Code => true,
        Against::Contract => args.contract.is_some(),
        Against::Coverage => args.coverage,
        Against::Examples => args.run.is_asked_for(),
    };
    let all = Against::ALL.into_iter();
    all.filter(|against| !is_held(against))
        .flat_map(Against::rules)
        .collect()
}

/// Lists what is wrong with the contract itself and, if asked, what of it has no document.
fn of_contract(
    args: &DocsArgs,
    operations: Option<&ContractOperations>,
    documents: &[Document],
) -> Result<Vec<Finding>, Failure> {
    let Some(operations) = operations else {
        return Ok(Vec::new());
    };
    let mut findings = rules::judge(&operations.contract);
    if args.coverage {
        let sources = files::read_all(documents)?;
        findings.extend(Coverage::of(&sources, operations).judge());
    }
    Ok(findings)
}

/// Reads an API contract.
pub(in crate::commands) fn read_contract(path: &Path) -> Result<ContractOperations, Failure> {
    super::api::read(path).map(ContractOperations::new)
}
