//! `guild install`

mod job;

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use self::job::Job;
use crate::Context;
use crate::cli::TargetArgs;
use crate::failure::{Failure, Outcome};
use crate::install::elsewhere;
use crate::install::fetch::{self, Request, Wanted};
use crate::install::folder::SkillsFolder;
use crate::install::ledger::Origin;
use crate::install::local;
use crate::install::lock::{self, Change, Lock, Locked};
use crate::install::plan::{self, Overwrite, Placed, Step};
use crate::install::targets::{self, Level, Target};
use crate::install::trust::Signed;
use crate::line::{Line, path_text};
use crate::remote::{Accepted, Expected, Remote, Remotes};

const AFTER_HELP: &str = "\
Where a skill goes:
  In a project (the nearest folder above with `.git` or `guild.lock`) it goes into the project's
  skills folder, and `guild.lock` records it; elsewhere it goes into the folder in your home.
  `--project` and `--user` say which. With no assistant named, those found on this machine are
  used; with several of them you are asked. `--skills-folder DIR` overrules all of this.

Examples:
  guild install api-documentation-writer
  guild install adr-writer@1.0.0 --assistant claude-code --user
  guild install                     everything in guild.lock, exactly
  guild install --from ./my-skill   from a folder or a .zip, without a catalog
  guild install adr-writer --from https://skills.example.org   from any host with an index of skills";

/// The name of the assistant that stands for a folder that many share.
const SHARED: &str = "Universal";

/// Put skills where an assistant finds them
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct InstallArgs {
    /// The skills; the newest version unless one is named. Without any, those in guild.lock
    #[arg(value_name = "NAME[@VERSION]")]
    requests: Vec<Request>,
    /// Install from a folder or a .zip on this machine, or from an address: a .zip, or an index of skills
    #[arg(long, value_name = "DIR|ZIP|URL", conflicts_with_all = ["locked", "catalog"])]
    from: Option<String>,
    /// Install exactly what guild.lock records, and fail on any difference
    #[arg(long)]
    locked: bool,
    /// Overwrite what was edited by hand or was not installed by guild
    #[arg(long)]
    force: bool,
    /// Take a release by another key or CI job than the one before, or with `none` one by neither
    #[arg(long = "accept-key", value_name = "FINGERPRINT|JOB|none", conflicts_with_all = ["from", "locked"])]
    accepted: Vec<Accepted>,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
}

/// One skill in one folder, as `--json` prints it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Installed {
    name: String,
    version: String,
    digest: String,
    tree_digest: String,
    /// The publisher's key or CI job; none for a release by neither.
    signed_by: Option<String>,
    #[serde(serialize_with = "path_text")]
    folder: PathBuf,
    level: Level,
    assistants: Vec<String>,
    outcome: Placed,
    #[serde(skip)]
    signed: Option<Signed>,
}

/// Runs the command.
pub(crate) fn run(args: &InstallArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let targets = targets::choose(&args.target.place, context)?;
    let mut jobs = jobs(args, context)?;
    let mut folders = targets::take_all(&targets, context)?;
    for job in &mut jobs {
        job.prove(&folders, context)?;
    }
    // Whether anything is refused, of any skill in any folder, is known before anything is touched.
    let plans = jobs.iter().map(|job| plan(job, args, &folders, context));
    let plans: Vec<Vec<Step>> = plans.collect::<Result<_, _>>()?;
    let mut installed = Vec::new();
    for (job, steps) in jobs.iter().zip(plans) {
        let done = carry_out(job.wanted(), steps, &targets, &mut folders, context)?;
        for one in &done {
            report(one, args, context);
        }
        installed.extend(done);
    }
    drop(folders);
    conclude(&installed, args, context);
    Ok(Outcome::Clean)
}

/// Finds out exactly what is to be installed, before anything is touched.
fn jobs(args: &InstallArgs, context: &mut Context) -> Result<Vec<Job>, Failure> {
    if let Some(from) = &args.from {
        return jobs_from(from, args, context);
    }
    if args.locked || args.requests.is_empty() {
        return locked_jobs(args, context);
    }
    let remote = Remote::new(&context.settings.catalog, &context.settings);
    let root = targets::root(&context.settings.environment);
    let expected = lock::expected(&root, &context.settings.catalog.to_string())?;
    let remote = remote.expecting(Expected {
        accepted: args.accepted.clone(),
        ..expected
    });
    let mut jobs = Vec::new();
    for request in named_once(&args.requests)? {
        let wanted = fetch::resolve(&remote, request, &mut context.printer)?;
        jobs.push(Job::Fetch(wanted, Box::new(remote.clone())));
    }
    Ok(jobs)
}

/// Reads what is to be installed without a catalog.
fn jobs_from(from: &str, args: &InstallArgs, context: &Context) -> Result<Vec<Job>, Failure> {
    if elsewhere::is_address(from) {
        let skills = elsewhere::read(from, &args.requests, context)?;
        return Ok(skills.into_iter().map(Job::Local).collect());
    }
    if let Some(request) = args.requests.first() {
        return Err(
            Failure::could_not(format!("`{request}` cannot be chosen from {from}"))
                .cause("a folder and a .zip hold one skill")
                .hint(format!("`guild install --from {from}` installs it")),
        );
    }
    let skill = local::read(Path::new(from), &context.settings.environment)?;
    Ok(vec![Job::Local(skill)])
}

/// Gives each request once; a folder holds one version of a skill.
fn named_once(requests: &[Request]) -> Result<Vec<&Request>, Failure> {
    let mut once: Vec<&Request> = Vec::new();
    for request in requests {
        match once.iter().find(|other| other.name == request.name) {
            None => once.push(request),
            Some(same) if *same == request => {}
            Some(other) => {
                return Err(Failure::could_not(format!(
                    "`{other}` and `{request}` cannot both be installed"
                ))
                .cause("a skills folder holds one version of a skill")
                .hint("name the one you want"));
            }
        }
    }
    Ok(once)
}

fn locked_jobs(args: &InstallArgs, context: &Context) -> Result<Vec<Job>, Failure> {
    let root = targets::root(&context.settings.environment);
    let lock = lock::read(&root)?.ok_or_else(|| {
        let failure =
            Failure::could_not(format!("there is no {} in {}", lock::FILE, root.display()));
        match args.requests.as_slice() {
            [] => failure
                .hint("name a skill to install: `guild install NAME`; `guild search` lists them"),
            _ => failure.hint("install once without `--locked`, and commit guild.lock"),
        }
    })?;
    let locked = match args.requests.as_slice() {
        [] => lock.skills.values().collect(),
        requests => named_once(requests)?
            .into_iter()
            .map(|request| find_locked(&lock, request))
            .collect::<Result<Vec<_>, _>>()?,
    };
    let mut remotes = Remotes::default();
    let job = |locked: &Locked| {
        let remote = remotes.get(&locked.catalog, &context.settings)?;
        let wanted = Wanted::of_lock(locked, &remote.catalog().to_string());
        Ok(Job::Locked(
            wanted,
            Box::new(remote),
            Box::new(locked.clone()),
        ))
    };
    locked.into_iter().map(job).collect()
}

fn find_locked<'a>(lock: &'a Lock, request: &Request) -> Result<&'a Locked, Failure> {
    let name = &request.name;
    let Some(locked) = lock.skills.get(name) else {
        return Err(
            Failure::refused(format!("guild.lock does not hold `{name}`"))
                .hint(format!("`guild install {name}` without `--locked` adds it")),
        );
    };
    match &request.version {
        Some(version) if version.to_string() != locked.version => Err(Failure::refused(format!(
            "guild.lock holds `{name}` in version {}, not {version}",
            locked.version
        ))
        .hint(format!(
            "`guild install {request}` without `--locked` changes it"
        ))),
        Some(_) | None => Ok(locked),
    }
}

/// Finds out what is to be done with one skill in each folder.
fn plan(
    job: &Job,
    args: &InstallArgs,
    folders: &[SkillsFolder],
    context: &Context,
) -> Result<Vec<Step>, Failure> {
    let overwrite = match args.force {
        true => Overwrite::Anything,
        false => Overwrite::OnlyOurs,
    };
    let mut fetched = None;
    let mut steps = Vec::new();
    for folder in folders {
        steps.push(plan::plan(
            folder,
            job.wanted(),
            overwrite,
            || match &fetched {
                Some(files) => Ok(Clone::clone(files)),
                None => Ok(fetched.insert(job.files(context)?).clone()),
            },
        )?);
    }
    Ok(steps)
}

fn carry_out(
    wanted: &Wanted,
    steps: Vec<Step>,
    targets: &[Target],
    folders: &mut [SkillsFolder],
    context: &Context,
) -> Result<Vec<Installed>, Failure> {
    let mut installed = Vec::new();
    let signed = wanted.signed();
    for ((target, folder), step) in targets.iter().zip(folders).zip(steps) {
        let outcome = plan::carry_out(step, folder, &wanted.name)?;
        record_in_lock(wanted, target, context)?;
        installed.push(Installed {
            name: wanted.name.to_string(),
            version: wanted.version.clone(),
            digest: wanted.digest.to_string(),
            tree_digest: wanted.tree_digest.to_string(),
            signed_by: signed.as_ref().map(|signed| signed.by.to_string()),
            signed: signed.clone(),
            folder: folder.skill_path(&wanted.name),
            level: target.level,
            assistants: target.assistants.clone(),
            outcome,
        });
    }
    Ok(installed)
}

fn record_in_lock(wanted: &Wanted, target: &Target, context: &Context) -> Result<(), Failure> {
    match (target.level, &wanted.origin) {
        (Level::Project, Origin::Catalog(catalog)) => {
            let root = targets::root(&context.settings.environment);
            lock::change(&root, vec![Change::Set(Box::new(wanted.locked(catalog)))])
        }
        (Level::Project | Level::User | Level::Given, Origin::Catalog(_) | Origin::From(_)) => {
            Ok(())
        }
    }
}

/// Says which folder was taken when nobody named one and no assistant was found.
fn say_where(installed: &[Installed], args: &InstallArgs, context: &mut Context) {
    let is_named =
        !args.target.place.assistants.is_empty() || !context.settings.assistants.is_empty();
    let is_shared = |one: &Installed| one.assistants == [SHARED];
    if !is_named && installed.iter().all(is_shared) {
        context.printer.talk(
            "No assistant was found on this machine, so the folder was used that many of them read.",
        );
        context
            .printer
            .hint("`--assistant ID` names yours, and `guild assistants` names them all");
    }
}

fn report(one: &Installed, args: &InstallArgs, context: &mut Context) {
    if args.target.json.json {
        return;
    }
    let verb = match one.outcome {
        Placed::Installed => "Installed",
        Placed::Replaced => "Replaced",
        Placed::Unchanged => "Unchanged",
        Placed::TakenOver => "Recorded",
    };
    let folder = context.settings.environment.shorten(&one.folder);
    let readers = match one.assistants.as_slice() {
        [] => String::new(),
        [name] if name == SHARED => String::new(),
        names => format!(" for {}", names.join(", ")),
    };
    let line = Line::new()
        .good(verb)
        .plain(" ")
        .strong(&one.name)
        .plain(format!(" {} in {folder}{readers}", one.version));
    context.printer.data(line);
    context
        .printer
        .data(Line::new().faint(format!("  {}", one.digest)));
    if let Some(signed) = &one.signed {
        let words = format!("  {}", signed.words());
        context.printer.data(Line::new().faint(words));
    }
}

fn conclude(installed: &[Installed], args: &InstallArgs, context: &mut Context) {
    if args.target.json.json {
        context
            .printer
            .json(&serde_json::json!({ "installed": installed }));
    }
    let mut names: Vec<&str> = installed.iter().map(|one| one.name.as_str()).collect();
    names.dedup();
    let is_new = installed.iter().any(|one| one.outcome != Placed::Unchanged);
    let is_are = match names.as_slice() {
        [] => return context.printer.talk("guild.lock holds no skills."),
        [_] => "is",
        [_, _, ..] => "are",
    };
    if is_new {
        say_where(installed, args, context);
        context.printer.talk(format!(
            "Restart your assistant's session; {} {is_are} then available.",
            names.join(", ")
        ));
    } else {
        context.printer.talk(format!(
            "{} {is_are} already installed, exactly.",
            names.join(", ")
        ));
    }
}
