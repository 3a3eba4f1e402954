//! What handlers and pages share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use guild_catalog::{Catalog, Clock};
use guild_check::rule::RulePage;
use guild_skill::Date;

use crate::cache::{Cache, Moment};
use crate::config::ServerConfig;
use crate::metrics::Metrics;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// The state of one server; a clone is the same state.
#[derive(Clone)]
pub(crate) struct AppState(Arc<Shared>);

struct Shared {
    catalog: Catalog,
    rules: Vec<RulePage>,
    base_url: Option<String>,
    clock: Clock,
    cache: Cache,
    metrics: Metrics,
    /// Set once, when the server begins to stop: readiness turns false before the port closes.
    is_draining: AtomicBool,
}

impl AppState {
    /// Puts together what the server knows.
    pub(crate) fn new(config: ServerConfig, catalog: Catalog) -> Self {
        Self(Arc::new(Shared {
            catalog,
            rules: config.rules,
            base_url: config.base_url,
            clock: config.clock,
            cache: Cache::new(config.limits.cache_bytes),
            metrics: Metrics::default(),
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

    /// Gives the address that people use, when it is set.
    pub(crate) fn base_url(&self) -> Option<&str> {
        self.0.base_url.as_deref()
    }

    /// Tells which day it is, in UTC.
    pub(crate) fn today(&self) -> Date {
        Date::of_milliseconds(self.0.clock.now())
    }

    /// Gives what finished answers depend on now.
    pub(crate) fn moment(&self) -> Moment {
        Moment {
            generation: self.catalog().generation(),
            day: self.0.clock.now().div_euclid(DAY_MS),
        }
    }

    pub(crate) fn cache(&self) -> &Cache {
        &self.0.cache
    }

    pub(crate) fn metrics(&self) -> &Metrics {
        &self.0.metrics
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
