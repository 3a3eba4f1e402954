//! What a server is told at its start.

use std::net::SocketAddr;
use std::time::Duration;

use guild_catalog::Clock;
use guild_check::rule::RulePage;

use crate::access::Access;
use crate::work_check::WorkCheck;

/// How to serve a catalog.
pub struct ServerConfig {
    /// Where to listen; port 0 takes a free one.
    pub listen: SocketAddr,
    /// The address that people use, without a slash at its end, when it is not the one listened on.
    pub base_url: Option<String>,
    /// The rules that have a page each, in the order of the documentation.
    pub rules: Vec<RulePage>,
    /// The checks in code that the page `/check` runs; the work of other skills is held against their
    /// contract alone.
    pub checks: Vec<WorkCheck>,
    /// What time it is: ages depend on it.
    pub clock: Clock,
    /// Who is let in.
    pub access: Access,
    /// What a client may take.
    pub limits: ServerLimits,
}

/// What a client may take of the server before it is cut off or refused.
#[derive(Clone, Copy, Debug)]
pub struct ServerLimits {
    /// Open connections; a further one takes the place of the oldest that rests, or waits until one does.
    pub connections: u32,
    /// Streams of events that are open; a further one is refused, so that there is room for who asks and goes.
    pub streams: u32,
    /// From a connection's start to its first byte.
    pub first_byte: Duration,
    /// From a request's first byte to the end of its head.
    pub head: Duration,
    /// Between two requests of a connection.
    pub idle: Duration,
    /// While a client takes nothing of an answer.
    pub stalled_write: Duration,
    /// From the head of a form or of JSON to its end; what comes of it earns further time.
    pub body: Duration,
    /// From the head of an upload to its end; what comes of it earns further time.
    pub upload: Duration,
    /// What the system keeps of an answer for a client that is slow to take it, in bytes; as much as it sees fit when
    /// absent, which is best for clients that are far away.
    pub send_buffer_bytes: Option<u32>,
    /// From the signal to stop until open requests are cut off.
    pub drain: Duration,
    /// What a receiver of a webhook has, from the name to the end of its answer.
    pub webhook: Duration,
    /// Until an issuer, asked for its keys, has answered.
    pub issuer_answer: Duration,
    /// The length of a request's path and query.
    pub url_bytes: usize,
    /// The memory that finished answers may hold.
    pub cache_bytes: u64,
}

impl ServerLimits {
    /// Gives the limits of a catalog on an ordinary machine.
    pub const fn standard() -> Self {
        Self {
            connections: 4096,
            streams: 1024,
            first_byte: Duration::from_secs(10),
            head: Duration::from_secs(10),
            idle: Duration::from_secs(60),
            stalled_write: Duration::from_secs(30),
            body: Duration::from_secs(20),
            upload: Duration::from_secs(120),
            send_buffer_bytes: None,
            drain: Duration::from_secs(20),
            webhook: Duration::from_secs(10),
            issuer_answer: Duration::from_secs(5),
            url_bytes: 8 * 1024,
            cache_bytes: 64 * 1024 * 1024,
        }
    }
}
