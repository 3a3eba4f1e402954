//! Other people's protocols, served so that their clients install from this catalog as they are.
//!
//! `well_known` is agent-skills discovery, which npm `skills` reads; `find` is what its search asks; `clawhub` is the
//! registry that npm `clawhub` speaks to; `tlog` is what witnesses of a
//! transparency log read. None of it belongs to our own contract: its shapes are theirs, with what they
//! call a field and how they page. What is asked beyond what is known here is ignored, as their servers do it.

mod clawhub;
mod find;
mod tlog;
mod well_known;

use std::collections::BTreeMap;

use axum::Router;
use axum::extract::FromRequestParts;
use axum::routing::get;
use guild_catalog::SkillEntry;
use guild_skill::{PackName, SkillName};
use http::header;
use http::request::Parts;
use semver::Version;

use crate::document::{Document, Freshness};
use crate::error::{ApiError, Code};
use crate::parameters;
use crate::state::{AppState, BaseUrl};

pub(crate) use clawhub::is_of_clawhub;

/// The routes of other clients.
pub(crate) fn router() -> Router<AppState> {
    well_known::router()
        .merge(clawhub::router())
        .merge(tlog::router())
        .route("/api/search", get(find::list))
}

/// The catalog's address, as whoever asks can reach it.
pub(crate) struct Address {
    base: String,
    /// Whether it is that of the request alone: nobody told the server its own.
    is_of_request: bool,
}

impl Address {
    /// Makes the address of something in the catalog; `path` starts with a slash.
    fn join(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    /// Makes an answer that holds such addresses; it is kept for others only if theirs would be the same.
    fn answer(&self, value: &impl serde::Serialize) -> Result<Document, ApiError> {
        let mut document = Document::json(value)?;
        if self.is_of_request {
            document.freshness = Freshness::Momentary;
        }
        Ok(document)
    }
}

impl FromRequestParts<AppState> for Address {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let assumed = match state.base_url() {
            BaseUrl::Given(url) => {
                return Ok(Self {
                    base: url.clone(),
                    is_of_request: false,
                });
            }
            BaseUrl::Assumed(url) => url,
        };
        let is_plain = |byte: u8| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b':' | b'[' | b']')
        };
        let host = parts.headers.get(header::HOST);
        let host = host
            .and_then(|host| host.to_str().ok())
            .filter(|host| !host.is_empty() && host.bytes().all(is_plain));
        Ok(Self {
            base: host.map_or_else(|| assumed.clone(), |host| format!("http://{host}")),
            is_of_request: true,
        })
    }
}

/// The query of another client: what is not asked for is passed over, and of several values the first counts.
pub(crate) struct Asked(BTreeMap<String, String>);

impl Asked {
    /// Gives a value that is not blank.
    fn text(&self, name: &str) -> Option<&str> {
        let text = self.0.get(name)?.trim();
        (!text.is_empty()).then_some(text)
    }

    /// Gives how many items are wanted, within what a page may hold.
    fn limit(&self, usual: u32) -> u32 {
        let limit = self.text("limit").and_then(|text| text.parse().ok());
        limit
            .unwrap_or(usual)
            .clamp(1, guild_catalog::MAX_PAGE_SIZE)
    }
}

impl<S: Sync> FromRequestParts<S> for Asked {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let mut asked = BTreeMap::new();
        for pair in parts.uri.query().unwrap_or_default().split('&') {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let name = parameters::decode(name)?;
            asked.entry(name).or_insert(parameters::decode(value)?);
        }
        Ok(Self(asked))
    }
}

/// Finds a skill by what another client calls it.
async fn find_skill(state: &AppState, text: &str) -> Result<SkillEntry, ApiError> {
    crate::pages::find_skill(state, text).await
}

/// Reads the name of a pack; what is no name is that of no pack.
fn pack_name(text: &str) -> Result<PackName, ApiError> {
    PackName::parse(text).map_err(|_| {
        let message = format!("the catalog has no pack `{}`", parameters::shown(text));
        ApiError::new(Code::PackNotFound, message)
    })
}

/// Reads a version; what is none is that of no release.
fn version_of(name: &SkillName, text: &str) -> Result<Version, ApiError> {
    Version::parse(text).map_err(|_| {
        let message = format!(
            "the skill `{name}` has no release `{}`",
            parameters::shown(text)
        );
        ApiError::new(Code::ReleaseNotFound, message)
    })
}
