//! The bytes of archives, shared by all who download the same one at the same time.
//!
//! An archive may have 50 MB and a client may be slow: without this a few hundred of them would fill the memory.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use bytes::Bytes;
use guild_catalog::{Catalog, StoreError};
use guild_skill::Digest;

/// The archives that are on their way to somebody.
#[derive(Default)]
pub(crate) struct Archives {
    /// Locked to look and to note, never while a file is read. What nobody holds any more is swept by the next note.
    shared: Mutex<HashMap<Digest, Weak<Bytes>>>,
}

/// Gives shared bytes to an answer, which lets go of them when it is sent.
struct Holder(Arc<Bytes>);

impl AsRef<[u8]> for Holder {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl Archives {
    /// Gives the bytes of an archive, from another download or from the catalog.
    ///
    /// # Errors
    /// When the catalog cannot read it.
    pub(crate) async fn read(
        &self,
        catalog: &Catalog,
        digest: &Digest,
    ) -> Result<Option<Bytes>, StoreError> {
        if let Some(bytes) = self.find(digest) {
            return Ok(Some(bytes));
        }
        let archive = catalog.archive(digest).await?;
        Ok(archive.map(|archive| self.note(digest, archive.bytes)))
    }

    fn find(&self, digest: &Digest) -> Option<Bytes> {
        // Each change of the map is one call, so a poisoned lock guards a sound map.
        let shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = shared.get(digest)?.upgrade()?;
        Some(Bytes::from_owner(Holder(bytes)))
    }

    fn note(&self, digest: &Digest, bytes: Bytes) -> Bytes {
        let bytes = Arc::new(bytes);
        let mut shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        shared.retain(|_, bytes| bytes.strong_count() > 0);
        shared.insert(digest.clone(), Arc::downgrade(&bytes));
        Bytes::from_owner(Holder(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_shared_while_somebody_holds_them() {
        let archives = Archives::default();
        let digest = Digest::of(b"zip");
        let first = archives.note(&digest, Bytes::from_static(b"zip"));
        let second = archives.find(&digest).unwrap();
        assert_eq!(first.as_ptr(), second.as_ptr());
        drop((first, second));
        assert_eq!(archives.find(&digest), None);
    }
}
