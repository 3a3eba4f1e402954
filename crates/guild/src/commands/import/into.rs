//! The catalog that is imported into: an embedded one, which no server is using, or one over HTTP.

use std::error::Error as _;

use guild_catalog::{Catalog, CatalogOptions, Publication, PublishError, Published};
use guild_skill::SkillName;
use guild_skill::archive::{self, Layout};
use guild_skill::files::FileSet;
use tokio::runtime::Runtime;

use super::told::{Fate, Refusal};
use crate::commands::store::{not_opened, threads};
use crate::failure::Failure;
use crate::remote::{Remote, RemoteError};
use crate::settings::Settings;

/// What refuses one skill and says nothing of the next.
const OF_ONE_SKILL: [&str; 8] = [
    "FORBIDDEN",
    "VERSION_TAKEN",
    "OTHER_PACK",
    "NAME_DELETED",
    "NAME_TOO_NEAR",
    "BODY_TOO_LARGE",
    "SKILL_REFUSED",
    "MALFORMED_QUERY",
];

/// A catalog that takes skills.
pub(super) enum Into {
    /// One in a data folder.
    Here { runtime: Runtime, catalog: Catalog },
    /// One that a server hands out.
    There(Box<Remote>),
}

/// What became of a skill, with its version; or the catalog's reasons to refuse it.
type Taken = Result<(Fate, String), Vec<Refusal>>;

impl Into {
    /// Opens the catalog of a data folder.
    pub(super) fn here(options: CatalogOptions) -> Result<Self, Failure> {
        let runtime = threads()?;
        let catalog = runtime.block_on(Catalog::open(options));
        let catalog = catalog.map_err(|error| not_opened(&error))?;
        Ok(Self::Here { runtime, catalog })
    }

    /// Prepares to ask a catalog over HTTP.
    pub(super) fn there(settings: &Settings) -> Self {
        Self::There(Box::new(Remote::new(&settings.catalog, settings)))
    }

    /// Publishes a skill; the inner error is the catalog's reason to refuse it.
    pub(super) fn publish(
        &mut self,
        name: SkillName,
        files: FileSet,
        pack_label: Option<String>,
    ) -> Result<Taken, Failure> {
        match self {
            Self::Here { runtime, catalog } => {
                let publication = Publication {
                    name,
                    files,
                    pack_label,
                    published_at: None,
                };
                here(runtime.block_on(catalog.publish(publication)))
            }
            Self::There(remote) => {
                let archive = archive::write(&files, Layout::Wrapped(&name));
                there(remote.publish_derived(&archive, pack_label.as_deref()))
            }
        }
    }

    /// Closes the catalog.
    pub(super) fn close(self) {
        match self {
            Self::Here { runtime, catalog } => runtime.block_on(catalog.close()),
            Self::There(_) => {}
        }
    }
}

fn here(published: Result<Published, PublishError>) -> Result<Taken, Failure> {
    match published {
        Ok(Published::Created(release)) => Ok(Ok((Fate::Published, release.version))),
        Ok(Published::Unchanged(release)) => Ok(Ok((Fate::Unchanged, release.version))),
        Err(PublishError::Store(error)) => {
            Err(Failure::could_not("the catalog failed").because(&error))
        }
        Err(refused) => {
            let cause = refused.source().map(|cause| format!(": {cause}"));
            let reason = format!("{refused}{}", cause.unwrap_or_default());
            Ok(Err(vec![Refusal::because(reason)]))
        }
    }
}

fn there(
    published: Result<(bool, guild_skill::wire::Release), RemoteError>,
) -> Result<Taken, Failure> {
    match published {
        Ok((true, release)) => Ok(Ok((Fate::Published, release.version))),
        Ok((false, release)) => Ok(Ok((Fate::Unchanged, release.version))),
        Err(RemoteError::Answered {
            code,
            message,
            findings,
            ..
        }) if OF_ONE_SKILL.contains(&code.as_str()) => {
            let refusals: Vec<Refusal> = findings.iter().filter_map(Refusal::of_catalog).collect();
            Ok(Err(match refusals.is_empty() {
                true => vec![Refusal::because(message)],
                false => refusals,
            }))
        }
        Err(error) => Err(error.into()),
    }
}
