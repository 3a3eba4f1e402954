//! What a publication would make, found out by making it and taking it back.

use guild_skill::signature::Signature;

use super::rights::Ground;
use super::{OnTaken, Publication, PublishError, Published, Terms, Written, prepare_on};
use crate::accounts::Caller;
use crate::catalog::Catalog;

impl Catalog {
    /// Says what [`Catalog::publish_by`], or [`Catalog::publish_signed`], would make of a publication at this moment, and
    /// leaves everything as it is.
    ///
    /// # Errors
    /// As those.
    pub async fn rehearse(
        &self,
        publication: Publication,
        signature: Option<&Signature>,
        caller: &Caller,
    ) -> Result<Published, PublishError> {
        let terms = Terms {
            caller: Some(caller),
            signature,
            on_taken: OnTaken::Refuse,
        };
        let now = self.inner.clock.now();
        let prepared = prepare_on(publication, terms, now).await?;
        if let Ground::Same(there) = self.look_first(&prepared, terms, now).await? {
            return Ok(Published::Unchanged(there.into()));
        }
        let store = &self.inner.store;
        let mut transaction = store.begin().await?;
        let published = match self.write(&mut transaction, prepared, terms, now).await? {
            Written::Same(there) => Published::Unchanged((*there).into()),
            Written::New(new) => {
                store.send(&mut transaction, new.rest).await?;
                Published::Created(new.release.into())
            }
        };
        store.sorted(transaction.rollback().await)?;
        Ok(published)
    }
}
