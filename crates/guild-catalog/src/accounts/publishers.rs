//! Trusted publishers: jobs of continuous integration that publish without a secret.
//!
//! An owner of a pack binds a job to it: issuer, audience, repository, workflow and environment. Whoever shows an
//! identity that the issuer signed for such a job, which is for the server to verify, gets a token for minutes.

mod likeness;

use guild_skill::token::TokenText;
use guild_skill::wire::{self, AuditAction, JobIdentity};
use guild_skill::{Digest, PackName, Scope, SkillName};

use self::likeness::{Difference, closest};
use crate::accounts::audit::{By, Entry};
use crate::accounts::caller::Caller;
use crate::accounts::members::MemberError;
use crate::accounts::secret::{random_bits, random_id};
use crate::accounts::tries::{TooMany, TryLimits};
use crate::catalog::Catalog;
use crate::clock::rfc3339;
use crate::error::StoreError;
use crate::page_request::PageRequest;
use crate::store::publishers::{self, MOST_OF_PACK, PublisherRow};
use crate::store::tokens::{self, TokenRow};
use crate::store::{Store, count, number};

/// How long the token of a job is good.
const LIFE_MS: i64 = 15 * 60 * 1000;
/// For how long an identity is remembered after its end, so that a clock that goes back a little does not revive it.
const REMEMBERED_MS: i64 = 24 * 60 * 60 * 1000;

/// A job that is to be trusted.
#[derive(Clone, Debug)]
pub struct NewPublisher {
    /// The one skill that it may publish, which need not be there yet; absent for all of the pack.
    pub skill: Option<SkillName>,
    /// Who vouches for the job, as its identities name it.
    pub issuer: String,
    /// For whom the identity has to be made.
    pub audience: String,
    /// The repository, as the issuer names it.
    pub repository: String,
    /// The file of the workflow.
    pub workflow: String,
    /// The environment; absent for any.
    pub environment: Option<String>,
}

/// What a verified identity says of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The job.
    pub job: JobIdentity,
    /// For whom the identity was made.
    pub audience: String,
    /// The digest of what the issuer signed, which no other identity has.
    pub digest: Digest,
    /// When it is over, in milliseconds since 1970 in UTC.
    pub expires_at: i64,
}

/// Why a pack trusts no further job.
#[derive(Debug, thiserror::Error)]
pub enum PublisherError {
    /// As with members: there is no such pack, or the caller does not decide on it.
    #[error(transparent)]
    Member(#[from] MemberError),
    /// The pack trusts as many as it may.
    #[error("a pack trusts at most {MOST_OF_PACK} publishers: take one out that publishes no more")]
    TooManyPublishers,
}

/// Why a job gets no token.
#[derive(Debug, thiserror::Error)]
pub enum TrustError {
    /// The pack trusts no job of the issuer.
    #[error("the pack `{pack}` trusts no job that {issuer} vouches for")]
    NoPublisher {
        /// The pack.
        pack: PackName,
        /// Who vouches for the job.
        issuer: String,
    },
    /// No publisher of the pack is this job; the closest one differs in this.
    #[error("the pack `{pack}` does not trust this job: {difference}")]
    Different {
        /// The pack.
        pack: PackName,
        /// What was bound, and what came.
        difference: String,
    },
    /// The identity was shown before.
    #[error("this identity was shown before, and each is good once: let the job ask for another")]
    Replayed,
    /// There were too many tries.
    #[error(transparent)]
    TooMany(#[from] TooMany),
    /// The catalog failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Catalog {
    /// Lists the publishers that a pack trusts, oldest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn publishers(
        &self,
        pack: &PackName,
        page: PageRequest,
    ) -> Result<wire::List<wire::Publisher>, StoreError> {
        let store = &self.inner.store;
        let total = publishers::count_of_pack(store.readers(), pack.as_str()).await;
        let total = store.sorted(total)?;
        let rows = publishers::of_pack(store.readers(), pack.as_str(), page.limits()).await;
        let items = store.sorted(rows)?.into_iter().map(wire::Publisher::from);
        Ok(page.list(items.collect(), count(total)))
    }

    /// Trusts a job, and tells whether that is new: the same once more is the same publisher. Only an owner of the pack
    /// may, as with members.
    ///
    /// # Errors
    /// When the caller is no owner, the pack is not there or trusts too many, or the catalog fails.
    pub async fn trust_publisher(
        &self,
        caller: &Caller,
        pack: &PackName,
        new: NewPublisher,
    ) -> Result<(bool, wire::Publisher), PublisherError> {
        self.check_place(caller, pack).await?;
        let row = PublisherRow {
            id: random_id().map_err(MemberError::from)?,
            pack: pack.to_string(),
            skill: new.skill.map(String::from),
            issuer: new.issuer,
            audience: new.audience,
            repository: new.repository,
            repository_id: None,
            workflow: new.workflow,
            environment: new.environment,
            made_by: caller.name().to_owned(),
            created_at: self.inner.clock.now(),
        };
        let store = &self.inner.store;
        let added = self.add(store, caller, row).await;
        added.map_err(MemberError::from)?
    }

    async fn add(
        &self,
        store: &Store,
        caller: &Caller,
        row: PublisherRow,
    ) -> Result<Result<(bool, wire::Publisher), PublisherError>, StoreError> {
        let mut writing = store.begin().await?;
        let subject = format!(
            "pack {}, publisher {} ({} {})",
            row.pack, row.id, row.repository, row.workflow
        );
        let entry = Entry {
            by: By::Caller(caller),
            action: AuditAction::PublisherTrusted,
            subject: &subject,
            at: row.created_at,
        };
        // First, so that two who add at once stand in a line.
        entry.write(store, &mut writing).await?;
        let there = publishers::all_of_pack(&mut writing, &row.pack).await;
        let there = store.sorted(there)?;
        if number(there.len() as u64) >= MOST_OF_PACK {
            return Ok(Err(PublisherError::TooManyPublishers));
        }
        if let Some(same) = there.into_iter().find(|there| is_same(there, &row)) {
            return Ok(Ok((false, same.into())));
        }
        store.send(&mut writing, publishers::insert(&row)).await?;
        store.sorted(writing.commit().await)?;
        Ok(Ok((true, row.into())))
    }

    /// Trusts a job no more, and tells whether it was trusted. Tokens that it has are over within minutes.
    ///
    /// # Errors
    /// When the caller is no owner, the pack is not there, or the catalog fails.
    pub async fn distrust_publisher(
        &self,
        caller: &Caller,
        pack: &PackName,
        id: &str,
    ) -> Result<bool, MemberError> {
        self.check_place(caller, pack).await?;
        let store = &self.inner.store;
        let mut writing = store.begin().await?;
        let removed = publishers::delete(pack.as_str(), id);
        let was_there = store.alter(&mut writing, removed).await?;
        if was_there {
            let entry = Entry {
                by: By::Caller(caller),
                action: AuditAction::PublisherDistrusted,
                subject: &format!("pack {pack}, publisher {id}"),
                at: self.inner.clock.now(),
            };
            entry.write(store, &mut writing).await?;
        }
        store.sorted(writing.commit().await)?;
        Ok(was_there)
    }

    /// Sees that a pack trusts any job that an issuer vouches for. Asked before the issuer is, which is somebody else's
    /// server.
    ///
    /// # Errors
    /// When it trusts none, after too many tries from the address, or when the database fails.
    pub async fn check_issuer(
        &self,
        pack: &PackName,
        issuer: &str,
        address: &str,
    ) -> Result<(), TrustError> {
        let key = format!("identity {address}");
        let taken = self.inner.take_tries(&[(key, TryLimits::IDENTITY)]).await;
        taken??;
        self.publishers_of(pack, issuer).await.map(|_| ())
    }

    async fn publishers_of(
        &self,
        pack: &PackName,
        issuer: &str,
    ) -> Result<Vec<PublisherRow>, TrustError> {
        let store = &self.inner.store;
        let rows = publishers::of_issuer(store.readers(), pack.as_str(), issuer).await;
        let rows = store.sorted(rows)?;
        match rows.is_empty() {
            false => Ok(rows),
            true => Err(TrustError::NoPublisher {
                pack: pack.clone(),
                issuer: issuer.to_owned(),
            }),
        }
    }

    /// Makes a token of a verified identity for the pack, or for the one skill that is wanted.
    ///
    /// # Errors
    /// When no publisher is this job, the identity was shown before, or the catalog fails.
    pub async fn trusted_token(
        &self,
        identity: &Identity,
        pack: &PackName,
        skill: Option<&SkillName>,
    ) -> Result<wire::TrustedToken, TrustError> {
        let different = |difference: &Difference| TrustError::Different {
            pack: pack.clone(),
            difference: difference.to_string(),
        };
        let rows = self.publishers_of(pack, &identity.job.issuer).await?;
        let row = closest(&rows, identity, skill).map_err(|difference| different(&difference))?;
        let store = &self.inner.store;
        let secret = TokenText::of_random(random_bits()?);
        let token = token_of(row, identity, skill, self.inner.clock.now())?;
        let mut writing = store.begin().await?;
        let entry = Entry {
            by: By::Workflow(&identity.job.name()),
            action: AuditAction::TokenCreated,
            subject: &format!("token {}, of publisher {}", token.id, row.id),
            at: token.created_at,
        };
        entry.write(store, &mut writing).await?;
        let until = identity.expires_at.saturating_add(REMEMBERED_MS);
        let shown = publishers::show_identity(identity.digest.hex(), until);
        if !store.alter(&mut writing, shown).await? {
            return Err(TrustError::Replayed);
        }
        let repository_id = identity.job.repository_id.as_deref();
        let pinned = publishers::pin(&row.id, repository_id);
        if !store.alter(&mut writing, pinned).await? {
            // Another was first since we looked, or an owner took it out.
            return Err(different(&Difference::Gone));
        }
        let job = serde_json::to_string(&identity.job).unwrap_or_default();
        let made = [
            tokens::insert(&token, secret.digest().hex()),
            publishers::set_identity(&token.id, &job),
        ];
        store.send(&mut writing, made).await?;
        store.sorted(writing.commit().await)?;
        Ok(wire::TrustedToken {
            secret: secret.reveal().to_owned(),
            pack: pack.to_string(),
            skill: token.skill,
            expires_at: rfc3339(token.created_at.saturating_add(LIFE_MS)),
            identity: identity.job.clone(),
        })
    }
}

fn is_same(there: &PublisherRow, new: &PublisherRow) -> bool {
    let bound = |row: &PublisherRow| {
        (
            row.skill.clone(),
            row.issuer.clone(),
            row.audience.clone(),
            row.repository.to_ascii_lowercase(),
            row.workflow.clone(),
            row.environment.clone(),
        )
    };
    bound(there) == bound(new)
}

fn token_of(
    row: &PublisherRow,
    identity: &Identity,
    skill: Option<&SkillName>,
    now: i64,
) -> Result<TokenRow, StoreError> {
    Ok(TokenRow {
        id: random_id()?,
        account: None,
        workflow: Some(identity.job.name()),
        label: format!("publisher {}", row.id),
        scopes: Scope::SkillsPublish.to_string(),
        pack: Some(row.pack.clone()),
        skill: row.skill.clone().or_else(|| skill.map(ToString::to_string)),
        created_at: now,
        expires_at: Some(now.saturating_add(LIFE_MS)),
        used_at: None,
        is_admin: 0,
        is_disabled: 0,
    })
}
