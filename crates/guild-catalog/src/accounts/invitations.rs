//! Links that are good once: for the first account, for a new one, for a new password.

use guild_skill::wire::{self, AuditAction, InvitationKind};
use guild_skill::{AccountName, PackName, Role, Scope};

use crate::accounts::audit::{By, Entry, of_word, word};
use crate::accounts::caller::{Caller, Denied, Place};
use crate::accounts::secret::{Secret, random_id};
use crate::catalog::{Catalog, parsed};
use crate::clock::rfc3339;
use crate::error::StoreError;
use crate::page_request::PageRequest;
use crate::store::count;
use crate::store::invitations::{self, InvitationRow};
use crate::store::{accounts, packs};

/// How long a link is good.
const LIFE_MS: i64 = 7 * 24 * 60 * 60 * 1000;

/// What a link is to be for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewInvitation {
    /// A new account, an admin or not, and a pack that it joins.
    Account {
        /// Whether it runs the catalog.
        is_admin: bool,
        /// The pack, and what the account is there.
        membership: Option<(PackName, Role)>,
    },
    /// A new password for somebody who lost theirs.
    Password(AccountName),
}

/// What became of a wish for a link.
#[derive(Clone, Debug)]
pub enum Invited {
    /// The link, whose secret is not shown again.
    Made(Secret, wire::Invitation),
    /// There is no such pack.
    NoPack,
    /// There is no such account, or it is closed.
    NoAccount,
    /// The caller may not.
    Denied(Denied),
}

impl Catalog {
    /// Makes the link for the first account, if there is none yet; links that were made before are over.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn set_up_secret(&self) -> Result<Option<Secret>, StoreError> {
        let store = &self.inner.store;
        if count(store.sorted(accounts::count_all(store.readers()).await)?) > 0 {
            return Ok(None);
        }
        let secret = Secret::random()?;
        let kind = word(&InvitationKind::SetUp);
        let row = InvitationRow {
            is_admin: 1,
            ..self.row(&kind, None)?
        };
        let mut writing = store.begin().await?;
        let entry = Entry {
            by: By::Catalog,
            action: AuditAction::InvitationCreated,
            subject: &format!("invitation {}, the first account", row.id),
            at: row.created_at,
        };
        entry.write(store, &mut writing).await?;
        store
            .send(&mut writing, invitations::delete_kind(&kind))
            .await?;
        store
            .send(&mut writing, invitations::insert(&row, &secret.digest()))
            .await?;
        store.sorted(writing.commit().await)?;
        Ok(Some(secret))
    }

    /// Makes a link. Only an admin who is signed in may.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn invite(
        &self,
        caller: &Caller,
        invitation: NewInvitation,
    ) -> Result<Invited, StoreError> {
        if let Err(denied) = may_invite(caller) {
            return Ok(Invited::Denied(denied));
        }
        let store = &self.inner.store;
        let readers = store.readers();
        let made_by = Some(caller.name().to_owned());
        let row = match &invitation {
            NewInvitation::Account {
                is_admin,
                membership,
            } => {
                if let Some((pack, _)) = membership
                    && store
                        .sorted(packs::one(readers, pack.as_str()).await)?
                        .is_none()
                {
                    return Ok(Invited::NoPack);
                }
                InvitationRow {
                    is_admin: i64::from(*is_admin),
                    pack: membership.as_ref().map(|(pack, _)| pack.to_string()),
                    role: membership.as_ref().map(|(_, role)| role.to_string()),
                    ..self.row(&word(&InvitationKind::NewAccount), made_by)?
                }
            }
            NewInvitation::Password(name) => {
                let account = store.sorted(accounts::one(readers, name.as_str()).await)?;
                if account.is_none_or(|account| account.is_disabled != 0) {
                    return Ok(Invited::NoAccount);
                }
                InvitationRow {
                    account: Some(name.to_string()),
                    ..self.row(&word(&InvitationKind::NewPassword), made_by)?
                }
            }
        };
        let secret = Secret::random()?;
        let subject = match &row.account {
            Some(account) => format!("invitation {}, password of account {account}", row.id),
            None => format!("invitation {}", row.id),
        };
        let mut writing = store.begin().await?;
        let entry = Entry {
            by: By::Caller(caller),
            action: AuditAction::InvitationCreated,
            subject: &subject,
            at: row.created_at,
        };
        entry.write(store, &mut writing).await?;
        store
            .send(&mut writing, invitations::insert(&row, &secret.digest()))
            .await?;
        store.sorted(writing.commit().await)?;
        Ok(Invited::Made(secret, into_wire(row)?))
    }

    /// Looks at a link without using it; nothing when it is over.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn invitation(
        &self,
        secret: &Secret,
    ) -> Result<Option<wire::Invitation>, StoreError> {
        let store = &self.inner.store;
        let row = invitations::by_secret(store.readers(), &secret.digest()).await;
        let now = self.inner.clock.now();
        let row = store.sorted(row)?.filter(|row| row.expires_at > now);
        row.map(into_wire).transpose()
    }

    /// Lists the links that are not used and not over, newest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn invitations(
        &self,
        page: PageRequest,
    ) -> Result<wire::List<wire::Invitation>, StoreError> {
        let store = &self.inner.store;
        let now = self.inner.clock.now();
        let total = store.sorted(invitations::count_open(store.readers(), now).await)?;
        let rows = invitations::list(store.readers(), now, page.limits()).await;
        let items: Result<_, _> = store.sorted(rows)?.into_iter().map(into_wire).collect();
        Ok(page.list(items?, count(total)))
    }

    /// Takes a link back, and tells whether it was there.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn withdraw_invitation(
        &self,
        caller: &Caller,
        id: &str,
    ) -> Result<Result<bool, Denied>, StoreError> {
        if let Err(denied) = may_invite(caller) {
            return Ok(Err(denied));
        }
        let store = &self.inner.store;
        let mut writing = store.begin().await?;
        let was_there = store.alter(&mut writing, invitations::delete(id)).await?;
        if was_there {
            let entry = Entry {
                by: By::Caller(caller),
                action: AuditAction::InvitationWithdrawn,
                subject: &format!("invitation {id}"),
                at: self.inner.clock.now(),
            };
            entry.write(store, &mut writing).await?;
        }
        store.sorted(writing.commit().await)?;
        Ok(Ok(was_there))
    }

    fn row(&self, kind: &str, made_by: Option<String>) -> Result<InvitationRow, StoreError> {
        let now = self.inner.clock.now();
        Ok(InvitationRow {
            id: random_id()?,
            kind: kind.to_owned(),
            account: None,
            is_admin: 0,
            pack: None,
            role: None,
            made_by,
            created_at: now,
            expires_at: now.saturating_add(LIFE_MS),
        })
    }
}

/// A link is as good as a password: a token that leaked must not make one.
fn may_invite(caller: &Caller) -> Result<(), Denied> {
    caller.signed_in()?;
    caller.require(Scope::Admin, Place::Catalog)
}

fn into_wire(row: InvitationRow) -> Result<wire::Invitation, StoreError> {
    let membership = match (row.pack, row.role) {
        (Some(pack), Some(role)) => Some(wire::Membership {
            pack,
            role: parsed("role", &role)?,
        }),
        (None, _) | (_, None) => None,
    };
    Ok(wire::Invitation {
        id: row.id,
        kind: of_word(&row.kind)?,
        account: row.account,
        is_admin: row.is_admin != 0,
        membership,
        made_by: row.made_by,
        created_at: rfc3339(row.created_at),
        expires_at: rfc3339(row.expires_at),
    })
}
