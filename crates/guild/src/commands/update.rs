//! `guild update`

mod newest;
mod told;

use std::path::PathBuf;

use clap::Args;
use guild_skill::SkillName;
use guild_skill::wire::RecentChange;
use semver::Version;
use serde::Serialize;

use crate::Context;
use crate::cli::TargetArgs;
use crate::failure::{Failure, Kind, Outcome};
use crate::install::fetch::Wanted;
use crate::install::folder::SkillsFolder;
use crate::install::installed;
use crate::install::ledger::{Origin, Record};
use crate::install::lock::{self, Change};
use crate::install::plan;
use crate::install::targets::{self, Level, Target};
use crate::install::trust::Signed;
use crate::install::withdrawals::Since;
use crate::line::path_text;
use crate::remote::{Accepted, Expected, Remote};
use crate::signed_by::SignedBy;
use newest::{Cache, Newest};

/// Bring installed skills to their newest version
#[derive(Debug, Args)]
#[command(after_help = "\
A skill that was edited by hand is left as it is. Each skill is updated from the catalog it came
from, unless `--catalog` names another. A release that was withdrawn is left for the newest that was
not, even for an older one. One that is refused, as when somebody else signs it, or that cannot be
had is left as it is; the others are updated, and the exit code is 1.

Examples:
  guild update --dry-run
  guild update adr-writer")]
pub(crate) struct UpdateArgs {
    /// The skills; all that are installed when none is named
    #[arg(value_name = "NAME")]
    names: Vec<SkillName>,
    /// Say what would be done, and do nothing
    #[arg(long)]
    dry_run: bool,
    /// Take a release by another key or CI job than the one before, or with `none` one by neither
    #[arg(long = "accept-key", value_name = "FINGERPRINT|JOB|none")]
    accepted: Vec<Accepted>,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
}

/// What became of one skill in one folder, as `--json` prints it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Updated {
    name: SkillName,
    from: String,
    to: Option<String>,
    #[serde(serialize_with = "path_text")]
    folder: PathBuf,
    outcome: UpdateOutcome,
    /// What became of the release that was installed.
    #[serde(flatten)]
    since: Since,
    /// What the author says has changed since the release that was installed.
    recent_changes: Vec<RecentChange>,
    /// The key that signed what was installed, where the one that signs now was announced by it.
    #[serde(skip_serializing_if = "Option::is_none")]
    rotated_from: Option<String>,
    /// Who signs now, if that is so.
    #[serde(skip)]
    signed: Option<Signed>,
    /// Why it was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
    /// Why it could not be had.
    #[serde(skip_serializing_if = "Option::is_none")]
    failed: Option<String>,
}

/// What can become of a skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum UpdateOutcome {
    Updated,
    WouldUpdate,
    Newest,
    SkippedEdited,
    SkippedLocal,
    SkippedChanged,
    /// Every release was withdrawn: none is chosen.
    AllWithdrawn,
    NotListed,
    Deleted,
    Refused,
    Failed,
}

/// Runs the command.
pub(crate) fn run(args: &UpdateArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let targets = targets::existing(&args.target.place, context)?;
    let mut cache = Cache::default();
    let mut updated = Vec::new();
    for target in &targets {
        let mut folder = targets::take(target, context)?;
        let records = folder.ledger().skills.clone();
        let is_meant = |name: &SkillName| args.names.is_empty() || args.names.contains(name);
        for (name, record) in records.iter().filter(|(name, _)| is_meant(name)) {
            let one = update(name, record, target, &mut folder, &mut cache, args, context);
            // The others are updated all the same.
            let one = one.unwrap_or_else(|failure| {
                if !updated.iter().any(|one: &Updated| one.is_for(&failure)) {
                    context.printer.failure(&failure);
                }
                Updated::left(name, record, &folder, failure)
            });
            if !args.target.json.json {
                told::print(&one, context);
            }
            updated.push(one);
        }
    }
    if let Some(name) = args
        .names
        .iter()
        .find(|name| !updated.iter().any(|one| one.name == **name))
    {
        return Err(
            Failure::could_not(format!("`{name}` is not installed")).hint(format!(
                "`guild install {name}` installs it; `guild list` shows what is there"
            )),
        );
    }
    told::conclude(&updated, args, context);
    let count = |outcome| updated.iter().filter(|one| one.outcome == outcome).count();
    let failed = count(UpdateOutcome::Failed);
    Ok(match failed + count(UpdateOutcome::Refused) {
        0 => Outcome::Clean,
        // Nothing could be had of anything, as without a network.
        left if failed == left && left == updated.len() => Outcome::NotRun,
        _ => Outcome::Findings,
    })
}

impl Updated {
    fn of(
        name: &SkillName,
        record: &Record,
        folder: &SkillsFolder,
        to: Option<&str>,
        outcome: UpdateOutcome,
    ) -> Self {
        Self {
            name: name.clone(),
            from: record.version.clone(),
            to: to.map(str::to_owned),
            folder: folder.skill_path(name),
            outcome,
            since: Since::default(),
            recent_changes: Vec::new(),
            rotated_from: None,
            signed: None,
            refused: None,
            failed: None,
        }
    }

    /// Tells of a skill that is left as it is.
    fn left(name: &SkillName, record: &Record, folder: &SkillsFolder, failure: Failure) -> Self {
        let of = |outcome| Self::of(name, record, folder, None, outcome);
        match failure.kind {
            Kind::Refused => Self {
                refused: Some(failure.message),
                ..of(UpdateOutcome::Refused)
            },
            Kind::CouldNotRun => Self {
                failed: Some(failure.message),
                ..of(UpdateOutcome::Failed)
            },
        }
    }

    /// Whether it is left as it is for the same reason.
    fn is_for(&self, failure: &Failure) -> bool {
        [&self.refused, &self.failed].contains(&&Some(failure.message.clone()))
    }

    /// Tells of the key that followed the one of what was installed.
    fn rotated(self, record: &Record, wanted: &Wanted) -> Self {
        let before = record.log.as_ref().and_then(Signed::of);
        match (before.map(|signed| signed.by), wanted.signed()) {
            (Some(SignedBy::Key(key)), Some(signed)) if signed.earlier.contains(&key) => Self {
                rotated_from: Some(key.to_string()),
                signed: Some(signed),
                ..self
            },
            _ => self,
        }
    }
}

fn update(
    name: &SkillName,
    record: &Record,
    target: &Target,
    folder: &mut SkillsFolder,
    cache: &mut Cache,
    args: &UpdateArgs,
    context: &mut Context,
) -> Result<Updated, Failure> {
    let path = folder.skill_path(name);
    let before: &SkillsFolder = folder;
    let done = |to, outcome| Updated::of(name, record, before, to, outcome);
    let Origin::Catalog(catalog) = &record.origin else {
        return Ok(done(None, UpdateOutcome::SkippedLocal));
    };
    let remote = cache.remotes.get(catalog, &context.settings)?;
    let expected = expected(target, &remote, record, args, context)?;
    let remote = remote.expecting(expected);
    let newest = cache.newest(name, &remote)?;
    let since = cache
        .withdrawals
        .of(name, record, &mut cache.remotes, context);
    for warning in since.warnings(name, &record.version) {
        context.printer.warn(warning);
    }
    let done = |to, outcome| Updated {
        since: since.clone(),
        ..done(to, outcome)
    };
    let (wanted, changes) = match newest {
        Newest::Release(wanted, changes) => (wanted, changes),
        Newest::Withdrawn => return Ok(done(None, UpdateOutcome::AllWithdrawn)),
        Newest::Deleted => return Ok(done(None, UpdateOutcome::Deleted)),
        Newest::NotListed => return Ok(done(None, UpdateOutcome::NotListed)),
    };
    let to = Some(wanted.version.as_str());
    let is_back = is_older(&wanted.version, &record.version);
    if wanted.digest == record.digest || (is_back && since.withdrawn.is_none()) {
        return Ok(done(None, UpdateOutcome::Newest));
    }
    if wanted.version == record.version {
        return Ok(done(to, UpdateOutcome::SkippedChanged));
    }
    if !plan::compare(name, &path, record)?.is_empty() {
        return Ok(done(to, UpdateOutcome::SkippedEdited));
    }
    // Before the folder is replaced that says what was known.
    let recent_changes = installed::changed_since(&path, &changes);
    if args.dry_run {
        return Ok(Updated {
            recent_changes,
            ..done(to, UpdateOutcome::WouldUpdate).rotated(record, &wanted)
        });
    }
    let updated = done(to, UpdateOutcome::Updated).rotated(record, &wanted);
    // The catalog is the recorded one, or the person named another for this.
    plan::replace(folder, &wanted, || cache.files(&wanted, &remote, context))?;
    if let (Level::Project, Origin::Catalog(catalog)) = (target.level, &wanted.origin) {
        let root = targets::root(&context.settings.environment);
        lock::change(&root, vec![Change::Set(Box::new(wanted.locked(catalog)))])?;
    }
    Ok(Updated {
        recent_changes,
        ..updated
    })
}

/// Gives what is expected of a catalog: by guild.lock in a project, and by what it proved when the skill was installed.
fn expected(
    target: &Target,
    remote: &Remote,
    record: &Record,
    args: &UpdateArgs,
    context: &Context,
) -> Result<Expected, Failure> {
    let catalog = remote.catalog().to_string();
    let is_same = matches!(&record.origin, Origin::Catalog(origin) if *origin == catalog);
    let log = record.log.as_ref().filter(|_| is_same);
    let locked = match target.level {
        Level::Project => lock::expected(&targets::root(&context.settings.environment), &catalog)?,
        Level::User | Level::Given => Expected::default(),
    };
    let log_key = log.and_then(|log| log.key.parse().ok());
    Ok(Expected {
        log_key: locked.log_key.or(log_key),
        signers: locked.signers,
        accepted: args.accepted.clone(),
    })
}

fn is_older(one: &str, other: &str) -> bool {
    match (Version::parse(one), Version::parse(other)) {
        (Ok(one), Ok(other)) => one < other,
        (Ok(_) | Err(_), Ok(_) | Err(_)) => false,
    }
}
