//! Sessions: somebody has signed in with a browser.

use std::collections::BTreeMap;

use guild_skill::wire::AuditAction;
use guild_skill::{AccountName, PackName, Role};
use sqlx::AnyConnection;

use crate::accounts::audit::{By, Entry};
use crate::accounts::caller::{Actor, Caller, Credential, Denied};
use crate::accounts::secret::{Secret, random_id};
use crate::catalog::{Catalog, Inner, parsed};
use crate::clock::rfc3339;
use crate::error::StoreError;
use crate::store::{members, sessions, tokens};

/// How long a session lives at the most.
const LIFE_MS: i64 = 30 * 24 * 60 * 60 * 1000;
/// How long a session lives that nobody uses.
pub(super) const IDLE_MS: i64 = 7 * 24 * 60 * 60 * 1000;
/// How exactly it is known when a session or a token was last used.
const SEEN_MS: i64 = 60 * 1000;

/// What a browser keeps of a session.
pub type SessionSecret = Secret;

/// A caller that was found by a secret.
#[derive(Clone, Debug)]
pub struct Found {
    /// Who it is.
    pub caller: Caller,
    /// Whether [`Catalog::note_use`] has something to note.
    pub is_use_new: bool,
}

/// A session, as its account sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenSession {
    /// What it is named by.
    pub id: String,
    /// When it began (RFC 3339).
    pub created_at: String,
    /// When it was last used, to the minute (RFC 3339).
    pub seen_at: String,
}

impl Catalog {
    /// Finds who is signed in by what their browser keeps; nobody when the session is over.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn caller_of_session(
        &self,
        secret: &SessionSecret,
    ) -> Result<Option<Found>, StoreError> {
        let store = &self.inner.store;
        let row = store.sorted(sessions::by_secret(store.readers(), &secret.digest()).await)?;
        let now = self.inner.clock.now();
        let is_open = |row: &sessions::SessionRow| {
            row.expires_at > now && row.seen_at > now.saturating_sub(IDLE_MS)
        };
        let Some(row) = row.filter(is_open) else {
            return Ok(None);
        };
        let roles = self.inner.roles_of(&row.account).await?;
        Ok(Some(Found {
            is_use_new: is_use_new(Some(row.seen_at), now),
            caller: Caller {
                actor: Actor::Account(parsed("account", &row.account)?),
                is_admin: row.is_admin != 0,
                credential: Credential::Session {
                    id: row.id,
                    expires_at: row.expires_at,
                },
                roles,
            },
        }))
    }

    /// Notes that a caller's session or token is in use; to the minute, so that a busy one does not write all the time.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn note_use(&self, caller: &Caller) -> Result<(), StoreError> {
        let store = &self.inner.store;
        let now = self.inner.clock.now();
        let mut writing = store.begin().await?;
        let noted = match &caller.credential {
            Credential::Session { id, .. } => sessions::touch(id, now),
            Credential::Token { id, .. } => tokens::touch(id, now),
        };
        store.send(&mut writing, noted).await?;
        store.sorted(writing.commit().await)
    }

    /// Lists the open sessions of an account, newest first; a hundred at the most.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn sessions(&self, account: &AccountName) -> Result<Vec<OpenSession>, StoreError> {
        let store = &self.inner.store;
        let now = self.inner.clock.now();
        let times = (now, now.saturating_sub(IDLE_MS));
        let rows = sessions::of_account(store.readers(), account.as_str(), times).await;
        let open = |row: sessions::SessionRow| OpenSession {
            id: row.id,
            created_at: rfc3339(row.created_at),
            seen_at: rfc3339(row.seen_at),
        };
        Ok(store.sorted(rows)?.into_iter().map(open).collect())
    }

    /// Ends a session of the caller, and tells whether it was there.
    ///
    /// # Errors
    /// When the caller is a job, or the database fails.
    pub async fn end_session(
        &self,
        caller: &Caller,
        id: &str,
    ) -> Result<Result<bool, Denied>, StoreError> {
        let account = match caller.signed_in() {
            Ok(account) => account,
            Err(denied) => return Ok(Err(denied)),
        };
        let store = &self.inner.store;
        let mut writing = store.begin().await?;
        let was_there = store
            .alter(&mut writing, sessions::delete(account.as_str(), id))
            .await?;
        if was_there {
            let entry = Entry {
                by: By::Caller(caller),
                action: AuditAction::SignedOut,
                subject: &format!("session {id}"),
                at: self.inner.clock.now(),
            };
            entry.write(store, &mut writing).await?;
        }
        store.sorted(writing.commit().await)?;
        Ok(Ok(was_there))
    }
}

impl Inner {
    /// Begins a session, under a secret that nobody had before.
    pub(super) async fn begin_session(
        &self,
        connection: &mut AnyConnection,
        account: &AccountName,
    ) -> Result<SessionSecret, StoreError> {
        let secret = Secret::random()?;
        let id = random_id()?;
        let now = self.clock.now();
        let times = (now, now.saturating_add(LIFE_MS));
        let keys = (id.as_str(), secret.digest());
        let begun = sessions::insert((keys.0, &keys.1), account.as_str(), times);
        self.store.send(connection, begun).await?;
        Ok(secret)
    }

    /// Tells what an account is in which packs.
    pub(super) async fn roles_of(
        &self,
        account: &str,
    ) -> Result<BTreeMap<PackName, Role>, StoreError> {
        let rows = members::of_account(self.store.readers(), account).await;
        let rows = self.store.sorted(rows)?.into_iter();
        rows.map(|row| Ok((parsed("pack name", &row.pack)?, parsed("role", &row.role)?)))
            .collect()
    }
}

/// Whether a use is worth a note: the last one is a while ago, or in a future that the clock left.
pub(super) fn is_use_new(last: Option<i64>, now: i64) -> bool {
    last.is_none_or(|last| now.saturating_sub(last) >= SEEN_MS)
}
