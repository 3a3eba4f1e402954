//! What handlers and pages share.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use guild_catalog::{Catalog, Clock};
use guild_check::rule::RulePage;
use guild_skill::Date;

use crate::access::{Access, Reading};
use crate::api::event_stream::Streams;
use crate::archives::Archives;
use crate::cache::{Cache, Moment};
use crate::config::ServerConfig;
use crate::metrics::Metrics;
use crate::repeats::Repeats;
use crate::safety::Safety;
use crate::trusted::Issuers;
use crate::upload::Uploads;
use crate::webhooks::Messenger;
use crate::work_check::WorkChecks;

/// How long answers are kept though nothing was written; a day is a whole number of these.
const SPAN_MS: i64 = 10 * 60 * 1000;

/// The state of one server; a clone is the same state.
#[derive(Clone)]
pub(crate) struct AppState(Arc<Shared>);

struct Shared {
    catalog: Catalog,
    rules: Vec<RulePage>,
    work_checks: WorkChecks,
    uploads: Uploads,
    streams: Streams,
    /// The time that a form or JSON has before anything of it came.
    body_time: Duration,
    base_url: BaseUrl,
    clock: Clock,
    access: Access,
    issuers: Issuers,
    archives: Archives,
    safety: Safety,
    messenger: Messenger,
    cache: Cache,
    metrics: Metrics,
    purpose: Purpose,
    repeats: Repeats,
    /// Set once, when the server begins to stop: readiness turns false before the port closes.
    is_draining: AtomicBool,
}

/// What answers are made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// For whoever asks.
    Serving,
    /// To be written down: nobody is there to answer what a page would send.
    Exporting,
}

/// The address that people use, without a slash at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BaseUrl {
    /// Whoever runs the server has set it.
    Given(String),
    /// Nobody has: it is the address listened on, which a browser may know better.
    Assumed(String),
}

impl BaseUrl {
    fn of(given: Option<String>, listen: SocketAddr) -> Self {
        if let Some(url) = given {
            return Self::Given(url.trim_end_matches('/').to_owned());
        }
        let ip = match listen.ip() {
            // Every address of the machine is meant; this one works on the machine itself.
            ip if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
            ip => ip,
        };
        Self::Assumed(format!("http://{}", SocketAddr::new(ip, listen.port())))
    }

    /// Gives the address.
    pub(crate) fn as_str(&self) -> &str {
        match self {
            Self::Given(url) | Self::Assumed(url) => url,
        }
    }
}

impl AppState {
    /// Puts together what the server knows.
    pub(crate) fn new(config: ServerConfig, catalog: Catalog) -> Self {
        Self::made_for(Purpose::Serving, config, catalog)
    }

    /// Puts together what is known where answers are written down.
    pub(crate) fn exporting(config: ServerConfig, catalog: Catalog) -> Self {
        Self::made_for(Purpose::Exporting, config, catalog)
    }

    fn made_for(purpose: Purpose, config: ServerConfig, catalog: Catalog) -> Self {
        Self(Arc::new(Shared {
            catalog,
            rules: config.rules,
            work_checks: WorkChecks::new(config.checks),
            uploads: Uploads::new(config.limits.upload),
            streams: Streams::new(config.limits.streams),
            body_time: config.limits.body,
            base_url: BaseUrl::of(config.base_url, config.listen),
            messenger: Messenger::new(
                config.limits.webhook,
                config.access.webhook_networks.clone(),
            ),
            clock: config.clock,
            issuers: Issuers::new(&config.access.trusted_issuers, config.limits.issuer_answer),
            access: config.access,
            archives: Archives::default(),
            safety: Safety::new(),
            cache: Cache::new(config.limits.cache_bytes),
            metrics: Metrics::default(),
            purpose,
            repeats: Repeats::new(),
            is_draining: AtomicBool::new(false),
        }))
    }

    /// Gives the catalog.
    pub(crate) fn catalog(&self) -> &Catalog {
        &self.0.catalog
    }

    /// Gives the rules that have a page, in the order of the documentation.
    pub(crate) fn rules(&self) -> &[RulePage] {
        &self.0.rules
    }

    /// Gives who checks what people paste.
    pub(crate) fn work_checks(&self) -> &WorkChecks {
        &self.0.work_checks
    }

    /// Gives who takes uploads.
    pub(crate) fn uploads(&self) -> &Uploads {
        &self.0.uploads
    }

    /// Gives who lets streams of events in.
    pub(crate) fn streams(&self) -> &Streams {
        &self.0.streams
    }

    /// Gives the time that a form or JSON has before anything of it came.
    pub(crate) fn body_time(&self) -> Duration {
        self.0.body_time
    }

    /// Gives the address that people use.
    pub(crate) fn base_url(&self) -> &BaseUrl {
        &self.0.base_url
    }

    /// Tells which day it is, in UTC.
    pub(crate) fn today(&self) -> Date {
        Date::of_milliseconds(self.0.clock.now())
    }

    /// Gives what finished answers depend on now.
    pub(crate) fn moment(&self) -> Moment {
        Moment {
            generation: self.catalog().generation(),
            span: self.0.clock.now().div_euclid(SPAN_MS),
        }
    }

    /// Tells who is let in.
    pub(crate) fn access(&self) -> &Access {
        &self.0.access
    }

    /// Gives who is believed about jobs.
    pub(crate) fn issuers(&self) -> &Issuers {
        &self.0.issuers
    }

    /// Tells what time it is, in milliseconds since 1970 in UTC.
    pub(crate) fn now(&self) -> i64 {
        self.0.clock.now()
    }

    /// Whether the catalog is read by those alone who are known.
    pub(crate) fn is_private(&self) -> bool {
        self.0.access.reading == Reading::Accounts
    }

    /// Whether answers are written down, and nobody serves them.
    pub(crate) fn is_exporting(&self) -> bool {
        self.0.purpose == Purpose::Exporting
    }

    pub(crate) fn archives(&self) -> &Archives {
        &self.0.archives
    }

    pub(crate) fn safety(&self) -> &Safety {
        &self.0.safety
    }

    /// Gives who carries messages to receivers of webhooks.
    pub(crate) fn messenger(&self) -> &Messenger {
        &self.0.messenger
    }

    pub(crate) fn cache(&self) -> &Cache {
        &self.0.cache
    }

    pub(crate) fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    pub(crate) fn repeats(&self) -> &Repeats {
        &self.0.repeats
    }

    /// Begins to stop.
    pub(crate) fn drain(&self) {
        self.0.is_draining.store(true, Ordering::Relaxed);
    }

    /// Whether the server is stopping.
    pub(crate) fn is_draining(&self) -> bool {
        self.0.is_draining.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_an_address_of_its_own_a_server_is_known_by_where_it_listens() {
        let of = |given: Option<&str>, listen: &str| {
            BaseUrl::of(given.map(str::to_owned), listen.parse().unwrap())
        };
        let given = of(Some("https://skills.example/"), "127.0.0.1:1");
        assert_eq!(given, BaseUrl::Given("https://skills.example".to_owned()));
        assert_eq!(of(None, "127.0.0.1:84").as_str(), "http://127.0.0.1:84");
        assert_eq!(of(None, "0.0.0.0:84").as_str(), "http://127.0.0.1:84");
        assert_eq!(of(None, "[::1]:84").as_str(), "http://[::1]:84");
    }
}
