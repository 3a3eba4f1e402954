//! Whether a bucket is what a catalog needs, asked before the catalog opens.

use bytes::Bytes;
use object_store::{Error, ObjectStoreExt as _, PutMode, PutPayload};

use super::bucket::Bucket;
use crate::error::OpenError;

/// Writes an object, tries to write it again, reads it and removes it.
///
/// A store that lets the second write pass ignores conditions, as some imitations of S3 do: nothing in it would be safe
/// from being overwritten.
pub(super) async fn hold(bucket: &Bucket) -> Result<(), OpenError> {
    let sorted = |error: Error| sorted(bucket, error);
    let mut chance = [0; 16];
    getrandom::fill(&mut chance).map_err(|source| OpenError::Store(source.into()))?;
    let place = bucket.beside(&format!("probe-{:032x}", u128::from_be_bytes(chance)));
    let payload =
        || PutPayload::from_bytes(Bytes::from_static(b"guild probes this bucket at its start"));
    let store = bucket.store();
    store
        .put_opts(&place, payload(), PutMode::Overwrite.into())
        .await
        .map_err(sorted)?;
    let again = match bucket.is_conditional() {
        true => Some(
            store
                .put_opts(&place, payload(), PutMode::Create.into())
                .await,
        ),
        false => None,
    };
    let read = store.get(&place).await;
    // A bucket that keeps everything for ever keeps this too.
    if let Err(error) = store.delete(&place).await {
        tracing::debug!(
            error = &error as &dyn std::error::Error,
            "a probe stays in the bucket"
        );
    }
    read.map_err(sorted)?;
    match again {
        None | Some(Err(Error::AlreadyExists { .. })) => Ok(()),
        Some(Ok(_)) => Err(OpenError::ArchivesUnconditional {
            place: bucket.name().to_owned(),
        }),
        Some(Err(error)) => Err(sorted(error)),
    }
}

/// Sorts an error by what a person can do about it.
fn sorted(bucket: &Bucket, source: Error) -> OpenError {
    let place = bucket.name().to_owned();
    match source {
        Error::NotFound { .. }
        | Error::PermissionDenied { .. }
        | Error::Unauthenticated { .. }
        | Error::NotImplemented { .. }
        | Error::NotSupported { .. } => OpenError::ArchivesRefused { place, source },
        source => OpenError::ArchivesUnreachable { place, source },
    }
}
