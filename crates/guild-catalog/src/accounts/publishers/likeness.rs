//! Which publisher a job is; and if it is none, in what it differs from the one it is most like.

use std::fmt;

use guild_skill::SkillName;

use super::Identity;
use crate::store::publishers::PublisherRow;

/// In what a job differs from a publisher. What is compared first stands first: a job that differs later is more like
/// the publisher.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Difference {
    /// It is of another repository. Which one is bound is not told: it may be a private one.
    Repository { came: String },
    /// It is of a repository that has the name of the one that was pinned.
    OtherOfThatName { repository: String },
    /// Its identity is made for another.
    Audience { bound: String, came: String },
    /// It is of another workflow.
    Workflow { bound: String, came: Option<String> },
    /// It runs in another environment, or in none.
    Environment { bound: String, came: Option<String> },
    /// It wants to publish another skill.
    Skill { bound: String, came: String },
    /// It was trusted a moment ago.
    Gone,
}

/// Finds the publisher that is the job.
pub(super) fn closest<'a>(
    rows: &'a [PublisherRow],
    identity: &Identity,
    skill: Option<&SkillName>,
) -> Result<&'a PublisherRow, Difference> {
    let mut least = Difference::Repository {
        came: identity.job.repository.clone(),
    };
    for row in rows {
        match difference(row, identity, skill) {
            None => return Ok(row),
            Some(difference) => least = least.max(difference),
        }
    }
    Err(least)
}

fn difference(
    row: &PublisherRow,
    identity: &Identity,
    skill: Option<&SkillName>,
) -> Option<Difference> {
    let job = &identity.job;
    let repository = job.repository.clone();
    if !row.repository.eq_ignore_ascii_case(&job.repository) {
        return Some(Difference::Repository { came: repository });
    }
    if row.repository_id.is_some() && row.repository_id != job.repository_id {
        return Some(Difference::OtherOfThatName { repository });
    }
    if row.audience != identity.audience {
        return Some(Difference::Audience {
            bound: row.audience.clone(),
            came: identity.audience.clone(),
        });
    }
    if job.workflow.as_ref() != Some(&row.workflow) {
        return Some(Difference::Workflow {
            bound: row.workflow.clone(),
            came: job.workflow.clone(),
        });
    }
    let is_other = |bound: &&String| {
        let came = job.environment.as_ref();
        !came.is_some_and(|came| came.eq_ignore_ascii_case(bound))
    };
    if let Some(bound) = row.environment.as_ref().filter(is_other) {
        return Some(Difference::Environment {
            bound: bound.clone(),
            came: job.environment.clone(),
        });
    }
    match (&row.skill, skill) {
        (Some(bound), Some(skill)) if bound != skill.as_str() => Some(Difference::Skill {
            bound: bound.clone(),
            came: skill.to_string(),
        }),
        // Who names no skill gets a token for the one that it may publish.
        (None | Some(_), _) => None,
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let none = |came: &Option<String>| match came {
            Some(came) => format!("is `{came}`"),
            None => "is not told".to_owned(),
        };
        match self {
            Self::Repository { came } => {
                write!(
                    formatter,
                    "none of its publishers is the repository `{came}`"
                )
            }
            Self::OtherOfThatName { repository } => write!(
                formatter,
                "`{repository}` is another repository than the one of that name that published first; if it is meant, \
                 an owner takes the publisher out and adds it anew"
            ),
            Self::Audience { bound, came } => write!(
                formatter,
                "its identity is made for `{came}`, and the publisher takes one made for `{bound}`"
            ),
            Self::Workflow { bound, came } => write!(
                formatter,
                "its workflow {}, and the publisher is bound to `{bound}`",
                none(came)
            ),
            Self::Environment { bound, came } => write!(
                formatter,
                "its environment {}, and the publisher is bound to `{bound}`",
                none(came)
            ),
            Self::Skill { bound, came } => write!(
                formatter,
                "it wants to publish `{came}`, and the publisher is bound to `{bound}`"
            ),
            Self::Gone => formatter.write_str("the publisher has changed a moment ago; try again"),
        }
    }
}
