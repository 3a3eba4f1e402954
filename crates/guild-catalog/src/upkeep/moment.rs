//! A catalog at one moment, to be read beside its server: the database is copied, the archives stay where they are.

use std::path::Path;

use super::migrate::{State, move_rows};
use super::place::Place;
use super::{UpkeepError, schema};
use crate::catalog::CatalogOptions;
use crate::log::{self, LogOptions};
use crate::store::log::head;

/// Copies the database of a catalog, which may be in use, into an empty folder, and says how to open the copy.
///
/// The copy holds what the database holds, hashed secrets and the key of the log among it: the folder is for its owner
/// alone, and goes when the work is done.
///
/// # Errors
/// When there is no catalog, or it is of another version: see [`UpkeepError`].
pub async fn copy_of(from: &CatalogOptions, folder: &Path) -> Result<CatalogOptions, UpkeepError> {
    let place = Place::of(from)?;
    let mut reader = place.reading().await?;
    // Missed at the copy, it would be said to be missing there.
    if let Some(head) = head(&mut reader).await? {
        log::known(&place.key_path(), &head.key)?;
    }
    let options = CatalogOptions {
        data: folder.to_owned(),
        database: None,
        archives: Some(from.archives_or_default()),
        log: LogOptions::default(),
        clock: from.clock.clone(),
    };
    let copy = Place::of(&options)?;
    let store = copy.store().await?;
    let tables = schema::tables().await?;
    let moved = move_rows(&mut reader, &store, &tables, State::Empty).await;
    store.close().await;
    moved?;
    copy.keep_log_key(place.log_key()?.as_deref())?;
    Ok(options)
}
