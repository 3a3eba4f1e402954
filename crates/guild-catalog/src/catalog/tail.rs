//! What the catalog does by itself: what this node or another one published goes into the search index, and results of
//! checks go when their time is over.

use std::error::Error;
use std::sync::Weak;
use std::time::Duration;

use super::Inner;
use crate::error::StoreError;
use crate::store::events;

/// How often the index is committed at the most, and how soon a change of another node is seen.
const PACE: Duration = Duration::from_secs(1);

/// How often results of checks whose time is over are looked for, in milliseconds.
const FORGET_MS: i64 = 60 * 60 * 1000;

/// Runs until the catalog is gone.
pub(super) async fn follow(catalog: Weak<Inner>) {
    let mut forget_at = i64::MIN;
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
        let now = inner.clock.now();
        if now < forget_at {
            continue;
        }
        forget_at = now.saturating_add(FORGET_MS);
        if let Err(error) = inner.forget_expired_checks().await {
            // Nobody sees them any more, and the next hour tries again.
            tracing::warn!(
                error = &error as &dyn Error,
                "kept results of checks were not removed after their time"
            );
        }
        if let Err(error) = inner.forget_expired_secrets().await {
            // They are good for nothing any more, and the next hour tries again.
            tracing::warn!(
                error = &error as &dyn Error,
                "sessions and tokens were not removed after their time"
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
