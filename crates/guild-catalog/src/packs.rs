//! Making, relabelling and removing packs.

use guild_skill::wire::{self, AuditAction};
use guild_skill::{PackLabel, PackName, Scope};
use sqlx::AnyConnection;

use crate::accounts::{Caller, Denied, Place, owning};
use crate::catalog::Catalog;
use crate::error::StoreError;
use crate::store::{count, events, members, packs, publishers, webhooks};
use crate::withdraw::{decides_on, note};

/// Why a pack stays as it is.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    /// There is a pack of that name.
    #[error("the catalog has a pack `{0}` already")]
    Taken(PackName),
    /// The catalog has no such pack.
    #[error("the catalog has no pack `{0}`")]
    NoPack(PackName),
    /// Another name follows from the label.
    #[error("the label gives the name `{0}`, and a pack keeps its name")]
    OtherName(PackName),
    /// It still lists skills.
    #[error("the pack lists {0} skills: move or delete them first")]
    HasSkills(u64),
    /// The caller may not.
    #[error(transparent)]
    Denied(#[from] Denied),
    /// The catalog failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Catalog {
    /// Makes a pack that lists nothing yet; who makes it owns it.
    ///
    /// # Errors
    /// When there is a pack of that name, the caller has no account or a token without the scope, or the database fails.
    pub async fn create_pack(
        &self,
        caller: &Caller,
        label: &PackLabel,
    ) -> Result<wire::Pack, PackError> {
        let (name, label) = (label.name(), label.label());
        caller.account()?;
        caller.require(Scope::SkillsPublish, Place::Catalog)?;
        let store = &self.inner.store;
        let mut writing = store.begin().await?;
        let sequence = store.sorted(events::next(&mut writing).await)?;
        let made = packs::ensure(name.as_str(), label);
        if !store.alter(&mut writing, made).await? {
            return Err(PackError::Taken(name.clone()));
        }
        let now = self.inner.clock.now();
        let what = (AuditAction::PackCreated, format!("pack {name}"));
        note(store, &mut writing, caller, (what.0, &what.1), now).await?;
        let owning = owning(caller, name, now);
        store.send(&mut writing, owning).await?;
        store.sorted(writing.commit().await)?;
        self.inner.advance(sequence);
        Ok(wire::Pack {
            name: name.to_string(),
            label: label.to_owned(),
            skill_count: 0,
            updated_at: None,
        })
    }

    /// Gives a pack another label, of which the same name follows.
    ///
    /// # Errors
    /// When there is no such pack, another name follows, the caller does not own the pack, or the database fails.
    pub async fn relabel_pack(
        &self,
        caller: &Caller,
        name: &PackName,
        label: &PackLabel,
    ) -> Result<wire::Pack, PackError> {
        let store = &self.inner.store;
        let mut writing = store.begin().await?;
        let sequence = store.sorted(events::next(&mut writing).await)?;
        self.decides(&mut writing, caller, name).await?;
        if label.name() != name {
            return Err(PackError::OtherName(label.name().clone()));
        }
        store
            .send(&mut writing, packs::set_label(name.as_str(), label.label()))
            .await?;
        let now = self.inner.clock.now();
        let what = (AuditAction::PackChanged, format!("pack {name}"));
        note(store, &mut writing, caller, (what.0, &what.1), now).await?;
        store.sorted(writing.commit().await)?;
        self.inner.advance(sequence);
        let pack = self.pack(name).await?;
        pack.ok_or_else(|| PackError::NoPack(name.clone()))
    }

    /// Removes a pack that lists nothing.
    ///
    /// # Errors
    /// When there is no such pack, it lists skills, the caller does not own it, or the database fails.
    pub async fn remove_pack(&self, caller: &Caller, name: &PackName) -> Result<(), PackError> {
        let store = &self.inner.store;
        let mut writing = store.begin().await?;
        let sequence = store.sorted(events::next(&mut writing).await)?;
        let skills = self.decides(&mut writing, caller, name).await?;
        if skills > 0 {
            return Err(PackError::HasSkills(skills));
        }
        store
            .send(&mut writing, members::delete_all(name.as_str()))
            .await?;
        store
            .send(&mut writing, webhooks::delete_of_pack(name.as_str()))
            .await?;
        store
            .send(&mut writing, publishers::delete_all(name.as_str()))
            .await?;
        store
            .send(&mut writing, packs::delete(name.as_str()))
            .await?;
        let now = self.inner.clock.now();
        let what = (AuditAction::PackDeleted, format!("pack {name}"));
        note(store, &mut writing, caller, (what.0, &what.1), now).await?;
        store.sorted(writing.commit().await)?;
        self.inner.advance(sequence);
        Ok(())
    }

    /// Sees that a pack is there and the caller decides on it, and counts its skills.
    async fn decides(
        &self,
        connection: &mut AnyConnection,
        caller: &Caller,
        name: &PackName,
    ) -> Result<u64, PackError> {
        let skills = packs::skills_of(connection, name.as_str()).await;
        let skills = self.inner.store.sorted(skills)?;
        let skills = skills.ok_or_else(|| PackError::NoPack(name.clone()))?;
        decides_on(caller, name)?;
        Ok(count(skills))
    }
}
