//! What people make of a skill, on the pages that show it: stars, texts, and a form for who is signed in.

use guild_catalog::{PageRequest, Place};
use guild_skill::{Scope, SkillName, wire};

use super::entry::{ShownDate, counted, grouped};
use super::text::{self, Html};
use crate::api::ratings::of_error;
use crate::auth::{Asker, Viewer, viewer};
use crate::error::ApiError;
use crate::state::AppState;

/// The section of a page.
pub(super) struct RatingsBlock {
    pub(super) skill: String,
    /// `4.3`; absent where nobody has rated.
    pub(super) average: Option<String>,
    /// `12 ratings`
    pub(super) count: String,
    pub(super) total: u64,
    /// How many are hidden.
    pub(super) hidden: u64,
    pub(super) lines: Vec<RatingLine>,
    /// `12`, each with separators of thousands; absent where nobody has starred the skill.
    pub(super) starred_by: Option<String>,
    /// Who can star it, and has or has not.
    pub(super) star: Option<Star>,
    pub(super) form: Form,
}

/// The star of who looks.
pub(super) struct Star {
    pub(super) viewer: Viewer,
    pub(super) is_given: bool,
}

/// A rating.
pub(super) struct RatingLine {
    pub(super) id: String,
    pub(super) account: String,
    pub(super) stars: u8,
    pub(super) text: Html,
    pub(super) version: String,
    pub(super) changed: Option<ShownDate>,
    pub(super) hidden_reason: Option<String>,
    pub(super) is_hidden: bool,
}

/// What somebody who looks can do.
pub(super) enum Form {
    /// Sign in.
    Nobody,
    /// Read on a file host, where nobody signs in.
    Reading,
    /// Hide ratings: the skill is theirs, or they run the catalog and have nothing to say.
    Member(Viewer),
    /// Rate the skill, or change what they said; an admin hides too.
    Reader {
        viewer: Viewer,
        /// What they said.
        own: Option<wire::Rating>,
    },
}

/// What each number of stars says.
pub(super) const STARS: [(u8, &str); 5] = [
    (5, "very good"),
    (4, "good"),
    (3, "middling"),
    (2, "poor"),
    (1, "very poor"),
];

impl Form {
    /// Whether a number of stars is what they said.
    pub(super) fn is_chosen(&self, stars: &u8) -> bool {
        match self {
            Self::Reader { own: Some(own), .. } => own.stars == *stars,
            Self::Reader { own: None, .. } | Self::Member(_) | Self::Nobody | Self::Reading => {
                false
            }
        }
    }

    /// Gives who may hide ratings.
    pub(super) fn hiding(&self) -> Option<&Viewer> {
        match self {
            Self::Member(viewer) => Some(viewer),
            Self::Reader { viewer, .. } => Some(viewer).filter(|viewer| viewer.is_admin),
            Self::Nobody | Self::Reading => None,
        }
    }
}

impl RatingLine {
    fn of(rating: wire::Rating) -> Self {
        Self {
            id: rating.id,
            account: rating.account,
            stars: rating.stars,
            text: text::marked(&rating.text),
            version: rating.version,
            changed: ShownDate::of_time(&rating.changed_at),
            hidden_reason: rating.hidden_reason,
            is_hidden: rating.is_hidden,
        }
    }

    /// Draws the stars: `★★★★☆`.
    pub(super) fn drawn(&self) -> String {
        drawn(self.stars)
    }
}

fn drawn(stars: u8) -> String {
    (1..=5)
        .map(|star| if star <= stars { '★' } else { '☆' })
        .collect()
}

impl RatingsBlock {
    /// Makes the section, with a page of the texts, and tells what page of how many it is.
    pub(super) async fn of(
        state: &AppState,
        entry: &guild_catalog::SkillEntry,
        page: PageRequest,
    ) -> Result<(Self, wire::List<()>), ApiError> {
        let (name, catalog) = (&entry.name, state.catalog());
        let caller = match (viewer(), Asker::current()) {
            (Some(_), Some(asker)) => asker.identify(state).await?,
            (None, _) | (_, None) => None,
        };
        let ratings = catalog.ratings(caller.as_deref(), name, None, page).await;
        let ratings = match ratings {
            Ok(ratings) => ratings,
            Err(error) => return Err(of_error(state, error).await),
        };
        let star = match (&caller, viewer()) {
            (Some(caller), Some(viewer)) if caller.account().is_ok() => {
                let is_given = catalog.has_starred(caller, name).await?;
                Some(Star { viewer, is_given })
            }
            (Some(_) | None, _) => None,
        };
        let form = match (caller, viewer()) {
            (Some(caller), Some(viewer)) => {
                let place = Place::Skill(&entry.pack, name);
                let is_member = caller.roles.contains_key(&entry.pack)
                    && caller.require(Scope::RatingsWrite, place).is_ok();
                match caller.account() {
                    Ok(account) if !is_member => {
                        let own =
                            catalog.ratings(Some(&caller), name, Some(account), PageRequest::FIRST);
                        let own = match own.await {
                            Ok(own) => own.items.into_iter().next(),
                            Err(error) => return Err(of_error(state, error).await),
                        };
                        Form::Reader { viewer, own }
                    }
                    Ok(_) | Err(_) => Form::Member(viewer),
                }
            }
            (None, _) | (_, None) if state.is_exporting() => Form::Reading,
            (None, _) | (_, None) => Form::Nobody,
        };
        let hidden = catalog.hidden_ratings(name).await?;
        let rating = entry.opinion.rating;
        let list = wire::List {
            items: Vec::new(),
            page: ratings.page,
            page_size: ratings.page_size,
            total_items: ratings.total_items,
            total_pages: ratings.total_pages,
        };
        let block = Self {
            skill: name.to_string(),
            average: average(&rating),
            count: counted(rating.count, "rating"),
            total: ratings.total_items,
            hidden,
            lines: ratings.items.into_iter().map(RatingLine::of).collect(),
            starred_by: starred_by(entry.opinion.star_count),
            star,
            form,
        };
        Ok((block, list))
    }
}

/// Writes the mean as people read it: `4.3`.
pub(super) fn average(rating: &wire::RatingSummary) -> Option<String> {
    rating.average.map(|average| format!("{average:.1}"))
}

/// Writes how many have starred a skill; nothing for nobody.
fn starred_by(star_count: u64) -> Option<String> {
    (star_count > 0).then(|| grouped(star_count))
}

/// Says in one line what people make of a skill: `4.3 of 5 from 12 ratings`, `starred by 57`, `1,204 downloads, 93 in the last 30 days`.
pub(super) struct OpinionLine {
    pub(super) rating: Option<String>,
    pub(super) stars: Option<String>,
    pub(super) downloads: Option<String>,
}

impl OpinionLine {
    /// Reads a record.
    pub(super) fn of(skill: &wire::Skill) -> Self {
        let ratings = counted(skill.rating.count, "rating");
        let downloads = (skill.download_count > 0).then(|| {
            let noun = if skill.download_count == 1 {
                "download"
            } else {
                "downloads"
            };
            let recent = grouped(skill.recent_download_count);
            format!(
                "{} {noun}, {recent} in the last 30 days",
                grouped(skill.download_count)
            )
        });
        Self {
            rating: average(&skill.rating).map(|average| format!("{average} of 5 from {ratings}")),
            stars: starred_by(skill.star_count).map(|number| format!("starred by {number}")),
            downloads,
        }
    }
}

/// Names a skill that a form is about.
pub(super) fn place(name: &SkillName) -> String {
    format!("{}#ratings", crate::links::skill(name.as_str()))
}
