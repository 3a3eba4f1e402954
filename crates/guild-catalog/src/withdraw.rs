//! Withdrawing a release, putting it back, and deleting a skill.

use guild_skill::wire::{self, AuditAction, EventKind};
use guild_skill::{Digest, PackName, Scope, SkillName};
use semver::Version;
use sqlx::AnyConnection;

use crate::accounts::{By, Caller, Denied, Entry, Place};
use crate::catalog::{Catalog, parsed};
use crate::clock::rfc3339;
use crate::error::StoreError;
use crate::publish::stand_anew;
use crate::reason::Reason;
use crate::store::statement::Statement;
use crate::store::tombstones::TombstoneRow;
use crate::store::{
    Store, downloads, events, files, packs, ratings, releases, reports, skills, stars, tombstones,
};

/// Why a release or a skill stays as it is.
#[derive(Debug, thiserror::Error)]
pub enum WithdrawError {
    /// The catalog has no such skill.
    #[error("the catalog has no skill `{0}`")]
    NoSkill(SkillName),
    /// The skill has no such release.
    #[error("the skill `{0}` has no release {1}")]
    NoRelease(SkillName, String),
    /// The catalog has no such pack.
    #[error("the catalog has no pack `{0}`")]
    NoPack(PackName),
    /// The caller may not.
    #[error(transparent)]
    Denied(#[from] Denied),
    /// The catalog failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What is left of a deleted skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tombstone {
    /// The pack that listed it.
    pub pack: String,
    /// Why it was deleted, where that was said.
    pub reason: Option<String>,
    /// When, in RFC 3339.
    pub deleted_at: String,
}

impl Catalog {
    /// Withdraws a release: it stands for its skill no more, and whoever installs it is warned with the reason. It stays
    /// where it is, so that nothing breaks that names it exactly. Without a reason a withdrawn release is put back.
    ///
    /// Nothing happens when it is so already.
    ///
    /// # Errors
    /// When there is no such release, the caller is no member of its pack, or the database fails.
    pub async fn set_yanked(
        &self,
        caller: &Caller,
        (name, version): (&SkillName, &Version),
        reason: Option<&Reason>,
    ) -> Result<wire::Release, WithdrawError> {
        let store = &self.inner.store;
        let version = version.to_string();
        let reason = reason.map(Reason::as_str);
        let mut writing = store.begin().await?;
        let sequence = store.sorted(events::next(&mut writing).await)?;
        let pack = self.listed_in(&mut writing, name).await?;
        caller.require(Scope::SkillsYank, Place::Skill(&pack, name))?;
        let row = releases::to_change(&mut writing, name.as_str(), &version).await;
        let Some(mut row) = store.sorted(row)? else {
            return Err(WithdrawError::NoRelease(name.clone(), version));
        };
        if (row.is_yanked != 0) == reason.is_some() && row.yank_reason.as_deref() == reason {
            return Ok(row.into());
        }
        let what = (name.as_str(), version.as_str());
        let yanked = releases::set_yanked(what, reason);
        store.send(&mut writing, yanked).await?;
        stand_anew(store, &mut writing, name, sequence).await?;
        let (kind, action) = match reason {
            Some(_) => (EventKind::ReleaseYanked, AuditAction::ReleaseYanked),
            None => (EventKind::ReleaseUnyanked, AuditAction::ReleaseUnyanked),
        };
        let now = self.inner.clock.now();
        let what = (name.as_str(), Some(version.as_str()));
        let event = events::insert(sequence, kind, what, now);
        store.send(&mut writing, event).await?;
        let subject = format!("skill {name} {version}");
        note(store, &mut writing, caller, (action, &subject), now).await?;
        self.inner.commit(writing, sequence).await?;
        row.is_yanked = i64::from(reason.is_some());
        row.yank_reason = reason.map(str::to_owned);
        Ok(row.into())
    }

    /// Deletes a skill with all its releases, and leaves a tombstone: its name is never given out again.
    ///
    /// The records go first: an archive that nobody can ask for any more harms nobody.
    ///
    /// # Errors
    /// When there is no such skill, the caller does not own its pack, or the database fails; it is then still there.
    pub async fn delete_skill(
        &self,
        caller: &Caller,
        name: &SkillName,
        reason: Option<&Reason>,
    ) -> Result<(), WithdrawError> {
        let store = &self.inner.store;
        let now = self.inner.clock.now();
        let mut writing = store.begin().await?;
        let sequence = store.sorted(events::next(&mut writing).await)?;
        let pack = self.listed_in(&mut writing, name).await?;
        decides_on(caller, &pack)?;
        let digests = store.sorted(releases::digests(&mut writing, name.as_str()).await)?;
        let row = TombstoneRow {
            name: name.to_string(),
            pack: pack.to_string(),
            reason: reason.map(|reason| reason.as_str().to_owned()),
            deleted_by: Some(caller.name().to_owned()),
            deleted_at: now,
            sequence,
        };
        let (kind, what) = (EventKind::SkillDeleted, (name.as_str(), None));
        let deleted = everything_of(name.as_str()).into_iter().chain([
            tombstones::insert(&row),
            events::insert(sequence, kind, what, now),
        ]);
        store.send(&mut writing, deleted).await?;
        let (action, subject) = (AuditAction::SkillDeleted, format!("skill {name}"));
        note(store, &mut writing, caller, (action, &subject), now).await?;
        self.inner.commit(writing, sequence).await?;
        self.remove_archives(&digests).await;
        Ok(())
    }

    /// Moves a skill to a pack that is there. Its next release must name that pack.
    ///
    /// # Errors
    /// When the skill or the pack are not there, the caller does not own both packs, or the database fails.
    pub async fn move_skill(
        &self,
        caller: &Caller,
        name: &SkillName,
        pack: &PackName,
    ) -> Result<(), WithdrawError> {
        let store = &self.inner.store;
        let mut writing = store.begin().await?;
        let sequence = store.sorted(events::next(&mut writing).await)?;
        let there = self.listed_in(&mut writing, name).await?;
        decides_on(caller, &there)?;
        let found = packs::skills_of(&mut writing, pack.as_str()).await;
        if store.sorted(found)?.is_none() {
            return Err(WithdrawError::NoPack(pack.clone()));
        }
        decides_on(caller, pack)?;
        if there == *pack {
            return Ok(());
        }
        let now = self.inner.clock.now();
        let (kind, what) = (EventKind::SkillMoved, (name.as_str(), None));
        let moved = [
            skills::set_pack((name.as_str(), pack.as_str()), sequence),
            events::insert(sequence, kind, what, now),
        ];
        store.send(&mut writing, moved).await?;
        let subject = format!("skill {name} from {there} to {pack}");
        note(
            store,
            &mut writing,
            caller,
            (AuditAction::SkillMoved, &subject),
            now,
        )
        .await?;
        self.inner.commit(writing, sequence).await?;
        Ok(())
    }

    async fn listed_in(
        &self,
        connection: &mut AnyConnection,
        name: &SkillName,
    ) -> Result<PackName, WithdrawError> {
        let pack = skills::pack_of(connection, name.as_str()).await;
        match self.inner.store.sorted(pack)? {
            Some(pack) => Ok(parsed("pack name", &pack)?),
            None => Err(WithdrawError::NoSkill(name.clone())),
        }
    }

    /// Takes away the archives that no record names any more.
    async fn remove_archives(&self, digests: &[String]) {
        for digest in digests {
            let removed = self.remove_archive(digest).await;
            // Nobody can ask for it: it costs room until the next sweep.
            if let Err(error) = removed {
                tracing::warn!(
                    digest,
                    error = &error as &dyn std::error::Error,
                    "the archive of a deleted skill was not removed"
                );
            }
        }
    }

    async fn remove_archive(&self, digest: &str) -> Result<(), StoreError> {
        let store = &self.inner.store;
        let named = store.sorted(releases::by_digest(store.readers(), digest).await)?;
        if named.is_some() {
            return Ok(());
        }
        let digest: Digest = parsed("digest", digest)?;
        self.inner.blobs.remove(&digest).await
    }

    /// Finds what is left of a skill that was deleted.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn tombstone(&self, name: &SkillName) -> Result<Option<Tombstone>, StoreError> {
        let store = &self.inner.store;
        let row = store.sorted(tombstones::one(store.readers(), name.as_str()).await)?;
        Ok(row.map(|row| Tombstone {
            pack: row.pack,
            reason: row.reason,
            deleted_at: rfc3339(row.deleted_at),
        }))
    }
}

/// Sees that a caller decides on a pack: an owner who is signed in, or an admin's token.
pub(crate) fn decides_on(caller: &Caller, pack: &PackName) -> Result<(), Denied> {
    if caller.require(Scope::Admin, Place::Pack(pack)).is_ok() {
        return Ok(());
    }
    caller.signed_in()?;
    // Signed in, the scope says nothing: the role decides.
    caller.require(Scope::SkillsPublish, Place::Pack(pack))
}

/// Writes down what a caller did.
pub(crate) async fn note(
    store: &Store,
    connection: &mut AnyConnection,
    caller: &Caller,
    (action, subject): (AuditAction, &str),
    at: i64,
) -> Result<(), StoreError> {
    let entry = Entry {
        by: By::Caller(caller),
        action,
        subject,
        at,
    };
    entry.write(store, connection).await
}

/// Takes away all that is kept of a skill, what points at another thing before that.
fn everything_of(skill: &str) -> Vec<Statement> {
    let mut statements = vec![
        files::delete_all(skill),
        releases::delete_all(skill),
        ratings::delete_all(skill),
        stars::delete_all(skill),
        downloads::delete_all(skill),
    ];
    statements.extend(reports::delete_all(skill));
    statements.push(skills::delete(skill));
    statements
}
