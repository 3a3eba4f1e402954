//! What a token may do, and what an account is in a pack: closed sets of words that both ends share.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// What a token may do. Whoever is signed in may do all that the account may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Scope {
    /// Publish releases, of new skills too.
    SkillsPublish,
    /// Withdraw releases, and take that back.
    SkillsYank,
    /// Rate skills, edit a rating and withdraw it.
    RatingsWrite,
    /// Run the catalog; only an admin's token can have it.
    Admin,
}

/// The text is no scope.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it is no scope: a scope is `skills:publish`, `skills:yank`, `ratings:write` or `admin`")]
pub struct ScopeError;

impl Scope {
    /// All scopes, in the order in which people see them.
    pub const ALL: [Self; 4] = [
        Self::SkillsPublish,
        Self::SkillsYank,
        Self::RatingsWrite,
        Self::Admin,
    ];

    /// Gives the word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::SkillsPublish => "skills:publish",
            Self::SkillsYank => "skills:yank",
            Self::RatingsWrite => "ratings:write",
            Self::Admin => "admin",
        }
    }
}

/// A text of a closed set: words as OAuth writes scopes, with a colon, which no value of an enum of ours has.
impl PartialSchema for Scope {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .pattern(Some(
                "^(skills:publish|skills:yank|ratings:write|admin)$".to_owned(),
            ))
            .examples([serde_json::json!("skills:publish")])
            .into()
    }
}

impl ToSchema for Scope {}

impl fmt::Display for Scope {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl FromStr for Scope {
    type Err = ScopeError;

    fn from_str(text: &str) -> Result<Self, ScopeError> {
        let found = Self::ALL.into_iter().find(|scope| scope.as_str() == text);
        found.ok_or(ScopeError)
    }
}

impl TryFrom<String> for Scope {
    type Error = ScopeError;

    fn try_from(text: String) -> Result<Self, ScopeError> {
        text.parse()
    }
}

impl From<Scope> for String {
    fn from(scope: Scope) -> Self {
        scope.as_str().to_owned()
    }
}

/// What an account is in a pack.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Role {
    /// Publishes and withdraws.
    Maintainer,
    /// That, and decides who else may.
    Owner,
}

/// The text is no role.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it is no role: a role is `OWNER` or `MAINTAINER`")]
pub struct RoleError;

impl Role {
    /// Gives the word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Maintainer => "MAINTAINER",
            Self::Owner => "OWNER",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl FromStr for Role {
    type Err = RoleError;

    fn from_str(text: &str) -> Result<Self, RoleError> {
        match text {
            "MAINTAINER" => Ok(Self::Maintainer),
            "OWNER" => Ok(Self::Owner),
            _ => Err(RoleError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_read_as_it_is_written() {
        for scope in Scope::ALL {
            assert_eq!(scope.as_str().parse(), Ok(scope));
        }
        for role in [Role::Maintainer, Role::Owner] {
            assert_eq!(role.as_str().parse(), Ok(role));
        }
        assert!("skills:*".parse::<Scope>().is_err());
        assert!("owner".parse::<Role>().is_err());
    }
}
