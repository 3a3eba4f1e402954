//! Work on a catalog from outside of its server: `guild migrate`, `backup`, `restore`, `export` and `fsck`.

pub(crate) mod backup;
pub(crate) mod export;
pub(crate) mod fsck;
pub(crate) mod migrate;
pub(crate) mod restore;

use guild_catalog::upkeep::{Moved, UpkeepError};
use serde_json::json;

use super::store::{because_of, not_opened, threads};
use crate::Context;
use crate::cli::JsonArgs;
use crate::failure::{Failure, Outcome};

/// Moves a whole catalog and tells what was moved, in words for the failure and for the end.
fn carry_out(
    work: impl Future<Output = Result<Moved, UpkeepError>>,
    [what, done]: [&str; 2],
    json: &JsonArgs,
    context: &mut Context,
) -> Result<Outcome, Failure> {
    let moved = block_on(work, what)?;
    tell(&moved, done, json.json, context);
    Ok(Outcome::Clean)
}

/// Does the work to its end.
fn block_on<T>(
    work: impl Future<Output = Result<T, UpkeepError>>,
    what: &str,
) -> Result<T, Failure> {
    threads()?
        .block_on(work)
        .map_err(|error| failed(what, &error))
}

fn failed(what: &str, error: &UpkeepError) -> Failure {
    let hint = match error {
        UpkeepError::Open(error) => return not_opened(error),
        UpkeepError::NoCatalog { .. } => "name the catalog with `--data DIR` or `--database URL`",
        UpkeepError::NotEmpty { .. } => {
            "name an empty database and folder: nothing is written over a catalog"
        }
        UpkeepError::FileExists { .. } => "name another file, or move that one away",
        UpkeepError::NotABackup { .. } | UpkeepError::NoBackup { .. } => {
            "name a file that `guild backup` wrote"
        }
        UpkeepError::DamagedBackup { .. } => "take another backup: this one is not to be trusted",
        UpkeepError::OtherKey { .. } => {
            "move that key away, or name another place: `--data DIR` or `--log-key FILE`"
        }
        UpkeepError::NoServer => {
            "write it like `--database postgres://user@host/name`; `guild backup` and `guild restore` bring a catalog to another folder"
        }
        UpkeepError::DiskFull { .. } => "make room on that disk, or name a file on another",
        UpkeepError::File { .. } => {
            "see that its folder is there, and that you may read and write in it"
        }
        UpkeepError::OtherVersion { found, known } if found < known => {
            "start `guild serve` of this version on it once, which brings it up to date"
        }
        UpkeepError::OtherVersion { .. } => "update guild",
        UpkeepError::Store(_) => "`guild fsck` says what is wrong with the catalog",
        UpkeepError::Differs { .. } | UpkeepError::Column { .. } | UpkeepError::Database(_) => {
            "nothing was changed at the target's database; try again"
        }
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
    if !moved.has_log_key {
        context.printer.warn("the private key of the catalog's log is not in it, and no server starts without that key: keep it beside, or name it with `--log-key FILE` and begin again");
    }
    let Moved {
        tables,
        rows,
        archives,
        archive_bytes,
        is_new,
        has_log_key,
    } = *moved;
    if is_json {
        context.printer.json(&json!({
            "tables": tables,
            "rows": rows,
            "archives": archives,
            "archiveBytes": archive_bytes,
            "isNew": is_new,
            "hasLogKey": has_log_key,
        }));
        return;
    }
    let line = format!(
        "{what}: {rows} rows of {tables} tables, {archives} archives of {archive_bytes} bytes, each compared"
    );
    context.printer.data(crate::line::Line::new().plain(line));
}
