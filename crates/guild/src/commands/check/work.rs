//! `guild check work`: any document, by the contract of any skill.

use std::path::PathBuf;
use std::slice::from_ref;
use std::sync::Arc;

use clap::Args;
use guild_check::contract::{self, ContractFile};
use guild_check::{Markdown, Report, Severity, Source};
use guild_check_docs::Against;
use guild_skill::contracts;

use super::cache::{Cache, CacheArgs};
use super::judge::judge;
use super::{ReportArgs, files, fix, print_work_of, read_settings, today};
use crate::Context;
use crate::failure::{Failure, Outcome};
use crate::install::targets::{self, PlaceArgs};

/// Check documents against the contract of a skill
#[derive(Debug, Args)]
#[command(after_help = "\
In a folder every .md is a document; `-` is one on standard input. The contract is the file
contract.toml in the skill's folder; findings are named after it, such as adr/section-order, and
`guild explain` knows each of them. A skill is looked for as a folder, then in the skills folders of
the assistants, those of the project first, whoever installed it there, then in the Developer pack.
A finding is silenced in guild.toml, or in the document by `<!-- guild: allow RULE: reason -->`.

Exit codes:
  0 no errors; 1 errors were found; 2 could not run

Examples:
  guild check work docs/adr/0012-keep-the-job-queue.md --skill adr-writer
  guild check work docs/api/*.md --skill api-documentation-writer --format github
  guild check work draft.md --skill skills/my-skill")]
pub(crate) struct WorkArgs {
    /// Documents, folders of them, or `-`
    #[arg(value_name = "FILE", required = true)]
    paths: Vec<PathBuf>,
    /// What reports call the document on standard input
    #[arg(long, value_name = "NAME")]
    stdin_filename: Option<PathBuf>,
    /// The skill whose contract they are held against
    #[arg(long, value_name = "NAME|DIR")]
    skill: String,
    #[command(flatten)]
    fix: fix::FixArgs,
    #[command(flatten)]
    cache: CacheArgs,
    #[command(flatten)]
    report: ReportArgs,
}

/// Runs the command.
pub(super) fn run(args: &WorkArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let settings = read_settings(args.report.config.as_deref(), context)?;
    let file = contract_of(&args.skill, context)?;
    let documents = files::list(&args.paths, args.stdin_filename.as_deref(), context)?;
    let contract = Arc::new(file.contract);
    // Under the contract of API documents a file may speak of rules that only `guild check docs` holds.
    let elsewhere: Vec<&str> = Against::ALL.into_iter().flat_map(Against::rules).collect();
    let options = args.report.options(&settings, &elsewhere);
    let today = today();
    let check = |source: &Source| contract.check(&Arc::new(Markdown::parse(source)), today);
    fix::fix(&args.fix, &documents, context, |source| {
        Report::new(&contract.name, from_ref(source), check(source), &options).findings
    })?;
    let (form, day) = (format!("{contract:?}"), today.to_string());
    let cache = Cache::open(&args.cache, [form.as_str(), &day], context);
    let report = judge(&documents, &cache, check)?.report(&contract.name, &options);
    fix::hint(&report.findings, context);
    print_work_of(report, &args.report, Some(&args.skill), context)
}

/// Reads the contract of a skill; one that is half understood judges nothing.
pub(crate) fn contract_of(skill: &str, context: &Context) -> Result<ContractFile, Failure> {
    let file = open(skill, context)?;
    refuse_broken(&file, skill)?;
    Ok(file)
}

/// Finds a skill's contract: in a folder, in the skills folders of assistants, or in the Developer pack.
fn open(skill: &str, context: &Context) -> Result<ContractFile, Failure> {
    let environment = &context.settings.environment;
    let folder = environment.working_folder.join(skill);
    let found = if folder.is_dir() {
        folder.join(contract::FILE).is_file().then_some(folder)
    } else {
        installed(skill, context)?
    };
    if let Some(folder) = found {
        let shown = environment.shorten(&folder);
        return ContractFile::open(&folder, &shown).map_err(|error| {
            Failure::could_not(format!("could not read the contract of {skill}")).because(&error)
        });
    }
    contracts::of_pack(skill).ok_or_else(|| {
        Failure::could_not(format!("found no contract of `{skill}`"))
            .cause("it is neither a folder with a contract.toml, nor in a skills folder with one, nor in the Developer pack")
            .hint(format!("name the skill's folder: `--skill DIR`; in the Developer pack {} have one", contracts::NAMES.join(", ")))
    })
}

/// Finds the folder of a skill with a contract in an assistant's skills folder, of the project or the person.
fn installed(skill: &str, context: &Context) -> Result<Option<PathBuf>, Failure> {
    let anywhere = PlaceArgs {
        assistants: Vec::new(),
        skills_folder: None,
        user: false,
        project: false,
    };
    // What is typed is a name and no path: it may not lead out of the skills folder.
    let is_name = guild_skill::SkillName::parse(skill).is_ok();
    let mut targets = targets::every(&anywhere, context)?;
    targets.sort_by_key(|target| target.level);
    let mut folders = targets.iter().map(|target| target.folder.join(skill));
    Ok(folders.find(|folder| is_name && folder.join(contract::FILE).is_file()))
}

fn refuse_broken(file: &ContractFile, skill: &str) -> Result<(), Failure> {
    let findings = file.findings();
    let source = file.source.path();
    let mut wrong = findings
        .iter()
        .filter(|found| found.severity == Severity::Error && found.place.source.path() == source);
    let Some(first) = wrong.next() else {
        return Ok(());
    };
    let start = first.place.start();
    Err(
        Failure::could_not(format!("the contract of {skill} is wrong"))
            .cause(format!(
                "{source}:{}:{}: {}",
                start.line, start.column, first.message
            ))
            .hint("`guild check skill DIR` lists what is wrong with a skill"),
    )
}
