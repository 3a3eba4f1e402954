//! The tools over HTTP: who is let in, what a client may take, and a server for each session that ends with it.
//!
//! The protocol is rmcp's, the connections are those of `guild serve`. It is public for our own tests, which hold it
//! against the protocol's conformance suite with tools of their own.

mod refusals;
mod sessions;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use guild_server::{
    ServeError, ServerLimits, Service, ServiceReply, ServiceRequest, ServiceServer, bind_service,
};
use guild_skill::Digest;
use http::header::AUTHORIZATION;
use http::{HeaderMap, Method, Request, StatusCode};
use http_body_util::{BodyExt as _, Full, LengthLimitError, Limited};
use rmcp::ServerHandler;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

use refusals::{Rpc, is_json, plain, rpc};
use sessions::Sessions;

/// Where the protocol is spoken.
pub const PATH: &str = "/mcp";

/// Open connections; a call holds one until it is answered, and a session that listens holds one.
const CONNECTIONS: u32 = 2048;
/// How long requests have to end after the server was told to stop.
const DRAIN: Duration = Duration::from_secs(5);

/// Who is let in.
#[derive(Clone, Debug, Default)]
pub struct Doors {
    /// Host names besides those of the loopback: under any other name a page could reach us through DNS.
    pub hosts: Vec<String>,
    /// What each request has to show as a bearer token, if anything.
    pub token: Option<String>,
}

/// What clients may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Sessions side by side.
    pub sessions: usize,
    /// The bytes of one message.
    pub body_bytes: usize,
    /// How long a message may take to come.
    pub body_time: Duration,
    /// How long a session is kept for a client that listened and stopped to.
    pub gone: Duration,
    /// How long a session is kept for a client that never listened and asks nothing.
    pub idle: Duration,
}

impl Limits {
    /// Gives the limits of a machine that people work at.
    pub const fn standard() -> Self {
        Self {
            sessions: 64,
            body_bytes: super::MESSAGE_BYTES,
            body_time: Duration::from_secs(30),
            gone: Duration::from_secs(60),
            idle: Duration::from_secs(30 * 60),
        }
    }
}

/// Tools that hold their port and do not answer yet.
pub struct ToolServer<H: ServerHandler + Send + 'static>(ServiceServer<Tools<H>>);

/// Takes the port; `make` makes the server of a session, or of one request that belongs to none.
///
/// # Errors
/// When the address cannot be listened on; the error names it, the cause, and what to do.
pub async fn bind<H: ServerHandler + Send + 'static>(
    listen: SocketAddr,
    doors: Doors,
    limits: Limits,
    make: impl Fn() -> H + Send + Sync + 'static,
) -> Result<ToolServer<H>, ServeError> {
    let of_connections = ServerLimits {
        connections: CONNECTIONS,
        drain: DRAIN,
        ..ServerLimits::standard()
    };
    let server = bind_service(listen, of_connections, |address| {
        Tools::new(address, doors, limits, make)
    });
    server.await.map(ToolServer)
}

impl<H: ServerHandler + Send + 'static> ToolServer<H> {
    /// Gives the address that a client is told.
    pub fn url(&self) -> String {
        format!("http://{}{PATH}", self.0.address())
    }

    /// Answers until `shutdown` is done; then ends all sessions.
    ///
    /// # Errors
    /// When requests did not end in time.
    pub async fn run(self, shutdown: impl Future<Output = ()>) -> Result<(), ServeError> {
        self.0.run(shutdown).await
    }
}

/// What stands behind the port.
struct Tools<H: ServerHandler + Send + 'static> {
    protocol: StreamableHttpService<H, Sessions>,
    sessions: Arc<Sessions>,
    /// The digest of the token: two digests are compared, so that the time tells nothing of the token.
    token: Option<Digest>,
    limits: Limits,
}

impl<H: ServerHandler + Send + 'static> Tools<H> {
    fn new(
        address: SocketAddr,
        doors: Doors,
        limits: Limits,
        make: impl Fn() -> H + Send + Sync + 'static,
    ) -> Self {
        let sessions = Sessions::new(limits);
        let config = StreamableHttpServerConfig::default()
            .with_allowed_hosts(hosts(address.ip(), &doors.hosts))
            .with_allowed_origins(origins(address, &doors.hosts))
            .enforce_origin_validation()
            .with_max_request_body_bytes(limits.body_bytes);
        Self {
            protocol: StreamableHttpService::new(move || Ok(make()), Arc::clone(&sessions), config),
            sessions,
            token: doors.token.map(|token| Digest::of(token.as_bytes())),
            limits,
        }
    }

    fn may_enter(&self, headers: &HeaderMap) -> bool {
        let Some(token) = &self.token else {
            return true;
        };
        let shown = headers.get(AUTHORIZATION).map(|value| value.as_bytes());
        let shown = shown.and_then(|value| value.strip_prefix(b"Bearer "));
        shown.is_some_and(|shown| Digest::of(shown) == *token)
    }

    /// Reads a body whole; says why it cannot be.
    async fn read(
        &self,
        request: ServiceRequest,
    ) -> Result<Request<Full<bytes::Bytes>>, ServiceReply> {
        let (head, body) = request.into_parts();
        let body = Limited::new(body, self.limits.body_bytes).collect();
        let body = match tokio::time::timeout(self.limits.body_time, body).await {
            Ok(Ok(body)) => body.to_bytes(),
            Ok(Err(error)) if error.is::<LengthLimitError>() => {
                let most = self.limits.body_bytes;
                let why = format!("a message has at most {most} bytes");
                return Err(plain(StatusCode::PAYLOAD_TOO_LARGE, &why));
            }
            Ok(Err(_)) => return Err(plain(StatusCode::BAD_REQUEST, "the message broke off")),
            Err(_) => {
                return Err(plain(
                    StatusCode::REQUEST_TIMEOUT,
                    "the message did not come",
                ));
            }
        };
        Ok(Request::from_parts(head, Full::new(body)))
    }
}

impl<H: ServerHandler + Send + 'static> Service for Tools<H> {
    async fn answer(&self, request: ServiceRequest) -> ServiceReply {
        if request.uri().path() != PATH {
            return plain(StatusCode::NOT_FOUND, "the tools are at /mcp");
        }
        if !self.may_enter(request.headers()) {
            return refusals::unauthorized();
        }
        let request = match self.read(request).await {
            Ok(request) => request,
            Err(refused) => return refused,
        };
        let is_message = request.method() == Method::POST && is_json(request.headers());
        let body = request.body().clone();
        let reply = self.protocol.handle(request).await;
        match reply.status() {
            // What is JSON by its head and cannot be read is a matter of the protocol.
            StatusCode::UNSUPPORTED_MEDIA_TYPE if is_message => rpc(&Rpc::of(body).await),
            StatusCode::INTERNAL_SERVER_ERROR if self.sessions.is_full() => plain(
                StatusCode::SERVICE_UNAVAILABLE,
                "as many sessions are open as there may be; end one, or come back later",
            ),
            _ => reply,
        }
    }

    fn drain(&self) {
        self.protocol.config.cancellation_token.cancel();
    }
}

/// Gives the names under which we may be reached.
fn hosts(ip: IpAddr, more: &[String]) -> Vec<String> {
    let own = match ip {
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => format!("[{ip}]"),
    };
    let loopback = ["localhost", "127.0.0.1", "[::1]"].map(str::to_owned);
    loopback
        .into_iter()
        .chain([own])
        .chain(more.iter().cloned())
        .collect()
}

/// Gives the origins of pages that may ask: none but our own address, or the names that were let in.
fn origins(address: SocketAddr, more: &[String]) -> Vec<String> {
    let port = address.port();
    let own = hosts(address.ip(), &[]).into_iter();
    own.map(|host| format!("http://{host}:{port}"))
        .chain(more.iter().map(|host| format!("https://{host}:*")))
        .collect()
}
