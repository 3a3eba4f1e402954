//! Follows the events: what this node or another one published goes into the search index.

use std::error::Error;
use std::sync::Weak;
use std::time::Duration;

use super::Inner;
use crate::error::StoreError;
use crate::store::events;

/// How often the index is committed at the most, and how soon a change of another node is seen.
const PACE: Duration = Duration::from_secs(1);

/// Runs until the catalog is gone.
pub(super) async fn follow(catalog: Weak<Inner>) {
    loop {
        tokio::time::sleep(PACE).await;
        let Some(inner) = catalog.upgrade() else {
            return;
        };
        if let Err(error) = step(&inner).await {
            // A search meanwhile reads what is newer than the index from the database.
            tracing::warn!(
                error = &error as &dyn Error,
                "the search index is not up to date"
            );
        }
    }
}

async fn step(inner: &Inner) -> Result<(), StoreError> {
    let newest = inner
        .store
        .sorted(events::newest(inner.store.readers()).await)?;
    inner.advance(newest);
    inner.search.catch_up(&inner.store).await
}
