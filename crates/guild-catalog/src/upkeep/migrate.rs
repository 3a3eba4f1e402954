//! Moving a catalog: archives first, then all tables in one transaction.
//!
//! A run that is stopped leaves archives that nobody names and no row; the next run finds them there and goes on. Rows
//! come over as they are, sequences and events among them, so that whoever follows the catalog goes on where they were.

use sqlx::AnyConnection;

use super::place::{Place, begin_reading};
use super::rows::{self, Sum};
use super::schema::{self, Table};
use super::{Moved, UpkeepError, archives};
use crate::catalog::CatalogOptions;
use crate::dialect::Dialect;
use crate::store::Store;

/// Moves a catalog to an empty place.
///
/// The source is locked meanwhile, and brought to the newest version first; it is left as it is. The same catalog there
/// already is no error: then nothing is written.
///
/// # Errors
/// When the source is in use, the target holds something else, or either fails: see [`UpkeepError`].
pub async fn migrate(from: &CatalogOptions, to: &CatalogOptions) -> Result<Moved, UpkeepError> {
    let (from, to) = (Place::of(from)?, Place::of(to)?);
    from.is_there()?;
    if to.dialect() == Dialect::Sqlite {
        return Err(UpkeepError::NoServer);
    }
    let _held = from.lock()?;
    from.store().await?.close().await;
    let _target_held = to.lock()?;
    let target = to.store().await?;
    let mut reader = from.reading().await?;
    let tables = schema::tables().await?;
    let state = state(&mut reader, &target, &tables).await?;
    let copied = archives::copy(&mut reader, &from.blobs().await?, &to.blobs().await?).await?;
    let moved = move_rows(&mut reader, &target, &tables, state).await;
    target.close().await;
    let (rows, is_new) = moved?;
    let key = from.log_key()?;
    to.keep_log_key(key.as_deref())?;
    Ok(Moved {
        tables: tables.len() as u64,
        rows,
        archives: copied.0,
        archive_bytes: copied.1,
        is_new,
        has_log_key: key.is_some(),
    })
}

/// What is in the target before anything is written there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Empty,
    Same,
}

/// Holds the target against the source.
pub(super) async fn state(
    source: &mut AnyConnection,
    target: &Store,
    tables: &[Table],
) -> Result<State, UpkeepError> {
    let mut there = target.readers().acquire().await?;
    let mut first = None;
    for table in tables {
        let rows = schema::count(&mut there, &table.name).await?;
        if rows > table.fresh_rows {
            first = Some((table, rows));
            break;
        }
    }
    let Some((table, rows)) = first else {
        return Ok(State::Empty);
    };
    for other in tables {
        if rows::sum(&mut there, other).await? != rows::sum(source, other).await? {
            let table = table.name.clone();
            return Err(UpkeepError::NotEmpty { table, rows });
        }
    }
    Ok(State::Same)
}

/// Copies all tables, and gives how many rows there are and whether they were written.
pub(super) async fn move_rows(
    source: &mut AnyConnection,
    target: &Store,
    tables: &[Table],
    state: State,
) -> Result<(u64, bool), UpkeepError> {
    let mut sums: Vec<Sum> = Vec::new();
    if state == State::Same {
        for table in tables {
            sums.push(rows::sum(source, table).await?);
        }
        return Ok((sums.iter().map(|sum| sum.rows).sum(), false));
    }
    let mut writing = target.begin().await?;
    for table in tables.iter().rev() {
        rows::empty(&mut writing, table).await?;
    }
    for table in tables {
        let sum = rows::copy(source, &mut writing, table).await?;
        if rows::sum(&mut writing, table).await? != sum {
            let table = table.name.clone();
            return Err(UpkeepError::Differs { table });
        }
        sums.push(sum);
    }
    writing.commit().await?;
    Ok((sums.iter().map(|sum| sum.rows).sum(), true))
}

/// Begins to read a database that was just opened.
pub(super) async fn snapshot(reader: &mut AnyConnection) -> Result<(), UpkeepError> {
    begin_reading(reader, crate::dialect::Dialect::Sqlite).await
}
