//! Which version a release gets, and where it stands among those that are there.

use semver::Version;
use sqlx::AnyConnection;

use super::prepare::Prepared;
use super::{PublishError, Terms};
use crate::catalog::parsed;
use crate::error::StoreError;
use crate::store::ground::GroundRow;
use crate::store::releases::VersionRow;
use crate::store::{Store, releases};
use crate::version::{next_patch, sort_key, supersedes};

/// A version of a skill that is there.
pub(super) struct There {
    version: Version,
    is_yanked: bool,
}

impl There {
    fn of(row: &VersionRow) -> Result<Self, StoreError> {
        Ok(Self {
            version: parsed("version", &row.version)?,
            is_yanked: row.is_yanked != 0,
        })
    }
}

/// What to do when the version that SKILL.md names is there with other files.
#[derive(Clone, Copy, Debug)]
pub(crate) enum OnTaken {
    /// Tell the publisher.
    Refuse,
    /// Take the next patch.
    NextPatch,
}

/// Where a release comes among those that are there, and in the catalog's history.
pub(super) struct Place<'a> {
    pub(super) version: &'a Version,
    pub(super) there: &'a [There],
    pub(super) sequence: i64,
    pub(super) now: i64,
}

impl Place<'_> {
    /// Whether the release stands for the skill now: the highest that is not withdrawn, pre-releases only among
    /// themselves.
    pub(super) fn is_newest(&self) -> bool {
        let mut standing = self.there.iter().filter(|there| !there.is_yanked);
        standing.all(|there| supersedes(self.version, Some(&there.version)))
    }
}

/// Chooses the version, and gives those that are there.
pub(super) async fn decide(
    store: &Store,
    connection: &mut AnyConnection,
    (prepared, terms): (&Prepared, &Terms),
    ground: &GroundRow,
) -> Result<(Version, Vec<There>), PublishError> {
    let there = match ground.releases {
        0 => Vec::new(),
        _ => store.sorted(releases::versions(connection, &prepared.row.skill).await)?,
    };
    let there = there.iter().map(There::of).collect::<Result<Vec<_>, _>>()?;
    Ok((choose(prepared, &there, terms.on_taken)?, there))
}

/// Chooses the version; the versions that are there stand newest first.
fn choose(
    prepared: &Prepared,
    there: &[There],
    on_taken: OnTaken,
) -> Result<Version, PublishError> {
    let next = next_patch(there.first().map(|there| &there.version));
    let Some(version) = &prepared.version else {
        return Ok(next);
    };
    // Versions that differ in build metadata alone are one version.
    let is_taken = there
        .iter()
        .any(|there| sort_key(&there.version) == sort_key(version));
    match (is_taken, on_taken) {
        (false, _) => Ok(version.clone()),
        (true, OnTaken::NextPatch) => Ok(next),
        (true, OnTaken::Refuse) => Err(PublishError::VersionTaken {
            name: prepared.name.clone(),
            version: version.clone(),
        }),
    }
}
