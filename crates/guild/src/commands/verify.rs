//! `guild verify`

mod told;

use std::path::PathBuf;

use clap::Args;
use guild_skill::SkillName;
use guild_skill::wire::LogEntry;
use serde::Serialize;

use crate::Context;
use crate::cli::TargetArgs;
use crate::failure::{Failure, Outcome};
use crate::install::fetch::{self, Wanted};
use crate::install::folder::SkillsFolder;
use crate::install::ledger::{Origin, Record};
use crate::install::plan;
use crate::install::state::Difference;
use crate::install::targets::{self, Level, Target};
use crate::install::trust::{self, Proven, Signed};
use crate::install::withdrawals::{Since, Withdrawals};
use crate::install::{local, lock};
use crate::line::path_text;
use crate::remote::Remotes;
use crate::signed_by::SignedBy;

/// See that every installed skill is as it was published
#[derive(Debug, Args)]
#[command(after_help = "\
Every file of every installed skill is read and compared with the digest that was recorded when it
was installed; in a project, the skills are compared with guild.lock too. Where the catalog keeps a
log, the signature of the release and the proof that it stands in the log are checked again. Of each
skill its catalog is asked whether the release was withdrawn; that is a warning.

Exit codes:
  0 all is as it was published; 1 something differs; 2 could not run

Examples:
  guild verify
  guild verify --fix
  guild verify --project --json")]
pub(crate) struct VerifyArgs {
    /// Install again what differs, exactly as it was recorded
    #[arg(long)]
    fix: bool,
    /// Do not ask the catalog whether something was withdrawn
    #[arg(long)]
    offline: bool,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
}

/// What was found of one skill in one folder, as `--json` prints it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Verified {
    name: SkillName,
    version: String,
    #[serde(serialize_with = "path_text")]
    folder: PathBuf,
    is_clean: bool,
    is_fixed: bool,
    /// Why it could not be fixed.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_fixed: Option<String>,
    differences: Vec<Difference>,
    /// Why it could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    unreadable: Option<String>,
    /// The place in the log of its catalog, as was proved when it was installed; none where there was no log.
    log_index: Option<u64>,
    /// The key that signed it, or the CI job that published it; none for a release by neither.
    signed_by: Option<String>,
    /// Who that is, where it is not the catalog itself.
    #[serde(skip)]
    signer: Option<Signed>,
    /// What is wrong with its signature or its proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    log: Option<String>,
    /// What became of the release since, as the catalog says.
    #[serde(flatten)]
    since: Since,
    /// Why guild.lock does not agree.
    #[serde(skip_serializing_if = "Option::is_none")]
    lock: Option<String>,
}

impl Verified {
    /// Says whether nothing is left to do about it.
    fn is_settled(&self) -> bool {
        self.is_clean || (self.is_fixed && self.lock.is_none() && self.log.is_none())
    }
}

/// Runs the command.
pub(crate) fn run(args: &VerifyArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let mut verified = Vec::new();
    let mut failures = Vec::new();
    let mut remotes = Remotes::default();
    let mut withdrawals = Withdrawals::default();
    let targets = targets::existing(&args.target.place, context)?;
    for target in &targets {
        let mut folder = targets::take(target, context)?;
        let records = folder.ledger().skills.clone();
        for (name, record) in &records {
            let mut one = verify(name, record, (target, &folder), &mut failures, context)?;
            if !args.offline {
                one.since = withdrawals.of(name, record, &mut remotes, context);
            }
            if args.fix && !one.differences.is_empty() {
                match fix(name, record, &mut folder, &mut remotes, context) {
                    Ok(()) => one.is_fixed = true,
                    // The others are fixed all the same.
                    Err(failure) => {
                        one.not_fixed = Some(failure.message.clone());
                        failures.push(failure);
                    }
                }
            }
            verified.push(one);
        }
    }
    verified.extend(not_installed(args, &verified, context)?);
    let differing = verified.iter().filter(|one| !one.is_settled()).count();
    told::print(&verified, differing, args, context);
    for failure in &failures {
        context.printer.failure(failure);
    }
    Ok(match differing {
        0 => Outcome::Clean,
        _ => Outcome::Findings,
    })
}

fn verify(
    name: &SkillName,
    record: &Record,
    (target, folder): (&Target, &SkillsFolder),
    failures: &mut Vec<Failure>,
    context: &Context,
) -> Result<Verified, Failure> {
    let path = folder.skill_path(name);
    // The others are verified all the same.
    let (differences, unreadable) = match plan::compare(name, &path, record) {
        Ok(differences) => (differences, None),
        Err(failure) => {
            let why = failure.message.clone();
            failures.push(failure);
            (Vec::new(), Some(why))
        }
    };
    let lock = match target.level {
        Level::Project => against_lock(name, record, context)?,
        Level::User | Level::Given => None,
    };
    let proven = record.log.as_ref().map(|said| proven(said, name, record));
    let (proven, log) = match proven.transpose() {
        Ok(proven) => (proven, None),
        Err(cause) => (None, Some(cause)),
    };
    let key = proven.as_ref().and_then(|proven| proven.entry.key());
    let signer = record.log.as_ref().filter(|_| proven.is_some());
    let signer = signer.and_then(Signed::of);
    let by = signer.as_ref().map(|signed| signed.by.to_string());
    Ok(Verified {
        name: name.clone(),
        version: record.version.clone(),
        folder: path,
        is_clean: [&unreadable, &lock, &log].iter().all(|why| why.is_none())
            && differences.is_empty(),
        log_index: proven.as_ref().map(|proven| proven.index),
        signed_by: key.map(ToString::to_string).or(by),
        signer,
        log,
        is_fixed: false,
        not_fixed: None,
        since: Since::default(),
        differences,
        unreadable,
        lock,
    })
}

/// Proves again what the log of its catalog said of a release, and that it said it of this one.
fn proven(said: &LogEntry, name: &SkillName, record: &Record) -> Result<Proven, String> {
    let proven = trust::of_entry(said)?;
    let release = trust::Named {
        skill: name.as_str(),
        version: &record.version,
        archive: record.digest.as_str(),
        files: record.tree_digest.as_str(),
    };
    trust::is_of(&proven.entry, &release)?;
    Ok(proven)
}

fn against_lock(
    name: &SkillName,
    record: &Record,
    context: &Context,
) -> Result<Option<String>, Failure> {
    let lock = lock::read(&targets::root(&context.settings.environment))?;
    let Some(locked) = lock.and_then(|mut lock| lock.skills.remove(name)) else {
        return Ok(None);
    };
    let release = (&locked.version, &locked.digest);
    if release != (&record.version, &record.digest) {
        return Ok(Some(format!(
            "guild.lock holds {} {}",
            release.0, release.1
        )));
    }
    if locked.tree_digest != record.tree_digest {
        let words = format!("guild.lock holds files of the tree {}", locked.tree_digest);
        return Ok(Some(words));
    }
    let signer = record.log.as_ref().and_then(Signed::of);
    let signer = signer.map(|signed| signed.by);
    let expected = locked.signed_by.filter(|by| signer.as_ref() != Some(by));
    Ok(expected.map(|by| match &by {
        SignedBy::Key(_) => format!("guild.lock expects the signature of {}", by.words()),
        SignedBy::Job(_) => format!("guild.lock expects a release by {}", by.words()),
    }))
}

/// Finds what guild.lock holds and no folder of the project does.
fn not_installed(
    args: &VerifyArgs,
    verified: &[Verified],
    context: &Context,
) -> Result<Vec<Verified>, Failure> {
    let is_narrowed =
        !args.target.place.assistants.is_empty() || args.target.place.skills_folder.is_some();
    let Some(root) = targets::project_root(&context.settings.environment) else {
        return Ok(Vec::new());
    };
    let Some(lock) = lock::read(&root)?.filter(|_| !is_narrowed && !args.target.place.user) else {
        return Ok(Vec::new());
    };
    let is_there = |name: &SkillName| {
        let mut there = verified.iter();
        there.any(|one| one.name == *name && one.folder.starts_with(&root))
    };
    let missing = lock
        .skills
        .into_values()
        .filter(|locked| !is_there(&locked.name));
    Ok(missing
        .map(|locked| Verified {
            folder: root.clone(),
            is_clean: false,
            is_fixed: false,
            not_fixed: None,
            since: Since::default(),
            differences: Vec::new(),
            unreadable: None,
            log_index: None,
            signed_by: None,
            signer: None,
            log: None,
            lock: Some("guild.lock holds it, and it is not installed: `guild install`".to_owned()),
            name: locked.name,
            version: locked.version,
        })
        .collect())
}

fn fix(
    name: &SkillName,
    record: &Record,
    folder: &mut SkillsFolder,
    remotes: &mut Remotes,
    context: &Context,
) -> Result<(), Failure> {
    let wanted = Wanted::of_record(name, record);
    plan::replace(folder, &wanted, || match &record.origin {
        Origin::Catalog(catalog) => {
            let remote = remotes.get(catalog, &context.settings)?;
            fetch::fetch(&remote, &wanted, &context.printer)
        }
        Origin::From(path) => {
            let found = local::read(path.as_ref(), &context.settings.environment)?;
            match found.wanted.tree_digest == record.tree_digest {
                true => Ok(found.files),
                false => Err(Failure::refused(format!(
                    "`{name}` cannot be fixed: {path} has changed since"
                ))
                .hint(format!(
                    "`guild install --from '{path}' --force` installs it as it is now"
                ))),
            }
        }
    })?;
    Ok(())
}
