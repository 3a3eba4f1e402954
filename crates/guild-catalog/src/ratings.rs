//! Ratings: what accounts make of skills, one of each account and skill.

use std::str::FromStr;

use guild_skill::wire::{self, AuditAction};
use guild_skill::{AccountName, PackName, Scope, SkillName};
use sqlx::AnyConnection;

use crate::accounts::{Caller, Denied, Place, random_id};
use crate::catalog::{Catalog, parsed};
use crate::error::StoreError;
use crate::page_request::PageRequest;
use crate::reason::{Reason, is_hidden};
use crate::store::ratings::{self, RatingRow, Wanted};
use crate::store::{count, events, members, releases, skills};
use crate::withdraw::note;

/// The longest text of a rating, in characters.
const LENGTH: usize = 2_000;

/// How many ratings of three stars are added to those of a skill before skills are put in order.
const PRIOR: i64 = 5;

/// From one to five.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stars(u8);

/// What somebody says of a skill: text of some lines, maybe none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words(String);

/// The value is not what a rating holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WordsError {
    /// There are too many stars, or too few.
    #[error("a rating has 1 to 5 stars")]
    Stars,
    /// The text is too long.
    #[error("the text of a rating may have {LENGTH} characters")]
    TooLong,
    /// The text holds a character that is not seen.
    #[error("the text of a rating has no control or invisible characters")]
    Hidden,
}

/// What is to change of a rating.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RatingChange {
    /// Other stars.
    pub stars: Option<Stars>,
    /// Another text.
    pub words: Option<Words>,
    /// To hide it for a reason, or to show it again.
    pub hiding: Option<Option<Reason>>,
}

/// Why a rating is not written.
#[derive(Debug, thiserror::Error)]
pub enum RatingError {
    /// The catalog has no such skill.
    #[error("the catalog has no skill `{0}`")]
    NoSkill(SkillName),
    /// The skill has no such rating.
    #[error("the skill `{0}` has no rating of that id")]
    NoRating(SkillName),
    /// The account has rated the skill already.
    #[error("`{account}` has rated `{skill}` already: change that rating, whose id is {id}")]
    There {
        /// The account.
        account: AccountName,
        /// The skill.
        skill: SkillName,
        /// The rating that is there.
        id: String,
    },
    /// Every release of the skill is withdrawn.
    #[error("every release of `{0}` is withdrawn: nobody rates what nobody should take")]
    Withdrawn(SkillName),
    /// Whoever publishes a skill does not rate it.
    #[error("`{0}` is yours: whoever publishes a skill, or belongs to its pack, does not rate it")]
    OwnSkill(SkillName),
    /// The rating is somebody else's.
    #[error("the rating is of `{0}`, who alone changes and withdraws it")]
    NotYours(String),
    /// The caller may not.
    #[error(transparent)]
    Denied(#[from] Denied),
    /// The catalog failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Stars {
    /// Takes a number from 1 to 5.
    ///
    /// # Errors
    /// When it is another number.
    pub fn new(number: i64) -> Result<Self, WordsError> {
        match u8::try_from(number) {
            Ok(number @ 1..=5) => Ok(Self(number)),
            Ok(_) | Err(_) => Err(WordsError::Stars),
        }
    }
}

impl FromStr for Words {
    type Err = WordsError;

    fn from_str(text: &str) -> Result<Self, WordsError> {
        // A browser sends the lines of a form with both characters.
        let text = text.replace("\r\n", "\n");
        if text.chars().count() > LENGTH {
            return Err(WordsError::TooLong);
        }
        let text = text.trim();
        if text.chars().any(|one| one != '\n' && is_hidden(one)) {
            return Err(WordsError::Hidden);
        }
        Ok(Self(text.to_owned()))
    }
}

impl Catalog {
    /// Lists the ratings of a skill, the last changed first; those of one account, where one is named. Hidden ones are
    /// seen by who wrote them, and by those who may hide them.
    ///
    /// # Errors
    /// When there is no such skill, or the database fails.
    pub async fn ratings(
        &self,
        viewer: Option<&Caller>,
        skill: &SkillName,
        account: Option<&AccountName>,
        page: PageRequest,
    ) -> Result<wire::List<wire::Rating>, RatingError> {
        let store = &self.inner.store;
        let row = store.sorted(skills::one(store.readers(), skill.as_str()).await)?;
        let row = row.ok_or_else(|| RatingError::NoSkill(skill.clone()))?;
        let pack: PackName = parsed("pack name", &row.pack)?;
        let wanted = Wanted {
            skill: skill.to_string(),
            account: account.map(ToString::to_string),
            viewer: viewer.and_then(|viewer| viewer.account().ok().map(ToString::to_string)),
            sees_all: viewer.is_some_and(|viewer| may_hide(viewer, &pack, skill).is_ok()),
        };
        let total = store.sorted(ratings::count_of(store.readers(), &wanted).await)?;
        let rows = ratings::list(store.readers(), &wanted, page.limits()).await;
        let items = store.sorted(rows)?.into_iter().map(Into::into).collect();
        Ok(page.list(items, count(total)))
    }

    /// Counts the ratings of a skill that are hidden.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn hidden_ratings(&self, skill: &SkillName) -> Result<u64, StoreError> {
        let store = &self.inner.store;
        let hidden = ratings::count_hidden(store.readers(), skill.as_str()).await;
        Ok(count(store.sorted(hidden)?))
    }

    /// Rates a skill.
    ///
    /// # Errors
    /// When there is no such skill or it is withdrawn, the account has rated it already or publishes it, the caller may
    /// not, or the database fails.
    pub async fn rate(
        &self,
        caller: &Caller,
        skill: &SkillName,
        (stars, words): (Stars, &Words),
    ) -> Result<wire::Rating, RatingError> {
        let account = caller.account()?;
        caller.require(Scope::RatingsWrite, Place::Catalog)?;
        let store = &self.inner.store;
        let now = self.inner.clock.now();
        let mut writing = store.begin().await?;
        let sequence = store.sorted(events::next(&mut writing).await)?;
        let version = self.rateable(&mut writing, account, skill).await?;
        let row = RatingRow {
            id: random_id()?,
            skill: skill.to_string(),
            account: account.to_string(),
            stars: i64::from(stars.0),
            text: words.0.clone(),
            version,
            created_at: now,
            changed_at: now,
            hidden_reason: None,
        };
        if !store.alter(&mut writing, ratings::insert(&row)).await? {
            let there = ratings::of_account(&mut writing, skill.as_str(), account.as_str()).await;
            return Err(RatingError::There {
                account: account.clone(),
                skill: skill.clone(),
                id: store.sorted(there)?,
            });
        }
        self.sum_up(&mut writing, skill).await?;
        self.inner.commit(writing, sequence).await?;
        Ok(row.into())
    }

    /// Changes a rating: its stars and its text by who wrote it, whether it is hidden by a member of the pack.
    ///
    /// # Errors
    /// When there is no such skill or rating, the caller may not, or the database fails.
    pub async fn change_rating(
        &self,
        caller: &Caller,
        (skill, id): (&SkillName, &str),
        change: RatingChange,
    ) -> Result<wire::Rating, RatingError> {
        let store = &self.inner.store;
        let now = self.inner.clock.now();
        let mut writing = store.begin().await?;
        let sequence = store.sorted(events::next(&mut writing).await)?;
        let (pack, mut row) = self.rating_of(&mut writing, skill, id).await?;
        let is_edited = change.stars.is_some() || change.words.is_some();
        if is_edited || change.hiding.is_none() {
            is_theirs(caller, &row)?;
        }
        if is_edited {
            // Who joined the pack since does not praise what is now their own.
            row.version = self
                .rateable(&mut writing, caller.account()?, skill)
                .await?;
            row.changed_at = now;
        }
        row.stars = change.stars.map_or(row.stars, |stars| i64::from(stars.0));
        row.text = change.words.map_or(row.text, |words| words.0);
        if let Some(hiding) = change.hiding {
            may_hide(caller, &pack, skill)?;
            let action = match hiding {
                Some(_) => AuditAction::RatingHidden,
                None => AuditAction::RatingShown,
            };
            row.hidden_reason = hiding.map(|reason| reason.as_str().to_owned());
            let subject = format!("rating {id} of skill {skill} by {}", row.account);
            note(store, &mut writing, caller, (action, &subject), now).await?;
        }
        store.send(&mut writing, ratings::update(&row)).await?;
        self.sum_up(&mut writing, skill).await?;
        self.inner.commit(writing, sequence).await?;
        Ok(row.into())
    }

    /// Withdraws a rating; only who wrote it may.
    ///
    /// # Errors
    /// When there is no such skill or rating, the caller may not, or the database fails.
    pub async fn withdraw_rating(
        &self,
        caller: &Caller,
        skill: &SkillName,
        id: &str,
    ) -> Result<(), RatingError> {
        let store = &self.inner.store;
        let mut writing = store.begin().await?;
        let sequence = store.sorted(events::next(&mut writing).await)?;
        let (_, row) = self.rating_of(&mut writing, skill, id).await?;
        is_theirs(caller, &row)?;
        store.send(&mut writing, ratings::delete(id)).await?;
        self.sum_up(&mut writing, skill).await?;
        self.inner.commit(writing, sequence).await?;
        Ok(())
    }

    /// Sees that an account may rate a skill, and tells which version stands for it.
    async fn rateable(
        &self,
        connection: &mut AnyConnection,
        account: &AccountName,
        skill: &SkillName,
    ) -> Result<String, RatingError> {
        let store = &self.inner.store;
        let Some(pack) = store.sorted(skills::pack_of(connection, skill.as_str()).await)? else {
            return Err(RatingError::NoSkill(skill.clone()));
        };
        let role = members::role(connection, &pack, account.as_str()).await;
        let own = ratings::count_published(connection, skill.as_str(), account.as_str()).await;
        if store.sorted(role)?.is_some() || store.sorted(own)? > 0 {
            return Err(RatingError::OwnSkill(skill.clone()));
        }
        let versions = store.sorted(releases::versions(connection, skill.as_str()).await)?;
        if versions.iter().all(|version| version.is_yanked != 0) {
            return Err(RatingError::Withdrawn(skill.clone()));
        }
        Ok(store.sorted(ratings::standing(connection, skill.as_str()).await)?)
    }

    async fn rating_of(
        &self,
        connection: &mut AnyConnection,
        skill: &SkillName,
        id: &str,
    ) -> Result<(PackName, RatingRow), RatingError> {
        let store = &self.inner.store;
        let pack = store.sorted(skills::pack_of(connection, skill.as_str()).await)?;
        let pack = pack.ok_or_else(|| RatingError::NoSkill(skill.clone()))?;
        let row = store.sorted(ratings::to_change(connection, skill.as_str(), id).await)?;
        let row = row.ok_or_else(|| RatingError::NoRating(skill.clone()))?;
        Ok((parsed("pack name", &pack)?, row))
    }

    /// Writes beside the skill what its ratings come to.
    async fn sum_up(
        &self,
        connection: &mut AnyConnection,
        skill: &SkillName,
    ) -> Result<(), StoreError> {
        let store = &self.inner.store;
        let (number, stars) = store.sorted(ratings::sum(connection, skill.as_str()).await)?;
        let sum = (number, stars, order(number, stars));
        store
            .send(connection, ratings::set_sum(skill.as_str(), sum))
            .await
    }
}

/// Where a skill stands among others, in thousandths of a star.
///
/// The mean of few ratings says little, so some middling ones are added to everybody's. They are a constant and not the
/// mean of the catalog: the place of a skill then follows from its own ratings alone, and can be kept beside it.
fn order(number: i64, stars: i64) -> i64 {
    (stars + 3 * PRIOR) * 1000 / (number + PRIOR)
}

/// A member of the pack hides a rating, or an admin does.
fn may_hide(caller: &Caller, pack: &PackName, skill: &SkillName) -> Result<(), Denied> {
    caller.require(Scope::RatingsWrite, Place::Skill(pack, skill))
}

fn is_theirs(caller: &Caller, row: &RatingRow) -> Result<(), RatingError> {
    caller.require(Scope::RatingsWrite, Place::Catalog)?;
    if caller.account()?.as_str() == row.account {
        return Ok(());
    }
    Err(RatingError::NotYours(row.account.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_rating_of_five_stars_does_not_outweigh_fifty_of_nearly_five() {
        assert!(order(50, 240) > order(1, 5));
        assert!(order(1, 5) > order(0, 0));
        assert!(
            order(0, 0) > order(2, 2),
            "unrated stands above badly rated"
        );
    }

    #[test]
    fn a_text_has_lines_and_nothing_that_is_not_seen() {
        let read = |text: &str| text.parse::<Words>();
        assert_eq!(read(" Good.\r\nReally. ").unwrap().0, "Good.\nReally.");
        assert_eq!(read("").unwrap(), Words::default());
        for hidden in ["a\0b", "a\u{202e}b", "a\rb", "a\u{1b}[2J"] {
            assert_eq!(read(hidden), Err(WordsError::Hidden), "{hidden:?}");
        }
        assert_eq!(read(&"ä".repeat(2001)), Err(WordsError::TooLong));
        assert!(read(&"ä".repeat(2000)).is_ok());
        for number in [i64::MIN, -1, 0, 6, 261, i64::MAX] {
            assert_eq!(Stars::new(number), Err(WordsError::Stars));
        }
    }
}
