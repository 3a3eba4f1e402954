//! The catalog that is imported into: an embedded one, which no server is using.

use std::error::Error as _;
use std::path::PathBuf;

use guild_catalog::{
    Catalog, CatalogOptions, Clock, LogOptions, Publication, PublishError, Published,
};
use guild_skill::SkillName;
use guild_skill::files::FileSet;
use tokio::runtime::Runtime;

use super::told::Fate;
use crate::Context;
use crate::clock;
use crate::commands::serve;
use crate::failure::Failure;

/// An open catalog.
pub(super) struct Into {
    runtime: Runtime,
    catalog: Catalog,
}

impl Into {
    /// Opens the catalog of a data folder.
    pub(super) fn open(
        data: PathBuf,
        (database, archives): (Option<String>, Option<&str>),
        context: &Context,
    ) -> Result<Self, Failure> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .map_err(|error| Failure::could_not("could not start the catalog").because(&error))?;
        let options = CatalogOptions {
            data,
            database,
            archives: serve::archives(archives, context)?,
            log: LogOptions {
                key: context.settings.environment.folder("GUILD_LOG_KEY"),
                origin: None,
            },
            clock: Clock::new(clock::milliseconds),
        };
        let catalog = runtime.block_on(Catalog::open(options));
        let catalog = catalog.map_err(|error| serve::not_opened(&error))?;
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
