//! The issuers that the catalog believes, and their keys: fetched by discovery, bounded in bytes and in time, and kept.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use tokio::sync::Mutex;
use ureq::Agent;

use super::Disbelief;
use super::address::IssuerUrl;
use super::keys::{self, Algorithm, Key, NamedKey};

/// The most bytes of an answer of an issuer.
const ANSWER_BYTES: u64 = 256 * 1024;
/// How long keys are taken without asking again, in milliseconds.
const FRESH_MS: i64 = 60 * 60 * 1000;
/// How soon an issuer is asked again for a key that it did not have, or that could not be fetched, in milliseconds.
const PAUSE_MS: i64 = 30 * 1000;

/// The issuers.
pub(crate) struct Issuers {
    /// How long each of its two answers may take.
    patience: Duration,
    /// Each with a lock of its own, so that an issuer that hangs makes those wait alone who show its identities.
    known: BTreeMap<String, (IssuerUrl, Mutex<Kept>)>,
}

/// What is kept of an issuer.
#[derive(Default)]
struct Kept {
    keys: Arc<Vec<NamedKey>>,
    /// When the keys were fetched.
    fetched_at: Option<i64>,
    /// When the issuer was last asked, whatever came of it.
    asked_at: Option<i64>,
    /// Why there were no keys when it was last asked.
    failure: Option<String>,
}

#[derive(Deserialize)]
struct Discovery {
    issuer: String,
    jwks_uri: String,
}

impl Issuers {
    /// Makes the issuers of their addresses; none is asked yet.
    pub(crate) fn new(addresses: &[IssuerUrl], patience: Duration) -> Self {
        let known = addresses.iter().map(|address| {
            let kept = Mutex::new(Kept::default());
            (address.to_string(), (address.clone(), kept))
        });
        Self {
            patience,
            known: known.collect(),
        }
    }

    /// Whether an issuer is believed.
    pub(crate) fn believes(&self, issuer: &str) -> bool {
        self.known.contains_key(issuer)
    }

    /// Gives the addresses of those that are believed.
    pub(crate) fn names(&self) -> Vec<String> {
        self.known.keys().cloned().collect()
    }

    /// Gives the key of an issuer that has an id, or the only one of its algorithm where a token names none.
    pub(super) async fn key(
        &self,
        issuer: &str,
        id: Option<&str>,
        algorithm: Algorithm,
        now: i64,
    ) -> Result<Key, Disbelief> {
        let known = self.known.get(issuer);
        let (address, kept) = known.ok_or_else(|| Disbelief::Issuer(issuer.to_owned()))?;
        let mut kept = kept.lock().await;
        let found = find(&kept.keys, id, algorithm);
        if let Some(key) = found.filter(|_| is_within(kept.fetched_at, now, FRESH_MS)) {
            return Ok(key);
        }
        // Keys are changed: an unknown one is worth asking for, and not for each token that somebody makes up.
        if !is_within(kept.asked_at, now, PAUSE_MS) {
            kept.ask(address.clone(), self.patience, now).await;
        }
        // What was fetched before is as good as it was; only an issuer that answers takes a key back.
        find(&kept.keys, id, algorithm).ok_or_else(|| match &kept.failure {
            Some(reason) => Disbelief::Unreachable(reason.clone()),
            None => Disbelief::Key,
        })
    }
}

impl Kept {
    async fn ask(&mut self, address: IssuerUrl, patience: Duration, now: i64) {
        self.asked_at = Some(now);
        let fetched = tokio::task::spawn_blocking(move || fetch(&address, patience)).await;
        match fetched.unwrap_or_else(|_| Err("the work was interrupted".to_owned())) {
            Ok(keys) => {
                self.keys = Arc::new(keys);
                self.fetched_at = Some(now);
                self.failure = None;
            }
            Err(reason) => self.failure = Some(reason),
        }
    }
}

fn is_within(time: Option<i64>, now: i64, milliseconds: i64) -> bool {
    // A time in the future is one that the clock left: it says nothing.
    time.is_some_and(|time| (0..milliseconds).contains(&now.saturating_sub(time)))
}

fn find(keys: &[NamedKey], id: Option<&str>, algorithm: Algorithm) -> Option<Key> {
    let mut fit = keys
        .iter()
        .filter(|named| named.key.algorithm() == algorithm);
    let found = match id {
        Some(id) => fit.find(|named| named.id.as_deref() == Some(id)),
        None => fit.next().filter(|_| fit.next().is_none()),
    };
    found.map(|named| named.key.clone())
}

fn fetch(issuer: &IssuerUrl, patience: Duration) -> Result<Vec<NamedKey>, String> {
    let mut config = Agent::config_builder()
        .max_redirects(0)
        .http_status_as_error(false)
        .timeout_global(Some(patience))
        .user_agent(concat!("guild/", env!("CARGO_PKG_VERSION")));
    if issuer.is_loopback() {
        config = config.proxy(None);
    }
    let agent = config.build().new_agent();
    let discovery: Discovery = serde_json::from_slice(&get(&agent, &issuer.discovery())?)
        .map_err(|_| "what it says of itself is no discovery document".to_owned())?;
    if discovery.issuer != issuer.as_str() {
        return Err("what it says of itself is of another issuer".to_owned());
    }
    if !issuer.is_at_home(&discovery.jwks_uri) {
        return Err("its keys are at another address than its own".to_owned());
    }
    let keys = get(&agent, &discovery.jwks_uri)?;
    keys::parse(&keys).map_err(|_| "its keys are no key set".to_owned())
}

fn get(agent: &Agent, address: &str) -> Result<Vec<u8>, String> {
    let answer = agent.get(address).call();
    let mut answer = answer.map_err(|error| error.to_string())?;
    if answer.status().as_u16() != 200 {
        return Err(format!("it answered {}", answer.status().as_u16()));
    }
    let mut bytes = Vec::new();
    let reader = answer.body_mut().as_reader();
    let read = reader.take(ANSWER_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(|error| format!("it broke off: {error}"))?;
    match bytes.len() as u64 > ANSWER_BYTES {
        true => Err(format!(
            "its answer is longer than {} KiB",
            ANSWER_BYTES >> 10
        )),
        false => Ok(bytes),
    }
}
