//! `guild restore`

use std::path::PathBuf;

use clap::Args;
use guild_catalog::upkeep;

use super::carry_out;
use crate::Context;
use crate::cli::JsonArgs;
use crate::commands::store::StoreArgs;
use crate::failure::{Failure, Outcome};

/// Put a backup into an empty place, on either database
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  guild restore catalog-2026-11-21.guild --data ./catalog
  guild restore nightly.guild --database postgres://guild@db.example.org/guild \\
    --archives s3://skills")]
pub(crate) struct RestoreArgs {
    /// The file that `guild backup` wrote
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    store: StoreArgs,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// Runs the command.
pub(crate) fn run(args: &RestoreArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let options = args.store.options(context)?;
    let file = context.settings.environment.working_folder.join(&args.file);
    let words = ["restore the backup", "Restored"];
    carry_out(upkeep::restore(&file, &options), words, &args.json, context)
}
