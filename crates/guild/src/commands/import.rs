//! `guild import`

mod found;
mod git;
mod into;
mod listed;
mod source;
mod told;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::mpsc;
use std::time::Duration;

use clap::Args;
use guild_skill::import::Judged;

use crate::Context;
use crate::cli::{CatalogArgs, JsonArgs};
use crate::commands::store::StoreArgs;
use crate::failure::{Failure, Outcome};
use found::Found;
use into::Into;
use source::Source;
use told::{Fate, Refusal, Told};

const AFTER_HELP: &str = "\
A skill without PAGE.md gets a page made of what its SKILL.md says, and nothing invented; it is held
against the specification and the safety rules. One with PAGE.md is held against all rules.
What was imported before and has not changed stays as it is, so importing again is safe.
No server may be using the data folder meanwhile. With `--catalog` skills go to the catalog at that
address in its place: it takes a token with the scope `skills:publish`, of `guild login` or in
GUILD_TOKEN, and an account that may publish in the pack. The catalog checks and derives by itself.

From a repository only the newest state of one branch or tag is fetched, within 512 MiB and five
minutes. Nothing in it is run or checked out: no hooks, no filters, no submodules.

Examples:
  guild import ./skills --data ./catalog --pack \"Team skills\"
  guild import https://git.example.org/team/skills.git --data ./catalog --dry-run
  guild import https://git.example.org/team/skills.git#main:skills/writing --data ./catalog
  guild import ./skills --catalog https://skills.example.org --pack \"Team skills\"
  guild import https://git.example.org/team/skills.git --data ./catalog --watch";

/// Take skills from folders and git repositories into a catalog
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct ImportArgs {
    /// A folder that holds skills, or a git repository: `URL`, `URL#BRANCH`, `URL#BRANCH:FOLDER`
    #[arg(value_name = "SOURCE", required = true)]
    sources: Vec<Source>,
    /// The label of the pack for skills that name none
    #[arg(long, value_name = "LABEL")]
    pack: Option<String>,
    /// Say what would be imported, and import nothing
    #[arg(long)]
    dry_run: bool,
    /// Go on, and import again whenever the branch has changed
    #[arg(long, conflicts_with = "dry_run")]
    watch: bool,
    /// How many seconds to wait before looking again
    #[arg(long, value_name = "SECONDS", default_value_t = 60, requires = "watch", value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    #[command(flatten)]
    store: StoreArgs,
    #[command(flatten)]
    pub(crate) catalog: CatalogArgs,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// Runs the command.
pub(crate) fn run(args: &ImportArgs, context: &mut Context) -> Result<Outcome, Failure> {
    if args.watch && args.sources.iter().any(|source| !source.is_repository()) {
        return Err(Failure::could_not("a folder cannot be watched")
            .hint("`--watch` follows a branch: name git repositories alone"));
    }
    let mut into = into(args, context)?;
    let mut seen: BTreeMap<usize, String> = BTreeMap::new();
    if args.watch {
        // Before the import: what is pushed while it runs differs from this, and is imported next.
        for (index, source) in args.sources.iter().enumerate() {
            seen.insert(index, git::newest(source)?);
        }
    }
    let mut outcome = import(args, &args.sources, into.as_mut(), context)?;
    if args.watch {
        outcome = watch(args, &mut seen, into.as_mut(), context)?;
    }
    if let Some(into) = into {
        into.close();
    }
    Ok(outcome)
}

/// Opens the catalog, unless nothing is to be written and nobody is to be asked.
fn into(args: &ImportArgs, context: &Context) -> Result<Option<Into>, Failure> {
    match (&args.catalog.catalog, args.dry_run) {
        (Some(_), true) => Ok(Some(Into::rehearsed(&context.settings))),
        (Some(_), false) => Ok(Some(Into::there(&context.settings))),
        (None, true) => Ok(None),
        (None, false) => Into::here(args.store.options(context)?).map(Some),
    }
}

/// Imports what has changed, again and again, until the person ends it.
fn watch(
    args: &ImportArgs,
    seen: &mut BTreeMap<usize, String>,
    mut into: Option<&mut Into>,
    context: &mut Context,
) -> Result<Outcome, Failure> {
    // Nothing is ever sent: waiting for it is waiting for the time to pass.
    let (_never, waiting) = mpsc::channel::<()>();
    context.printer.talk("Watching. End with Ctrl-C.");
    loop {
        let _ = waiting.recv_timeout(Duration::from_secs(args.every));
        for (index, source) in args.sources.iter().enumerate() {
            // A server that is away for a while is no reason to end.
            let newest = match git::newest(source) {
                Ok(newest) => newest,
                Err(failure) => {
                    context.printer.failure(&failure);
                    continue;
                }
            };
            if seen.get(&index) == Some(&newest) {
                continue;
            }
            match import(
                args,
                std::slice::from_ref(source),
                into.as_deref_mut(),
                context,
            ) {
                Ok(_) => {
                    seen.insert(index, newest);
                }
                Err(failure) => context.printer.failure(&failure),
            }
        }
    }
}

/// Imports all skills of some sources.
fn import(
    args: &ImportArgs,
    sources: &[Source],
    mut into: Option<&mut Into>,
    context: &mut Context,
) -> Result<Outcome, Failure> {
    let mut found = Vec::new();
    for source in sources {
        let before = found.len();
        found::find(source, &context.settings.environment, &mut found)?;
        if found.len() == before {
            return Err(Failure::could_not(format!("there is no skill in {source}"))
                .hint("a skill is a folder with a SKILL.md"));
        }
    }
    let known: BTreeSet<String> = found.iter().filter_map(Found::name).collect();
    let known = Arc::new(known);
    let mut taken: BTreeMap<String, String> = BTreeMap::new();
    let mut all = Vec::new();
    for one in found {
        let told = import_one(args, one, &known, &mut taken, into.as_deref_mut())?;
        told.print(args.json.json, context);
        all.push(told);
    }
    if let Some(why) = into.as_deref().and_then(Into::unasked) {
        let why = format!("{why}: whether the names are free and the pack yours is not known");
        context.printer.warn(why);
    }
    told::conclude(&all, args.json.json, context);
    Ok(match all.iter().any(Told::is_refused) {
        true => Outcome::Findings,
        false => Outcome::Clean,
    })
}

fn import_one(
    args: &ImportArgs,
    found: Found,
    known: &Arc<BTreeSet<String>>,
    taken: &mut BTreeMap<String, String>,
    into: Option<&mut Into>,
) -> Result<Told, Failure> {
    let files = match found.files {
        Ok(files) => files,
        Err(reason) => return Ok(Told::unreadable(found.shown, reason)),
    };
    let judged = Judged::of(&found.shown, &files, Arc::clone(known));
    let mut told = Told::of(found.shown, &judged);
    if told.is_refused() {
        return Ok(told);
    }
    let Some(name) = judged.name else {
        let reason = "its SKILL.md gives it no name that a catalog can hand it out under";
        told.refuse([Refusal::because(reason.to_owned())]);
        return Ok(told);
    };
    if let Some(first) = taken.insert(name.to_string(), told.path.clone()) {
        let reason = format!("another skill of this name was found in {first}");
        told.refuse([Refusal::because(reason)]);
        taken.insert(name.to_string(), first);
        return Ok(told);
    }
    let Some(into) = into else {
        told.fate = Fate::Ready;
        return Ok(told);
    };
    match into.publish(name, files, args.pack.clone())? {
        Ok((fate, version)) => {
            told.fate = fate;
            told.version = version;
        }
        Err(refusals) => told.refuse(refusals),
    }
    Ok(told)
}
