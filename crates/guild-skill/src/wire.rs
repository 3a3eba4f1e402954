//! The JSON shapes that the catalog's API and its clients share.
//!
//! Fields are camelCase, booleans start with is, has or can, enum values are UPPER_SNAKE (SPEC.md 2.5). Times are
//! RFC 3339 in UTC. Fields are added, never changed or removed.

mod accounts;
mod change;
mod comparison;
mod events;
mod facets;
mod finding;
mod invitations;
mod publishers;
mod ratings;
mod related;
mod reports;
mod signature;
mod webhooks;

pub use self::accounts::{
    Account, AuditAction, AuditEntry, CreatedToken, CredentialKind, Member, MemberRole, Membership,
    NewAccount, NewSession, NewToken, Session, Token,
};
pub use self::change::{PackChange, PackDraft, ReleaseChange, SkillChange};
pub use self::comparison::{
    Comparison, ContentChange, DiffLine, DiffLineKind, FileChange, FileChangeKind, FileState, Hunk,
    NewFinding,
};
pub use self::events::{Event, EventKind};
pub use self::facets::{Facets, MarkFacet, PackFacet};
pub use self::finding::{Finding, Severity};
pub use self::invitations::{CreatedInvitation, Invitation, InvitationDraft, InvitationKind};
pub use self::publishers::{JobIdentity, NewPublisher, NewTrustedToken, Publisher, TrustedToken};
pub use self::ratings::{NewRating, Rating, RatingChange, RatingSummary, Star};
pub use self::related::{RelatedSkill, Relation};
pub use self::reports::{BrokenRule, NewReport, Report, ReportSummary, Verdict};
pub use self::signature::{NewKey, PublisherKey, ReleaseSignature};
pub use self::webhooks::{
    CreatedWebhook, DeliveryState, NewWebhook, Webhook, WebhookChange, WebhookDelivery,
};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// One page of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct List<T> {
    /// The items of this page.
    pub items: Vec<T>,
    /// Which page this is, from 1.
    pub page: u32,
    /// How many items a page holds at the most.
    pub page_size: u32,
    /// How many items there are on all pages.
    pub total_items: u64,
    /// How many pages there are; 0 when there are no items.
    pub total_pages: u64,
}

/// A pack: a labelled group of skills.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Pack {
    /// The name, made from the label: `developer-pack`.
    #[schema(example = "developer-pack")]
    pub name: String,
    /// The label that pages show: `Developer pack`.
    #[schema(example = "Developer pack")]
    pub label: String,
    /// How many skills it lists.
    #[schema(example = 6)]
    pub skill_count: u64,
    /// When the newest release of one of its skills was published; `null` for a pack without skills.
    #[schema(required, format = DateTime, example = "2026-11-20T00:00:00Z")]
    pub updated_at: Option<String>,
}

/// A skill in a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SkillSummary {
    /// The name, which is also the folder's.
    #[schema(example = "adr-writer")]
    pub name: String,
    /// The title for people.
    #[schema(example = "ADR Writer")]
    pub title: String,
    /// One sentence or paragraph.
    #[schema(example = "Records one architectural decision.")]
    pub summary: String,
    /// The name of its pack.
    #[schema(example = "developer-pack")]
    pub pack: String,
    /// The label of its pack, as pages show it.
    #[schema(example = "Developer pack")]
    pub pack_label: String,
    /// The newest version that is not yanked.
    #[schema(example = "1.0.0")]
    pub version: String,
    /// The digest of that release's archive.
    #[schema(
        pattern = "^sha256:[0-9a-f]{64}$",
        example = "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
    )]
    pub digest: String,
    /// When that release was published.
    #[serde(default)]
    #[schema(required, format = DateTime, example = "2026-11-20T09:30:00Z")]
    pub published_at: String,
    /// When the skill's content last changed; `null` when unknown.
    #[schema(required, format = DateTime, example = "2026-11-20T00:00:00Z")]
    pub updated_at: Option<String>,
    /// Whether the record was derived from SKILL.md because the author wrote no PAGE.md.
    #[schema(example = false)]
    pub is_derived: bool,
    /// What people make of it.
    #[serde(default)]
    #[schema(required)]
    pub rating: RatingSummary,
    /// How often any of its releases was downloaded.
    #[serde(default)]
    #[schema(required, example = 1204)]
    pub download_count: u64,
    /// How many accounts have starred it.
    #[serde(default)]
    #[schema(required, example = 57)]
    pub star_count: u64,
}

/// A skill that applies to a task, and what decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SkillMatch {
    /// The name, which is also the folder's.
    #[schema(example = "adr-writer")]
    pub name: String,
    /// The title for people.
    #[schema(example = "ADR Writer")]
    pub title: String,
    /// One sentence or paragraph.
    #[schema(example = "Records one architectural decision.")]
    pub summary: String,
    /// The name of its pack.
    #[schema(example = "developer-pack")]
    pub pack: String,
    /// The newest version that is not yanked.
    #[schema(example = "1.0.0")]
    pub version: String,
    /// The trigger phrases of its description that stand in the task.
    #[schema(example = json!(["record this decision"]))]
    pub phrases: Vec<String>,
    /// The words of the task that decided, those that count most first.
    #[schema(example = json!(["record", "decision"]))]
    pub words: Vec<String>,
}

/// A skill's page record (SPEC.md 2.1) with its newest release.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Skill {
    /// The name, which is also the folder's.
    #[schema(example = "adr-writer")]
    pub name: String,
    /// The name of its pack.
    #[schema(example = "developer-pack")]
    pub pack: String,
    /// The label of its pack: `Developer pack`.
    #[schema(example = "Developer pack")]
    pub pack_label: String,
    /// What kind of thing this is, as pages show it: `Skill`.
    #[schema(example = "Skill")]
    pub kind_label: String,
    /// `Updated <n> days ago`; `null` when unknown.
    #[schema(required, example = "Updated 3 days ago")]
    pub updated_indicator: Option<String>,
    /// When the skill's content last changed; `null` when unknown.
    #[schema(required, format = DateTime, example = "2026-11-20T00:00:00Z")]
    pub updated_at: Option<String>,
    /// The title for people.
    #[schema(example = "ADR Writer")]
    pub title: String,
    /// One sentence or paragraph.
    #[schema(example = "Records one architectural decision.")]
    pub summary: String,
    /// What it does; `null` when a derived record has none.
    #[schema(
        required,
        example = "Asks for what only people know, and writes one numbered record."
    )]
    pub what_it_does: Option<String>,
    /// When to use it.
    #[schema(example = json!(["A choice was made that would cost weeks to undo."]))]
    pub when_to_use: Vec<String>,
    /// Whether each item of `whenToUse` is shown with a check glyph.
    pub has_check_glyphs: bool,
    /// When not to use it.
    #[schema(example = json!(["The choice is easily reversed."]))]
    pub when_not_to_use: Vec<String>,
    /// Whether each item of `whenNotToUse` is shown with a cross glyph.
    pub has_cross_glyphs: bool,
    /// How to install it by hand.
    pub install: Install,
    /// The whole text of SKILL.md.
    #[schema(example = "---\nname: adr-writer\n---\n\n# ADR Writer\n")]
    pub skill_md: String,
    /// Prompts that make an assistant apply the skill.
    #[schema(example = json!(["Record why we chose PostgreSQL.", "Supersede ADR 7."]))]
    pub example_prompts: Vec<String>,
    /// Changes, newest first.
    pub recent_changes: Vec<RecentChange>,
    /// Whether the record was derived from SKILL.md because the author wrote no PAGE.md.
    pub is_derived: bool,
    /// The newest release that is not yanked.
    pub latest_release: Release,
    /// What people make of it.
    #[serde(default)]
    #[schema(required)]
    pub rating: RatingSummary,
    /// How often any of its releases was downloaded.
    #[serde(default)]
    #[schema(required, example = 1204)]
    pub download_count: u64,
    /// How many accounts have starred it.
    #[serde(default)]
    #[schema(required, example = 57)]
    pub star_count: u64,
    /// How often that was within the last 30 days.
    #[serde(default)]
    #[schema(required, example = 93)]
    pub recent_download_count: u64,
}

/// The Install field of a page record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Install {
    /// The sentence on downloading and unzipping.
    #[schema(
        example = "Download `adr-writer.zip`, create the skills folder if it does not exist, and unzip the archive into it."
    )]
    pub sentence: String,
    /// The shell block; `{skills_folder}` stands for the assistant's folder.
    #[schema(example = "mkdir -p {skills_folder}\nunzip adr-writer.zip -d {skills_folder}")]
    pub shell: String,
    /// The note on restarting the session.
    #[schema(example = "Restart the assistant session. The skill `adr-writer` is then available.")]
    pub note: String,
    /// Where the archive is, relative to the catalog: `/skills/<name>/<name>.zip`.
    #[schema(example = "/skills/adr-writer/adr-writer.zip")]
    pub archive_path: String,
}

/// One entry of Recent changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecentChange {
    /// The date in the form `Nov 20, 2026`.
    #[schema(example = "Nov 20, 2026")]
    pub date: String,
    /// What changed.
    #[schema(example = "New skill.")]
    pub text: String,
}

/// One immutable version of a skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Release {
    /// The skill's name.
    #[schema(example = "adr-writer")]
    pub skill: String,
    /// The version, a semantic version.
    #[schema(example = "1.0.0")]
    pub version: String,
    /// The digest of the archive `<name>.zip`, whose entries stand under `<name>/`.
    #[schema(
        pattern = "^sha256:[0-9a-f]{64}$",
        example = "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
    )]
    pub digest: String,
    /// The digest of the archive of the same files with SKILL.md at its root.
    #[schema(
        pattern = "^sha256:[0-9a-f]{64}$",
        example = "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
    )]
    pub root_digest: String,
    /// The digest of the files themselves, which an unpacked folder can be checked against.
    #[schema(
        pattern = "^sha256:[0-9a-f]{64}$",
        example = "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
    )]
    pub tree_digest: String,
    /// The size of the archive in bytes.
    #[schema(example = 10324)]
    pub size_bytes: u64,
    /// How many files it holds.
    #[schema(example = 4)]
    pub file_count: u64,
    /// When it was published.
    #[schema(format = DateTime, example = "2026-11-20T00:00:00Z")]
    pub published_at: String,
    /// Whether it was withdrawn: it still installs by digest, with a warning.
    #[schema(example = false)]
    pub is_yanked: bool,
    /// Why it was withdrawn; `null` for one that was not.
    #[serde(default)]
    #[schema(required, example = json!(null))]
    pub yank_reason: Option<String>,
    /// The account or the job that published it; `null` for what the catalog itself listed or imported.
    #[serde(default)]
    #[schema(required, example = "ada")]
    pub published_by: Option<String>,
    /// The job of continuous integration that published it, as its issuer vouched; `null` for an account.
    #[serde(default)]
    #[schema(required)]
    pub identity: Option<JobIdentity>,
    /// Who signed it; `null` for a release that no key signed.
    #[serde(default)]
    #[schema(required)]
    pub signature: Option<ReleaseSignature>,
    /// What the catalog's transparency log says of it; `null` in lists, and where the catalog keeps no log.
    #[serde(default)]
    #[schema(required)]
    pub log: Option<LogEntry>,
    /// Whether it is not there, and is what publishing would make: stands in the answer to a dry run alone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[schema(example = false)]
    pub is_dry_run: bool,
}

/// An entry of the catalog's transparency log, with the proof that it stands there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LogEntry {
    /// The place in the log, from 0.
    #[schema(example = 7)]
    pub index: u64,
    /// The public key of the log, of the form `<name>+<id>+<base64>`; it is the same for ever.
    #[schema(
        example = "skills.example.org/log+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
    )]
    pub key: String,
    /// The entry, byte for byte as it is hashed: what was published, by whom, and the signature of the publisher's key.
    #[schema(example = "guild log v1\nRELEASE_PUBLISHED adr-writer 1.0.0\n")]
    pub entry: String,
    /// The proof that the entry stands in the log (C2SP tlog-proof), with the log's signed checkpoint.
    #[schema(example = "c2sp.org/tlog-proof@v1\nindex 7\n")]
    pub proof: String,
}

/// One file of a release.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct File {
    /// The path in the skill's folder, with `/` between its parts.
    #[schema(example = "references/template.md")]
    pub path: String,
    /// The size in bytes.
    #[schema(example = 2048)]
    pub size_bytes: u64,
    /// The digest of the content.
    #[schema(
        pattern = "^sha256:[0-9a-f]{64}$",
        example = "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
    )]
    pub digest: String,
    /// Whether it may be run.
    #[schema(example = false)]
    pub is_executable: bool,
}

/// The one body of every error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorBody {
    /// What went wrong.
    pub error: ErrorDetail,
}

/// What went wrong, for machines and for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorDetail {
    /// A code from a closed set, such as `SKILL_NOT_FOUND`.
    #[schema(example = "SKILL_NOT_FOUND")]
    pub code: String,
    /// A sentence for a person.
    #[schema(example = "the catalog has no skill `no-such-skill`")]
    pub message: String,
    /// What is wrong with a skill that was refused, as `guild check skill` finds it; absent from every other error.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<Finding>,
}
