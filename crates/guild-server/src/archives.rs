//! The bytes of archives, shared by all who download the same one at the same time.
//!
//! An archive may have 50 MB and a client may be slow: without this a few hundred of them would fill the memory.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use bytes::Bytes;
use guild_catalog::{ArchiveBytes, Catalog, StoreError};
use guild_skill::{Digest, SkillName};
use semver::Version;

/// The archives that are on their way to somebody.
#[derive(Default)]
pub(crate) struct Archives {
    /// Locked to look and to note, never while a file is read. What nobody holds any more is swept by the next note.
    shared: Mutex<HashMap<Digest, Weak<ArchiveBytes>>>,
}

/// An archive, as an answer takes it.
#[derive(Clone, Debug)]
pub(crate) struct Shared {
    /// Its bytes.
    pub(crate) bytes: Bytes,
    /// The release that it holds.
    pub(crate) release: (SkillName, Version),
}

/// Gives shared bytes to an answer, which lets go of them when it is sent.
struct Holder(Arc<ArchiveBytes>);

impl AsRef<[u8]> for Holder {
    fn as_ref(&self) -> &[u8] {
        &self.0.bytes
    }
}

impl Shared {
    fn of(archive: Arc<ArchiveBytes>) -> Self {
        Self {
            release: (archive.skill.clone(), archive.version.clone()),
            bytes: Bytes::from_owner(Holder(archive)),
        }
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
    ) -> Result<Option<Shared>, StoreError> {
        if let Some(shared) = self.find(digest) {
            return Ok(Some(shared));
        }
        let archive = catalog.archive(digest).await?;
        Ok(archive.map(|archive| self.note(digest, archive)))
    }

    fn find(&self, digest: &Digest) -> Option<Shared> {
        // Each change of the map is one call, so a poisoned lock guards a sound map.
        let shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        shared.get(digest)?.upgrade().map(Shared::of)
    }

    fn note(&self, digest: &Digest, archive: ArchiveBytes) -> Shared {
        let archive = Arc::new(archive);
        let mut shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        shared.retain(|_, archive| archive.strong_count() > 0);
        shared.insert(digest.clone(), Arc::downgrade(&archive));
        Shared::of(archive)
    }
}

#[cfg(test)]
mod tests {
    use guild_catalog::Layout;

    use super::*;

    #[test]
    fn bytes_are_shared_while_somebody_holds_them() {
        let archives = Archives::default();
        let digest = Digest::of(b"zip");
        let archive = ArchiveBytes {
            skill: SkillName::parse("tea-maker").unwrap(),
            version: Version::new(1, 0, 0),
            layout: Layout::Folder,
            digest: digest.clone(),
            bytes: Bytes::from_static(b"zip"),
        };
        let first = archives.note(&digest, archive);
        let second = archives.find(&digest).unwrap();
        assert_eq!(first.bytes.as_ptr(), second.bytes.as_ptr());
        drop((first, second));
        assert!(archives.find(&digest).is_none());
    }
}
