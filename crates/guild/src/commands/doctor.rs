//! `guild doctor`

mod folder;
mod gone;
mod token;
mod tools;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use guild_skill::SkillName;
use guild_skill::wire::Session;
use serde::Serialize;

use crate::Context;
use crate::cli::TargetArgs;
use crate::environment::quoted;
use crate::failure::{Failure, Outcome};
use crate::install::assistants::found;
use crate::install::ledger::Ledger;
use crate::install::targets::{self, Target};
use crate::line::{Line, path_text};
use crate::remote::Remote;
use folder::{Seen, look};

/// Say why an assistant does not see a skill, and what to type to mend it
#[derive(Debug, Args)]
#[command(after_help = "\
Looks into the skills folders of all assistants, in your home and in this project, whoever put
something there: broken links, folders that no assistant here reads, skills a folder too deep,
front matter that cannot be read, names that hide each other, files that may not be read, releases
that were withdrawn or deleted.
Says also whether the catalog answers, and whether the token for it is good, for what, and how long;
and whether each assistant is connected to a browser tool server, this program's or another, as the
skill browser-testing-with-devtools needs it.

Examples:
  guild doctor
  guild doctor --assistant claude-code
  guild doctor --json")]
pub(crate) struct DoctorArgs {
    #[command(flatten)]
    pub(crate) target: TargetArgs,
}

/// What is wrong with something, and what to type.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Problem {
    kind: Kind,
    message: String,
    /// Where; for a token that no file holds it is the variable that does.
    #[serde(serialize_with = "path_text")]
    path: PathBuf,
    /// A line for the shell.
    mend: String,
}

/// What can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum Kind {
    /// A link leads nowhere.
    BrokenLink,
    /// What lies there is no skill, and was meant to be one.
    NoSkill,
    /// The skill lies deeper than assistants look.
    TooDeep,
    /// It cannot be read.
    NotReadable,
    /// SKILL.md has no front matter that an assistant can use.
    FrontMatter,
    /// The folder has another name than the skill.
    NameNotFolder,
    /// A skill of the same name in another folder is read as well.
    Shadowed,
    /// No assistant of this machine reads the folder.
    WrongFolder,
    /// Its publisher withdrew the release.
    Withdrawn,
    /// Its catalog holds it no more.
    Deleted,
    /// What stands in the place of a token is none.
    NoToken,
    /// The catalog does not take the token.
    TokenRefused,
    /// The token is over within days.
    TokenEndsSoon,
}

/// How the machine is, which hides no skill.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Machine {
    assistants: Vec<&'static str>,
    has_chromium: bool,
    /// What each assistant has to look into a browser with, as browser-testing-with-devtools demands.
    browser_tools: Vec<tools::BrowserTools>,
    is_catalog_reachable: bool,
    /// Why it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    catalog_failure: Option<String>,
    /// Whose token the catalog gets, what it may do, and until when; nothing where there is none or it is not taken.
    token: Option<Session>,
}

/// Runs the command.
pub(crate) fn run(args: &DoctorArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let folders = targets::every(&args.target.place, context)?;
    let mut problems = Vec::new();
    gone::look(&folders, context, &mut problems);
    let environment = &context.settings.environment;
    let project = targets::project_root(environment);
    let here = found(environment, project.as_deref());
    let mut seen: Vec<(usize, Seen)> = Vec::new();
    for (index, target) in folders.iter().enumerate() {
        let skills = look(&target.folder, &mut problems);
        seen.extend(skills.into_iter().map(|skill| (index, skill)));
    }
    let readers: Vec<&str> = here
        .iter()
        .map(|assistant| assistant.name.as_str())
        .collect();
    let first = here.first().map(|assistant| assistant.id.as_str());
    unread(&folders, &seen, (&readers, first), &mut problems);
    shadowed(&folders, &seen, &readers, &mut problems);
    let remote = Remote::new(&context.settings.catalog, &context.settings);
    let reached = token::reach(&remote);
    let machine = Machine {
        assistants: readers,
        has_chromium: has_chromium(context),
        browser_tools: tools::look(&here, environment),
        is_catalog_reachable: reached.is_ok(),
        token: token::judge(&remote, reached.is_ok(), context, &mut problems),
        catalog_failure: reached.err(),
    };
    tell(args, &seen, &problems, &machine, context);
    Ok(match problems.is_empty() {
        true => Outcome::Clean,
        false => Outcome::Findings,
    })
}

fn has_chromium(context: &Context) -> bool {
    let environment = &context.settings.environment;
    let named = environment.variable("GUILD_CHROMIUM").map(PathBuf::from);
    let path = environment.variable("PATH").map(Into::into);
    guild_check_browser::find::find(named.as_deref(), path).is_ok()
}

/// Finds folders with skills that no assistant of this machine reads, while there is one that reads others.
fn unread(
    folders: &[Target],
    seen: &[(usize, Seen)],
    (readers, first): (&[&str], Option<&str>),
    problems: &mut Vec<Problem>,
) {
    let Some(first) = first else {
        return;
    };
    for (index, target) in folders.iter().enumerate() {
        let is_read = target.assistants.is_empty()
            || target
                .assistants
                .iter()
                .any(|name| readers.contains(&name.as_str()));
        let skills = seen.iter().filter(|(at, _)| *at == index);
        let names: Vec<&str> = skills.map(|(_, skill)| skill.name.as_str()).collect();
        if is_read || names.is_empty() {
            continue;
        }
        problems.push(Problem {
            kind: Kind::WrongFolder,
            message: format!(
                "no assistant on this machine reads this folder: {} of {} would",
                names.join(", "),
                target.assistants.join(", ")
            ),
            path: target.folder.clone(),
            mend: format!("guild install {} --assistant {first}", names.join(" ")),
        });
    }
}

/// Finds skills of one name that one assistant reads in two folders and that differ.
fn shadowed(
    folders: &[Target],
    seen: &[(usize, Seen)],
    readers: &[&str],
    problems: &mut Vec<Problem>,
) {
    let mut named: BTreeMap<(&str, &str), Vec<(&Target, &Seen)>> = BTreeMap::new();
    for (index, skill) in seen {
        let target = &folders[*index];
        let assistants = target.assistants.iter();
        for assistant in assistants.filter(|name| readers.contains(&name.as_str())) {
            let skills = named.entry((&skill.name, assistant)).or_default();
            skills.push((target, skill));
        }
    }
    let mut told: Vec<&Path> = Vec::new();
    for ((name, assistant), skills) in &named {
        let [(_, first), (target, second), ..] = skills.as_slice() else {
            continue;
        };
        if first.text == second.text || told.contains(&first.path.as_path()) {
            continue;
        }
        told.push(&first.path);
        problems.push(Problem {
            kind: Kind::Shadowed,
            message: format!(
                "{assistant} reads two skills called `{name}` that differ, here and in {}; which one counts is up to it",
                second.path.display()
            ),
            path: first.path.clone(),
            mend: format!("guild list, then remove the one that you do not want: {}", removal(target, second)),
        });
    }
}

/// Gives the line that takes a skill away: guild's own where guild installed it, as its ledger would miss it otherwise.
fn removal(target: &Target, skill: &Seen) -> String {
    let ledger = Ledger::read(&target.folder).unwrap_or_default();
    let is_ours = |name: &SkillName| ledger.skills.contains_key(name);
    match SkillName::parse(&skill.name) {
        Ok(name) if is_ours(&name) => format!("guild remove {name} {}", target.flag()),
        Ok(_) | Err(_) => format!("rm -r {}", quoted(&skill.path)),
    }
}

fn tell(
    args: &DoctorArgs,
    seen: &[(usize, Seen)],
    problems: &[Problem],
    machine: &Machine,
    context: &mut Context,
) {
    if args.target.json.json {
        context.printer.json(&serde_json::json!({
            "skills": seen.len(), "problems": problems, "machine": machine,
        }));
        return;
    }
    for problem in problems {
        let path = context.settings.environment.shorten(&problem.path);
        let line = Line::new().bad("problem").plain(": ").strong(path);
        context.printer.data(line);
        context
            .printer
            .data(format!("  {}", problem.message).as_str());
        let mend = Line::new().plain("  type: ").accent(&problem.mend);
        context.printer.data(mend);
    }
    let yes = |is_so: bool, word: &str, otherwise: &str| match is_so {
        true => word.to_owned(),
        false => otherwise.to_owned(),
    };
    let assistants = match machine.assistants.as_slice() {
        [] => "none found; `guild assistants` lists those that guild knows".to_owned(),
        names => names.join(", "),
    };
    let chromium = yes(
        machine.has_chromium,
        "found",
        "not found; only `guild check browser` needs it",
    );
    let url = &context.settings.catalog;
    let catalog = match &machine.catalog_failure {
        None => format!("{url} answers"),
        Some(why) => format!("{url} does not answer: {why}"),
    };
    let token = machine.token.as_ref().map(token::told);
    let facts = [
        ("assistants", Some(assistants)),
        ("Chromium", Some(chromium)),
        ("browser tools", tools::told(&machine.browser_tools)),
        ("catalog", Some(catalog)),
        ("token", token),
    ];
    for (name, fact) in facts {
        let Some(fact) = fact else {
            continue;
        };
        context
            .printer
            .data(Line::new().faint(format!("{name}: ")).plain(fact));
    }
    let count = |number: usize, noun: &str| match number {
        1 => format!("1 {noun}"),
        number => format!("{number} {noun}s"),
    };
    context.printer.talk(format!(
        "{} looked at, {}.",
        count(seen.len(), "skill"),
        count(problems.len(), "problem")
    ));
    if let Some(hint) = tools::hint(&machine.browser_tools) {
        context.printer.hint(hint);
    }
    if problems.is_empty() && !seen.is_empty() {
        context
            .printer
            .hint("a skill that is still not seen: restart the assistant's session");
    }
}
