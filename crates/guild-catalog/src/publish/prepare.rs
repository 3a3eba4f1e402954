//! What is made of a publication before the database is asked.

use bytes::Bytes;
use guild_skill::archive::{self, ArchiveLimits};
use guild_skill::files::SkillFile;
use guild_skill::page::{self, PageRecord};
use guild_skill::{Digest, PackLabel, PackName, SkillName, wire};
use semver::Version;

use super::{Publication, PublishError, VERSION_LENGTH};
use crate::store::number;
use crate::store::releases::ReleaseRow;

/// Everything about a release that is known before the database is asked.
#[derive(Debug)]
pub(super) struct Prepared {
    pub(super) name: SkillName,
    pub(super) pack: PackName,
    pub(super) record: PageRecord,
    /// The version that SKILL.md names.
    pub(super) version: Option<Version>,
    pub(super) row: ReleaseRow,
    pub(super) files: Vec<wire::File>,
    pub(super) archives: [(Digest, Bytes); 2],
}

/// Reads the record and makes both archives.
pub(super) fn prepare(publication: Publication, now: i64) -> Result<Prepared, PublishError> {
    let Publication {
        name,
        files,
        pack_label,
        published_at,
    } = publication;
    let mut record = page::record(&files).map_err(|source| PublishError::NotASkill {
        name: name.clone(),
        source,
    })?;
    if let Some(label) = pack_label.filter(|_| record.is_derived) {
        record.pack_label = label;
    }
    let said = guild_skill::named(&record.skill_md);
    if said.as_deref() != Some(name.as_str()) {
        return Err(PublishError::OtherName { name, said });
    }
    let label = PackLabel::parse(&record.pack_label);
    let label = label.map_err(|source| PublishError::PackLabel {
        label: record.pack_label.clone(),
        source,
    })?;
    let version = guild_skill::version::version(&record.skill_md);
    let length = version
        .as_ref()
        .map_or(0, |version| version.to_string().len());
    if length > VERSION_LENGTH {
        return Err(PublishError::VersionTooLong { name, length });
    }
    let layouts = [archive::Layout::Wrapped(&name), archive::Layout::Root];
    let [wrapped, root] = archive::write_each(&files, layouts);
    let (wrapped, root) = (kept(&name, wrapped)?, kept(&name, root)?);
    let row = ReleaseRow {
        skill: name.to_string(),
        version: String::new(),
        digest: wrapped.0.to_string(),
        root_digest: root.0.to_string(),
        tree_digest: files.tree_digest().to_string(),
        size_bytes: number(wrapped.1.len() as u64),
        file_count: number(files.len() as u64),
        published_at: published_at.unwrap_or(now),
        is_yanked: 0,
        yank_reason: None,
        published_by: None,
        identity: None,
        signature: None,
        signer: None,
        revoked_at: None,
    };
    Ok(Prepared {
        name,
        pack: label.name().clone(),
        record,
        version,
        row,
        files: files.iter().map(described).collect(),
        archives: [wrapped, root],
    })
}

/// Reads an archive that was made: what is kept for ever must be readable by everyone.
fn kept(name: &SkillName, bytes: Vec<u8>) -> Result<(Digest, Bytes), PublishError> {
    archive::read(&bytes, &ArchiveLimits::STANDARD).map_err(|source| PublishError::Archive {
        name: name.clone(),
        source,
    })?;
    Ok((Digest::of(&bytes), Bytes::from(bytes)))
}

fn described(file: &SkillFile) -> wire::File {
    wire::File {
        path: file.path.to_string(),
        size_bytes: file.bytes.len() as u64,
        digest: Digest::of(&file.bytes).to_string(),
        is_executable: file.is_executable,
    }
}
