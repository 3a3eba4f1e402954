//! Results of checks that somebody asked to keep: few, small, and not for ever.
//!
//! They are no part of the catalog that others see: keeping or removing one is no event and changes no generation.

use std::fmt;
use std::str::FromStr;

use crate::catalog::{Catalog, Inner};
use crate::error::StoreError;
use crate::store::{count, kept_checks, number};

/// How much is kept, and for how long.
#[derive(Clone, Copy, Debug)]
pub struct KeptLimits {
    /// Results at a time.
    pub results: u64,
    /// Bytes of all results together.
    pub bytes: u64,
    /// Bytes of one.
    pub result_bytes: u64,
    /// How long one is kept, in milliseconds.
    pub milliseconds: i64,
}

impl KeptLimits {
    /// Gives the limits of a catalog on an ordinary machine: two weeks, a thousand results, 128 MiB.
    pub const STANDARD: Self = Self {
        results: 1_000,
        bytes: 128 << 20,
        result_bytes: 2 << 20,
        milliseconds: 14 * 24 * 60 * 60 * 1000,
    };
}

/// What a kept result is found by: 128 random bits, so that only those can find it who were told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptKey(String);

/// The text is no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a key is 32 lower-case hexadecimal digits")]
pub struct KeptKeyError;

/// A result that is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptCheck {
    /// What it holds, as the caller wrote it.
    pub content: String,
    /// When its time is over, in milliseconds since 1970 in UTC.
    pub expires_at: i64,
}

/// What became of a wish to keep a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Keeping {
    /// It is kept under this key.
    Kept(KeptKey),
    /// There is no place for it now.
    Full,
    /// It is larger than a result may be.
    TooLarge,
}

impl KeptKey {
    fn random() -> Result<Self, StoreError> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Self(format!("{:032x}", u128::from_be_bytes(bytes))))
    }

    /// Gives the key as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for KeptKey {
    type Err = KeptKeyError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_key = text.len() == 32
            && text
                .bytes()
                .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        is_key.then(|| Self(text.to_owned())).ok_or(KeptKeyError)
    }
}

impl fmt::Display for KeptKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl Catalog {
    /// Keeps a result for as long as the limits say. Those whose time is over make place first; none is removed
    /// before its time.
    ///
    /// # Errors
    /// When the database fails, or the system gives no chance.
    pub async fn keep_check(
        &self,
        content: &str,
        limits: KeptLimits,
    ) -> Result<Keeping, StoreError> {
        let size = content.len() as u64;
        if size > limits.result_bytes {
            return Ok(Keeping::TooLarge);
        }
        let key = KeptKey::random()?;
        let store = &self.inner.store;
        let now = self.inner.clock.now();
        let mut writing = store.begin().await?;
        store
            .send(&mut writing, kept_checks::delete_expired(now))
            .await?;
        let (results, bytes) = store.sorted(kept_checks::taken(&mut writing).await)?;
        if count(results) >= limits.results || count(bytes) + size > limits.bytes {
            store.sorted(writing.commit().await)?;
            return Ok(Keeping::Full);
        }
        let expires_at = now.saturating_add(limits.milliseconds);
        let kept = kept_checks::insert(&key.0, content, number(size), expires_at);
        store.send(&mut writing, kept).await?;
        store.sorted(writing.commit().await)?;
        Ok(Keeping::Kept(key))
    }

    /// Finds a result that is kept.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn kept_check(&self, key: &KeptKey) -> Result<Option<KeptCheck>, StoreError> {
        let store = &self.inner.store;
        let now = self.inner.clock.now();
        let row = store.sorted(kept_checks::one(store.readers(), &key.0, now).await)?;
        Ok(row.map(|row| KeptCheck {
            content: row.content,
            expires_at: row.expires_at,
        }))
    }

    /// Removes a result, and tells whether it was there.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn remove_kept_check(&self, key: &KeptKey) -> Result<bool, StoreError> {
        let store = &self.inner.store;
        let mut writing = store.begin().await?;
        let was_there = store
            .alter(&mut writing, kept_checks::delete(&key.0))
            .await?;
        store.sorted(writing.commit().await)?;
        Ok(was_there)
    }
}

impl Inner {
    /// Removes the results whose time is over, though nobody asks for them any more.
    pub(crate) async fn forget_expired_checks(&self) -> Result<(), StoreError> {
        let mut writing = self.store.begin().await?;
        let now = self.clock.now();
        let expired = kept_checks::delete_expired(now);
        self.store.send(&mut writing, expired).await?;
        self.store.sorted(writing.commit().await)
    }
}
