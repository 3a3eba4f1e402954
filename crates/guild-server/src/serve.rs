//! A server from its start to its stop.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use guild_catalog::Catalog;
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::watch;

use crate::accept::{self, Answers};
use crate::config::{ServerConfig, ServerLimits};
use crate::edge::Edge;
use crate::service::{Service, Serving};
use crate::webhooks;

/// Why a server does not start, or did not stop in peace.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Another program listens there.
    #[error("cannot listen on {address}: the port is taken")]
    PortTaken {
        /// Where it should have listened.
        address: SocketAddr,
        /// What the system said.
        source: io::Error,
    },
    /// The system reserves the port.
    #[error("cannot listen on {address}: the system does not allow it")]
    NotAllowed {
        /// Where it should have listened.
        address: SocketAddr,
        /// What the system said.
        source: io::Error,
    },
    /// The machine has no such address.
    #[error("cannot listen on {address}: this machine has no such address")]
    NoSuchAddress {
        /// Where it should have listened.
        address: SocketAddr,
        /// What the system said.
        source: io::Error,
    },
    /// Anything else the system may say.
    #[error("cannot listen on {address}")]
    Listen {
        /// Where it should have listened.
        address: SocketAddr,
        /// What the system said.
        source: io::Error,
    },
    /// Requests were still open when the time to finish them was over.
    #[error("stopped with {connections} connections still open after {} s", drain.as_secs())]
    CutOff {
        /// How many connections were cut.
        connections: u32,
        /// How long they had.
        drain: Duration,
    },
}

impl ServeError {
    /// Says what to do next.
    pub fn hint(&self) -> String {
        match self {
            Self::PortTaken { address, .. } => format!(
                "stop the program that listens on {address}, or choose another port: --listen {}:0 takes a free one",
                shown_ip(*address)
            ),
            Self::NotAllowed { address, .. } => format!(
                "ports under 1024 are reserved; choose another: --listen {}:8484",
                shown_ip(*address)
            ),
            Self::NoSuchAddress { .. } => {
                "listen on 127.0.0.1 for this machine alone, or on 0.0.0.0 for all its addresses"
                    .to_owned()
            }
            Self::Listen { .. } => {
                "check the address: --listen takes IP:PORT, such as 127.0.0.1:8484".to_owned()
            }
            Self::CutOff { .. } => {
                "nothing is lost; clients that were cut off can ask again".to_owned()
            }
        }
    }

    fn listen(address: SocketAddr, source: io::Error) -> Self {
        if source.kind() == io::ErrorKind::AddrInUse {
            Self::PortTaken { address, source }
        } else if source.kind() == io::ErrorKind::PermissionDenied {
            Self::NotAllowed { address, source }
        } else if source.kind() == io::ErrorKind::AddrNotAvailable {
            Self::NoSuchAddress { address, source }
        } else {
            Self::Listen { address, source }
        }
    }
}

/// A server that holds its port and has not begun to answer.
pub struct Server(Listening<Edge>);

/// A server of answers that a service makes.
pub struct ServiceServer<S>(Listening<Serving<S>>);

/// Connections that wait to be accepted.
const BACKLOG: u32 = 1024;

/// A port that is held, and what will answer there.
struct Listening<A> {
    listener: TcpListener,
    address: SocketAddr,
    edge: Arc<A>,
    limits: ServerLimits,
}

/// Takes the port and makes the server ready to answer.
///
/// # Errors
/// When the address cannot be listened on; the error names it, the cause, and what to do.
pub async fn bind(config: ServerConfig, catalog: Catalog) -> Result<Server, ServeError> {
    let (wanted, limits) = (config.listen, config.limits);
    let listening = Listening::bind(wanted, limits, |listen| {
        Edge::new(ServerConfig { listen, ..config }, catalog)
    });
    listening.await.map(Server)
}

/// Takes the port and makes a server of what a service answers; the service learns the real address.
///
/// # Errors
/// When the address cannot be listened on; the error names it, the cause, and what to do.
pub async fn bind_service<S: Service>(
    wanted: SocketAddr,
    limits: ServerLimits,
    service: impl FnOnce(SocketAddr) -> S,
) -> Result<ServiceServer<S>, ServeError> {
    let listening = Listening::bind(wanted, limits, |address| Serving(service(address)));
    listening.await.map(ServiceServer)
}

/// Listens with a buffer of that size for each connection, which has it from the listener.
fn listen_narrowly(wanted: SocketAddr, bytes: u32) -> io::Result<TcpListener> {
    let socket = match wanted {
        SocketAddr::V4(_) => TcpSocket::new_v4(),
        SocketAddr::V6(_) => TcpSocket::new_v6(),
    }?;
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(bytes)?;
    socket.bind(wanted)?;
    socket.listen(BACKLOG)
}

impl<A: Answers> Listening<A> {
    async fn bind(
        wanted: SocketAddr,
        limits: ServerLimits,
        edge: impl FnOnce(SocketAddr) -> A,
    ) -> Result<Self, ServeError> {
        let listener = match limits.send_buffer_bytes {
            Some(bytes) => listen_narrowly(wanted, bytes),
            None => TcpListener::bind(wanted).await,
        };
        let listener = listener.map_err(|source| ServeError::listen(wanted, source))?;
        let address = listener.local_addr();
        let address = address.map_err(|source| ServeError::listen(wanted, source))?;
        Ok(Self {
            listener,
            address,
            edge: Arc::new(edge(address)),
            limits,
        })
    }

    async fn run(self, shutdown: impl Future<Output = ()>) -> Result<(), ServeError> {
        accept::run(self.listener, self.edge, self.limits, shutdown).await
    }
}

impl Server {
    /// Gives the address that the server listens on, with the real port.
    pub fn address(&self) -> SocketAddr {
        self.0.address
    }

    /// Answers, and tells webhooks of events, until `shutdown` is done; then finishes what is open.
    ///
    /// # Errors
    /// When requests were still open after [`ServerLimits::drain`].
    pub async fn run(self, shutdown: impl Future<Output = ()>) -> Result<(), ServeError> {
        let (stop, stopping) = watch::channel(());
        let telling = tokio::spawn(webhooks::tell(self.0.edge.state().clone(), stopping));
        let end = self.0.run(shutdown).await;
        drop(stop);
        // What is on its way ends within the time that a receiver has.
        let _ = telling.await;
        end
    }
}

impl<S: Service> ServiceServer<S> {
    /// Gives the address that the server listens on, with the real port.
    pub fn address(&self) -> SocketAddr {
        self.0.address
    }

    /// Answers until `shutdown` is done, then finishes what is open.
    ///
    /// # Errors
    /// When requests were still open after [`ServerLimits::drain`].
    pub async fn run(self, shutdown: impl Future<Output = ()>) -> Result<(), ServeError> {
        self.0.run(shutdown).await
    }
}

fn shown_ip(address: SocketAddr) -> String {
    match address {
        SocketAddr::V4(address) => address.ip().to_string(),
        SocketAddr::V6(address) => format!("[{}]", address.ip()),
    }
}
