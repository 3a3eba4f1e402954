//! Who asks, and what they may do.

use std::collections::{BTreeMap, BTreeSet};

use guild_skill::wire::{self, CredentialKind};
use guild_skill::{AccountName, PackName, Role, Scope, SkillName};

use crate::clock::rfc3339;

/// Who asks for something, and what they may do: made from a session or a token, never from what a request says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    /// Who it is.
    pub actor: Actor,
    /// Whether it is an account that runs the catalog.
    pub is_admin: bool,
    /// What proved it.
    pub credential: Credential,
    /// What the account is in which packs.
    pub roles: BTreeMap<PackName, Role>,
}

/// Who does something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Actor {
    /// An account.
    Account(AccountName),
    /// A job of continuous integration, as its issuer names it.
    Workflow(String),
}

/// What proves who asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Credential {
    /// Somebody signed in with a browser; may do all that the account may.
    Session {
        /// What people see of it.
        id: String,
        /// When it ends, in milliseconds since 1970 in UTC.
        expires_at: i64,
    },
    /// A program has a token; may do what its bounds allow of what the account may.
    Token {
        /// What people see of it.
        id: String,
        /// What it is good for.
        bounds: TokenBounds,
    },
}

/// What a token is good for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenBounds {
    /// What it may do.
    pub scopes: BTreeSet<Scope>,
    /// The one pack that it is good for.
    pub pack: Option<PackName>,
    /// The one skill that it is good for.
    pub skill: Option<SkillName>,
    /// When it ends, in milliseconds since 1970 in UTC; absent for never.
    pub expires_at: Option<i64>,
}

/// Where something is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place<'a> {
    /// Not in a pack: a rating, or the catalog itself with [`Scope::Admin`].
    Catalog,
    /// To a skill of a pack that the catalog holds: takes a member of the pack.
    Skill(&'a PackName, &'a SkillName),
    /// To the first skill of a pack that the catalog does not hold: open to every account, which then owns the pack.
    NewPack(&'a PackName, &'a SkillName),
    /// To a pack itself, its members and who else may publish to it: takes an owner.
    Pack(&'a PackName),
}

/// Why a caller may not do something.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Denied {
    /// The token was not made for it.
    #[error("the token has not the scope `{0}`: make one that has it")]
    Scope(Scope),
    /// The token is for another pack, or for another skill.
    #[error("the token is good for {0} alone")]
    OtherPlace(String),
    /// The account is no member of the pack.
    #[error("`{account}` is no {} of the pack `{pack}`: ask one of its owners", role_word(*.role))]
    Role {
        /// Who asks.
        account: String,
        /// The pack.
        pack: PackName,
        /// What it takes.
        role: Role,
    },
    /// Only an admin may.
    #[error("only an admin of this catalog may do that")]
    NotAdmin,
    /// Only somebody who is signed in may; a token that leaks must not make others.
    #[error("a token cannot do that: sign in with the password")]
    TokenNotEnough,
    /// Only an account may.
    #[error("a job of continuous integration has no account, and this takes one")]
    NoAccount,
}

fn role_word(role: Role) -> &'static str {
    match role {
        Role::Maintainer => "member",
        Role::Owner => "owner",
    }
}

impl Caller {
    /// Gives the account.
    ///
    /// # Errors
    /// When a job asks, which has none.
    pub fn account(&self) -> Result<&AccountName, Denied> {
        match &self.actor {
            Actor::Account(name) => Ok(name),
            Actor::Workflow(_) => Err(Denied::NoAccount),
        }
    }

    /// Gives the name under which it acts, for people.
    pub fn name(&self) -> &str {
        match &self.actor {
            Actor::Account(name) => name.as_str(),
            Actor::Workflow(name) => name,
        }
    }

    /// Gives the account, if somebody is signed in with it.
    ///
    /// # Errors
    /// When a token asks, whatever its scopes.
    pub fn signed_in(&self) -> Result<&AccountName, Denied> {
        match &self.credential {
            Credential::Session { .. } => self.account(),
            Credential::Token { .. } => Err(Denied::TokenNotEnough),
        }
    }

    /// Sees that it may do something at a place.
    ///
    /// # Errors
    /// Says what is missing: a scope, a role, or the right place.
    pub fn require(&self, scope: Scope, place: Place<'_>) -> Result<(), Denied> {
        if let Credential::Token { bounds, .. } = &self.credential {
            bounds.admit(scope, place)?;
        }
        match (scope, place) {
            (Scope::Admin, _) if !self.is_admin => Err(Denied::NotAdmin),
            (_, Place::Catalog) => Ok(()),
            // A job is bound to its pack, and cannot make another.
            (_, Place::NewPack(..)) => self.account().map(|_| ()),
            (_, Place::Skill(pack, _)) => self.require_role(pack, Role::Maintainer),
            (_, Place::Pack(pack)) => self.require_role(pack, Role::Owner),
        }
    }

    /// Whether it decides on a pack: as an owner of it, or as an admin.
    pub fn decides_on(&self, pack: &PackName) -> bool {
        self.require_role(pack, Role::Owner).is_ok()
    }

    fn require_role(&self, pack: &PackName, role: Role) -> Result<(), Denied> {
        if self.is_admin || self.roles.get(pack).is_some_and(|has| *has >= role) {
            return Ok(());
        }
        Err(Denied::Role {
            account: self.name().to_owned(),
            pack: pack.clone(),
            role,
        })
    }

    /// Gives the shape that the API shows.
    pub fn wire(&self) -> wire::Session {
        let (kind, id, expires_at) = match &self.credential {
            Credential::Session { id, expires_at } => {
                (CredentialKind::Session, id, Some(*expires_at))
            }
            Credential::Token { id, bounds } => (CredentialKind::Token, id, bounds.expires_at),
        };
        let bounds = match &self.credential {
            Credential::Session { .. } => None,
            Credential::Token { bounds, .. } => Some(bounds),
        };
        let name = |name: &Actor| match name {
            Actor::Account(account) => (Some(account.to_string()), None),
            Actor::Workflow(workflow) => (None, Some(workflow.clone())),
        };
        let (account, workflow) = name(&self.actor);
        wire::Session {
            account,
            workflow,
            is_admin: self.is_admin,
            credential: kind,
            id: id.clone(),
            scopes: match bounds {
                Some(bounds) => bounds.scopes.iter().copied().collect(),
                None => self.own_scopes(),
            },
            pack: bounds.and_then(|bounds| bounds.pack.as_ref().map(ToString::to_string)),
            skill: bounds.and_then(|bounds| bounds.skill.as_ref().map(ToString::to_string)),
            expires_at: expires_at.map(rfc3339),
            memberships: self.memberships(),
        }
    }

    /// Gives all scopes that the account itself has.
    pub fn own_scopes(&self) -> Vec<Scope> {
        let has = |scope: &Scope| *scope != Scope::Admin || self.is_admin;
        Scope::ALL.into_iter().filter(has).collect()
    }

    fn memberships(&self) -> Vec<wire::Membership> {
        let member = |(pack, role): (&PackName, &Role)| wire::Membership {
            pack: pack.to_string(),
            role: *role,
        };
        self.roles.iter().map(member).collect()
    }
}

impl TokenBounds {
    fn admit(&self, scope: Scope, place: Place<'_>) -> Result<(), Denied> {
        if !self.scopes.contains(&scope) {
            return Err(Denied::Scope(scope));
        }
        let (pack, skill) = match place {
            Place::Catalog => (None, None),
            Place::Pack(pack) => (Some(pack), None),
            Place::Skill(pack, skill) | Place::NewPack(pack, skill) => (Some(pack), Some(skill)),
        };
        // What a token is bound to has to be named by the place; one that is not bound goes everywhere.
        if let Some(bound) = self.pack.as_ref().filter(|bound| pack != Some(bound)) {
            return Err(Denied::OtherPlace(format!("the pack `{bound}`")));
        }
        if let Some(bound) = self.skill.as_ref().filter(|bound| skill != Some(bound)) {
            return Err(Denied::OtherPlace(format!("the skill `{bound}`")));
        }
        Ok(())
    }
}
