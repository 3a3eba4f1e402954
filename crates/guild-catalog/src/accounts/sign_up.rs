//! Making an account, and setting a password by a link.

use guild_skill::AccountName;
use guild_skill::wire::{AuditAction, InvitationKind};
use sqlx::AnyConnection;

use crate::accounts::audit::{By, Entry, of_word};
use crate::accounts::password::{Password, Unworked};
use crate::accounts::secret::Secret;
use crate::accounts::sign_in::SignedIn;
use crate::accounts::tries::{TooMany, TryLimits};
use crate::catalog::Catalog;
use crate::error::StoreError;
use crate::store::accounts::AccountRow;
use crate::store::invitations::InvitationRow;
use crate::store::members::MemberRow;
use crate::store::{accounts, invitations, members, sessions};

/// Why somebody may make an account.
#[derive(Clone, Debug)]
pub enum Admission {
    /// Everybody may.
    Open,
    /// They have a link.
    Link(Secret),
}

/// Why there is no account.
#[derive(Debug, thiserror::Error)]
pub enum SignUpError {
    /// Somebody has the name.
    #[error("the name `{0}` is taken")]
    NameTaken(AccountName),
    /// The link was used, is over, or never was.
    #[error("the link is not good any more: each is good once, for seven days")]
    LinkOver,
    /// Too many accounts were made.
    #[error(transparent)]
    TooMany(#[from] TooMany),
    /// Too many people sign up at this moment.
    #[error("too many people sign up at this moment; try again")]
    Busy,
    /// The catalog failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<Unworked> for SignUpError {
    fn from(unworked: Unworked) -> Self {
        match unworked {
            Unworked::Busy => Self::Busy,
            Unworked::Store(error) => Self::Store(error),
        }
    }
}

impl Catalog {
    /// Makes an account and signs it in. A link is over with its use, also when two use it at once.
    ///
    /// # Errors
    /// When the name is taken, the link is not good, after too many tries, or when the catalog fails.
    pub async fn sign_up(
        &self,
        name: AccountName,
        password: Password,
        admission: Admission,
        address: &str,
    ) -> Result<SignedIn, SignUpError> {
        let key = format!("sign-up {address}");
        self.inner
            .take_tries(&[(key, TryLimits::SIGN_UP)])
            .await??;
        let hash = self.inner.passwords.hash(password).await?;
        let store = &self.inner.store;
        let now = self.inner.clock.now();
        let mut writing = store.begin().await?;
        let entry = Entry {
            by: By::Account(name.as_str()),
            action: AuditAction::AccountCreated,
            subject: &format!("account {name}"),
            at: now,
        };
        entry.write(store, &mut writing).await?;
        let link = match &admission {
            Admission::Open => None,
            Admission::Link(secret) => Some(self.taken(&mut writing, secret).await?),
        };
        let kind = link.as_ref().map(|link| of_word(&link.kind)).transpose()?;
        match kind {
            Some(InvitationKind::NewPassword) => return Err(SignUpError::LinkOver),
            // The first account is there: whoever comes later is invited.
            Some(InvitationKind::SetUp)
                if store.sorted(accounts::count_now(&mut writing).await)? > 0 =>
            {
                return Err(SignUpError::LinkOver);
            }
            Some(InvitationKind::SetUp | InvitationKind::NewAccount) | None => {}
        }
        let row = AccountRow {
            name: name.to_string(),
            password_hash: hash,
            is_admin: link.as_ref().map_or(0, |link| link.is_admin),
            is_disabled: 0,
            created_at: now,
        };
        if !store.alter(&mut writing, accounts::insert(&row)).await? {
            return Err(SignUpError::NameTaken(name));
        }
        if let Some(InvitationRow {
            pack: Some(pack),
            role: Some(role),
            ..
        }) = link
        {
            let member = MemberRow {
                pack,
                account: name.to_string(),
                role,
                added_at: now,
            };
            store.send(&mut writing, members::put(&member)).await?;
        }
        let secret = self.inner.begin_session(&mut writing, &name).await?;
        store.sorted(writing.commit().await)?;
        Ok(SignedIn {
            account: name,
            secret,
        })
    }

    /// Sets the password of the account that a link is for, ends its sessions, and signs it in.
    ///
    /// # Errors
    /// When the link is not good, after too many tries, or when the catalog fails.
    pub async fn reset_password(
        &self,
        link: &Secret,
        account: &AccountName,
        password: Password,
        address: &str,
    ) -> Result<SignedIn, SignUpError> {
        let key = format!("sign-up {address}");
        self.inner
            .take_tries(&[(key, TryLimits::SIGN_UP)])
            .await??;
        let hash = self.inner.passwords.hash(password).await?;
        let store = &self.inner.store;
        let mut writing = store.begin().await?;
        let entry = Entry {
            by: By::Account(account.as_str()),
            action: AuditAction::PasswordChanged,
            subject: &format!("account {account}, by a link"),
            at: self.inner.clock.now(),
        };
        entry.write(store, &mut writing).await?;
        let link = self.taken(&mut writing, link).await?;
        if link.account.as_deref() != Some(account.as_str()) {
            return Err(SignUpError::LinkOver);
        }
        let changed = [
            accounts::set_password(account.as_str(), &hash),
            sessions::delete_others(account.as_str(), ""),
            invitations::delete_of_account(account.as_str()),
        ];
        store.send(&mut writing, changed).await?;
        let secret = self.inner.begin_session(&mut writing, account).await?;
        store.sorted(writing.commit().await)?;
        Ok(SignedIn {
            account: account.clone(),
            secret,
        })
    }

    /// Takes a link; what it is taken for may still fail, and then it is as good as before.
    async fn taken(
        &self,
        connection: &mut AnyConnection,
        secret: &Secret,
    ) -> Result<InvitationRow, SignUpError> {
        let row = invitations::take(connection, &secret.digest()).await;
        let row = self.inner.store.sorted(row)?;
        let now = self.inner.clock.now();
        row.filter(|row| row.expires_at > now)
            .ok_or(SignUpError::LinkOver)
    }
}
