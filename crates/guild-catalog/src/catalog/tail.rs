//! What the catalog does by itself: what this node or another one published goes into the search index, and results of
//! checks go when their time is over.

use std::error::Error;
use std::sync::Weak;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::time::Instant;

use super::Inner;
use crate::error::StoreError;
use crate::store::events;

/// How often the index is committed at the most.
const COMMIT: Duration = Duration::from_secs(1);

/// How many times as long as the last commit took the next one waits, so that under a flood of publishes the index takes a
/// small part of the processor. Searches find what is not in it yet.
const REST: u32 = 8;

/// How long it waits at the most.
const LONGEST_REST: Duration = Duration::from_secs(30);

/// How often results of checks whose time is over are looked for, in milliseconds.
const FORGET_MS: i64 = 60 * 60 * 1000;

/// How often counts of downloads are written.
const KEEP_DOWNLOADS: Duration = Duration::from_secs(60);

/// Runs until the catalog is gone.
pub(super) async fn follow(catalog: Weak<Inner>) {
    let mut forget_at = i64::MIN;
    let mut commit_at = Instant::now() + COMMIT;
    let mut counted = Instant::now();
    let mut pace = COMMIT;
    loop {
        tokio::time::sleep(pace).await;
        let Some(inner) = catalog.upgrade() else {
            return;
        };
        pace = inner.store.dialect.pace();
        let began = Instant::now();
        let is_time = commit_at <= began;
        let done = step(&inner, is_time).await;
        if is_time {
            commit_at = began + (began.elapsed() * REST).clamp(COMMIT, LONGEST_REST);
        }
        if let Err(error) = done {
            // A search meanwhile reads what is newer than the index from the database.
            tracing::warn!(
                error = &error as &dyn Error,
                "the search index is not up to date"
            );
        }
        if let Err(error) = inner.follow_log().await {
            // What this node publishes is in the log; an older guild on the same database goes past it.
            tracing::warn!(
                error = &error as &dyn Error,
                "the transparency log is not up to date"
            );
        }
        if counted.elapsed() >= KEEP_DOWNLOADS {
            counted = Instant::now();
            keep_downloads(&inner).await;
        }
        let now = inner.clock.now();
        // A clock that was set back by more than that is no reason to wait for it.
        if (1..=FORGET_MS).contains(&forget_at.saturating_sub(now)) {
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
        if let Err(error) = inner.forget_old_deliveries().await {
            // They are shown for a little longer, and the next hour tries again.
            tracing::warn!(
                error = &error as &dyn Error,
                "old deliveries were not removed after their time"
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

/// Writes how often releases were downloaded; what could not be written is written the next time.
pub(super) async fn keep_downloads(inner: &Inner) {
    if let Err(error) = inner.keep_downloads().await {
        tracing::warn!(
            error = &error as &dyn Error,
            "counts of downloads were not written"
        );
    }
}

async fn step(inner: &Inner, is_time_to_commit: bool) -> Result<(), StoreError> {
    let newest = inner
        .store
        .sorted(events::newest(inner.store.readers()).await)?;
    inner.advance(newest);
    if is_time_to_commit {
        inner.search.catch_up(&inner.store).await?;
        inner.searched.fetch_max(newest, Ordering::AcqRel);
    }
    Ok(())
}
