//! What people make of skills, told to a catalog: ratings, and what came of checks.

use guild_skill::SkillName;
use guild_skill::wire::{List, NewRating, NewReport, Rating, RatingChange, Report};
use ureq::http::Method;

use super::{Behalf, Remote, RemoteError};

impl Remote {
    /// Finds the rating of an account.
    pub(crate) fn rating(
        &self,
        name: &SkillName,
        account: &str,
    ) -> Result<Option<Rating>, RemoteError> {
        let list: List<Rating> =
            self.ask(&format!("/api/skills/{name}/ratings?account={account}"))?;
        Ok(list.items.into_iter().next())
    }

    /// Rates a skill.
    pub(crate) fn rate(
        &self,
        name: &SkillName,
        stars: u8,
        text: Option<&str>,
    ) -> Result<Rating, RemoteError> {
        let path = format!("/api/skills/{name}/ratings");
        let new = NewRating {
            stars: i64::from(stars),
            text: text.map(str::to_owned),
        };
        let mut response = self.write(&Method::POST, &path, Behalf::Token, Some(&new))?;
        self.read(&path, &mut response)
    }

    /// Changes a rating; its text stays where none is given.
    pub(crate) fn change_rating(
        &self,
        own: &Rating,
        stars: u8,
        text: Option<&str>,
    ) -> Result<Rating, RemoteError> {
        let path = format!("/api/skills/{}/ratings/{}", own.skill, own.id);
        let change = RatingChange {
            stars: Some(i64::from(stars)),
            text: text.map(str::to_owned),
            ..RatingChange::default()
        };
        let mut response = self.write(&Method::PATCH, &path, Behalf::Token, Some(&change))?;
        self.read(&path, &mut response)
    }

    /// Withdraws a rating.
    pub(crate) fn withdraw_rating(&self, own: &Rating) -> Result<(), RemoteError> {
        let path = format!("/api/skills/{}/ratings/{}", own.skill, own.id);
        let nothing = None::<&()>;
        self.write(&Method::DELETE, &path, Behalf::Token, nothing)
            .map(|_| ())
    }

    /// Tells what came of a check.
    pub(crate) fn report(&self, report: &NewReport) -> Result<Report, RemoteError> {
        let path = "/api/reports";
        let mut response = self.write(&Method::POST, path, Behalf::Token, Some(report))?;
        self.read(path, &mut response)
    }
}
