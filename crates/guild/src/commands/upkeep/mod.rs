//! Work on a catalog from outside of its server: `guild migrate`, `backup`, `restore` and `fsck`.

pub(crate) mod backup;
pub(crate) mod fsck;
pub(crate) mod migrate;
pub(crate) mod restore;

use std::path::PathBuf;

use clap::Args;
use guild_catalog::upkeep::{Moved, UpkeepError};
use guild_catalog::{CatalogOptions, Clock, LogOptions};
use serde_json::json;

use super::serve::{archives, because_of, not_opened};
use crate::Context;
use crate::clock;
use crate::failure::Failure;

/// Where the catalog is: as `guild serve` is told.
#[derive(Debug, Args)]
pub(crate) struct StoreArgs {
    /// The folder that holds the catalog [default: ~/.local/share/guild]
    #[arg(long, value_name = "DIR", env = "GUILD_DATA", hide_env_values = true)]
    data: Option<PathBuf>,
    /// The database, `postgres://…` or the path of an SQLite file [default: catalog.sqlite in the data folder]
    #[arg(
        long,
        value_name = "URL",
        env = "GUILD_DATABASE",
        hide_env_values = true
    )]
    database: Option<String>,
    /// Where archives are kept, `s3://bucket/prefix` or a folder [default: archives in the data folder]
    #[arg(
        long,
        value_name = "URL|DIR",
        env = "GUILD_ARCHIVES",
        hide_env_values = true
    )]
    archives: Option<String>,
}

impl StoreArgs {
    /// Resolves what was said against the machine.
    fn options(&self, context: &Context) -> Result<CatalogOptions, Failure> {
        Ok(CatalogOptions {
            data: folder(self.data.as_ref(), context),
            database: self.database.clone(),
            archives: archives(self.archives.as_deref(), context)?,
            log: LogOptions::default(),
            clock: Clock::new(clock::milliseconds),
        })
    }
}

fn folder(data: Option<&PathBuf>, context: &Context) -> PathBuf {
    let environment = &context.settings.environment;
    match data {
        Some(data) => environment.working_folder.join(data),
        None => environment.data_folder(),
    }
}

/// Does the work to its end.
fn block_on<T>(
    work: impl Future<Output = Result<T, UpkeepError>>,
    what: &str,
) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    let runtime = runtime
        .map_err(|error| Failure::could_not("could not start the threads").because(&error))?;
    runtime.block_on(work).map_err(|error| failed(what, &error))
}

fn failed(what: &str, error: &UpkeepError) -> Failure {
    let hint = match error {
        UpkeepError::Open(error) => return not_opened(error),
        UpkeepError::NoCatalog { .. } => "name the catalog with `--data DIR` or `--database URL`",
        UpkeepError::NotEmpty { .. } => {
            "name an empty database and folder: nothing is written over a catalog"
        }
        UpkeepError::FileExists { .. } => "name another file, or move that one away",
        UpkeepError::NotABackup { .. } => "name a file that `guild backup` wrote",
        UpkeepError::OtherVersion { found, known } if found < known => {
            "start `guild serve` of this version on it once, which brings it up to date"
        }
        UpkeepError::OtherVersion { .. } => "update guild",
        UpkeepError::Store(_) => "`guild fsck` says what is wrong with the catalog",
        UpkeepError::Differs { .. }
        | UpkeepError::Column { .. }
        | UpkeepError::File { .. }
        | UpkeepError::Database(_) => "nothing was changed at the target's database; try again",
    };
    let refused = matches!(
        error,
        UpkeepError::NotEmpty { .. } | UpkeepError::FileExists { .. }
    );
    let message = format!("could not {what}");
    let failure = match refused {
        true => Failure::refused(message),
        false => Failure::could_not(message),
    };
    because_of(failure.cause(error.to_string()), error).hint(hint)
}

/// Tells what was moved.
fn tell(moved: &Moved, what: &str, is_json: bool, context: &mut Context) {
    let Moved {
        tables,
        rows,
        archives,
        archive_bytes,
        is_new,
    } = *moved;
    if is_json {
        context.printer.json(&json!({
            "tables": tables,
            "rows": rows,
            "archives": archives,
            "archiveBytes": archive_bytes,
            "isNew": is_new,
        }));
        return;
    }
    let line = format!(
        "{what}: {rows} rows of {tables} tables, {archives} archives of {archive_bytes} bytes, each compared"
    );
    context.printer.data(crate::line::Line::new().plain(line));
}
