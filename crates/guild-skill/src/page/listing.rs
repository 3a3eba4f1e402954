//! A record with its release, in the shapes that the API and its clients share.

use super::{KIND_LABEL, PageRecord, RecentChange};
use crate::age::{Date, updated_indicator};
use crate::install::install;
use crate::{PackName, SkillName, wire};

/// A skill as the catalog lists it.
#[derive(Clone, Debug)]
pub struct Listing<'a> {
    /// Its name.
    pub name: &'a SkillName,
    /// The pack that lists it.
    pub pack: &'a PackName,
    /// What its page says.
    pub record: &'a PageRecord,
    /// The newest release that is not yanked.
    pub release: &'a wire::Release,
    /// When its content last changed, as far as that is known: see [`super::updated_on`].
    pub updated: Option<Date>,
    /// What people make of it.
    pub opinion: Opinion,
}

/// What people make of a skill.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Opinion {
    /// What its ratings come to.
    pub rating: wire::RatingSummary,
    /// How often any of its releases was downloaded.
    pub download_count: u64,
    /// How often that was within the last 30 days.
    pub recent_download_count: u64,
    /// How many accounts have starred it.
    pub star_count: u64,
}

impl Listing<'_> {
    /// Gives the whole record, its updated indicator as of `today`.
    pub fn to_skill(&self, today: Date) -> wire::Skill {
        let record = self.record;
        wire::Skill {
            name: self.name.to_string(),
            pack: self.pack.to_string(),
            pack_label: record.pack_label.clone(),
            kind_label: KIND_LABEL.to_owned(),
            updated_indicator: self
                .updated
                .map(|updated| updated_indicator(updated, today)),
            updated_at: self.updated.map(midnight),
            title: record.title.clone(),
            summary: record.summary.clone(),
            what_it_does: record.what_it_does.clone(),
            when_to_use: record.when_to_use.clone(),
            has_check_glyphs: record.has_check_glyphs,
            when_not_to_use: record.when_not_to_use.clone(),
            has_cross_glyphs: record.has_cross_glyphs,
            install: install(self.name),
            skill_md: record.skill_md.clone(),
            example_prompts: record.example_prompts.clone(),
            recent_changes: record.recent_changes.iter().map(Into::into).collect(),
            is_derived: record.is_derived,
            latest_release: self.release.clone(),
            rating: self.opinion.rating,
            download_count: self.opinion.download_count,
            recent_download_count: self.opinion.recent_download_count,
            star_count: self.opinion.star_count,
        }
    }

    /// Gives what a list shows of it.
    pub fn to_summary(&self) -> wire::SkillSummary {
        wire::SkillSummary {
            name: self.name.to_string(),
            title: self.record.title.clone(),
            summary: self.record.summary.clone(),
            pack: self.pack.to_string(),
            pack_label: self.record.pack_label.clone(),
            version: self.release.version.clone(),
            digest: self.release.digest.clone(),
            published_at: self.release.published_at.clone(),
            updated_at: self.updated.map(midnight),
            is_derived: self.record.is_derived,
            rating: self.opinion.rating,
            download_count: self.opinion.download_count,
            star_count: self.opinion.star_count,
        }
    }
}

impl From<&RecentChange> for wire::RecentChange {
    fn from(change: &RecentChange) -> Self {
        Self {
            date: change.date.to_string(),
            text: change.text.clone(),
        }
    }
}

/// Records know days; the API speaks of times.
fn midnight(date: Date) -> String {
    format!("{}T00:00:00Z", date.iso())
}
