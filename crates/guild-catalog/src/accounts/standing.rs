//! What an account is: an admin or not, open or closed.

use guild_skill::wire::{self, AuditAction};
use guild_skill::{AccountName, Scope};

use crate::accounts::audit::{By, Entry};
use crate::accounts::caller::{Caller, Denied, Place};
use crate::catalog::Catalog;
use crate::error::StoreError;
use crate::page_request::PageRequest;
use crate::store::{accounts, count, invitations, sessions, tokens};

/// What an account is to be; what is absent stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Runs the catalog.
    Admin,
    /// Does not run the catalog.
    Ordinary,
    /// Closed: its sessions and tokens end, and nobody signs in with it.
    Disabled,
    /// Open again.
    Enabled,
}

/// Why an account stays what it is.
#[derive(Debug, thiserror::Error)]
pub enum StandingError {
    /// The catalog has no such account.
    #[error("the catalog has no account `{0}`")]
    NoAccount(AccountName),
    /// Nobody would be left to run the catalog.
    #[error("`{0}` is the last admin: make somebody else an admin first")]
    LastAdmin(AccountName),
    /// The caller may not.
    #[error(transparent)]
    Denied(#[from] Denied),
    /// The catalog failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Standing {
    fn action(self) -> AuditAction {
        match self {
            Self::Admin => AuditAction::AdminGranted,
            Self::Ordinary => AuditAction::AdminRevoked,
            Self::Disabled => AuditAction::AccountDisabled,
            Self::Enabled => AuditAction::AccountEnabled,
        }
    }
}

impl Catalog {
    /// Lists the accounts by name.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn accounts(
        &self,
        page: PageRequest,
    ) -> Result<wire::List<wire::Account>, StoreError> {
        let store = &self.inner.store;
        let total = store.sorted(accounts::count_all(store.readers()).await)?;
        let rows = store.sorted(accounts::list(store.readers(), page.limits()).await)?;
        let items = rows.into_iter().map(wire::Account::from).collect();
        Ok(page.list(items, count(total)))
    }

    /// Finds an account.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn account(&self, name: &AccountName) -> Result<Option<wire::Account>, StoreError> {
        let store = &self.inner.store;
        let row = store.sorted(accounts::one(store.readers(), name.as_str()).await)?;
        Ok(row.map(wire::Account::from))
    }

    /// Says what an account is from now on. Only an admin may.
    ///
    /// # Errors
    /// When the caller is no admin, the account is not there or the last admin, or the catalog fails.
    pub async fn set_standing(
        &self,
        caller: &Caller,
        name: &AccountName,
        standing: Standing,
    ) -> Result<wire::Account, StandingError> {
        caller.require(Scope::Admin, Place::Catalog)?;
        let store = &self.inner.store;
        let mut writing = store.begin().await?;
        let entry = Entry {
            by: By::Caller(caller),
            action: standing.action(),
            subject: &format!("account {name}"),
            at: self.inner.clock.now(),
        };
        entry.write(store, &mut writing).await?;
        let account = self.account(name).await?;
        let mut account = account.ok_or_else(|| StandingError::NoAccount(name.clone()))?;
        let is_ruling = account.is_admin && !account.is_disabled;
        match standing {
            Standing::Admin => account.is_admin = true,
            Standing::Ordinary => account.is_admin = false,
            Standing::Disabled => account.is_disabled = true,
            Standing::Enabled => account.is_disabled = false,
        }
        let admins = store.sorted(accounts::count_admins(&mut writing).await)?;
        if is_ruling && (!account.is_admin || account.is_disabled) && admins <= 1 {
            return Err(StandingError::LastAdmin(name.clone()));
        }
        let flags = (account.is_admin, account.is_disabled);
        let set = accounts::set_standing(name.as_str(), flags.0, flags.1);
        if !store.alter(&mut writing, set).await? {
            return Ok(account);
        }
        if account.is_disabled {
            let ways_in = [
                sessions::delete_others(name.as_str(), ""),
                tokens::delete_all(name.as_str()),
                invitations::delete_of_account(name.as_str()),
            ];
            store.send(&mut writing, ways_in).await?;
        }
        store.sorted(writing.commit().await)?;
        Ok(account)
    }
}
