//! Stars: what accounts want to find again, one of each account and skill.

use guild_skill::{Scope, SkillName};

use crate::accounts::{Caller, Place};
use crate::catalog::Catalog;
use crate::error::StoreError;
use crate::ratings::RatingError;
use crate::store::{count, events, stars};

/// What a wish for a star, or for none, came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Starring {
    /// Whether the wish changed anything; it does once.
    pub is_changed: bool,
    /// How many accounts have starred the skill now.
    pub star_count: u64,
}

/// What is wished for.
#[derive(Clone, Copy)]
enum Wish {
    Star,
    NoStar,
}

impl Catalog {
    /// Gives a skill the caller's star.
    ///
    /// # Errors
    /// When there is no such skill, the caller may not, or the database fails.
    pub async fn star(&self, caller: &Caller, skill: &SkillName) -> Result<Starring, RatingError> {
        self.wish(caller, skill, Wish::Star).await
    }

    /// Takes the caller's star of a skill back.
    ///
    /// # Errors
    /// When there is no such skill, the caller may not, or the database fails.
    pub async fn unstar(
        &self,
        caller: &Caller,
        skill: &SkillName,
    ) -> Result<Starring, RatingError> {
        self.wish(caller, skill, Wish::NoStar).await
    }

    /// Tells whether the caller has starred a skill; a program that is no account has not.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn has_starred(
        &self,
        caller: &Caller,
        skill: &SkillName,
    ) -> Result<bool, StoreError> {
        let Ok(account) = caller.account() else {
            return Ok(false);
        };
        let store = &self.inner.store;
        let pair = (skill.as_str(), account.as_str());
        store.sorted(stars::is_there(store.readers(), pair).await)
    }

    async fn wish(
        &self,
        caller: &Caller,
        skill: &SkillName,
        wish: Wish,
    ) -> Result<Starring, RatingError> {
        let account = caller.account()?;
        caller.require(Scope::RatingsWrite, Place::Catalog)?;
        let store = &self.inner.store;
        let now = self.inner.clock.now();
        let mut writing = store.begin().await?;
        let sequence = store.sorted(events::next(&mut writing).await)?;
        let before = store.sorted(stars::count_of(&mut writing, skill.as_str()).await)?;
        let before = before.ok_or_else(|| RatingError::NoSkill(skill.clone()))?;
        let pair = (skill.as_str(), account.as_str());
        let change = match wish {
            Wish::Star => stars::insert(pair, now),
            Wish::NoStar => stars::delete(pair),
        };
        if !store.alter(&mut writing, change).await? {
            // Nothing is written: what pages and lists keep stays good.
            return Ok(Starring {
                is_changed: false,
                star_count: count(before),
            });
        }
        let number = store.sorted(stars::sum_up(&mut writing, skill.as_str()).await)?;
        self.inner.commit(writing, sequence).await?;
        Ok(Starring {
            is_changed: true,
            star_count: count(number),
        })
    }
}
