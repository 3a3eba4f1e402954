//! Why something could not be published.

use guild_skill::PackLabelError;
use guild_skill::archive::ArchiveError;
use guild_skill::page::RecordError;
use guild_skill::{PackName, SkillName};
use semver::Version;

use super::{SignatureRefused, VERSION_LENGTH};
use crate::accounts::Denied;
use crate::error::StoreError;
use crate::near::Nearness;

/// Why something could not be published.
#[derive(Debug, thiserror::Error)]
pub enum PublishError {
    /// The files are no skill.
    #[error("the files of {name} are not a skill")]
    NotASkill {
        /// The skill.
        name: SkillName,
        /// What is missing or wrong.
        source: RecordError,
    },
    /// SKILL.md names another skill, or none.
    #[error(
        "SKILL.md names {}, not {name}: `name` in its front matter is the skill's name",
        said.as_ref().map_or_else(|| "no skill".to_owned(), |said| format!("`{said}`"))
    )]
    OtherName {
        /// The skill that the publication names.
        name: SkillName,
        /// What SKILL.md says.
        said: Option<String>,
    },
    /// The label of the pack gives no name.
    #[error("the pack label `{label}` cannot be used")]
    PackLabel {
        /// The label.
        label: String,
        /// Why.
        source: PackLabelError,
    },
    /// The skill stands in another pack.
    #[error("{name} is listed in the pack {pack}, not in {wanted}: a skill belongs to one pack")]
    OtherPack {
        /// The skill.
        name: SkillName,
        /// The pack that lists it.
        pack: PackName,
        /// The pack that the publication names.
        wanted: PackName,
    },
    /// The version is there, with other files.
    #[error(
        "{name} {version} is published already, with other files: raise `metadata.version` in SKILL.md"
    )]
    VersionTaken {
        /// The skill.
        name: SkillName,
        /// The version.
        version: Version,
    },
    /// The version is longer than any real one.
    #[error("the version of {name} has {length} characters, more than {VERSION_LENGTH}")]
    VersionTooLong {
        /// The skill.
        name: SkillName,
        /// How many it has.
        length: usize,
    },
    /// The archive would not be one that others can read.
    #[error("the archive of {name} passes a limit")]
    Archive {
        /// The skill.
        name: SkillName,
        /// Which limit.
        source: ArchiveError,
    },
    /// The name belonged to a skill that was deleted.
    #[error("the name {name} belonged to a skill that was deleted, and is never given out again")]
    NameDeleted {
        /// The name.
        name: SkillName,
    },
    /// The name could be taken for that of another's skill.
    #[error(
        "the name {name} could be taken for {there}, which is in the pack {pack}: they {}",
        nearness.words()
    )]
    NameTooNear {
        /// The name.
        name: SkillName,
        /// The skill that is there.
        there: String,
        /// The pack that lists it.
        pack: String,
        /// How the names are alike.
        nearness: Nearness,
    },
    /// The signature is not good.
    #[error("the signature of {name} is refused")]
    Signature {
        /// The skill.
        name: SkillName,
        /// Why.
        source: Box<SignatureRefused>,
    },
    /// The publisher may not.
    #[error(transparent)]
    Denied(#[from] Denied),
    /// What proved who publishes is not good any more.
    #[error("the token or session was taken back while the skill was on its way")]
    CredentialOver,
    /// The publisher has published as much as one may in an hour.
    #[error("{publisher} has published {limit} releases within an hour, which is the most")]
    TooMany {
        /// Who wants to publish.
        publisher: String,
        /// How many releases an hour there may be.
        limit: u64,
    },
    /// The catalog failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl PublishError {
    /// Tells whether the same publication may well succeed a little later.
    pub fn is_passing(&self) -> bool {
        matches!(self, Self::Store(error) if error.is_passing())
    }
}
