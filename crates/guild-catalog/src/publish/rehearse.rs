//! What a publication would make, found out by looking.

use guild_skill::signature::Signature;

use super::rights::{self, Ground};
use super::version::{self, Place};
use super::{Publication, PublishError, Published, Terms, admitted, prepare_on};
use crate::accounts::Caller;
use crate::catalog::Catalog;
use crate::store::statement::Batch;

impl Catalog {
    /// Says what [`Catalog::publish_by`], or [`Catalog::publish_signed`], would make of a publication at this moment.
    /// Nothing is written, and nobody who writes waits for it.
    ///
    /// # Errors
    /// As those.
    pub async fn rehearse(
        &self,
        publication: Publication,
        signature: Option<&Signature>,
        caller: &Caller,
    ) -> Result<Published, PublishError> {
        let terms = Terms::of(caller, signature);
        let now = self.inner.clock.now();
        let prepared = prepare_on(publication, &terms, now).await?;
        let asked = (&prepared, &terms);
        let store = &self.inner.store;
        let mut reader = store.sorted(store.readers().acquire().await)?;
        let ground = rights::look(store, &mut reader, Batch::default(), asked, now).await?;
        let ground = match ground {
            Ground::Same(there) => return Ok(Published::Unchanged(there.into())),
            Ground::Free(ground) => ground,
        };
        let (version, there) = version::decide(store, &mut reader, asked, &ground).await?;
        let place = Place {
            version: &version,
            there: &there,
            sequence: ground.sequence,
            now,
        };
        admitted(&prepared, Some(caller), &place, &ground)?;
        let mut release = prepared.row.clone();
        release.version = version.to_string();
        release.identity = ground.identity;
        if let Some(signature) = signature {
            release.signature = Some(signature.to_string());
            release.signer = Some(caller.name().to_owned());
        }
        Ok(Published::Created(release.into()))
    }
}
