//! Signing in with a password, and changing it.

use guild_skill::AccountName;
use guild_skill::wire::AuditAction;

use crate::accounts::audit::{By, Entry};
use crate::accounts::caller::{Caller, Credential, Denied};
use crate::accounts::password::{Password, Unworked};
use crate::accounts::sessions::SessionSecret;
use crate::accounts::tries::{TooMany, TryLimits};
use crate::catalog::Catalog;
use crate::error::StoreError;
use crate::store::{accounts, sessions};

/// Somebody is signed in.
#[derive(Clone, Debug)]
pub struct SignedIn {
    /// Who.
    pub account: AccountName,
    /// What their browser keeps.
    pub secret: SessionSecret,
}

/// Why somebody is not signed in.
#[derive(Debug, thiserror::Error)]
pub enum SignInError {
    /// There is no such account, it is closed, or it has another password: from outside they are one.
    #[error("the name or the password is wrong")]
    Wrong,
    /// It was tried too often.
    #[error(transparent)]
    TooMany(#[from] TooMany),
    /// Too many sign in at this moment.
    #[error("too many people sign in at this moment; try again")]
    Busy,
    /// Somebody is signed in already, by other means than this takes.
    #[error(transparent)]
    Denied(#[from] Denied),
    /// The catalog failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<Unworked> for SignInError {
    fn from(unworked: Unworked) -> Self {
        match unworked {
            Unworked::Busy => Self::Busy,
            Unworked::Store(error) => Self::Store(error),
        }
    }
}

impl Catalog {
    /// Signs somebody in, under a session of its own; what their browser kept before is not looked at.
    ///
    /// `address` is where they come from. A name that no account has takes as long as one that has.
    ///
    /// # Errors
    /// When name and password do not fit, after too many tries, or when the catalog fails.
    pub async fn sign_in(
        &self,
        name: &str,
        password: &str,
        address: &str,
    ) -> Result<SignedIn, SignInError> {
        let account = AccountName::parse(name).ok();
        let address_key = format!("address {address}");
        let account_key = account.as_ref().map(|name| format!("account {name}"));
        let mut keys = vec![(address_key.clone(), TryLimits::OF_ADDRESS)];
        keys.extend(account_key.clone().map(|key| (key, TryLimits::OF_ACCOUNT)));
        self.inner.take_tries(&keys).await??;
        let account = self.proven(account, password).await?;
        let store = &self.inner.store;
        let mut writing = store.begin().await?;
        let entry = Entry {
            by: By::Account(account.as_str()),
            action: AuditAction::SignedIn,
            subject: &format!("account {account}"),
            at: self.inner.clock.now(),
        };
        entry.write(store, &mut writing).await?;
        let account_key = account_key.unwrap_or_default();
        self.inner
            .forgive(&mut writing, &account_key, &address_key)
            .await?;
        let secret = self.inner.begin_session(&mut writing, &account).await?;
        store.sorted(writing.commit().await)?;
        Ok(SignedIn { account, secret })
    }

    /// Changes the password of whoever is signed in, and ends their other sessions.
    ///
    /// # Errors
    /// When the old password is wrong, the new one cannot be one, after too many tries, or when the catalog fails.
    pub async fn change_password(
        &self,
        caller: &Caller,
        current: &str,
        new: Password,
    ) -> Result<(), SignInError> {
        let account = caller.signed_in()?;
        let key = format!("account {account}");
        self.inner
            .take_tries(&[(key.clone(), TryLimits::OF_ACCOUNT)])
            .await??;
        self.proven(Some(account.clone()), current).await?;
        let hash = self.inner.passwords.hash(new).await?;
        let store = &self.inner.store;
        let mut writing = store.begin().await?;
        let entry = Entry {
            by: By::Caller(caller),
            action: AuditAction::PasswordChanged,
            subject: &format!("account {account}"),
            at: self.inner.clock.now(),
        };
        entry.write(store, &mut writing).await?;
        store
            .alter(
                &mut writing,
                accounts::set_password(account.as_str(), &hash),
            )
            .await?;
        let this = match &caller.credential {
            Credential::Session { id, .. } | Credential::Token { id, .. } => id,
        };
        store
            .send(
                &mut writing,
                sessions::delete_others(account.as_str(), this),
            )
            .await?;
        self.inner.forgive(&mut writing, &key, "").await?;
        store.sorted(writing.commit().await)?;
        Ok(())
    }

    /// Gives the account when the password is right, after the same work in every case.
    async fn proven(
        &self,
        account: Option<AccountName>,
        password: &str,
    ) -> Result<AccountName, SignInError> {
        let store = &self.inner.store;
        let name = account.as_ref().map_or("", AccountName::as_str);
        let row = store.sorted(accounts::one(store.readers(), name).await)?;
        let kept = row
            .filter(|row| row.is_disabled == 0)
            .map(|row| row.password_hash);
        let password = Password::given(password).ok_or(SignInError::Wrong)?;
        let is_right = self.inner.passwords.is_right(password, kept).await?;
        account.filter(|_| is_right).ok_or(SignInError::Wrong)
    }
}
