//! `guild backup`

use std::path::PathBuf;

use clap::Args;
use guild_catalog::upkeep;

use super::carry_out;
use crate::Context;
use crate::cli::JsonArgs;
use crate::commands::store::StoreArgs;
use crate::failure::{Failure, Outcome};

/// Write a whole catalog to one file; its server may go on working
#[derive(Debug, Args)]
#[command(after_help = "\
The file holds every table and every archive, as they were at one moment, and the private key of
the catalog's log: only its owner can read it, so keep it as you keep the database.

Examples:
  guild backup catalog-2026-11-21.guild
  guild backup nightly.guild --database postgres://guild@db.example.org/guild --archives s3://skills")]
pub(crate) struct BackupArgs {
    /// The file to write; it must not be there yet
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    store: StoreArgs,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// Runs the command.
pub(crate) fn run(args: &BackupArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let options = args.store.options(context)?;
    let file = context.settings.environment.working_folder.join(&args.file);
    let words = ["back the catalog up", "Backed up"];
    carry_out(upkeep::back_up(&options, &file), words, &args.json, context)
}
