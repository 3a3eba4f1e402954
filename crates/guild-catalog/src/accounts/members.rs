//! Members of packs: owners and maintainers.

use guild_skill::wire::{self, AuditAction};
use guild_skill::{AccountName, PackName, Role, Scope};
use sqlx::AnyConnection;

use crate::accounts::audit::{By, Entry};
use crate::accounts::caller::{Actor, Caller, Denied, Place};
use crate::catalog::{Catalog, parsed};
use crate::error::StoreError;
use crate::page_request::PageRequest;
use crate::store::members::{self, MemberRow};
use crate::store::statement::Statement;
use crate::store::{accounts, count, packs};

/// Why the members of a pack stay as they are.
#[derive(Debug, thiserror::Error)]
pub enum MemberError {
    /// The catalog has no such pack.
    #[error("the catalog has no pack `{0}`")]
    NoPack(PackName),
    /// The catalog has no such account, or it is closed.
    #[error("the catalog has no account `{0}`")]
    NoAccount(AccountName),
    /// Nobody would be left to decide.
    #[error("`{0}` is the last owner of the pack: make somebody else an owner first")]
    LastOwner(AccountName),
    /// The caller may not.
    #[error(transparent)]
    Denied(#[from] Denied),
    /// The catalog failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Sees, within the transaction that publishes, that the caller may publish to a pack that is there. What the caller was
/// told before the transaction may have changed since: of two who publish into the same new pack at once, one owns it,
/// and the other is no member.
pub(crate) fn admit(caller: &Caller, pack: &PackName, role: Option<&str>) -> Result<(), Denied> {
    let Actor::Account(account) = &caller.actor else {
        // A job's token names its pack, and its rights there are in the token itself.
        return Ok(());
    };
    if caller.is_admin || role.is_some() {
        return Ok(());
    }
    Err(Denied::Role {
        account: account.to_string(),
        pack: pack.clone(),
        role: Role::Maintainer,
    })
}

/// Makes whoever makes a pack its owner.
pub(crate) fn owning(caller: &Caller, pack: &PackName, now: i64) -> Option<Statement> {
    let owner = MemberRow {
        pack: pack.to_string(),
        account: caller.account().ok()?.to_string(),
        role: Role::Owner.to_string(),
        added_at: now,
    };
    Some(members::put(&owner))
}

impl Catalog {
    /// Lists the members of a pack by name.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn members(
        &self,
        pack: &PackName,
        page: PageRequest,
    ) -> Result<wire::List<wire::Member>, StoreError> {
        let store = &self.inner.store;
        let total = members::count_of_pack(store.readers(), pack.as_str()).await;
        let total = store.sorted(total)?;
        let rows = members::of_pack(store.readers(), pack.as_str(), page.limits()).await;
        let rows = store.sorted(rows)?.into_iter();
        let items: Result<_, _> = rows.map(MemberRow::into_wire).collect();
        Ok(page.list(items?, count(total)))
    }

    /// Makes an account a member of a pack, or another kind of member. Only an owner may.
    ///
    /// # Errors
    /// When the caller is no owner, pack or account are not there, the last owner would go, or the catalog fails.
    pub async fn set_member(
        &self,
        caller: &Caller,
        pack: &PackName,
        account: &AccountName,
        role: Role,
    ) -> Result<wire::Member, MemberError> {
        let now = self.inner.clock.now();
        self.check_place(caller, pack).await?;
        let store = &self.inner.store;
        let known = store.sorted(accounts::one(store.readers(), account.as_str()).await)?;
        if known.is_none_or(|known| known.is_disabled != 0) {
            return Err(MemberError::NoAccount(account.clone()));
        }
        let mut writing = store.begin().await?;
        let entry = Entry {
            by: By::Caller(caller),
            action: AuditAction::MemberSet,
            subject: &format!("pack {pack}, account {account} as {role}"),
            at: now,
        };
        entry.write(store, &mut writing).await?;
        if role == Role::Maintainer {
            self.keep_an_owner(&mut writing, pack, account).await?;
        }
        let row = MemberRow {
            pack: pack.to_string(),
            account: account.to_string(),
            role: role.to_string(),
            added_at: now,
        };
        store.send(&mut writing, members::put(&row)).await?;
        store.sorted(writing.commit().await)?;
        Ok(row.into_wire()?)
    }

    /// Takes an account out of a pack, and tells whether it was in it. An owner may, and everybody for themselves.
    ///
    /// # Errors
    /// When the caller may not, the pack is not there, the last owner would go, or the catalog fails.
    pub async fn remove_member(
        &self,
        caller: &Caller,
        pack: &PackName,
        account: &AccountName,
    ) -> Result<bool, MemberError> {
        if caller.signed_in() != Ok(account) {
            self.check_place(caller, pack).await?;
        }
        let store = &self.inner.store;
        let mut writing = store.begin().await?;
        let entry = Entry {
            by: By::Caller(caller),
            action: AuditAction::MemberRemoved,
            subject: &format!("pack {pack}, account {account}"),
            at: self.inner.clock.now(),
        };
        entry.write(store, &mut writing).await?;
        self.keep_an_owner(&mut writing, pack, account).await?;
        let removed = members::delete(pack.as_str(), account.as_str());
        if !store.alter(&mut writing, removed).await? {
            // Nothing was done, so nothing is written down.
            return Ok(false);
        }
        store.sorted(writing.commit().await)?;
        Ok(true)
    }

    /// Who decides on a pack does so signed in, or with a token of an admin.
    pub(super) async fn check_place(
        &self,
        caller: &Caller,
        pack: &PackName,
    ) -> Result<(), MemberError> {
        let store = &self.inner.store;
        let is_there = store.sorted(packs::one(store.readers(), pack.as_str()).await)?;
        if is_there.is_none() {
            return Err(MemberError::NoPack(pack.clone()));
        }
        match caller.require(Scope::Admin, Place::Pack(pack)) {
            Ok(()) => Ok(()),
            Err(_) => {
                caller.signed_in()?;
                // Signed in, the scope says nothing: the role decides.
                Ok(caller.require(Scope::SkillsPublish, Place::Pack(pack))?)
            }
        }
    }

    async fn keep_an_owner(
        &self,
        connection: &mut AnyConnection,
        pack: &PackName,
        leaving: &AccountName,
    ) -> Result<(), MemberError> {
        let store = &self.inner.store;
        let role = members::role(connection, pack.as_str(), leaving.as_str()).await;
        let role: Option<Role> = store
            .sorted(role)?
            .map(|role| parsed("role", &role))
            .transpose()?;
        let owners = store.sorted(members::count_owners(connection, pack.as_str()).await)?;
        if role == Some(Role::Owner) && owners <= 1 {
            return Err(MemberError::LastOwner(leaving.clone()));
        }
        Ok(())
    }
}
