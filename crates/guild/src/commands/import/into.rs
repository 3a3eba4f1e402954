//! The catalog that is imported into: an embedded one, which no server is using.

use std::error::Error as _;

use guild_catalog::{Catalog, CatalogOptions, Publication, PublishError, Published};
use guild_skill::SkillName;
use guild_skill::files::FileSet;
use tokio::runtime::Runtime;

use super::told::Fate;
use crate::commands::store::{not_opened, threads};
use crate::failure::Failure;

/// An open catalog.
pub(super) struct Into {
    runtime: Runtime,
    catalog: Catalog,
}

impl Into {
    /// Opens the catalog.
    pub(super) fn open(options: CatalogOptions) -> Result<Self, Failure> {
        let runtime = threads()?;
        let catalog = runtime.block_on(Catalog::open(options));
        let catalog = catalog.map_err(|error| not_opened(&error))?;
        Ok(Self { runtime, catalog })
    }

    /// Publishes a skill; the inner error is the catalog's reason to refuse it.
    pub(super) fn publish(
        &mut self,
        name: SkillName,
        files: FileSet,
        pack_label: Option<String>,
    ) -> Result<Result<(Fate, String), String>, Failure> {
        let publication = Publication {
            name,
            files,
            pack_label,
            published_at: None,
        };
        let published = self.runtime.block_on(self.catalog.publish(publication));
        match published {
            Ok(Published::Created(release)) => Ok(Ok((Fate::Published, release.version))),
            Ok(Published::Unchanged(release)) => Ok(Ok((Fate::Unchanged, release.version))),
            Err(PublishError::Store(error)) => {
                Err(Failure::could_not("the catalog failed").because(&error))
            }
            Err(refused) => {
                let cause = refused.source().map(|cause| format!(": {cause}"));
                Ok(Err(format!("{refused}{}", cause.unwrap_or_default())))
            }
        }
    }

    /// Closes the catalog.
    pub(super) fn close(self) {
        self.runtime.block_on(self.catalog.close());
    }
}
