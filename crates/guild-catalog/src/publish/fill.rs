//! Many releases at once, for measuring what a catalog of a million skills does. Built with the feature `fill` alone.

use super::prepare::{Prepared, prepare};
use super::{Place, Publication, PublishError, insert};
use crate::catalog::Catalog;
use crate::error::StoreError;
use crate::store::statement::Batch;
use crate::store::{events, packs, skills};
use crate::version::next_patch;

impl Catalog {
    /// Publishes skills that are new in one transaction, with their events and their entries of the log; the catalog
    /// signs every second one. Their archives are made and not kept: a million of them take 8 GB, and no search reads one.
    ///
    /// # Errors
    /// As [`Catalog::publish`], and when one of the skills is there.
    pub async fn fill(&self, publications: Vec<Publication>) -> Result<(), PublishError> {
        let now = self.inner.clock.now();
        let prepared = tokio::task::spawn_blocking(move || all(publications, now)).await;
        let prepared = prepared.map_err(StoreError::from)??;
        let store = &self.inner.store;
        let mut transaction = store.begin().await?;
        let mut last = 0;
        for (number, one) in prepared.into_iter().enumerate() {
            let sequence = store.sorted(events::next(&mut transaction).await)?;
            let label = one.record.pack_label.clone();
            let mut batch = Batch::default();
            batch.push(packs::ensure(one.pack.as_str(), &label));
            let version = one.version.clone().unwrap_or_else(|| next_patch(None));
            let place = Place {
                version: &version,
                there: &[],
                sequence,
                now,
            };
            let mut release = insert(&mut batch, &one, &place)?;
            if number % 2 == 0 {
                batch.push(self.inner.log.sign(&mut release)?);
            }
            batch.push(skills::settle(&release.skill));
            store.send(&mut transaction, batch).await?;
            last = sequence;
        }
        Ok(self.inner.commit(transaction, last).await?)
    }

    /// Brings the search index up to date.
    ///
    /// # Errors
    /// When the database or the index fails.
    pub async fn index_all(&self) -> Result<(), StoreError> {
        self.inner.search.catch_up(&self.inner.store).await
    }
}

fn all(publications: Vec<Publication>, now: i64) -> Result<Vec<Prepared>, PublishError> {
    let one = |publication| prepare(publication, now);
    publications.into_iter().map(one).collect()
}
