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
    /// One that a server hands out and that only says what it would do.
    Rehearsed {
        remote: Box<Remote>,
        /// Why it could not be asked; it is then not asked again.
        unasked: Option<String>,
    },
}

/// What became of a skill, with its version where that is known; or the catalog's reasons to refuse it.
type Taken = Result<(Fate, Option<String>), Vec<Refusal>>;

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

    /// Prepares to ask a catalog over HTTP what it would do.
    pub(super) fn rehearsed(settings: &Settings) -> Self {
        Self::Rehearsed {
            remote: Box::new(Remote::new(&settings.catalog, settings)),
            unasked: None,
        }
    }

    /// Gives why the catalog could not be asked, if that is so.
    pub(super) fn unasked(&self) -> Option<&str> {
        match self {
            Self::Rehearsed { unasked, .. } => unasked.as_deref(),
            Self::Here { .. } | Self::There(_) => None,
        }
    }

    /// Publishes a skill, or asks what that would make; the inner error is the catalog's reason to refuse it.
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
                let published = remote.publish_derived(&archive, pack_label.as_deref());
                there(published, Fate::Published)
            }
            Self::Rehearsed {
                unasked: Some(_), ..
            } => Ok(Ok((Fate::Ready, None))),
            Self::Rehearsed { remote, unasked } => {
                let archive = archive::write(&files, Layout::Wrapped(&name));
                match remote.rehearse_derived(&archive, pack_label.as_deref()) {
                    Err(error) if error.is_unasked() => {
                        *unasked = Some(error.to_string());
                        Ok(Ok((Fate::Ready, None)))
                    }
                    rehearsed => there(rehearsed, Fate::Ready),
                }
            }
        }
    }

    /// Closes the catalog.
    pub(super) fn close(self) {
        match self {
            Self::Here { runtime, catalog } => runtime.block_on(catalog.close()),
            Self::There(_) | Self::Rehearsed { .. } => {}
        }
    }
}

fn here(published: Result<Published, PublishError>) -> Result<Taken, Failure> {
    match published {
        Ok(Published::Created(release)) => Ok(Ok((Fate::Published, Some(release.version)))),
        Ok(Published::Unchanged(release)) => Ok(Ok((Fate::Unchanged, Some(release.version)))),
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

/// Tells what a server said; `new` is what becomes of a skill that it does not hold yet.
fn there(
    published: Result<(bool, guild_skill::wire::Release), RemoteError>,
    new: Fate,
) -> Result<Taken, Failure> {
    match published {
        Ok((true, release)) => Ok(Ok((new, Some(release.version)))),
        Ok((false, release)) => Ok(Ok((Fate::Unchanged, Some(release.version)))),
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
