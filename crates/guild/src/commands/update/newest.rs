//! What catalogs have of the installed skills.

use std::collections::BTreeMap;

use guild_skill::files::FileSet;
use guild_skill::wire::RecentChange;
use guild_skill::{Digest, SkillName};

use crate::Context;
use crate::failure::Failure;
use crate::install::fetch::{self, Wanted};
use crate::install::withdrawals::Withdrawals;
use crate::remote::{Remote, RemoteError, Remotes};

/// What a catalog has of a skill.
#[derive(Clone)]
pub(super) enum Newest {
    /// The release that stands for it, and what its author says of changes.
    Release(Box<Wanted>, Vec<RecentChange>),
    /// Releases that were all withdrawn.
    Withdrawn,
    /// Nothing any more: the skill was deleted.
    Deleted,
    /// Nothing.
    NotListed,
}

/// What this run has fetched: each answer once, however many folders need it.
#[derive(Default)]
pub(super) struct Cache {
    pub(super) remotes: Remotes,
    newest: BTreeMap<(String, SkillName), Newest>,
    files: BTreeMap<Digest, FileSet>,
    /// The catalogs that nobody reached, and why: each is tried once.
    unreachable: BTreeMap<String, Failure>,
    pub(super) withdrawals: Withdrawals,
}

impl Cache {
    /// Asks which release stands for a skill.
    pub(super) fn newest(&mut self, name: &SkillName, remote: &Remote) -> Result<Newest, Failure> {
        let key = (remote.catalog().to_string(), name.clone());
        if let Some(known) = self.newest.get(&key) {
            return Ok(known.clone());
        }
        if let Some(failure) = self.unreachable.get(&key.0) {
            return Err(failure.clone());
        }
        let newest = match remote.skill(name) {
            Ok(None) => Newest::NotListed,
            // A catalog shows a withdrawn release only where there is no other.
            Ok(Some(skill)) if skill.latest_release.is_yanked => Newest::Withdrawn,
            Ok(Some(skill)) => {
                let wanted = Wanted::of(name, skill.latest_release, remote)?;
                Newest::Release(Box::new(wanted), skill.recent_changes)
            }
            Err(RemoteError::Deleted { .. }) => Newest::Deleted,
            Err(error @ RemoteError::Unreachable { .. }) => {
                let failure = Failure::from(error);
                self.unreachable.insert(key.0, failure.clone());
                return Err(failure);
            }
            Err(error) => return Err(error.into()),
        };
        self.newest.insert(key, newest.clone());
        Ok(newest)
    }

    /// Gets the files of a release.
    pub(super) fn files(
        &mut self,
        wanted: &Wanted,
        remote: &Remote,
        context: &Context,
    ) -> Result<FileSet, Failure> {
        if let Some(files) = self.files.get(&wanted.digest) {
            return Ok(files.clone());
        }
        let files = fetch::fetch(remote, wanted, &context.printer)?;
        self.files.insert(wanted.digest.clone(), files.clone());
        Ok(files)
    }
}
