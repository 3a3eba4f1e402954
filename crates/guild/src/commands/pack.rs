//! `guild pack`

use std::fs;
use std::path::PathBuf;

use clap::Args;
use guild_skill::archive::{self, ArchiveLimits, Layout};
use guild_skill::{Digest, SkillName};

use crate::Context;
use crate::cli::JsonArgs;
use crate::failure::{Failure, Outcome};
use crate::install::ledger::write_whole;
use crate::install::local::{folder_name, read_folder};
use crate::line::Line;

/// Write a skill's folder into its archive, the same bytes on every machine
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  guild pack my-skill\n  guild pack my-skill --output dist/")]
pub(crate) struct PackArgs {
    /// The skill's folder
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The folder to write `<name>.zip` into
    #[arg(long, short, value_name = "DIR", default_value = ".")]
    output: PathBuf,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// Runs the command.
pub(crate) fn run(args: &PackArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let working_folder = &context.settings.environment.working_folder;
    let folder = working_folder.join(&args.folder);
    let files = read_folder(&folder)?;
    let name = folder_name(&folder);
    let name = SkillName::parse(&name).map_err(|error| {
        Failure::could_not(format!("the folder's name `{name}` is no name for a skill"))
            .because(&error)
            .hint("rename the folder: lower-case words joined by hyphens")
    })?;
    if files.get("SKILL.md").is_none() {
        return Err(
            Failure::could_not(format!("there is no SKILL.md in {}", folder.display())).hint(
                format!("`guild new skill {name}` makes a skill to start from"),
            ),
        );
    }
    let bytes = archive::write(&files, Layout::Wrapped(&name));
    // What is written must be what everybody can read.
    archive::read(&bytes, &ArchiveLimits::STANDARD).map_err(|error| {
        Failure::could_not(format!(
            "the archive of `{name}` would be refused everywhere"
        ))
        .because(&error)
    })?;
    let output = working_folder.join(&args.output);
    let path = output.join(format!("{name}.zip"));
    let written = fs::create_dir_all(&output).and_then(|()| write_whole(&path, &bytes));
    written.map_err(|error| {
        Failure::could_not(format!("could not write {}", path.display())).because(&error)
    })?;
    let digest = Digest::of(&bytes);
    if args.json.json {
        context.printer.json(&serde_json::json!({
            "name": name,
            "path": path,
            "digest": digest,
            "treeDigest": files.tree_digest(),
            "sizeBytes": bytes.len(),
            "fileCount": files.len(),
        }));
        return Ok(Outcome::Clean);
    }
    let shown = context.settings.environment.shorten(&path);
    context
        .printer
        .data(Line::new().plain(digest.as_str()).plain("  ").strong(shown));
    Ok(Outcome::Clean)
}
