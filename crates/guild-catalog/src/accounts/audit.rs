//! The audit log: who did what on what, when, and by which session or token.

use guild_skill::wire::{self, AuditAction, CredentialKind};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::AnyConnection;

use crate::accounts::caller::{Actor, Caller, Credential};
use crate::catalog::Catalog;
use crate::clock::rfc3339;
use crate::error::StoreError;
use crate::page_request::PageRequest;
use crate::store::audit::{self, AuditRow};
use crate::store::statement::{Batch, Statement};
use crate::store::{Store, count};

/// What is to be written down.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<'a> {
    /// Who did it, and by what.
    pub(crate) by: By<'a>,
    /// What was done.
    pub(crate) action: AuditAction,
    /// On what: names, never a secret.
    pub(crate) subject: &'a str,
    /// When, in milliseconds since 1970 in UTC.
    pub(crate) at: i64,
}

/// Who did it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum By<'a> {
    /// Somebody who showed a session or a token.
    Caller(&'a Caller),
    /// An account that showed its password or a link.
    Account(&'a str),
    /// A job of continuous integration that showed an identity.
    Workflow(&'a str),
    /// The catalog itself.
    Catalog,
}

impl Entry<'_> {
    /// Writes the entry, within the transaction that does what it says. Until that ends, every other writer of
    /// accounts waits: what is read after this stays true.
    pub(crate) async fn write(
        &self,
        store: &Store,
        connection: &mut AnyConnection,
    ) -> Result<(), StoreError> {
        let mut batch = Batch::default();
        batch.push(audit::step());
        batch.push(self.statement());
        store.send(connection, batch).await
    }

    /// Makes the statement that writes the entry, in a transaction that has taken its sequence ([`audit::step`]).
    pub(crate) fn statement(&self) -> Statement {
        let (account, workflow, credential) = match self.by {
            By::Catalog => (None, None, None),
            By::Account(name) => (Some(name.to_owned()), None, None),
            By::Workflow(name) => (None, Some(name.to_owned()), None),
            By::Caller(caller) => {
                let credential = match &caller.credential {
                    Credential::Session { id, .. } => (CredentialKind::Session, id),
                    Credential::Token { id, .. } => (CredentialKind::Token, id),
                };
                match &caller.actor {
                    Actor::Account(name) => (Some(name.to_string()), None, Some(credential)),
                    Actor::Workflow(name) => (None, Some(name.clone()), Some(credential)),
                }
            }
        };
        let row = AuditRow {
            sequence: 0,
            occurred_at: self.at,
            account,
            workflow,
            credential: credential.map(|(kind, _)| word(&kind)),
            credential_id: credential.map(|(_, id)| id.clone()),
            action: word(&self.action),
            subject: self.subject.to_owned(),
        };
        audit::insert(&row)
    }
}

impl Catalog {
    /// Lists what was done, newest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn audit_entries(
        &self,
        page: PageRequest,
    ) -> Result<wire::List<wire::AuditEntry>, StoreError> {
        let store = &self.inner.store;
        let total = store.sorted(audit::count_all(store.readers()).await)?;
        let rows = store.sorted(audit::list(store.readers(), page.limits()).await)?;
        let entries: Result<_, StoreError> = rows.into_iter().map(into_wire).collect();
        Ok(page.list(entries?, count(total)))
    }
}

fn into_wire(row: AuditRow) -> Result<wire::AuditEntry, StoreError> {
    Ok(wire::AuditEntry {
        sequence: count(row.sequence),
        occurred_at: rfc3339(row.occurred_at),
        account: row.account,
        workflow: row.workflow,
        credential: row.credential.as_deref().map(of_word).transpose()?,
        credential_id: row.credential_id,
        action: of_word(&row.action)?,
        subject: row.subject,
    })
}

/// Gives the word of a closed set that the API shows too.
pub(crate) fn word(value: &impl Serialize) -> String {
    let value = serde_json::to_value(value).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}

/// Reads the word of a closed set.
pub(crate) fn of_word<T: DeserializeOwned>(text: &str) -> Result<T, StoreError> {
    serde_json::from_value(text.into()).map_err(|error| StoreError::Damaged {
        what: "word",
        reason: error.to_string(),
    })
}
