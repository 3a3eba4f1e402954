//! Fetching what a contract names on other machines: only where that is allowed, and within limits for the whole run.
//!
//! A contract by somebody else must not make this machine ask its own network: an address that is not public is asked
//! only if a person named its host. A name is looked up once, and what is connected to is what was looked at.

use std::collections::HashMap;
use std::io::Read as _;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use guild_check::address::is_public;
use guild_check_api::Fetch;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use ureq::{Agent, Proxy};

use crate::remote::{self, Host, Redirect};
use crate::settings::Settings;

/// How many files are fetched.
const FILES: usize = 100;

/// How many bytes all of them may have.
const BYTES: usize = 64 << 20;

/// How long all of them may take.
const TIME: Duration = Duration::from_secs(60);

/// How often an address may lead on to another.
const REDIRECTS: usize = 5;

/// Fetches texts, each once.
#[derive(Debug)]
pub(super) struct Fetcher {
    /// The hosts that a person named, with a port or without; none for all that are public.
    hosts: Vec<String>,
    agent: Agent,
    /// Held while something is fetched, so that two never fetch the same.
    spent: Mutex<Spent>,
}

#[derive(Debug)]
struct Spent {
    /// When the first was asked for.
    began: Option<Instant>,
    bytes: usize,
    known: HashMap<String, Result<String, String>>,
}

impl Fetcher {
    /// Prepares to fetch from some hosts; from every public one if none is named.
    pub(super) fn new(hosts: &[String], settings: &Settings) -> Self {
        let hosts = hosts.iter().map(|host| host.trim().to_ascii_lowercase());
        let hosts: Vec<String> = hosts.filter(|host| !host.is_empty()).collect();
        let usual = remote::agent(settings, !hosts.is_empty());
        // A proxy looks names up itself, and asks for us what it may; a name that is only known there has no address here.
        let agent = if hosts.is_empty() && Proxy::try_from_env().is_none() {
            let config = usual.config().clone();
            Agent::with_parts(config, DefaultConnector::default(), PublicOnly::default())
        } else {
            usual
        };
        Self {
            hosts,
            agent,
            spent: Mutex::new(Spent {
                began: None,
                bytes: 0,
                known: HashMap::new(),
            }),
        }
    }

    /// Tells why an address may not be asked.
    fn refusal(&self, uri: &Uri) -> Option<String> {
        let Some(host) = Host::of(uri) else {
            return Some("only http and https are spoken here".to_owned());
        };
        if uri
            .authority()
            .is_some_and(|name| name.as_str().contains('@'))
        {
            return Some("the address holds a user name".to_owned());
        }
        let (name, authority) = (host.name(), host.authority());
        if !self.hosts.is_empty() {
            let is_named = self
                .hosts
                .iter()
                .any(|host| host == name || host == authority);
            let why = format!("`{name}` is not among the hosts of --allow-remote");
            return (!is_named).then_some(why);
        }
        let address: Option<IpAddr> = name.trim_matches(['[', ']']).parse().ok();
        let is_private = name == "localhost"
            || name.ends_with(".localhost")
            || address.is_some_and(|address| !is_public(address));
        is_private.then(|| private(name))
    }

    fn ask(&self, url: &str, spent: &mut Spent) -> Result<String, String> {
        if spent.known.len() >= FILES {
            return Err(format!("more than {FILES} files are not fetched"));
        }
        if !url.starts_with("http://") && !url.starts_with("https://") {
            return Err("only http and https are spoken here".to_owned());
        }
        let began = *spent.began.get_or_insert_with(Instant::now);
        let mut uri: Uri = url.parse().map_err(|error| {
            let error: ureq::http::uri::InvalidUri = error;
            error.to_string()
        })?;
        for _ in 0..=REDIRECTS {
            if let Some(why) = self.refusal(&uri) {
                return Err(why);
            }
            let left = TIME.saturating_sub(began.elapsed());
            if left.is_zero() {
                return Err(format!(
                    "more than {} seconds are not waited",
                    TIME.as_secs()
                ));
            }
            let request = self.agent.get(uri.clone()).config();
            let request = request.timeout_global(Some(left)).build();
            let mut response = request.call().map_err(|error| error.to_string())?;
            match Redirect::of(&response) {
                None if response.status().is_success() => {
                    let most = BYTES - spent.bytes;
                    let text = read(response.body_mut().as_reader(), most)?;
                    spent.bytes += text.len();
                    return Ok(text);
                }
                None => return Err(format!("it answered {}", response.status())),
                Some(Redirect::To(next, _)) => uri = next,
                Some(Redirect::Nowhere) => {
                    return Err("it leads on to what is no web address".to_owned());
                }
            }
        }
        Err(format!("it leads on more than {REDIRECTS} times"))
    }
}

impl Fetch for Fetcher {
    fn fetch(&self, url: &str) -> Result<String, String> {
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = spent.known.get(url) {
            return known.clone();
        }
        let fetched = self.ask(url, &mut spent);
        spent.known.insert(url.to_owned(), fetched.clone());
        fetched
    }
}

fn read(from: impl std::io::Read, most: usize) -> Result<String, String> {
    let mut bytes = Vec::new();
    from.take(most as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| error.to_string())?;
    if bytes.len() > most {
        return Err(format!("all files together have more than {BYTES} bytes"));
    }
    String::from_utf8(bytes).map_err(|_| "it is not UTF-8 text".to_owned())
}

fn private(name: &str) -> String {
    format!(
        "`{name}` is not a public address, and is asked only if it is named: `--allow-remote={name}`"
    )
}

/// Looks names up, and forgets the addresses that are not public.
#[derive(Debug, Default)]
struct PublicOnly(DefaultResolver);

/// A name that leads into a private network.
#[derive(Debug, thiserror::Error)]
#[error("{}", private(.0))]
struct PrivateHost(String);

impl Resolver for PublicOnly {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = self.0.resolve(uri, config, timeout)?;
        let mut public = self.empty();
        for address in found.iter().filter(|address| is_public(address.ip())) {
            public.push(*address);
        }
        if public.is_empty() {
            let host = uri.host().unwrap_or_default().to_owned();
            return Err(ureq::Error::Other(Box::new(PrivateHost(host))));
        }
        Ok(public)
    }
}
