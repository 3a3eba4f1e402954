//! Keys of publishers: registered by who has the private half, and taken back by the account that they belong to.
//!
//! A key is never forgotten: releases that it signed stay, and the catalog says of each whether the key was taken back.

use guild_skill::AccountName;
use guild_skill::note::VerifierKey;
use guild_skill::signature::{Registration, Rotation, Signature};
use guild_skill::wire::{self, AuditAction};

use crate::accounts::audit::{By, Entry};
use crate::accounts::caller::{Caller, Denied};
use crate::catalog::{Catalog, parsed};
use crate::clock::rfc3339;
use crate::error::StoreError;
use crate::page_request::PageRequest;
use crate::store::events;
use crate::store::keys::{self, KeyRow};

/// How many keys an account may have that were not taken back: one for each machine, and some.
pub const KEYS_OF_AN_ACCOUNT: usize = 20;

/// Why a key was not registered.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// Whoever sent it has not shown that they have the private half.
    #[error(
        "`proof` is not the key's signature of this account and this catalog: `guild key register` makes it"
    )]
    Unproved,
    /// Whoever has seen the key that is said to announce it would be misled.
    #[error(
        "`announcement` is no signature of the rotation to this key by another one that the account has registered"
    )]
    Unannounced,
    /// A key that was taken back announces none.
    #[error(
        "the key that announces this one was revoked on {0}, and announces nothing any more: register this one alone, and tell people its fingerprint"
    )]
    AnnouncedByRevoked(String),
    /// Somebody else has it.
    #[error("another account has registered this key: make one of your own with `guild key new`")]
    OfAnother,
    /// It was taken back, which is for ever.
    #[error(
        "the key was revoked, and signs nothing any more: make another one with `guild key new`"
    )]
    Revoked,
    /// Two keys would be named alike.
    #[error("the account has another key with the id {0}: make another one with `guild key new`")]
    SameId(String),
    /// The account has as many as it may.
    #[error(
        "the account has {KEYS_OF_AN_ACCOUNT} keys, which is the most: revoke one that is not used"
    )]
    TooMany,
    /// The caller may not.
    #[error(transparent)]
    Denied(#[from] Denied),
    /// The catalog failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Catalog {
    /// Registers a key for whoever is signed in, and tells whether it is new. The proof is its signature of a
    /// [`Registration`] for this account and this catalog; the announcement, where there is one, that of a
    /// [`Rotation`] to it by another key of the account.
    ///
    /// # Errors
    /// When the proof or the announcement is none, the key is another's or was taken back, or the catalog fails: see
    /// [`KeyError`].
    pub async fn register_key(
        &self,
        caller: &Caller,
        proof: &Signature,
        announcement: Option<&Signature>,
    ) -> Result<(wire::PublisherKey, bool), KeyError> {
        let account = caller.signed_in()?;
        let head = self.log_head().await?;
        let log: VerifierKey = parsed("key", &head.key)?;
        let registration = Registration {
            account,
            catalog: log.name(),
        };
        if !registration.is_signed_by(proof) {
            return Err(KeyError::Unproved);
        }
        let store = &self.inner.store;
        let key = proof.key.to_string();
        let now = self.inner.clock.now();
        let mut writing = store.begin().await?;
        let mut subject = format!("key {} {}", proof.key.id_text(), proof.key.fingerprint());
        if let Some(announcement) = announcement {
            subject.push_str(&format!(" after {}", announcement.key.id_text()));
        }
        let entry = Entry {
            by: By::Caller(caller),
            action: AuditAction::KeyRegistered,
            subject: &subject,
            at: now,
        };
        // First, so that of two who register one key at once the second sees the first.
        entry.write(store, &mut writing).await?;
        let others = store.sorted(keys::of_account(&mut *writing, account.as_str()).await)?;
        let announced_by = announcement
            .map(|announcement| announced(&others, announcement, &proof.key))
            .transpose()?;
        if let Some(mut there) = store.sorted(keys::one(&mut *writing, &key).await)? {
            // Dropping the transaction takes the entry back: nothing has happened.
            match there.removed_at {
                _ if there.account != account.as_str() => return Err(KeyError::OfAnother),
                Some(_) => return Err(KeyError::Revoked),
                None => {}
            }
            if let (None, Some(announced_by)) = (&there.announced_by, announced_by) {
                store
                    .send(&mut writing, keys::announce(&key, &announced_by))
                    .await?;
                store.sorted(writing.commit().await)?;
                there.announced_by = Some(announced_by);
            }
            return Ok((into_wire(there)?, false));
        }
        let good = others.iter().filter(|row| row.removed_at.is_none());
        if good.count() >= KEYS_OF_AN_ACCOUNT {
            return Err(KeyError::TooMany);
        }
        for other in &others {
            if other.verifier()?.id() == proof.key.id() {
                return Err(KeyError::SameId(proof.key.id_text()));
            }
        }
        let row = KeyRow {
            key,
            account: account.to_string(),
            added_at: now,
            removed_at: None,
            announced_by,
        };
        store.send(&mut writing, keys::insert(&row)).await?;
        store.sorted(writing.commit().await)?;
        Ok((into_wire(row)?, true))
    }

    /// Lists the keys of an account, newest first, those that were taken back among them.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn keys(
        &self,
        account: &AccountName,
        page: PageRequest,
    ) -> Result<wire::List<wire::PublisherKey>, StoreError> {
        let store = &self.inner.store;
        let rows = store.sorted(keys::of_account(store.readers(), account.as_str()).await)?;
        let total = rows.len() as u64;
        let (limit, offset) = page.limits();
        let whole = |number: i64| usize::try_from(number).unwrap_or(usize::MAX);
        let rows = rows.into_iter().skip(whole(offset)).take(whole(limit));
        let items: Result<_, _> = rows.map(into_wire).collect();
        Ok(page.list(items?, total))
    }

    /// Takes a key of the account that is signed in back, and tells whether the account has it. What it signed stays
    /// signed; what it signs from now on is refused.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn revoke_key(
        &self,
        caller: &Caller,
        id: &str,
    ) -> Result<Result<bool, Denied>, StoreError> {
        let account = match caller.signed_in() {
            Ok(account) => account,
            Err(denied) => return Ok(Err(denied)),
        };
        let store = &self.inner.store;
        let now = self.inner.clock.now();
        let mut writing = store.begin().await?;
        // The pages of what the key signed say that it was taken back, so it is a change of the catalog.
        let sequence = store.sorted(events::next(&mut writing).await)?;
        let rows = store.sorted(keys::of_account(&mut *writing, account.as_str()).await)?;
        for row in rows {
            let key = row.verifier()?;
            if key.id_text() != id {
                continue;
            }
            if row.removed_at.is_none() {
                let subject = format!("key {id} {}", key.fingerprint());
                let entry = Entry {
                    by: By::Caller(caller),
                    action: AuditAction::KeyRevoked,
                    subject: &subject,
                    at: now,
                };
                entry.write(store, &mut writing).await?;
                store
                    .send(&mut writing, keys::revoke(&row.key, now))
                    .await?;
                store.sorted(writing.commit().await)?;
                self.inner.advance(sequence);
            }
            return Ok(Ok(true));
        }
        Ok(Ok(false))
    }
}

/// Sees that a key of the account that was not taken back announces another, and gives what is kept of that.
fn announced(
    keys: &[KeyRow],
    announcement: &Signature,
    to: &VerifierKey,
) -> Result<String, KeyError> {
    let from = &announcement.key;
    let name = from.to_string();
    let is_known = keys.iter().find(|row| row.key == name);
    match is_known.map(|row| row.removed_at) {
        Some(Some(at)) => Err(KeyError::AnnouncedByRevoked(
            rfc3339(at).chars().take(10).collect(),
        )),
        Some(None) if (Rotation { from, to }).is_signed_by(announcement) => {
            Ok(announcement.to_string())
        }
        Some(None) | None => Err(KeyError::Unannounced),
    }
}

impl KeyRow {
    fn verifier(&self) -> Result<VerifierKey, StoreError> {
        parsed("key", &self.key)
    }
}

fn into_wire(row: KeyRow) -> Result<wire::PublisherKey, StoreError> {
    let key = row.verifier()?;
    // The signature behind it is for the log, which everybody can check.
    let announced_by = row.announced_by.as_deref();
    let announced_by = announced_by.and_then(|announcement| announcement.split(' ').next());
    let announced_by = announced_by.map(str::to_owned);
    Ok(wire::PublisherKey {
        id: key.id_text(),
        fingerprint: key.fingerprint(),
        key: row.key,
        registered_at: rfc3339(row.added_at),
        is_revoked: row.removed_at.is_some(),
        revoked_at: row.removed_at.map(rfc3339),
        announced_by,
    })
}
