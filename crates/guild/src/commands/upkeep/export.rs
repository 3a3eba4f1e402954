//! `guild export`

mod folder;

use std::io;
use std::path::PathBuf;

use clap::Args;
use guild_catalog::upkeep::{self, UpkeepError};
use guild_catalog::{Catalog, CatalogOptions, Clock};
use guild_server::{Access, Export, ExportError, Exported, ServerConfig, ServerLimits};
use serde_json::json;
use tempfile::TempDir;

use super::failed;
use crate::Context;
use crate::cli::JsonArgs;
use crate::clock;
use crate::commands::rules;
use crate::commands::serve::base_url;
use crate::commands::store::{StoreArgs, not_opened, threads};
use crate::failure::{Failure, Outcome};
use crate::line::Line;
use folder::{Folder, Written};

/// How many broken links are told of.
const TOLD: usize = 5;

/// Write a catalog as files, for any host that serves a folder
#[derive(Debug, Args)]
#[command(after_help = "\
The folder holds all that may be read: pages, archives, the JSON of the API, the indexes that
installers ask for, and the log. Links in it are relative, so it may be served below any path;
pages name the address of --base-url in their commands. Its server may go on working.

Again into the same folder writes what has changed and removes what is gone, each file at once, and
leaves other files alone. An export that was cut off is simply repeated.

What is exported is public. Accounts, tokens, members and the audit log never are.

Examples:
  guild export site --base-url https://skills.example.org
  guild export site --base-url https://team.example.org/skills --data /var/lib/guild
  guild install adr-writer --from https://skills.example.org")]
pub(crate) struct ExportArgs {
    /// The folder to write to: an empty one, or that of the last export
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The address under which the folder will be served
    #[arg(
        long,
        value_name = "URL",
        env = "GUILD_BASE_URL",
        hide_env_values = true
    )]
    base_url: String,
    #[command(flatten)]
    store: StoreArgs,
    /// The catalog is private, as `guild serve --private` has it: nothing is written without --make-public
    #[arg(long, env = "GUILD_PRIVATE", hide_env_values = true)]
    private: bool,
    /// Export a private catalog all the same
    #[arg(long)]
    make_public: bool,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// Why an export came to no end.
enum Stopped {
    Copy(UpkeepError),
    Folder(io::Error),
    Failure(Failure),
}

/// Runs the command.
pub(crate) fn run(args: &ExportArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let base_url = base_url(&args.base_url)?;
    let options = args.store.options(context)?;
    if args.private && !args.make_public {
        return Err(Failure::refused("the catalog is private, and an export is not")
            .cause("whoever reaches the folder reads every skill in it, with all releases and files, and the names of who published them")
            .hint("`--make-public` exports it all the same; a host that asks for a password keeps it among you"));
    }
    let path = context
        .settings
        .environment
        .working_folder
        .join(&args.folder);
    let mut folder = Folder::open(&path)?;
    let exported = threads()?.block_on(export(&options, base_url, &mut folder));
    let exported = exported.map_err(|stopped| stopped.told(&args.folder))?;
    let written = folder
        .finish()
        .map_err(|error| Stopped::Folder(error).told(&args.folder))?;
    tell(&exported, &written, args, context);
    Ok(Outcome::Clean)
}

/// Writes the catalog as it is at one moment.
async fn export(
    options: &CatalogOptions,
    base_url: String,
    folder: &mut Folder,
) -> Result<Exported, Stopped> {
    let copy = private_folder().map_err(Stopped::Folder)?;
    let options = upkeep::copy_of(options, copy.path()).await;
    let options = options.map_err(Stopped::Copy)?;
    let catalog = Catalog::open(options).await;
    let catalog = catalog.map_err(|error| Stopped::Failure(not_opened(&error)))?;
    let export = Export::new(config(base_url), catalog.clone());
    let exported = export.write(|path, bytes| folder.put(path, bytes)).await;
    catalog.close().await;
    exported.map_err(|error| Stopped::Failure(not_written(&error)))
}

/// Makes a folder that nobody else can look into: the copy holds all accounts.
fn private_folder() -> io::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    builder.prefix("guild-export-").tempdir()
}

fn config(base_url: String) -> ServerConfig {
    ServerConfig {
        listen: ([127, 0, 0, 1], 0).into(),
        base_url: Some(base_url),
        rules: rules::pages(),
        checks: Vec::new(),
        clock: Clock::new(clock::milliseconds),
        access: Access::standard(),
        limits: ServerLimits::standard(),
    }
}

fn not_written(error: &ExportError) -> Failure {
    let hint = match error {
        ExportError::Write { .. } => {
            "make room, or name a folder that you may write; what was written stays, and the next export goes on from it"
        }
        ExportError::Answer { .. } | ExportError::Store(_) => {
            "`guild fsck` says what is wrong with the catalog"
        }
    };
    Failure::could_not("could not export the catalog")
        .because(error)
        .hint(hint)
}

impl Stopped {
    fn told(self, folder: &std::path::Path) -> Failure {
        match self {
            Self::Copy(error) => failed("export the catalog", &error),
            Self::Folder(error) => {
                Failure::could_not(format!("could not write to {}", folder.display()))
                    .because(&error)
                    .hint("what was written stays, and the next export goes on from it")
            }
            Self::Failure(failure) => failure,
        }
    }
}

fn tell(exported: &Exported, written: &Written, args: &ExportArgs, context: &mut Context) {
    if args.json.json {
        let broken = exported.broken.iter();
        let broken = broken.map(|(path, page)| json!({ "path": path, "page": page }));
        context.printer.json(&json!({
            "folder": args.folder.display().to_string(),
            "packs": exported.packs,
            "skills": exported.skills,
            "releases": exported.releases,
            "files": written.files,
            "changed": written.changed,
            "removed": written.removed,
            "sizeBytes": written.bytes,
            "brokenLinks": broken.collect::<Vec<_>>(),
        }));
        return;
    }
    let line = Line::new().good("Exported").plain(format!(
        " {}, {}, {} to {}",
        counted(exported.packs, "pack"),
        counted(exported.skills, "skill"),
        counted(exported.releases, "release"),
        args.folder.display()
    ));
    context.printer.data(line);
    context.printer.data(Line::new().faint(format!(
        "  {} of {} bytes: {} changed, {} removed",
        counted(written.files, "file"),
        written.bytes,
        written.changed,
        written.removed
    )));
    context.printer.talk(
        "All of it is public once the folder is served: skills, releases, files, and the names of who published them. No account and no token is in it.",
    );
    for (path, page) in exported.broken.iter().take(TOLD) {
        context
            .printer
            .warn(format!("{page} links to {path}, which is not there"));
    }
}

fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}
