//! What changes a catalog's skills.

use guild_skill::SkillName;
use guild_skill::signature::Signature;
use guild_skill::wire::{Release, ReleaseChange};
use ureq::http::{Method, StatusCode};

use super::{Behalf, Remote, RemoteError};

impl Remote {
    /// Publishes what an archive holds, signed or not, and tells whether the release is new.
    pub(crate) fn publish(
        &self,
        archive: &[u8],
        signature: Option<&Signature>,
    ) -> Result<(bool, Release), RemoteError> {
        let (path, body) = ("/api/skills", ("application/zip", archive));
        let mut response = self.send(&Method::POST, path, Behalf::Token, Some(body), signature)?;
        let is_new = response.status() == StatusCode::CREATED;
        Ok((is_new, self.read(path, &mut response)?))
    }

    /// Withdraws a release for a reason, or puts it back without one.
    pub(crate) fn set_yanked(
        &self,
        name: &SkillName,
        version: &str,
        reason: Option<&str>,
    ) -> Result<Release, RemoteError> {
        let path = format!("/api/skills/{name}/releases/{version}");
        let change = ReleaseChange {
            is_yanked: Some(reason.is_some()),
            yank_reason: reason.map(str::to_owned),
        };
        let mut response = self.write(&Method::PATCH, &path, Behalf::Token, Some(&change))?;
        self.read(&path, &mut response)
    }
}
