//! A catalog over HTTP: the questions a command may ask it, each with a limit in bytes and in time.

mod account;
mod agent;
pub(crate) mod credentials;
mod error;
mod expected;
mod files;
pub(crate) mod identity;
mod keys;
mod opinion;
mod redirect;
mod url;
mod write;

pub(crate) use account::{Behalf, SignedIn};
pub(crate) use agent::agent;
pub(crate) use error::RemoteError;
pub(crate) use expected::{Accepted, Expected};
pub(crate) use redirect::Redirect;
pub(crate) use url::{CatalogUrl, Host};

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use guild_skill::token::TokenText;
use guild_skill::wire::{Comparison, ErrorBody, List, Release, Skill, SkillMatch, SkillSummary};
use guild_skill::{Digest, SkillName};
use serde::de::DeserializeOwned;
use ureq::http::Response;
use ureq::http::header::AUTHORIZATION;
use ureq::typestate::WithoutBody;
use ureq::{Agent, Body, RequestBuilder, ResponseExt as _};

use crate::failure::Failure;
use crate::printer::Progress;
use crate::settings::{ChosenBy, Settings};
use redirect::REDIRECTS;

/// The most bytes of a JSON answer; a page record with its SKILL.md is far below.
const ANSWER_BYTES: u64 = 8 << 20;
const BUFFER_BYTES: usize = 16 << 10;

/// A catalog to ask. Connections are kept between questions, and shared by clones.
#[derive(Clone)]
pub(crate) struct Remote {
    agent: Agent,
    catalog: CatalogUrl,
    /// The folder below which what was seen of catalogs is remembered.
    memory: PathBuf,
    /// What is known of it beside that.
    expected: Expected,
    /// Sent to the catalog itself, and to nobody that it sends us on to.
    token: Option<TokenText>,
    /// Whether it is an export's folder of files; found out when an answer is none of a server's.
    is_files: Arc<OnceLock<bool>>,
}

/// The catalogs that the records of installed skills name, each asked over one connection.
#[derive(Default)]
pub(crate) struct Remotes(BTreeMap<String, Remote>);

impl Remotes {
    /// Gives the catalog to ask for a skill that came from `catalog`; a catalog named for this command goes first.
    pub(crate) fn get(&mut self, catalog: &str, settings: &Settings) -> Result<Remote, Failure> {
        let url = match settings.chosen_by {
            ChosenBy::Command => settings.catalog.clone(),
            ChosenBy::Standing => CatalogUrl::parse(catalog)?,
        };
        let make = || Remote::new(&url, settings);
        Ok(self.0.entry(url.to_string()).or_insert_with(make).clone())
    }
}

impl Remote {
    /// Prepares to ask a catalog; nothing is sent yet.
    pub(crate) fn new(catalog: &CatalogUrl, settings: &Settings) -> Self {
        Self {
            agent: agent(settings, catalog.is_loopback()),
            catalog: catalog.clone(),
            memory: settings.environment.config_folder(),
            expected: Expected::default(),
            token: credentials::token_for(settings, catalog),
            is_files: Arc::default(),
        }
    }

    /// Expects something of the catalog beside what is remembered of it.
    pub(crate) fn expecting(self, expected: Expected) -> Self {
        Self { expected, ..self }
    }

    /// Gives the folder in which the heads and keys of catalogs' logs are remembered.
    pub(crate) fn logs(&self) -> PathBuf {
        self.memory.join("logs")
    }

    /// Gives the folder in which the keys that sign skills are remembered.
    pub(crate) fn signers(&self) -> PathBuf {
        self.memory.join("signers")
    }

    /// Gives what is expected of the catalog beside what is remembered of it.
    pub(crate) fn expected(&self) -> &Expected {
        &self.expected
    }

    /// Prepares to ask a host that is no catalog of this person's: no token goes there.
    pub(crate) fn stranger(address: &CatalogUrl, settings: &Settings) -> Self {
        Self {
            token: None,
            ..Self::new(address, settings)
        }
    }

    /// Takes another token, if there is one, in place of the one that is kept.
    pub(crate) fn with_token(mut self, token: Option<&TokenText>) -> Self {
        if let Some(token) = token {
            self.token = Some(token.clone());
        }
        self
    }

    /// Gives the catalog that is asked.
    pub(crate) fn catalog(&self) -> &CatalogUrl {
        &self.catalog
    }

    /// Asks for a skill's page record; nothing when the catalog does not hold it.
    pub(crate) fn skill(&self, name: &SkillName) -> Result<Option<Skill>, RemoteError> {
        self.find(&format!("/api/skills/{name}"), &[])
    }

    /// Asks for one release; nothing when the catalog does not hold it.
    pub(crate) fn release(
        &self,
        name: &SkillName,
        version: &str,
    ) -> Result<Option<Release>, RemoteError> {
        self.find(&format!("/api/skills/{name}/releases/{version}"), &[])
    }

    /// Asks for a page of the skills that match some words; all skills when there are none.
    pub(crate) fn search(
        &self,
        words: &str,
        page: u32,
        page_size: u32,
    ) -> Result<List<SkillSummary>, RemoteError> {
        let (page_number, page_items) = (page, page_size);
        let (page, page_size) = (page.to_string(), page_size.to_string());
        let mut query = vec![("page", page.as_str()), ("pageSize", page_size.as_str())];
        if !words.is_empty() {
            query.push(("query", words));
        }
        let path = "/api/skills";
        let found = self.find(path, &query)?;
        let found = found.ok_or_else(|| self.not_a_catalog(path, "it does not have it"))?;
        Ok(match self.is_known_to_be_files() {
            true => files::search(found, words, page_number, page_items),
            false => found,
        })
    }

    /// Asks what a release changes since another; nothing when the catalog does not hold both.
    pub(crate) fn changes(
        &self,
        name: &SkillName,
        version: &str,
        since: &str,
    ) -> Result<Option<Comparison>, RemoteError> {
        let path = format!("/api/skills/{name}/releases/{version}/changes");
        self.find(&path, &[("since", since)])
    }

    /// Asks which skills apply to a task.
    pub(crate) fn matches(&self, task: &str, most: u32) -> Result<List<SkillMatch>, RemoteError> {
        let (path, most) = ("/api/matches", most.to_string());
        let found = self.find(path, &[("task", task), ("pageSize", &most)])?;
        found.ok_or_else(|| match self.is_known_to_be_files() {
            true => RemoteError::Files {
                catalog: self.catalog.to_string(),
            },
            false => self.not_a_catalog(path, "it does not have it"),
        })
    }

    /// Fetches an archive and holds its bytes against its digest.
    pub(crate) fn archive(
        &self,
        digest: &Digest,
        size: u64,
        progress: &Progress,
    ) -> Result<Vec<u8>, RemoteError> {
        let path = format!("/api/archives/{digest}");
        let mut response = self.get(&path, &[])?;
        if !response.status().is_success() {
            return Err(self.refusal(&path, &mut response));
        }
        let bytes = self.read_at_most(&mut response, size, progress)?;
        let actual = Digest::of(&bytes);
        if actual != *digest {
            return Err(RemoteError::WrongDigest {
                url: self.catalog.join(&path),
                expected: digest.clone(),
                actual,
                size_bytes: bytes.len() as u64,
            });
        }
        Ok(bytes)
    }

    /// Fetches a tile of the catalog's log, which has a number of bytes; nothing when the log has not so many.
    pub(crate) fn tile(&self, path: &str, size: u64) -> Result<Option<Vec<u8>>, RemoteError> {
        let path = format!("/log/{path}");
        let mut response = self.get(&path, &[])?;
        if response.status().is_success() {
            return self
                .read_at_most(&mut response, size, &Progress::none())
                .map(Some);
        }
        match self.refusal(&path, &mut response) {
            RemoteError::Answered { status: 404, .. } => Ok(None),
            error => Err(error),
        }
    }

    /// Fetches the bytes at the address itself, at most one more than `most`; nothing when they are not there.
    pub(crate) fn bytes(&self, most: u64) -> Result<Option<Vec<u8>>, RemoteError> {
        let mut response = self.get("", &[])?;
        let status = response.status().as_u16();
        match status {
            200 => self
                .read_at_most(&mut response, most, &Progress::none())
                .map(Some),
            404 | 410 => Ok(None),
            status => Err(RemoteError::Answered {
                catalog: self.catalog.to_string(),
                status,
                code: "NO_CODE".to_owned(),
                message: "the host gave no reason".to_owned(),
                findings: Vec::new(),
            }),
        }
    }

    fn find<T: DeserializeOwned>(
        &self,
        path: &str,
        query: &[(&str, &str)],
    ) -> Result<Option<T>, RemoteError> {
        if self.is_known_to_be_files() {
            return self.find_file(path);
        }
        let mut response = self.get(path, query)?;
        if self.is_host_of_files(&response) {
            return self.find_file(path);
        }
        let status = response.status();
        if status.is_success() {
            let text = self.answer(path, &mut response)?;
            let value = serde_json::from_slice(&text).map_err(|error| {
                self.not_a_catalog(path, &format!("its answer is not ours: {error}"))
            })?;
            return Ok(Some(value));
        }
        match self.refusal(path, &mut response) {
            RemoteError::Answered { code, message, .. } if code == "SKILL_DELETED" => {
                Err(RemoteError::Deleted { sentence: message })
            }
            RemoteError::Answered { status: 404, .. } => Ok(None),
            error => Err(error),
        }
    }

    fn get(&self, path: &str, query: &[(&str, &str)]) -> Result<Response<Body>, RemoteError> {
        let mut request = self.agent.get(self.catalog.join(path));
        if let Some(token) = &self.token {
            request = request.header(AUTHORIZATION, format!("Bearer {}", token.reveal()));
        }
        let request = request.query_pairs(query.iter().copied());
        let mut host = self.catalog.host().clone();
        let mut answer = call(request, &host);
        for _ in 0..=REDIRECTS {
            let response = answer.map_err(|error| self.transport(&host, error))?;
            match Redirect::of(&response) {
                None => return Ok(response),
                Some(Redirect::Nowhere) => break,
                Some(Redirect::To(uri, next)) => {
                    // Without the token, wherever that is.
                    answer = call(self.agent.get(uri), &next);
                    host = next;
                }
            }
        }
        Err(self.transport(&host, ureq::Error::TooManyRedirects))
    }

    /// Reads a JSON answer; anything else is a sign that this is no catalog.
    fn answer(&self, path: &str, response: &mut Response<Body>) -> Result<Vec<u8>, RemoteError> {
        let kind = response.body().mime_type().unwrap_or("nothing").to_owned();
        if kind != "application/json" {
            let reason = format!("it answered with {kind} where JSON was due");
            return Err(self.not_a_catalog(path, &reason));
        }
        let body = self.read_at_most(response, ANSWER_BYTES, &Progress::none())?;
        if body.len() as u64 > ANSWER_BYTES {
            let reason = format!("its answer is longer than {} MiB", ANSWER_BYTES >> 20);
            return Err(self.not_a_catalog(path, &reason));
        }
        Ok(body)
    }

    /// Reads a body as it is after unpacking; one byte more than `size` tells a longer body from a whole one.
    fn read_at_most(
        &self,
        response: &mut Response<Body>,
        size: u64,
        progress: &Progress,
    ) -> Result<Vec<u8>, RemoteError> {
        let host = Host::of(response.get_uri());
        let host = host.unwrap_or_else(|| self.catalog.host().clone());
        let mut reader = response.body_mut().as_reader().take(size.saturating_add(1));
        let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0).min(BUFFER_BYTES));
        let mut chunk = [0; BUFFER_BYTES];
        loop {
            match reader.read(&mut chunk) {
                Ok(0) => return Ok(bytes),
                Ok(count) => {
                    bytes.extend_from_slice(&chunk[..count]);
                    progress.reach(bytes.len() as u64);
                }
                Err(error) => return Err(self.transport(&host, ureq::Error::from(error))),
            }
        }
    }

    /// Reads an answer that is no success.
    fn refusal(&self, path: &str, response: &mut Response<Body>) -> RemoteError {
        let status = response.status().as_u16();
        let body = match self.answer(path, response) {
            Ok(body) => body,
            Err(error @ RemoteError::NotACatalog { .. }) if status < 500 => return error,
            Err(_) => Vec::new(),
        };
        match serde_json::from_slice::<ErrorBody>(&body) {
            Ok(body) => RemoteError::Answered {
                catalog: self.catalog.to_string(),
                status,
                code: body.error.code,
                message: body.error.message,
                findings: body.error.findings,
            },
            Err(_) if status < 500 => self.not_a_catalog(
                path,
                &format!("it answered {status} without our error body"),
            ),
            Err(_) => RemoteError::Answered {
                catalog: self.catalog.to_string(),
                status,
                code: "NO_CODE".to_owned(),
                message: "the catalog gave no reason".to_owned(),
                findings: Vec::new(),
            },
        }
    }

    fn transport(&self, host: &Host, error: ureq::Error) -> RemoteError {
        error::of_transport(&self.catalog, host, error)
    }

    fn not_a_catalog(&self, path: &str, reason: &str) -> RemoteError {
        RemoteError::NotACatalog {
            catalog: self.catalog.to_string(),
            reason: format!("asked for `{path}`, {reason}"),
        }
    }
}

/// Asks a host. A name is looked up on a thread of its own, so as to give up in time; an address is no name.
fn call(request: RequestBuilder<WithoutBody>, host: &Host) -> Result<Response<Body>, ureq::Error> {
    match host.address() {
        Some(_) => request.config().timeout_resolve(None).build().call(),
        None => request.call(),
    }
}
