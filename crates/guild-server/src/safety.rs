//! Whether the files of a release are safe, as the safety rules say (DESIGN.md 8).
//!
//! An archive never changes and neither do the rules of one binary: each archive is judged once, when somebody first
//! looks at its page, away from the threads that answer.

use std::sync::Arc;

use guild_check::rule::RuleName;
use guild_check::{Finding, Severity};
use guild_skill::archive::{self, ArchiveLimits};
use guild_skill::{Digest, check};
use quick_cache::sync::Cache;
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::error::ApiError;
use crate::state::AppState;

/// How many archives are remembered; one without findings takes next to nothing.
const KEPT: usize = 1024;

/// More findings of one archive than these are counted and not shown.
const SHOWN: usize = 20;

/// How many archives are unpacked at a time; each may take much memory.
const AT_ONCE: usize = 1;

/// What was found in the archives that somebody looked at.
pub(crate) struct Safety {
    judged: Cache<Digest, Arc<Judged>>,
    permits: Semaphore,
}

/// What was found in one archive.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Judged {
    /// The findings that are shown, in the order of their places.
    pub(crate) findings: Vec<Told>,
    /// How many there are beside these.
    pub(crate) more: usize,
}

/// A finding without the text that it was found in.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Told {
    pub(crate) rule: RuleName,
    pub(crate) severity: Severity,
    pub(crate) is_guess: bool,
    /// The file, from the skill's folder on.
    pub(crate) path: String,
    pub(crate) line: u32,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
}

impl Safety {
    /// Prepares to judge.
    pub(crate) fn new() -> Self {
        Self {
            judged: Cache::new(KEPT),
            permits: Semaphore::new(AT_ONCE),
        }
    }

    /// Waits until nobody unpacks an archive here, and keeps it so.
    pub(crate) async fn room(&self) -> Result<SemaphorePermit<'_>, ApiError> {
        self.permits.acquire().await.map_err(ApiError::fault)
    }

    /// Tells what the rules find in an archive; nothing when it cannot be read, which the log tells of.
    pub(crate) async fn of(
        &self,
        state: &AppState,
        digest: &Digest,
    ) -> Result<Option<Arc<Judged>>, ApiError> {
        if let Some(judged) = self.judged.get(digest) {
            return Ok(Some(judged));
        }
        let _permit = self.room().await?;
        if let Some(judged) = self.judged.get(digest) {
            return Ok(Some(judged));
        }
        let bytes = match state.archives().read(state.catalog(), digest).await {
            Ok(archive) => archive.map(|archive| archive.bytes),
            Err(error) => {
                let error = &error as &dyn std::error::Error;
                tracing::error!(error, %digest, "an archive cannot be read, and is not judged");
                None
            }
        };
        let Some(bytes) = bytes else {
            return Ok(None);
        };
        let judged = tokio::task::spawn_blocking(move || judge(&bytes));
        let judged = judged.await.map_err(ApiError::fault)?.map(Arc::new);
        if let Some(judged) = &judged {
            self.judged.insert(digest.clone(), Arc::clone(judged));
        }
        Ok(judged)
    }
}

/// Judges an archive of the catalog; one that was damaged on the disk is told of elsewhere.
fn judge(bytes: &[u8]) -> Option<Judged> {
    let archive = archive::read(bytes, &ArchiveLimits::STANDARD).ok()?;
    let findings = check::judge_safety(&archive);
    Some(Judged {
        more: findings.len().saturating_sub(SHOWN),
        findings: findings.iter().take(SHOWN).map(Told::of).collect(),
    })
}

impl Told {
    fn of(finding: &Finding) -> Self {
        Self {
            rule: finding.rule,
            severity: finding.severity,
            is_guess: finding.is_guess,
            path: finding.place.source.path().to_owned(),
            line: finding.place.start().line,
            message: finding.message.clone(),
            help: finding.help.clone(),
        }
    }
}
