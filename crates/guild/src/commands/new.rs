//! `guild new`

mod api;
mod docs;
mod plan;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use guild_skill::SkillName;

use crate::Context;
use crate::cli::Below;
use crate::failure::{Failure, Outcome};
use crate::install::local::check_folder;
use crate::line::Line;

/// Start a skill, an API document, an API contract or a browser test plan
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  guild new skill release-notes
  guild new api tasks
  guild new docs --contract openapi.yaml --operation createTask
  guild new plan http://127.0.0.1:3000/tasks")]
pub(crate) struct NewArgs {
    #[command(subcommand)]
    what: Below<What>,
}

#[derive(Debug, Subcommand)]
enum What {
    Skill(SkillArgs),
    Docs(Box<docs::DocsArgs>),
    Api(api::ApiArgs),
    Plan(plan::PlanArgs),
}

/// Start a skill: a folder with SKILL.md and PAGE.md to fill in, as `guild check skill` says
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  guild new skill release-notes\n  guild new skill release-notes --in skills/"
)]
pub(crate) struct SkillArgs {
    /// The name: lower-case words joined by hyphens
    #[arg(value_name = "NAME")]
    name: SkillName,
    /// The folder to make the skill's folder in
    #[arg(long = "in", value_name = "DIR", default_value = ".")]
    parent: PathBuf,
}

/// Runs the command.
pub(crate) fn run(args: &NewArgs, context: &mut Context) -> Result<Outcome, Failure> {
    match &args.what.0 {
        What::Skill(args) => new_skill(args, context),
        What::Docs(args) => docs::run(args, context),
        What::Api(args) => api::run(args, context),
        What::Plan(args) => plan::run(args, context),
    }
}

fn new_skill(args: &SkillArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let environment = &context.settings.environment;
    let folder = environment
        .working_folder
        .join(&args.parent)
        .join(args.name.as_str());
    let shown = environment.shorten(&folder);
    check_folder(&args.name)?;
    if folder.exists() {
        return Err(
            Failure::refused(format!("{shown} is already there and is left as it is"))
                .hint("choose another name, or another place with `--in DIR`"),
        );
    }
    write(&folder, &args.name).map_err(|error| {
        Failure::could_not(format!("could not make the skill in {shown}")).because(&error)
    })?;
    for file in ["SKILL.md", "PAGE.md"] {
        let path = environment.shorten(&folder.join(file));
        context.printer.data(Line::new().good("Made ").plain(path));
    }
    context
        .printer
        .talk("SKILL.md is for the assistant, PAGE.md for people; its first lines name the pack. Write what they say, then:");
    context
        .printer
        .hint(format!("`guild check skill {shown} --deny warnings`"));
    Ok(Outcome::Clean)
}

fn write(folder: &Path, name: &SkillName) -> io::Result<()> {
    let title = title(name);
    let words = name.as_str().replace('-', " ");
    let fill = |template: &str| {
        template
            .replace("{name}", name.as_str())
            .replace("{title}", &title)
            .replace("{words}", &words)
    };
    fs::create_dir_all(folder)?;
    fs::write(
        folder.join("SKILL.md"),
        fill(guild_skill::template::SKILL_MD),
    )?;
    fs::write(folder.join("PAGE.md"), fill(guild_skill::template::PAGE_MD))
}

/// Makes a title of a name: `release-notes` gives `Release Notes`.
fn title(name: &SkillName) -> String {
    let words = name.as_str().split('-').map(|word| {
        let mut characters = word.chars();
        let first = characters.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(characters).collect::<String>()
    });
    words.collect::<Vec<_>>().join(" ")
}
