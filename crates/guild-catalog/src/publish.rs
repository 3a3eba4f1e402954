//! How a release comes into the catalog: archives first, then one transaction.
//!
//! 1. The record is read and both archives are made, away from the database.
//! 2. The archives are kept on disk.
//! 3. One transaction decides the version, writes everything, and commits. Only then is the release there, for everyone.
//!    Publications that come in while another is written share the next one ([`line`]).

mod error;
#[cfg(feature = "fill")]
mod fill;
mod line;
mod prepare;
mod rehearse;
mod rights;
mod signed;
mod stand;
mod version;

pub use self::error::PublishError;
pub(crate) use self::line::Line;
pub use self::rights::PUBLISHES_AN_HOUR;
pub use self::signed::SignatureRefused;
pub(crate) use self::stand::stand_anew;
pub(crate) use self::version::OnTaken;

use std::iter;

use guild_skill::SkillName;
use guild_skill::files::FileSet;
use guild_skill::signature::Signature;
use guild_skill::wire::{self, AuditAction, EventKind};
use sqlx::AnyConnection;

use self::prepare::{Prepared, prepare};
use self::rights::Ground;
use self::version::Place;
use crate::accounts::{By, Caller, Denied, Entry, admit, owning};
use crate::catalog::Catalog;
use crate::error::StoreError;
use crate::store::ground::GroundRow;
use crate::store::releases::ReleaseRow;
use crate::store::statement::{Batch, Statement};
use crate::store::{audit, events, files, packs, publishers, releases, skills};
use crate::version::sort_key;

/// The longest version, in characters.
const VERSION_LENGTH: usize = 100;

/// What is to be published.
#[derive(Clone, Debug)]
pub struct Publication {
    /// The skill.
    pub name: SkillName,
    /// Its files.
    pub files: FileSet,
    /// The label of the pack, for a skill whose record was derived and names none.
    pub pack_label: Option<String>,
    /// When it is published, in milliseconds since 1970 in UTC; absent for now.
    pub published_at: Option<i64>,
}

/// What became of a publication.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Published {
    /// The release is new.
    Created(wire::Release),
    /// A release with the very same files was there; nothing has changed.
    Unchanged(wire::Release),
}

impl Published {
    /// Gives the release that holds the files.
    pub const fn release(&self) -> &wire::Release {
        match self {
            Self::Created(release) | Self::Unchanged(release) => release,
        }
    }
}

/// By whom, and on which terms.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    /// Absent where the catalog itself publishes.
    pub(crate) caller: Option<Caller>,
    /// What a key of the caller's signed of the release.
    pub(crate) signature: Option<Signature>,
    /// What to do about a version that is taken.
    pub(crate) on_taken: OnTaken,
}

impl Terms {
    /// The terms of who asks, signed or not.
    fn of(caller: &Caller, signature: Option<&Signature>) -> Self {
        Self {
            caller: Some(caller.clone()),
            signature: signature.cloned(),
            on_taken: OnTaken::Refuse,
        }
    }

    /// Gives the signature, and whose it has to be.
    fn signed(&self) -> Option<(&Signature, &Caller)> {
        self.signature.as_ref().zip(self.caller.as_ref())
    }
}

impl Catalog {
    /// Publishes a release on behalf of whoever runs the catalog. Once this returns, everyone sees it, it is found by
    /// searching, and it outlives a loss of power.
    ///
    /// The version is `metadata.version` of SKILL.md, or the patch after the newest release where that is missing.
    /// The same files again change nothing.
    ///
    /// # Errors
    /// When the files are no skill, the version is taken by other files, the skill belongs to another pack, or the
    /// catalog fails: see [`PublishError`].
    pub async fn publish(&self, publication: Publication) -> Result<Published, PublishError> {
        let terms = Terms {
            caller: None,
            signature: None,
            on_taken: OnTaken::Refuse,
        };
        self.publish_on(publication, terms).await
    }

    /// Publishes a release as [`Catalog::publish`] does, on behalf of who asks: they must be owner or maintainer of the
    /// pack, own a pack that is new, and get no name that could be taken for that of another's skill.
    ///
    /// # Errors
    /// As [`Catalog::publish`], and when the publisher may not.
    pub async fn publish_by(
        &self,
        publication: Publication,
        caller: &Caller,
    ) -> Result<Published, PublishError> {
        self.publish_on(publication, Terms::of(caller, None)).await
    }

    /// Publishes a release as [`Catalog::publish_by`] does, signed by a key that the caller has registered. The log
    /// commits to the signature.
    ///
    /// # Errors
    /// As [`Catalog::publish_by`], and when the signature is of something else, or the key is not the caller's or was
    /// taken back.
    pub async fn publish_signed(
        &self,
        publication: Publication,
        signature: &Signature,
        caller: &Caller,
    ) -> Result<Published, PublishError> {
        let terms = Terms::of(caller, Some(signature));
        self.publish_on(publication, terms).await
    }

    pub(crate) async fn publish_on(
        &self,
        publication: Publication,
        terms: Terms,
    ) -> Result<Published, PublishError> {
        let now = self.inner.clock.now();
        let prepared = prepare_on(publication, &terms, now).await?;
        // Twice: nobody's archive is kept who may not publish, and what is true now may be over in the transaction.
        if let Ground::Same(there) = self.look_first(&prepared, &terms, now).await? {
            return Ok(Published::Unchanged(there.into()));
        }
        // Side by side: each waits for the disk, or for the bucket.
        let [wrapped, root] = &prepared.archives;
        let blobs = &self.inner.blobs;
        tokio::try_join!(
            blobs.put(&wrapped.0, wrapped.1.clone()),
            blobs.put(&root.0, root.1.clone())
        )?;
        let published = self.written_in_line(prepared, terms, now).await?;
        tracing::debug!(
            skill.name = published.release().skill,
            skill.version = published.release().version,
            "published"
        );
        Ok(published)
    }

    /// Looks at what is there without waiting in the line of writers.
    async fn look_first(
        &self,
        prepared: &Prepared,
        terms: &Terms,
        now: i64,
    ) -> Result<Ground, PublishError> {
        let store = &self.inner.store;
        let mut reader = store.sorted(store.readers().acquire().await)?;
        rights::look(store, &mut reader, Batch::default(), (prepared, terms), now).await
    }

    /// Decides within a transaction, which is another's to end, what is written of a release. First `before` is sent.
    async fn write(
        &self,
        transaction: &mut AnyConnection,
        mut before: Batch,
        (prepared, terms): (&Prepared, &Terms),
        now: i64,
    ) -> Result<Written, PublishError> {
        let store = &self.inner.store;
        before.extend(in_line(terms.caller.as_ref()));
        let ground = rights::look(store, transaction, before, (prepared, terms), now).await?;
        let ground = match ground {
            Ground::Same(there) => return Ok(Written::Same(Box::new(there))),
            Ground::Free(ground) => ground,
        };
        let (version, there) =
            version::decide(store, transaction, (prepared, terms), &ground).await?;
        let place = Place {
            version: &version,
            there: &there,
            sequence: ground.sequence,
            now,
        };
        let mut rest = admitted(prepared, terms.caller.as_ref(), &place, &ground)?;
        let mut release = insert(&mut rest, prepared, &place)?;
        if let Some(signed) = terms.signed() {
            rest.push(signed::keep(store, transaction, &mut release, signed).await?);
        } else if terms.caller.is_none() {
            // What the catalog publishes by itself it signs itself.
            rest.push(self.inner.log.sign(&mut release)?);
        }
        rest.push(skills::settle(&release.skill));
        if let Some(identity) = &ground.identity {
            let which = (release.skill.as_str(), release.version.as_str());
            rest.push(publishers::keep_identity(which, identity));
        }
        release.identity = ground.identity;
        let sequence = ground.sequence;
        Ok(Written::New(Box::new(New {
            release,
            rest,
            sequence,
        })))
    }
}

/// What a publication comes to within its transaction.
enum Written {
    /// The very same files are there.
    Same(Box<ReleaseRow>),
    New(Box<New>),
}

/// A release that is there once the rest is written and the log has followed to its sequence.
struct New {
    release: ReleaseRow,
    rest: Batch,
    sequence: i64,
}

/// Puts a writer in the line of all writers, and who publishes in that of those who write about accounts: what is read
/// after this stays true until the transaction ends.
fn in_line(caller: Option<&Caller>) -> impl Iterator<Item = Statement> {
    iter::once(events::step()).chain(caller.map(|_| audit::step()))
}

/// Begins what is written: the pack unless it is there, and who published; a pack that is new belongs to them.
fn admitted(
    prepared: &Prepared,
    caller: Option<&Caller>,
    place: &Place<'_>,
    ground: &GroundRow,
) -> Result<Batch, Denied> {
    let mut batch = Batch::default();
    let is_new = ground.packs == 0;
    if is_new {
        let label = stand::storable(&prepared.record.pack_label);
        batch.push(packs::ensure(prepared.pack.as_str(), &label));
    }
    let Some(caller) = caller else {
        return Ok(batch);
    };
    let entry = Entry {
        by: By::Caller(caller),
        action: AuditAction::ReleasePublished,
        subject: &format!("skill {} {}", prepared.name, place.version),
        at: place.now,
    };
    batch.push(entry.statement());
    match is_new {
        true => batch.extend(owning(caller, &prepared.pack, place.now)),
        false => admit(caller, &prepared.pack, ground.role.as_deref())?,
    }
    Ok(batch)
}

/// Makes everything of a publication that needs no database.
async fn prepare_on(
    publication: Publication,
    terms: &Terms,
    now: i64,
) -> Result<Prepared, PublishError> {
    let prepared = tokio::task::spawn_blocking(move || prepare(publication, now));
    let mut prepared = prepared.await.map_err(StoreError::from)??;
    if let Some(signature) = &terms.signature {
        signed::check_statement(&prepared, signature)?;
    }
    let caller = terms.caller.as_ref();
    prepared.row.published_by = caller.map(|caller| caller.name().to_owned());
    Ok(prepared)
}

/// Adds the statements that write a release and what follows from it.
fn insert(
    batch: &mut Batch,
    prepared: &Prepared,
    place: &Place<'_>,
) -> Result<ReleaseRow, StoreError> {
    let record = &prepared.record;
    let mut row = prepared.row.clone();
    row.version = place.version.to_string();
    if place.is_newest() {
        let standing = stand::Standing {
            name: &prepared.name,
            pack: prepared.pack.as_str(),
            record,
            version: &row.version,
            sequence: place.sequence,
        };
        batch.push(skills::put(&standing.row()));
    }
    let json = serde_json::to_string(record).map_err(|error| StoreError::Damaged {
        what: "page record",
        reason: error.to_string(),
    })?;
    batch.push(releases::insert(&row, &sort_key(place.version), &json));
    batch.extend(files::insert((&row.skill, &row.version), &prepared.files));
    let kind = if place.there.is_empty() {
        EventKind::SkillListed
    } else {
        EventKind::ReleasePublished
    };
    let what = (row.skill.as_str(), Some(row.version.as_str()));
    batch.push(events::insert(place.sequence, kind, what, place.now));
    Ok(row)
}
