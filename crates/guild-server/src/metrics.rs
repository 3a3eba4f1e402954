//! What the server counts of itself, in the text form that collectors read.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use guild_catalog::Gauges;
use http::StatusCode;

use crate::cache::CacheCounts;

/// The statuses that are counted apart; any other counts as the last.
const STATUSES: [u16; 18] = [
    200, 201, 204, 206, 303, 304, 400, 401, 403, 404, 405, 409, 416, 422, 429, 500, 503, 0,
];

/// The requests of one route, by status.
#[derive(Debug, Default)]
pub(crate) struct RouteCounters {
    pattern: String,
    counts: [AtomicU64; STATUSES.len()],
}

/// All counters.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    /// By route pattern, so that their number is bounded. Locked when an answer is made, not when it is found again.
    routes: Mutex<BTreeMap<String, Arc<RouteCounters>>>,
}

impl RouteCounters {
    /// Counts one answer.
    pub(crate) fn count(&self, status: StatusCode) {
        let last = STATUSES.len() - 1;
        let known = STATUSES.iter().position(|&known| known == status.as_u16());
        self.counts[known.unwrap_or(last)].fetch_add(1, Ordering::Relaxed);
    }

    /// Gives the pattern of the route.
    pub(crate) fn pattern(&self) -> &str {
        &self.pattern
    }
}

impl Metrics {
    /// Gives the counters of a route.
    pub(crate) fn route(&self, pattern: &str) -> Arc<RouteCounters> {
        // A count is right after each addition, so a poisoned lock guards sound data.
        let mut routes = self.routes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(counters) = routes.get(pattern) {
            return Arc::clone(counters);
        }
        let counters = Arc::new(RouteCounters {
            pattern: pattern.to_owned(),
            ..RouteCounters::default()
        });
        routes.insert(pattern.to_owned(), Arc::clone(&counters));
        counters
    }

    /// Writes all counters.
    pub(crate) fn render(&self, cache: CacheCounts, catalog: &Gauges) -> String {
        let mut text = String::from(
            "# HELP guild_http_requests_total Requests answered, by route and status.\n\
             # TYPE guild_http_requests_total counter\n",
        );
        let routes = self.routes.lock().unwrap_or_else(PoisonError::into_inner);
        for (route, counters) in routes.iter() {
            for (status, count) in STATUSES.iter().zip(&counters.counts) {
                let count = count.load(Ordering::Relaxed);
                if count > 0 {
                    line(&mut text, route, *status, count);
                }
            }
        }
        for (name, kind, help, value) in [
            (
                "hits_total",
                "counter",
                "Requests answered from memory.",
                cache.hits,
            ),
            (
                "misses_total",
                "counter",
                "Requests that had to be worked out.",
                cache.misses,
            ),
            (
                "bytes",
                "gauge",
                "Memory held by finished answers.",
                cache.bytes,
            ),
        ] {
            // Writing to a string does not fail.
            let _ = write!(
                text,
                "# HELP guild_cache_{name} {help}\n# TYPE guild_cache_{name} {kind}\nguild_cache_{name} {value}\n"
            );
        }
        write_catalog(&mut text, catalog);
        text
    }
}

/// Writes how the catalog behind the server is doing.
fn write_catalog(text: &mut String, catalog: &Gauges) {
    text.push_str(
        "# HELP guild_database_connections Connections to the database, by what they are for and by state.\n\
         # TYPE guild_database_connections gauge\n",
    );
    for pool in catalog.pools {
        let role = pool.role;
        for (state, value) in [
            ("open", pool.open),
            ("idle", pool.idle),
            ("limit", pool.limit),
        ] {
            // Writing to a string does not fail.
            let _ = writeln!(
                text,
                "guild_database_connections{{role=\"{role}\",state=\"{state}\"}} {value}"
            );
        }
    }
    for (name, help, value) in [
        (
            "search_lag_changes",
            "Changes that the search index on disk lacks; searches read them from the database.",
            catalog.search_lag,
        ),
        (
            "archive_memory_bytes",
            "Bytes of archives from a bucket that are kept in memory.",
            catalog.archive_memory_bytes,
        ),
    ] {
        let _ = write!(
            text,
            "# HELP guild_{name} {help}\n# TYPE guild_{name} gauge\nguild_{name} {value}\n"
        );
    }
}

fn line(text: &mut String, route: &str, status: u16, count: u64) {
    let status = if status == 0 {
        "other".to_owned()
    } else {
        status.to_string()
    };
    // Writing to a string does not fail.
    let _ = writeln!(
        text,
        "guild_http_requests_total{{route=\"{route}\",status=\"{status}\"}} {count}"
    );
}
