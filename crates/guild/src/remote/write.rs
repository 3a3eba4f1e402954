//! What changes a catalog's skills.

use guild_check::percent::ESCAPED;
use guild_skill::SkillName;
use guild_skill::signature::Signature;
use guild_skill::wire::{Release, ReleaseChange};
use percent_encoding::utf8_percent_encode;
use ureq::http::{Method, StatusCode};

use super::{Behalf, Remote, RemoteError};

impl Remote {
    /// Publishes what an archive holds, signed or not, and tells whether the release is new.
    pub(crate) fn publish(
        &self,
        archive: &[u8],
        signature: Option<&Signature>,
    ) -> Result<(bool, Release), RemoteError> {
        self.publish_to("/api/skills", archive, signature)
    }

    /// Asks what publishing an archive would make: the release, and whether it would be new.
    pub(crate) fn rehearse(
        &self,
        archive: &[u8],
        signature: Option<&Signature>,
    ) -> Result<(bool, Release), RemoteError> {
        let (_, release) = self.publish_to("/api/skills?isDryRun=true", archive, signature)?;
        Ok((release.is_dry_run, release))
    }

    /// Publishes what an archive holds with a page that the catalog derives where the author wrote none, in a pack where
    /// one is named.
    pub(crate) fn publish_derived(
        &self,
        archive: &[u8],
        pack_label: Option<&str>,
    ) -> Result<(bool, Release), RemoteError> {
        self.publish_to(&derived(pack_label), archive, None)
    }

    /// Asks what [`Self::publish_derived`] would make: the release, and whether it would be new.
    pub(crate) fn rehearse_derived(
        &self,
        archive: &[u8],
        pack_label: Option<&str>,
    ) -> Result<(bool, Release), RemoteError> {
        let path = format!("{}&isDryRun=true", derived(pack_label));
        let (_, release) = self.publish_to(&path, archive, None)?;
        Ok((release.is_dry_run, release))
    }

    fn publish_to(
        &self,
        path: &str,
        archive: &[u8],
        signature: Option<&Signature>,
    ) -> Result<(bool, Release), RemoteError> {
        let body = ("application/zip", archive);
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

/// Gives where a skill is sent whose page may be derived.
fn derived(pack_label: Option<&str>) -> String {
    let pack = pack_label.map(|label| format!("&packLabel={}", encoded(label)));
    format!("/api/skills?canDerive=true{}", pack.unwrap_or_default())
}

/// Writes a value of a query.
fn encoded(value: &str) -> String {
    utf8_percent_encode(value, ESCAPED).to_string()
}

#[cfg(test)]
mod tests {
    use super::encoded;

    #[test]
    fn a_label_is_one_value_of_a_query() {
        assert_eq!(encoded("Téa & co=#%"), "T%C3%A9a%20%26%20co%3D%23%25");
    }
}
