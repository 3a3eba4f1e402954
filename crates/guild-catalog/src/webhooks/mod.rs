//! Webhooks: addresses that are told of events.
//!
//! Here is who may have one, and what became of each delivery; `sending` says what is to be sent next and by whom,
//! `schedule` when it is tried again. What is sent over HTTP, and how, is the server's.

mod rights;
mod schedule;
mod secret;
mod sending;
mod shape;

use guild_skill::wire::{self, AuditAction, EventKind};
use guild_skill::{PackName, SkillName};
use sqlx::AnyConnection;

use self::rights::{decides, seen, seen_by};
use self::shape::{delivery_into_wire, into_wire, words};
use crate::accounts::{Caller, Denied, random_id};
use crate::catalog::{Catalog, Inner};
use crate::error::StoreError;
use crate::page_request::PageRequest;
use crate::store::webhooks::{self, WebhookRow};
use crate::store::{count, deliveries, events, packs, skills};
use crate::withdraw::note;

pub use self::secret::SigningSecret;
pub use self::sending::{Attempt, DueWebhook, Outcome};

/// How many webhooks a pack may have, and how many the catalog beside those.
const MOST: i64 = 20;
/// How many deliveries somebody may have asked for again, of those that are still to be tried.
const MOST_ASKED_FOR: i64 = 100;
/// How long the secret before the one that is there signs too, in milliseconds.
const OLD_SECRET_MS: i64 = 24 * 60 * 60 * 1000;
/// How long a delivery that is done is shown, in milliseconds.
const SHOWN_MS: i64 = 30 * 24 * 60 * 60 * 1000;

/// Where a webhook may be told of what: a pack, a skill of one, or with neither everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// The pack.
    pub pack: Option<PackName>,
    /// The skill.
    pub skill: Option<SkillName>,
    /// The kinds of events; none for all.
    pub kinds: Vec<EventKind>,
}

/// Why a webhook is not made, shown or changed.
#[derive(Debug, thiserror::Error)]
pub enum WebhookError {
    /// There is none of that id, or none that the caller sees.
    #[error(
        "there is no webhook `{0}`, or it is not yours to see; `GET /api/webhooks` lists those that are"
    )]
    NoWebhook(String),
    /// The webhook has no such delivery.
    #[error("the webhook has no delivery `{0}`: those that are done are kept for 30 days")]
    NoDelivery(String),
    /// The catalog has no such pack.
    #[error("the catalog has no pack `{0}`")]
    NoPack(PackName),
    /// The catalog has no such skill, or another pack lists it.
    #[error("the pack `{pack}` lists no skill `{skill}`")]
    NoSkill {
        /// The pack.
        pack: PackName,
        /// The skill.
        skill: SkillName,
    },
    /// There are as many as may be.
    #[error("there are {MOST} webhooks already, which is the most: remove one that is not needed")]
    TooMany,
    /// As many deliveries wait as may.
    #[error(
        "{MOST_ASKED_FOR} deliveries that were asked for again are still waiting; wait until they are done"
    )]
    TooManyAskedFor,
    /// The caller may not.
    #[error(transparent)]
    Denied(#[from] Denied),
    /// The catalog failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Catalog {
    /// Lists the webhooks that a caller decides on, newest first: an admin on all, an owner on those of their packs.
    ///
    /// # Errors
    /// When the caller decides on none whatever there is, or the database fails.
    pub async fn webhooks(
        &self,
        caller: &Caller,
        page: PageRequest,
    ) -> Result<wire::List<wire::Webhook>, WebhookError> {
        let packs = seen_by(caller)?;
        let store = &self.inner.store;
        let total = store.sorted(webhooks::count_of(store.readers(), &packs).await)?;
        let rows = webhooks::list(store.readers(), &packs, page.limits()).await;
        let rows = store.sorted(rows)?.into_iter();
        let items: Result<_, StoreError> = rows.map(into_wire).collect();
        Ok(page.list(items?, count(total)))
    }

    /// Finds a webhook that a caller decides on.
    ///
    /// # Errors
    /// When there is none, or the database fails.
    pub async fn webhook(&self, caller: &Caller, id: &str) -> Result<wire::Webhook, WebhookError> {
        let store = &self.inner.store;
        let row = store.sorted(webhooks::one(store.readers(), id).await)?;
        Ok(into_wire(seen(caller, row, id)?)?)
    }

    /// Makes a webhook, which is told of what happens from now on.
    ///
    /// # Errors
    /// When the caller does not decide on the pack, there is no such pack or skill, there are too many, or the database
    /// fails.
    pub async fn create_webhook(
        &self,
        caller: &Caller,
        url: String,
        told: Told,
    ) -> Result<(wire::Webhook, SigningSecret), WebhookError> {
        decides(caller, told.pack.as_ref())?;
        let secret = SigningSecret::random()?;
        let now = self.inner.clock.now();
        let store = &self.inner.store;
        let mut writing = store.begin().await?;
        // Puts the writers in a line, so that the count below is still right when this is written.
        let sequence = store.sorted(events::next(&mut writing).await)?;
        self.inner.is_there(&mut writing, &told).await?;
        let pack = told.pack.map(String::from);
        let beside = webhooks::count_beside(&mut writing, pack.as_deref()).await;
        if store.sorted(beside)? >= MOST {
            return Err(WebhookError::TooMany);
        }
        let row = WebhookRow {
            id: random_id()?,
            url,
            pack,
            skill: told.skill.map(String::from),
            kinds: words(&told.kinds),
            secret: secret.written(),
            old_secret: None,
            old_secret_until: None,
            created_by: caller.name().to_owned(),
            created_at: now,
            sequence,
            failing_since: None,
            disabled_at: None,
            disabled_reason: None,
        };
        store.send(&mut writing, webhooks::insert(&row)).await?;
        let what = (AuditAction::WebhookCreated, format!("webhook {}", row.id));
        note(store, &mut writing, caller, (what.0, &what.1), now).await?;
        store.sorted(writing.commit().await)?;
        self.inner.advance(sequence);
        Ok((into_wire(row)?, secret))
    }

    /// Changes a webhook. One that is enabled again is told of what happens from now on.
    ///
    /// # Errors
    /// When there is none that the caller decides on, or the database fails.
    pub async fn change_webhook(
        &self,
        caller: &Caller,
        id: &str,
        change: wire::WebhookChange,
    ) -> Result<wire::Webhook, WebhookError> {
        let row = self.write_webhook(caller, id, |row, now, newest| {
            if let Some(url) = change.url {
                row.url = url;
            }
            if let Some(kinds) = change.kinds {
                row.kinds = words(&kinds);
            }
            match change.is_enabled {
                Some(true) if row.disabled_at.is_some() => {
                    row.sequence = newest;
                    row.failing_since = None;
                    row.disabled_at = None;
                    row.disabled_reason = None;
                }
                Some(false) if row.disabled_at.is_none() => {
                    row.disabled_at = Some(now);
                    row.disabled_reason = Some(format!("switched off by {}", caller.name()));
                }
                Some(_) | None => {}
            }
        });
        Ok(into_wire(row.await?)?)
    }

    /// Gives a webhook another secret; the one before signs too for a day.
    ///
    /// # Errors
    /// When there is none that the caller decides on, or the database fails.
    pub async fn rotate_webhook(
        &self,
        caller: &Caller,
        id: &str,
    ) -> Result<(wire::Webhook, SigningSecret), WebhookError> {
        let secret = SigningSecret::random()?;
        let written = secret.written();
        let row = self.write_webhook(caller, id, |row, now, _| {
            row.old_secret = Some(std::mem::replace(&mut row.secret, written));
            row.old_secret_until = Some(now.saturating_add(OLD_SECRET_MS));
        });
        Ok((into_wire(row.await?)?, secret))
    }

    async fn write_webhook(
        &self,
        caller: &Caller,
        id: &str,
        change: impl FnOnce(&mut WebhookRow, i64, i64),
    ) -> Result<WebhookRow, WebhookError> {
        let now = self.inner.clock.now();
        let store = &self.inner.store;
        let mut writing = store.begin().await?;
        let sequence = store.sorted(events::next(&mut writing).await)?;
        let row = store.sorted(webhooks::to_change(&mut writing, id).await)?;
        let mut row = seen(caller, row, id)?;
        change(&mut row, now, sequence);
        store.send(&mut writing, webhooks::update(&row)).await?;
        let what = (AuditAction::WebhookChanged, format!("webhook {id}"));
        note(store, &mut writing, caller, (what.0, &what.1), now).await?;
        store.sorted(writing.commit().await)?;
        self.inner.advance(sequence);
        Ok(row)
    }

    /// Removes a webhook with its deliveries.
    ///
    /// # Errors
    /// When there is none that the caller decides on, or the database fails.
    pub async fn remove_webhook(&self, caller: &Caller, id: &str) -> Result<(), WebhookError> {
        let store = &self.inner.store;
        let mut writing = store.begin().await?;
        let sequence = store.sorted(events::next(&mut writing).await)?;
        let row = store.sorted(webhooks::to_change(&mut writing, id).await)?;
        seen(caller, row, id)?;
        store.send(&mut writing, webhooks::delete(id)).await?;
        let what = (AuditAction::WebhookDeleted, format!("webhook {id}"));
        let now = self.inner.clock.now();
        note(store, &mut writing, caller, (what.0, &what.1), now).await?;
        store.sorted(writing.commit().await)?;
        self.inner.advance(sequence);
        Ok(())
    }

    /// Lists the deliveries of a webhook, newest first.
    ///
    /// # Errors
    /// When there is no webhook that the caller decides on, or the database fails.
    pub async fn deliveries(
        &self,
        caller: &Caller,
        id: &str,
        page: PageRequest,
    ) -> Result<wire::List<wire::WebhookDelivery>, WebhookError> {
        let store = &self.inner.store;
        let row = store.sorted(webhooks::one(store.readers(), id).await)?;
        seen(caller, row, id)?;
        let total = store.sorted(deliveries::count_of(store.readers(), id).await)?;
        let rows = deliveries::list(store.readers(), id, page.limits()).await;
        let rows = store.sorted(rows)?.into_iter();
        let items: Result<_, StoreError> = rows.map(delivery_into_wire).collect();
        Ok(page.list(items?, count(total)))
    }

    /// Tells an event to a webhook once more.
    ///
    /// # Errors
    /// When there is no such webhook or delivery, too many wait, or the database fails.
    pub async fn redeliver(
        &self,
        caller: &Caller,
        id: &str,
        delivery: &str,
    ) -> Result<wire::WebhookDelivery, WebhookError> {
        let now = self.inner.clock.now();
        let store = &self.inner.store;
        let mut writing = store.begin().await?;
        let row = store.sorted(webhooks::to_change(&mut writing, id).await)?;
        seen(caller, row, id)?;
        let missing = || WebhookError::NoDelivery(delivery.to_owned());
        let told = store.sorted(deliveries::one(&mut writing, id, delivery).await)?;
        let told = told.ok_or_else(missing)?;
        let waiting = deliveries::count_asked_for(&mut writing, id).await;
        if store.sorted(waiting)? >= MOST_ASKED_FOR {
            return Err(WebhookError::TooManyAskedFor);
        }
        let new = random_id()?;
        let event = (id, told.event);
        store
            .send(&mut writing, deliveries::insert(&new, event, true, now))
            .await?;
        let row = store.sorted(deliveries::one(&mut writing, id, &new).await)?;
        store.sorted(writing.commit().await)?;
        Ok(delivery_into_wire(row.ok_or_else(missing)?)?)
    }
}

impl Inner {
    /// Sees that what a webhook is to be told of is there.
    async fn is_there(
        &self,
        connection: &mut AnyConnection,
        told: &Told,
    ) -> Result<(), WebhookError> {
        let store = &self.store;
        if let Some(pack) = &told.pack {
            let skills = packs::skills_of(connection, pack.as_str()).await;
            if store.sorted(skills)?.is_none() {
                return Err(WebhookError::NoPack(pack.clone()));
            }
            if let Some(skill) = &told.skill {
                let listed = store.sorted(skills::pack_of(connection, skill.as_str()).await)?;
                if listed.as_deref() != Some(pack.as_str()) {
                    let (pack, skill) = (pack.clone(), skill.clone());
                    return Err(WebhookError::NoSkill { pack, skill });
                }
            }
        }
        Ok(())
    }

    /// Removes deliveries that are not shown any more.
    pub(crate) async fn forget_old_deliveries(&self) -> Result<(), StoreError> {
        let before = self.clock.now().saturating_sub(SHOWN_MS);
        let mut writing = self.store.begin().await?;
        let old = deliveries::delete_old(before);
        self.store.send(&mut writing, old).await?;
        self.store.sorted(writing.commit().await)
    }
}
