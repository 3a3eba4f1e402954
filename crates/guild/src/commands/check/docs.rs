//! `guild check docs`

use std::path::PathBuf;

use clap::Args;
use guild_check::{Report, Source};
use guild_check_docs::{DocsOptions, check};

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

Exit codes:
  0 no errors, 1 errors were found, 2 could not run

Examples:
  guild check docs docs/api/create-task.md
  guild check docs docs/api/ --deny warnings --format github
  guild check docs docs/api/ --fix
  cat draft.md | guild check docs -")]
pub(crate) struct DocsArgs {
    /// Documents, folders of them, or `-`
    #[arg(value_name = "FILE", required = true)]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    fix: fix::FixArgs,
    #[command(flatten)]
    report: ReportArgs,
}

/// Runs the command.
pub(super) fn run(args: &DocsArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let settings = read_settings(args.report.config.as_deref(), context)?;
    let sources = files::read(&args.paths, context)?;
    let options = DocsOptions {
        today: today(),
        contracts: None,
        threads: 0,
    };
    let report_options = args.report.options(&settings);
    let report = |sources: &[Source]| {
        Report::new("docs", sources, check(sources, &options), &report_options)
    };
    let sources = fix::fix(&args.fix, sources, context, |source| {
        report(std::slice::from_ref(source)).findings
    })?;
    let report = report(&sources);
    fix::hint(&report.findings, context);
    print(&report, &args.report, context)
}
