//! Who may call.

use super::{Location, Spot, Text};

/// What the caller of an operation needs.
#[derive(Clone, Debug)]
pub struct Security {
    /// Where it is stated.
    pub spot: Spot,
    /// The alternatives; of each, all is needed. None for no alternative at all: anyone may call.
    pub alternatives: Vec<Vec<Need>>,
}

/// One thing that the caller needs.
#[derive(Clone, Debug)]
pub struct Need {
    /// The name of the scheme.
    pub scheme: Text,
    /// The scopes or roles.
    pub scopes: Vec<Text>,
}

/// A way to prove who calls.
#[derive(Clone, Debug)]
pub struct Scheme {
    /// Its name.
    pub name: Text,
    /// What it is.
    pub kind: SchemeKind,
    /// The scopes that it lists.
    pub scopes: Vec<Text>,
}

/// What a way to prove who calls is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SchemeKind {
    /// A key in a header, a query parameter or a cookie.
    ApiKey {
        /// Where it goes.
        location: Location,
        /// What the header, parameter or cookie is called.
        name: Box<str>,
    },
    /// A scheme of the `Authorization` header, such as `bearer`.
    Http(Box<str>),
    /// OAuth 2.
    OAuth2,
    /// `OpenID` Connect.
    OpenIdConnect,
    /// A certificate of the client.
    MutualTls,
    /// Something else.
    Unknown,
}

impl Security {
    /// Tells whether someone may call without proving who they are.
    pub fn is_open(&self) -> bool {
        self.alternatives.is_empty() || self.alternatives.iter().any(Vec::is_empty)
    }
}
