//! What other clients are told of many skills at once: enough to choose, to download and to prove.

use guild_skill::PackName;

use super::Catalog;
use crate::error::StoreError;
use crate::store::discovery::{self, DiscoveredRow};
use crate::store::number;

/// A skill as a discovery index lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Discovered {
    /// Its name.
    pub name: String,
    /// The description of SKILL.md.
    pub description: String,
    /// The newest version.
    pub version: String,
    /// The digest of the archive that has SKILL.md at its root.
    pub root_digest: String,
    /// The digest of SKILL.md, when the skill is that file and nothing else.
    pub only_file_digest: Option<String>,
}

impl From<DiscoveredRow> for Discovered {
    fn from(row: DiscoveredRow) -> Self {
        Self {
            only_file_digest: row.skill_md_digest.filter(|_| row.file_count == 1),
            name: row.name,
            description: row.description,
            version: row.version,
            root_digest: row.root_digest,
        }
    }
}

impl Catalog {
    /// Lists the `most` skills that were listed first: skills that come later push none of them out.
    ///
    /// Withdrawn releases are left out, here and below: the clients that read this could not warn of them.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn first_listed(&self, most: u32) -> Result<Vec<Discovered>, StoreError> {
        let store = &self.inner.store;
        let rows = discovery::first_listed(store.readers(), number(u64::from(most))).await;
        Ok(store.sorted(rows)?.into_iter().map(Into::into).collect())
    }

    /// Lists the `most` first skills of a pack by name.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn first_of_pack(
        &self,
        pack: &PackName,
        most: u32,
    ) -> Result<Vec<Discovered>, StoreError> {
        let store = &self.inner.store;
        let most = number(u64::from(most));
        let rows = discovery::of_pack(store.readers(), pack.as_str(), most).await;
        Ok(store.sorted(rows)?.into_iter().map(Into::into).collect())
    }
}
