//! `guild migrate`

use clap::Args;
use guild_catalog::upkeep;

use super::{block_on, tell};
use crate::Context;
use crate::cli::JsonArgs;
use crate::commands::store::{FolderArgs, StoreArgs};
use crate::failure::{Failure, Outcome};

/// Move a catalog from its folder to a database server and a store of archives
#[derive(Debug, Args)]
#[command(after_help = "\
Stop the server of the folder first. Sequence numbers and events come over as they are, so whoever
follows the catalog goes on where they were. A move that broke off is begun again with the same
command; the folder stays as it is. Nodes go on with the key of its log: --log-key, or a copy of
log.key in the data folder of each.

Examples:
  guild migrate --database postgres://guild@db.example.org/guild --archives s3://skills/team
  guild migrate --data ./catalog --database postgres://guild@db.example.org/guild \\
    --archives ./archives")]
pub(crate) struct MigrateArgs {
    #[command(flatten)]
    folder: FolderArgs,
    /// The database to move to, `postgres://…`
    #[arg(
        long,
        value_name = "URL",
        env = "GUILD_DATABASE",
        hide_env_values = true
    )]
    database: String,
    /// Where archives move to, `s3://bucket/prefix` or a folder
    #[arg(
        long,
        value_name = "URL|DIR",
        env = "GUILD_ARCHIVES",
        hide_env_values = true
    )]
    archives: String,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// Runs the command.
pub(crate) fn run(args: &MigrateArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let place = |database, archives| StoreArgs {
        folder: args.folder.clone(),
        database,
        archives,
    };
    let from = place(None, None).options(context)?;
    // The folder keeps the log's key and the search index of a node; a database server has no file there.
    let to = place(Some(args.database.clone()), Some(args.archives.clone())).options(context)?;
    let moved = block_on(upkeep::migrate(&from, &to), "move the catalog")?;
    let what = match moved.is_new {
        true => "Moved",
        false => "There already, nothing to move",
    };
    tell(&moved, what, args.json.json, context);
    if !args.json.json {
        let next = "Serve it with `guild serve` and the same `--database` and `--archives`, on any number of nodes; each needs the log's key: `--log-key FILE`, or a copy of log.key in its data folder.";
        context.printer.talk(next);
    }
    Ok(Outcome::Clean)
}
