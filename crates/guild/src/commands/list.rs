//! `guild list`

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use guild_skill::SkillName;
use semver::Version;
use serde::Serialize;

use crate::Context;
use crate::cli::JsonArgs;
use crate::clock;
use crate::failure::{Failure, Outcome};
use crate::install::ledger::{Origin, Record};
use crate::install::plan::compare;
use crate::install::targets::{self, Level, PlaceArgs, Target};
use crate::install::withdrawals::Withdrawals;
use crate::line::{Line, path_text};
use crate::remote::{RemoteError, Remotes};

/// How long a catalog may take to say whether a release was withdrawn: the list is there without it.
const QUICK: Duration = Duration::from_secs(1);
/// How long all of them may take together, in milliseconds.
const ALL_MS: i64 = 3_000;

/// List the skills that are installed, and where
#[derive(Debug, Args)]
#[command(after_help = "\
The catalogs are asked whether a release was withdrawn, if they answer within a second.

Examples:\n  guild list\n  guild list --outdated\n  guild list --user --json")]
pub(crate) struct ListArgs {
    /// Ask the catalogs, and show only those of which there is a newer release
    #[arg(long)]
    outdated: bool,
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// One installed skill, as `--json` prints it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Listed {
    name: SkillName,
    version: String,
    digest: String,
    tree_digest: String,
    #[serde(flatten)]
    origin: Origin,
    #[serde(serialize_with = "path_text")]
    folder: PathBuf,
    level: Level,
    assistants: Vec<String>,
    is_edited: bool,
    /// Whether its folder is gone.
    is_missing: bool,
    /// Why its folder cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    unreadable: Option<String>,
    /// The newest version, where the catalog was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    newest: Option<String>,
    /// Whether its catalog said now that the release was withdrawn.
    is_yanked: bool,
    yank_reason: Option<String>,
    /// What its catalog said now of the deletion of the skill.
    #[serde(skip_serializing_if = "Option::is_none")]
    deleted: Option<String>,
}

/// Runs the command.
pub(crate) fn run(args: &ListArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let mut listed = Vec::new();
    let mut records = Vec::new();
    for target in targets::existing(&args.place, context)? {
        let folder = targets::take(&target, context)?;
        for (name, record) in &folder.ledger().skills {
            let mut one = Listed::of(name, record, &target);
            let path = folder.skill_path(name);
            match compare(name, &path, record) {
                Ok(edits) => one.is_edited = !edits.is_empty(),
                // The others are listed all the same.
                Err(failure) => {
                    one.unreadable = Some(failure.message.clone());
                    context.printer.failure(&failure);
                }
            }
            one.is_missing = one.is_edited && is_gone(&path);
            one.is_edited &= !one.is_missing;
            listed.push(one);
            records.push((name.clone(), record.clone()));
        }
    }
    ask(&mut listed, &records, context);
    if args.outdated {
        listed = outdated(listed, context)?;
    }
    if args.json.json {
        context
            .printer
            .json(&serde_json::json!({ "skills": listed }));
        return Ok(Outcome::Clean);
    }
    print(&listed, context);
    conclude(&listed, args, context);
    Ok(Outcome::Clean)
}

/// Keeps those of which their catalog has a newer release.
fn outdated(listed: Vec<Listed>, context: &Context) -> Result<Vec<Listed>, Failure> {
    let mut remotes = Remotes::default();
    let mut kept = Vec::new();
    for mut one in listed {
        let Origin::Catalog(catalog) = &one.origin else {
            continue;
        };
        let newest = match remotes.get(catalog, &context.settings)?.skill(&one.name) {
            Ok(skill) => skill.map(|skill| skill.latest_release),
            Err(RemoteError::Deleted { .. }) => None,
            Err(error) => return Err(error.into()),
        };
        // A catalog shows a withdrawn release only where there is no other.
        let newest = newest.filter(|newest| !newest.is_yanked);
        let newest = newest.map(|newest| newest.version);
        one.newest = newest.filter(|newest| is_newer(newest, &one.version));
        if one.newest.is_some() {
            kept.push(one);
        }
    }
    Ok(kept)
}

/// Whether nothing stands at a path, not even a link.
fn is_gone(path: &Path) -> bool {
    fs::symlink_metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
}

fn is_newer(one: &str, other: &str) -> bool {
    match (Version::parse(one), Version::parse(other)) {
        (Ok(one), Ok(other)) => one > other,
        (Ok(_) | Err(_), Ok(_) | Err(_)) => one != other,
    }
}

/// Asks the catalogs which releases were withdrawn, with the folders free for others and within a short time.
fn ask(listed: &mut [Listed], records: &[(SkillName, Record)], context: &mut Context) {
    let patience = context.settings.timeout;
    context.settings.timeout = patience.min(QUICK);
    let began = clock::milliseconds();
    let (mut withdrawals, mut remotes) = (Withdrawals::default(), Remotes::default());
    for (skill, (name, record)) in listed.iter_mut().zip(records) {
        if clock::milliseconds().saturating_sub(began) > ALL_MS {
            context
                .printer
                .talk("Not known of every release whether it was withdrawn: the catalog is slow.");
            break;
        }
        let since = withdrawals.of(name, record, &mut remotes, context);
        skill.yank_reason = since.withdrawn;
        skill.is_yanked = skill.yank_reason.is_some();
        skill.deleted = since.deleted;
    }
    context.settings.timeout = patience;
}

fn print(listed: &[Listed], context: &mut Context) {
    let mut folder = None;
    for skill in listed {
        if folder != Some(&skill.folder) {
            folder = Some(&skill.folder);
            let readers = readers(&skill.assistants);
            let shown = context.settings.environment.shorten(&skill.folder);
            let line = Line::new().strong(shown).faint(format!("  {readers}"));
            context.printer.data(line);
        }
        let mut line = Line::new().plain(format!("  {} {}", skill.name, skill.version));
        if let Some(newest) = &skill.newest {
            line = line.good(format!("  {newest} is out"));
        }
        if skill.is_edited {
            line = line.alert("  edited");
        }
        if skill.is_missing {
            line = line.alert("  missing");
        }
        if skill.unreadable.is_some() {
            line = line.alert("  cannot be read");
        }
        if let Some(reason) = &skill.yank_reason {
            line = line.alert("  withdrawn").plain(format!(": {reason}"));
        }
        if let Some(sentence) = &skill.deleted {
            line = line.alert("  deleted").plain(format!(": {sentence}"));
        }
        context.printer.data(line);
    }
}

fn conclude(listed: &[Listed], args: &ListArgs, context: &mut Context) {
    if args.outdated {
        match listed.first() {
            None => context.printer.talk("Nothing newer is out."),
            Some(first) => context
                .printer
                .hint(format!("`guild diff {}` shows what changed", first.name)),
        }
    } else if listed.is_empty() {
        context.printer.talk("No skills are installed here.");
        context.printer.hint("find one with `guild search WORDS`");
    }
}

/// Names who reads a folder; of many, the first few.
fn readers(assistants: &[String]) -> String {
    const SHOWN: usize = 4;
    match assistants.get(SHOWN..) {
        None | Some([]) => assistants.join(", "),
        Some(more) => format!("{} and {} more", assistants[..SHOWN].join(", "), more.len()),
    }
}

impl Listed {
    fn of(name: &SkillName, record: &Record, target: &Target) -> Self {
        Self {
            name: name.clone(),
            version: record.version.clone(),
            digest: record.digest.to_string(),
            tree_digest: record.tree_digest.to_string(),
            origin: record.origin.clone(),
            folder: target.folder.clone(),
            level: target.level,
            assistants: target.assistants.clone(),
            is_edited: false,
            is_missing: false,
            unreadable: None,
            newest: None,
            is_yanked: false,
            yank_reason: None,
            deleted: None,
        }
    }
}
