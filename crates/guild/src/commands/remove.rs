//! `guild remove`

use std::path::PathBuf;

use clap::Args;
use guild_check::nearest::nearest;
use guild_skill::SkillName;
use serde::Serialize;

use crate::Context;
use crate::cli::JsonArgs;
use crate::failure::{Failure, Outcome};
use crate::install::folder::SkillsFolder;
use crate::install::lock::{self, Change};
use crate::install::plan;
use crate::install::targets::{self, Level, PlaceArgs, Target};
use crate::line::{Line, path_text};

/// Take installed skills away
#[derive(Debug, Args)]
#[command(after_help = "\
A skill is taken away from every skills folder that holds it, unless the flags narrow it. One that
was edited by hand is kept unless you say `--force`.

Examples:
  guild remove adr-writer
  guild remove adr-writer --user")]
pub(crate) struct RemoveArgs {
    /// The skills
    #[arg(value_name = "NAME", required = true)]
    names: Vec<SkillName>,
    /// Remove also what was edited by hand
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// One removed skill, as `--json` prints it.
#[derive(Debug, Serialize)]
struct Removed {
    name: SkillName,
    version: String,
    #[serde(serialize_with = "path_text")]
    folder: PathBuf,
}

/// Runs the command: first everything is looked at, then it is removed.
pub(crate) fn run(args: &RemoveArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let targets = targets::existing(&args.place, context)?;
    let mut folders = targets::take_all(&targets, context)?;
    check(args, &folders)?;
    let mut removed = Vec::new();
    for (target, folder) in targets.iter().zip(&mut folders) {
        for name in &args.names {
            let Some(record) = folder.ledger().skills.get(name) else {
                continue;
            };
            let version = record.version.clone();
            folder.remove(name)?;
            forget(name, target, context)?;
            let name = name.clone();
            let folder = folder.skill_path(&name);
            removed.push(Removed {
                name,
                version,
                folder,
            });
        }
    }
    print(&removed, args, context);
    Ok(Outcome::Clean)
}

fn check(args: &RemoveArgs, folders: &[SkillsFolder]) -> Result<(), Failure> {
    for name in &args.names {
        let mut is_installed = false;
        for folder in folders {
            if let Some(record) = folder.ledger().skills.get(name) {
                is_installed = true;
                let path = folder.skill_path(name);
                let edits = plan::compare(name, &path, record)?;
                if !args.force && path.exists() && !edits.is_empty() {
                    return Err(plan::edited(name, &path, &edits));
                }
            }
        }
        if !is_installed {
            return Err(not_installed(name, folders));
        }
    }
    Ok(())
}

fn not_installed(name: &SkillName, folders: &[SkillsFolder]) -> Failure {
    let failure = Failure::could_not(format!("`{name}` is not installed here by guild"));
    let installed = folders
        .iter()
        .flat_map(|folder| folder.ledger().skills.keys());
    let installed: Vec<&str> = installed.map(SkillName::as_str).collect();
    match nearest(name.as_str(), &installed).as_slice() {
        [near, ..] => failure.hint(format!("did you mean `{near}`?")),
        [] => failure.hint("`guild list` shows what is installed, and where"),
    }
}

fn forget(name: &SkillName, target: &Target, context: &Context) -> Result<(), Failure> {
    let root = targets::root(&context.settings.environment);
    match target.level {
        Level::Project if root.join(lock::FILE).exists() => {
            lock::change(&root, vec![Change::Remove(name.clone())])
        }
        Level::Project | Level::User | Level::Given => Ok(()),
    }
}

fn print(removed: &[Removed], args: &RemoveArgs, context: &mut Context) {
    if args.json.json {
        context
            .printer
            .json(&serde_json::json!({ "removed": removed }));
        return;
    }
    for one in removed {
        let folder = context.settings.environment.shorten(&one.folder);
        let line = Line::new().good("Removed ").strong(one.name.as_str());
        context
            .printer
            .data(line.plain(format!(" {} from {folder}", one.version)));
    }
}
