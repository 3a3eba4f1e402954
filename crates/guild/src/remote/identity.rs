//! The identity of the job of continuous integration that we run in, and the token that a catalog gives for it.
//!
//! Where the system hands out identities itself, one is asked for that is made for the catalog; elsewhere the job puts
//! it into `GUILD_ID_TOKEN`. A token that was set on purpose, `GUILD_TOKEN`, goes before both.

use std::io::Read as _;

use guild_skill::token::TokenText;
use guild_skill::wire::{JobIdentity, NewTrustedToken, TrustedToken};
use guild_skill::{PackName, SkillName};
use serde::Deserialize;
use ureq::http::header::{ACCEPT, AUTHORIZATION};
use ureq::http::{Method, Uri};

use super::credentials::VARIABLE;
use super::{Behalf, CatalogUrl, Host, Remote, RemoteError, agent};
use crate::environment::Environment;
use crate::failure::Failure;
use crate::settings::Settings;

/// The variable that holds an identity.
const IDENTITY: &str = "GUILD_ID_TOKEN";
/// Where GitHub Actions, and those that do as it does, give an identity, and what they want to see for it.
const REQUEST_URL: &str = "ACTIONS_ID_TOKEN_REQUEST_URL";
const REQUEST_TOKEN: &str = "ACTIONS_ID_TOKEN_REQUEST_TOKEN";
/// The most bytes of their answer.
const ANSWER_BYTES: u64 = 64 << 10;

/// What GitHub Actions answers.
#[derive(Deserialize)]
struct Given {
    value: String,
}

/// Finds the identity of the job that we run in; nothing outside of one, and where a token is set.
pub(crate) fn find(settings: &Settings) -> Result<Option<String>, Failure> {
    let variable = |name| settings.environment.variable(name);
    if variable(VARIABLE).is_some() {
        return Ok(None);
    }
    if let Some(identity) = variable(IDENTITY) {
        return Ok(Some(identity.trim().to_owned()));
    }
    match (variable(REQUEST_URL), variable(REQUEST_TOKEN)) {
        (Some(url), Some(token)) => ask(url, token, settings).map(Some),
        _ => Ok(None),
    }
}

/// Asks the system that runs the job for an identity that is made for the catalog.
fn ask(url: &str, token: &str, settings: &Settings) -> Result<String, Failure> {
    let failed = |reason: String| {
        Failure::could_not("could not get the identity of this job")
            .cause(reason)
            .hint("run the job again, or set GUILD_TOKEN to a token of the catalog")
    };
    let uri: Option<Uri> = url.parse().ok();
    let host = uri.as_ref().and_then(Host::of);
    let is_loopback = host
        .as_ref()
        .and_then(Host::address)
        .is_some_and(|address| address.is_loopback());
    let is_secure = uri.as_ref().and_then(Uri::scheme_str) == Some("https");
    let Some(host) = host.filter(|_| is_secure || is_loopback) else {
        return Err(failed(format!("`{REQUEST_URL}` is no https address")));
    };
    let request = agent(settings, is_loopback)
        .get(url)
        .query("audience", settings.catalog.to_string())
        .header(AUTHORIZATION, format!("Bearer {token}"))
        .header(ACCEPT, "application/json");
    let answer = request.call();
    let mut answer = answer.map_err(|error| failed(format!("{}: {error}", host.authority())))?;
    if !answer.status().is_success() {
        let status = answer.status().as_u16();
        return Err(failed(format!("{} answered {status}", host.authority())));
    }
    let mut bytes = Vec::new();
    let body = answer.body_mut().as_reader().take(ANSWER_BYTES);
    let read = { body }.read_to_end(&mut bytes);
    read.map_err(|error| failed(format!("{} broke off: {error}", host.authority())))?;
    let given: Result<Given, _> = serde_json::from_slice(&bytes);
    // The answer is not shown: it may hold the identity.
    given
        .map(|given| given.value)
        .map_err(|_| failed(format!("{} answered with something else", host.authority())))
}

impl Remote {
    /// Trades an identity for a token that publishes one skill, and prepares to ask with that.
    pub(crate) fn trusted(
        self,
        identity: String,
        pack: &PackName,
        skill: &SkillName,
    ) -> Result<(Self, JobIdentity), Failure> {
        let body = NewTrustedToken {
            identity,
            pack: pack.to_string(),
            skill: Some(skill.to_string()),
        };
        let path = "/api/trusted-tokens";
        let sent = self.write(&Method::POST, path, Behalf::Nobody, Some(&body));
        let made: Result<TrustedToken, _> =
            sent.and_then(|mut response| self.read(path, &mut response));
        let made = made.map_err(|error| not_trusted(error, self.catalog(), pack))?;
        let token = TokenText::parse(&made.secret);
        let token = token.map_err(|_| self.not_a_catalog(path, "it answered with no token"))?;
        Ok((self.with_token(Some(&token)), made.identity))
    }
}

fn not_trusted(error: RemoteError, catalog: &CatalogUrl, pack: &PackName) -> Failure {
    let code = match &error {
        RemoteError::Answered { code, .. } => code.clone(),
        _ => return error.into(),
    };
    let page = catalog.join(&format!("/packs/{pack}/publishers"));
    let hint = match code.as_str() {
        "NOT_TRUSTED" => format!("an owner of the pack sees and changes whom it trusts at {page}"),
        "IDENTITY_REFUSED" => format!(
            "let the job ask for a new identity, made for `{catalog}`; GUILD_TOKEN with a token publishes without one"
        ),
        "ROUTE_NOT_FOUND" => {
            "this catalog knows no trusted publishing: set GUILD_TOKEN to a token of it".to_owned()
        }
        _ => return error.into(),
    };
    let refused = Failure::refused("the catalog gives this job no token");
    Failure::from(error)
        .causes
        .into_iter()
        .fold(refused, Failure::cause)
        .hint(hint)
}

/// Says what a job lacks that shows neither a token nor an identity; nothing outside of one.
pub(crate) fn hint(environment: &Environment, catalog: &CatalogUrl) -> Option<String> {
    let is_in = |name| environment.variable(name).is_some();
    if is_in("GITHUB_ACTIONS") && !is_in(REQUEST_URL) {
        return Some(
            "in this job: `permissions: { id-token: write, contents: read }` lets it publish with its own identity"
                .to_owned(),
        );
    }
    (is_in("GITLAB_CI") && !is_in(IDENTITY)).then(|| {
        format!("in this job: `id_tokens: {{ {IDENTITY}: {{ aud: {catalog} }} }}` lets it publish with its own identity")
    })
}
