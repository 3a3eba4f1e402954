//! The shapes that the client reads; times are milliseconds since 1970.

use guild_catalog::{SkillEntry, milliseconds};
use guild_skill::wire;
use serde::Serialize;
use serde_json::{Value, json};

/// A skill.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Skill {
    pub(super) slug: String,
    pub(super) display_name: String,
    pub(super) summary: String,
    pub(super) tags: Value,
    /// What is counted here.
    pub(super) stats: Stats,
    pub(super) created_at: i64,
    pub(super) updated_at: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) latest_version: Option<Version>,
}

/// Counts of a skill; the client shows what is told and asks for none.
#[derive(Serialize)]
pub(super) struct Stats {
    stars: u64,
    downloads: u64,
}

/// A version. It states no licence: the client knows one of them only, and refuses to install under any other.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Version {
    pub(super) version: String,
    pub(super) created_at: i64,
    pub(super) changelog: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) files: Option<Vec<File>>,
}

/// A file of a version.
#[derive(Serialize)]
pub(super) struct File {
    path: String,
    size: u64,
    sha256: String,
}

impl Skill {
    pub(super) fn of(entry: &SkillEntry) -> Self {
        let published_at = time(&entry.latest.published_at);
        Self {
            slug: entry.name.to_string(),
            display_name: entry.record.title.clone(),
            summary: entry.record.summary.clone(),
            tags: json!({ "latest": entry.latest.version }),
            stats: Stats {
                stars: entry.opinion.star_count,
                downloads: entry.opinion.download_count,
            },
            created_at: published_at,
            updated_at: entry.updated_at.unwrap_or(published_at),
            latest_version: None,
        }
    }

    pub(super) fn of_summary(skill: wire::SkillSummary) -> Self {
        let published_at = time(&skill.published_at);
        let updated_at = skill.updated_at.as_deref().map_or(published_at, time);
        Self {
            tags: json!({ "latest": skill.version }),
            slug: skill.name,
            display_name: skill.title,
            summary: skill.summary,
            stats: Stats {
                stars: skill.star_count,
                downloads: skill.download_count,
            },
            created_at: published_at,
            updated_at,
            latest_version: Some(Version {
                version: skill.version,
                created_at: published_at,
                changelog: String::new(),
                files: None,
            }),
        }
    }
}

impl Version {
    pub(super) fn of(release: &wire::Release) -> Self {
        let yanked = "This release was withdrawn.";
        Self {
            version: release.version.clone(),
            created_at: time(&release.published_at),
            changelog: if release.is_yanked { yanked } else { "" }.to_owned(),
            files: None,
        }
    }
}

impl From<wire::File> for File {
    fn from(file: wire::File) -> Self {
        let hex = file.digest.strip_prefix("sha256:");
        Self {
            sha256: hex.unwrap_or(&file.digest).to_owned(),
            path: file.path,
            size: file.size_bytes,
        }
    }
}

/// Whose skill it is: the pack's.
pub(super) fn owner(entry: &SkillEntry) -> Value {
    json!({ "handle": entry.pack.as_str(), "displayName": entry.pack_label })
}

/// Reads a time of the catalog's own writing.
pub(super) fn time(text: &str) -> i64 {
    milliseconds(text).unwrap_or_default()
}
