//! The page record of a skill: what its page says to people (SPEC.md 2.1).
//!
//! Written by the author as PAGE.md, or derived from SKILL.md where there is none. A derived record holds what SKILL.md
//! says and nothing else: what it does not say stays empty.

mod derive;
mod listing;
mod text;
mod written;

pub(crate) use derive::quoted;
pub use listing::{Listing, Opinion};
pub(crate) use text::item_text;

use guild_check::Source;
use serde::{Deserialize, Serialize};

use crate::age::Date;
use crate::files::FileSet;
use crate::front_matter::{FrontMatter, LIMITS};

/// The label of the pack of a skill whose author names none.
pub const UNSORTED_PACK: &str = "Unsorted";

/// What kind of thing a record is about, as pages show it.
pub const KIND_LABEL: &str = "Skill";

/// A page record, without what the catalog adds (the Install text, the updated indicator, releases).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageRecord {
    /// The label of the pack: `Developer pack`.
    pub pack_label: String,
    /// The title for people.
    pub title: String,
    /// One sentence or paragraph, in inline Markdown as written.
    pub summary: String,
    /// What the skill does, in inline Markdown; absent when a derived record has none.
    pub what_it_does: Option<String>,
    /// When to use it; each item in inline Markdown.
    pub when_to_use: Vec<String>,
    /// Whether pages show a check glyph before each item of `when_to_use`.
    pub has_check_glyphs: bool,
    /// When not to use it; each item in inline Markdown.
    pub when_not_to_use: Vec<String>,
    /// Whether pages show a cross glyph before each item of `when_not_to_use`.
    pub has_cross_glyphs: bool,
    /// Prompts that make an assistant apply the skill.
    pub example_prompts: Vec<String>,
    /// Changes, newest first.
    pub recent_changes: Vec<RecentChange>,
    /// Whether the record was derived from SKILL.md because there is no PAGE.md.
    pub is_derived: bool,
    /// The description in the front matter of SKILL.md, which an assistant matches a task against.
    pub description: String,
    /// The whole text of SKILL.md.
    pub skill_md: String,
}

/// One entry of Recent changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecentChange {
    /// The day.
    pub date: Date,
    /// What changed, in inline Markdown.
    pub text: String,
}

/// Why a folder gives no record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// There is no SKILL.md.
    #[error("the folder holds no SKILL.md")]
    SkillMdMissing,
    /// A file that is to be text is not.
    #[error("{path} is not UTF-8 text: byte {offset} is wrong")]
    NotText {
        /// The file.
        path: String,
        /// The first byte that is not UTF-8.
        offset: usize,
    },
    /// SKILL.md has no front matter that names it and says when it applies.
    #[error("SKILL.md is not a skill: {reason}")]
    NotASkill {
        /// What is missing or wrong.
        reason: String,
    },
}

/// Makes the record of a skill's files.
///
/// # Errors
/// When there is no SKILL.md, when it or PAGE.md is not text, or when SKILL.md is no skill.
pub fn record(files: &FileSet) -> Result<PageRecord, RecordError> {
    let text = |path: &str| {
        let text = files.get(path).map(|file| std::str::from_utf8(&file.bytes));
        text.transpose().map_err(|error| RecordError::NotText {
            path: path.to_owned(),
            offset: error.valid_up_to(),
        })
    };
    let skill_md = text("SKILL.md")?.ok_or(RecordError::SkillMdMissing)?;
    record_of(skill_md, text("PAGE.md")?)
}

/// Makes the record from the text of SKILL.md and, where there is one, of PAGE.md.
///
/// # Errors
/// When SKILL.md has no description in its front matter: then there is nothing an assistant could apply.
pub fn record_of(skill_md: &str, page_md: Option<&str>) -> Result<PageRecord, RecordError> {
    let skill_md = Source::new("SKILL.md", skill_md);
    let front_matter = FrontMatter::read(&skill_md, LIMITS);
    let description = front_matter
        .text("description")
        .map(|scalar| scalar.text.trim())
        .filter(|text| !text.is_empty());
    let Some(description) = description else {
        let defect = front_matter.defects.first();
        let reason = defect.map_or_else(
            || "its front matter has no `description`".to_owned(),
            |defect| defect.message.clone(),
        );
        return Err(RecordError::NotASkill { reason });
    };
    let derived = derive::record(&skill_md, &front_matter, description);
    Ok(match page_md {
        Some(page_md) => written::record(&Source::new("PAGE.md", page_md), derived),
        None => derived,
    })
}

/// Finds when the content last changed as far as the record says: the newest entry of Recent changes.
pub fn updated_on(record: &PageRecord) -> Option<Date> {
    record.recent_changes.iter().map(|change| change.date).max()
}
