//! Which skills folders a command is about.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use guild_skill::assistants::{Assistant, UNIVERSAL};
use serde::Serialize;

use super::assistants::{self, project_folder, user_folder};
use super::folder::SkillsFolder;
use super::{ledger, lock};
use crate::Context;
use crate::environment::Environment;
use crate::failure::Failure;
use crate::settings;

/// The flags that say where skills go.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Where")]
pub(crate) struct PlaceArgs {
    /// Use this assistant's skills folder; `guild assistants` lists the ids; may be repeated
    #[arg(long = "assistant", short = 'a', value_name = "ID")]
    pub(crate) assistants: Vec<String>,
    /// Use this skills folder, whatever assistant reads it
    #[arg(long, value_name = "DIR", conflicts_with_all = ["assistants", "user", "project"])]
    pub(crate) skills_folder: Option<PathBuf>,
    /// Use the folders in your home, for all projects
    #[arg(long, conflicts_with = "project")]
    pub(crate) user: bool,
    /// Use the folders in this project: the nearest folder above with `.git` or `guild.lock`, else this one
    #[arg(long)]
    pub(crate) project: bool,
}

/// For whom a skills folder is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum Level {
    /// For one project; `guild.lock` records it.
    Project,
    /// For all projects of a person.
    User,
    /// Named on the command line.
    Given,
}

/// A skills folder to work on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    /// The folder.
    pub(crate) folder: PathBuf,
    /// For whom it is.
    pub(crate) level: Level,
    /// The assistants that read it, as far as the command is about them.
    pub(crate) assistants: Vec<String>,
}

impl Target {
    /// Gives the flag that narrows a command to folders of this kind, as a shell takes it.
    pub(crate) fn flag(&self) -> String {
        match self.level {
            Level::Project => "--project".to_owned(),
            Level::User => "--user".to_owned(),
            Level::Given => format!("--skills-folder '{}'", self.folder.display()),
        }
    }
}

/// Finds the root of the project we stand in: the nearest folder above with `.git` or `guild.lock`.
///
/// The home folder is no project, even where a person keeps it under version control.
pub(crate) fn project_root(environment: &Environment) -> Option<PathBuf> {
    let is_root = |folder: &&Path| {
        let is_home = *folder == environment.home;
        folder.join(lock::FILE).is_file() || (!is_home && folder.join(".git").exists())
    };
    let mut folders = environment.working_folder.ancestors();
    folders.find(is_root).map(Path::to_owned)
}

/// Chooses where to install. A person is asked when several assistants are found and none is named.
pub(crate) fn choose(args: &PlaceArgs, context: &Context) -> Result<Vec<Target>, Failure> {
    if let Some(folder) = &args.skills_folder {
        return Ok(vec![given(folder, &context.settings.environment)]);
    }
    let environment = &context.settings.environment;
    let level = level(args, environment);
    let root = root(environment);
    let assistants = match named(args, context) {
        [] => found_or_asked(level, &root, context)?,
        ids => assistants::named(ids)?,
    };
    targets(&assistants, level, &root, environment)
}

/// Finds the skills folders that hold something we installed.
pub(crate) fn existing(args: &PlaceArgs, context: &Context) -> Result<Vec<Target>, Failure> {
    let mut targets = every(args, context)?;
    let is_given = args.skills_folder.is_some();
    targets.retain(|target| is_given || target.folder.join(ledger::FILE).exists());
    Ok(targets)
}

/// Lists the skills folders of assistants, whether they are there or not, and whoever put something into them.
pub(crate) fn every(args: &PlaceArgs, context: &Context) -> Result<Vec<Target>, Failure> {
    let environment = &context.settings.environment;
    if let Some(folder) = &args.skills_folder {
        let target = given(folder, environment);
        if !target.folder.exists() {
            let shown = environment.shorten(&target.folder);
            return Err(Failure::could_not(format!("there is no folder {shown}"))
                .hint("see how `--skills-folder` is spelled; `guild list` without it lists every folder"));
        }
        return Ok(vec![target]);
    }
    let assistants = match args.assistants.as_slice() {
        [] => guild_skill::assistants::all().iter().collect(),
        ids => assistants::named(ids)?,
    };
    let root = match args.project {
        true => Some(root(environment)),
        false => project_root(environment),
    };
    let mut folders = BTreeMap::new();
    for assistant in assistants {
        if let Some(root) = root.as_deref().filter(|_| !args.user) {
            add(
                &mut folders,
                project_folder(assistant, root),
                Level::Project,
                assistant,
            );
        }
        let user = user_folder(assistant, environment).filter(|_| !args.project);
        if let Some(folder) = user {
            add(&mut folders, folder, Level::User, assistant);
        }
    }
    Ok(folders.into_values().collect())
}

/// Takes a folder for writing; says so when another process has it.
pub(crate) fn take(target: &Target, context: &mut Context) -> Result<SkillsFolder, Failure> {
    let printer = &mut context.printer;
    let path = &target.folder;
    SkillsFolder::take(path, || {
        printer.talk(format!(
            "Another guild works in {}; waiting for it.",
            path.display()
        ));
    })
}

/// Takes several folders, in their order.
pub(crate) fn take_all(
    targets: &[Target],
    context: &mut Context,
) -> Result<Vec<SkillsFolder>, Failure> {
    targets.iter().map(|target| take(target, context)).collect()
}

/// Gives the project's root, or the folder we stand in where there is no project.
pub(crate) fn root(environment: &Environment) -> PathBuf {
    project_root(environment).unwrap_or_else(|| environment.working_folder.clone())
}

fn level(args: &PlaceArgs, environment: &Environment) -> Level {
    match (args.user, args.project) {
        (true, _) => Level::User,
        (false, true) => Level::Project,
        (false, false) if project_root(environment).is_some() => Level::Project,
        (false, false) => Level::User,
    }
}

fn named<'a>(args: &'a PlaceArgs, context: &'a Context) -> &'a [String] {
    match args.assistants.as_slice() {
        [] => &context.settings.assistants,
        ids => ids,
    }
}

fn given(folder: &Path, environment: &Environment) -> Target {
    Target {
        folder: environment.working_folder.join(folder),
        level: Level::Given,
        assistants: Vec::new(),
    }
}

fn found_or_asked(
    level: Level,
    root: &Path,
    context: &Context,
) -> Result<Vec<&'static Assistant>, Failure> {
    let environment = &context.settings.environment;
    let project = (level == Level::Project).then_some(root);
    let found = assistants::found(environment, project);
    if found.is_empty() {
        return assistants::named(&[UNIVERSAL.to_owned()]);
    }
    // Several assistants that read one folder leave nothing to ask.
    let folders = targets(&found, level, root, environment)?;
    if folders.len() == 1 {
        return Ok(found);
    }
    if !context.printer.can_ask() {
        return Err(several(&found, environment));
    }
    let items: Vec<String> = folders
        .iter()
        .map(|target| {
            format!(
                "{} ({})",
                target.assistants.join(", "),
                environment.shorten(&target.folder)
            )
        })
        .collect();
    let chosen = context
        .printer
        .choose("Install for which assistants?", &items);
    let chosen = chosen.filter(|chosen| !chosen.is_empty()).ok_or_else(|| {
        Failure::could_not("no assistant was chosen").hint("name one with `--assistant ID`")
    })?;
    let names: Vec<&String> = chosen
        .into_iter()
        .flat_map(|index| &folders[index].assistants)
        .collect();
    let is_chosen = |one: &&Assistant| names.contains(&&one.name);
    Ok(found.into_iter().filter(is_chosen).collect())
}

fn several(found: &[&Assistant], environment: &Environment) -> Failure {
    let file = environment.shorten(&settings::file_path(environment));
    let names: Vec<&str> = found.iter().map(|one| one.name.as_str()).collect();
    let flags: Vec<String> = found
        .iter()
        .map(|one| format!("--assistant {}", one.id))
        .collect();
    Failure::could_not("several assistants are on this machine, and none is named")
        .cause(format!("found {}", names.join(", ")))
        .hint(format!("name those you mean: `{}`", flags.join(" ")))
        .hint(format!(
            "or choose once for all: `assistants = [\"{}\"]` in {file}",
            found.first().map_or("claude-code", |one| one.id.as_str())
        ))
}

fn targets(
    assistants: &[&'static Assistant],
    level: Level,
    root: &Path,
    environment: &Environment,
) -> Result<Vec<Target>, Failure> {
    let mut folders = BTreeMap::new();
    for assistant in assistants {
        let folder = match level {
            Level::Project | Level::Given => Some(project_folder(assistant, root)),
            Level::User => user_folder(assistant, environment),
        };
        let folder = folder.ok_or_else(|| {
            Failure::could_not(format!(
                "{} reads no skills from your home folder",
                assistant.name
            ))
            .hint("install into a project: `--project`")
        })?;
        add(&mut folders, folder, level, assistant);
    }
    // In the order of their paths: two processes that take several folders take them in the same order.
    Ok(folders.into_values().collect())
}

fn add(
    folders: &mut BTreeMap<PathBuf, Target>,
    folder: PathBuf,
    level: Level,
    assistant: &Assistant,
) {
    let target = folders.entry(folder.clone()).or_insert_with(|| Target {
        folder,
        level,
        assistants: Vec::new(),
    });
    target.assistants.push(assistant.name.clone());
}
