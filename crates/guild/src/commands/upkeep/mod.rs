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
