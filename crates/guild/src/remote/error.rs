//! Why a catalog gave no answer, in words that name the host and the cause.

use std::io;

use guild_skill::Digest;
use guild_skill::wire::Finding;
use ureq::Error;

use super::{CatalogUrl, Host};
use crate::failure::Failure;
use crate::settings::DEFAULT_CATALOG;

/// Why a question to a catalog has no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RemoteError {
    /// No connection, or one that broke.
    #[error("could not reach the catalog at {catalog}")]
    Unreachable {
        /// Its address.
        catalog: String,
        /// What stood in the way, with the host in it.
        reason: String,
    },
    /// A connection that broke before the answer was whole.
    #[error("the catalog at {catalog} broke off")]
    Broken {
        /// Its address.
        catalog: String,
        /// How, with the host in it.
        reason: String,
    },
    /// Something answers there, and it is no catalog.
    #[error("what answers at {catalog} is not a Guildhall catalog")]
    NotACatalog {
        /// Its address.
        catalog: String,
        /// How that shows.
        reason: String,
    },
    /// The catalog is an export, which answers no questions.
    #[error("the catalog at {catalog} is made of files, which answer no questions")]
    Files {
        /// Its address.
        catalog: String,
    },
    /// The catalog answered with an error.
    #[error("the catalog at {catalog} answered {status} {code}")]
    Answered {
        /// Its address.
        catalog: String,
        /// The HTTP status.
        status: u16,
        /// The code of the error body.
        code: String,
        /// Its sentence.
        message: String,
        /// What is wrong with a skill that it refuses.
        findings: Vec<Finding>,
    },
    /// The skill was deleted.
    #[error("{sentence}")]
    Deleted {
        /// What the catalog says of it, with the day and the reason.
        sentence: String,
    },
    /// The bytes are not those that the record names.
    #[error("the archive at {url} is not the one that the catalog's record names")]
    WrongDigest {
        /// Where the archive is.
        url: String,
        /// What the record says.
        expected: Digest,
        /// What came.
        actual: Digest,
        /// How many bytes were read.
        size_bytes: u64,
    },
}

impl RemoteError {
    /// Whether a catalog could not be asked: it is away, nobody is signed in, it is made of files, or is too old to be asked.
    pub(crate) fn is_unasked(&self) -> bool {
        match self {
            Self::Unreachable { .. } | Self::Files { .. } => true,
            Self::Answered { code, .. } => {
                ["UNAUTHENTICATED", "UNKNOWN_PARAMETER"].contains(&code.as_str())
            }
            _ => false,
        }
    }
}

impl From<RemoteError> for Failure {
    fn from(error: RemoteError) -> Self {
        let message = error.to_string();
        match error {
            RemoteError::Unreachable { catalog, reason } => {
                let failure = Self::could_not(message).cause(reason);
                match catalog == DEFAULT_CATALOG {
                    true => failure.hint("start a catalog with `guild serve` in another terminal, or name one with `--catalog URL`"),
                    false => failure.hint("check the address: `--catalog URL`, `GUILD_CATALOG`, or `catalog` in the settings file"),
                }
            }
            RemoteError::Broken { reason, .. } => Self::could_not(message)
                .cause(reason)
                .hint("type the command again; if it stays so, tell whoever runs the catalog"),
            RemoteError::NotACatalog { reason, .. } => Self::could_not(message)
                .cause(reason)
                .hint("name the address that `guild serve` printed: `--catalog URL` or `GUILD_CATALOG`"),
            RemoteError::Files { .. } => Self::could_not(message)
                .hint("`guild search WORDS` looks through them, and `guild show NAME` shows one"),
            RemoteError::Answered {
                message: sentence,
                status,
                code,
                ..
            } => {
                let failure = match status {
                    403 => Self::refused(message),
                    _ => Self::could_not(message),
                };
                // The catalog speaks of headers, to programs; a person types a command.
                let failure = failure.cause(match code.as_str() {
                    "UNAUTHENTICATED" => {
                        "no token of this catalog was sent, or one that is over or was taken back"
                    }
                    _ => sentence.as_str(),
                });
                match status {
                    401 => failure.hint("sign in with `guild login`, or set GUILD_TOKEN to a token of this catalog"),
                    403 => failure.hint("`guild whoami` shows what your token may do"),
                    429 => failure.hint("type the command again when that time is over"),
                    500.. => failure.hint("try again later; if it stays so, tell whoever runs the catalog"),
                    _ => failure,
                }
            }
            RemoteError::Deleted { .. } => Self::could_not(message)
                .hint("its name is never given out again; `guild search WORDS` finds other skills"),
            RemoteError::WrongDigest { expected, actual, size_bytes, .. } => {
                Self::refused(message)
                    .cause(format!("expected {expected}, and {size_bytes} bytes came with {actual}"))
                    .hint("nothing was installed; try again, and if it stays so tell whoever runs the catalog: the archive was changed or cut short on the way")
            }
        }
    }
}

/// Says what stood between us and a catalog, or the host that it sent us to.
pub(super) fn of_transport(catalog: &CatalogUrl, host: &Host, error: Error) -> RemoteError {
    let is_break = matches!(&error, Error::Io(error) if is_break(error));
    let mut reason = reason(host, error);
    if host != catalog.host() {
        reason.push_str(&format!(" ({} sends us there)", catalog.host().authority));
    }
    let catalog = catalog.to_string();
    match is_break {
        true => RemoteError::Broken { catalog, reason },
        false => RemoteError::Unreachable { catalog, reason },
    }
}

fn reason(host: &Host, error: Error) -> String {
    let at = host.authority.as_str();
    match error {
        Error::Io(error) if is_break(&error) => {
            format!("{at} closed the connection before its answer was whole")
        }
        Error::Io(error) => of_io(host, &error),
        Error::HostNotFound => no_such_host(host),
        Error::ConnectionFailed => format!("{at} refuses connections: is a catalog running there?"),
        Error::Timeout(phase) => of_timeout(at, phase),
        Error::Tls(text) => format!("no secure connection to {at}: {text}"),
        Error::Rustls(error) => format!("no secure connection to {at}: {error}"),
        Error::Protocol(error) => format!("{at} does not speak HTTP as it should: {error}"),
        Error::TooManyRedirects => format!("{at} sends us on and on, or to what is no web address"),
        Error::ConnectProxyFailed(text) => {
            format!("the proxy does not let us through to {at}: {text}")
        }
        Error::InvalidProxyUrl => "the proxy in the environment is not an address".to_owned(),
        Error::LargeResponseHeader(..) => format!("{at} answered with endless headers"),
        other => format!("{at}: {other}"),
    }
}

fn is_break(error: &io::Error) -> bool {
    use io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset, UnexpectedEof};
    matches!(
        error.kind(),
        BrokenPipe | ConnectionAborted | ConnectionReset | UnexpectedEof
    )
}

fn of_io(host: &Host, error: &io::Error) -> String {
    let at = host.authority.as_str();
    match error.kind() {
        io::ErrorKind::ConnectionRefused => {
            format!("{at} refuses connections: is a catalog running there?")
        }
        io::ErrorKind::TimedOut => format!("{at} did not answer in time"),
        io::ErrorKind::NetworkUnreachable | io::ErrorKind::HostUnreachable => {
            format!("there is no way to {at}: is the network up?")
        }
        io::ErrorKind::InvalidData => {
            format!("no secure connection to {at}, does it speak https? {error}")
        }
        // The standard library has no kind for a host that cannot be looked up.
        _ if error.to_string().starts_with("failed to lookup address") => no_such_host(host),
        _ => format!("{at}: {error}"),
    }
}

fn of_timeout(at: &str, phase: ureq::Timeout) -> String {
    use ureq::Timeout;
    match phase {
        Timeout::Resolve => format!("looking up the host of {at} took too long"),
        Timeout::Connect => format!("{at} did not take the connection in time"),
        _ => format!(
            "{at} took the connection and did not answer in time (`GUILD_TIMEOUT=SECONDS` waits longer)"
        ),
    }
}

fn no_such_host(host: &Host) -> String {
    format!(
        "the host `{}` cannot be found: is it spelled right, and is the network up?",
        host.name
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_tried_too_often_is_tried_again_when_the_catalog_says() {
        let failure = Failure::from(RemoteError::Answered {
            catalog: "https://skills.example".to_owned(),
            status: 429,
            code: "TOO_MANY_TRIES".to_owned(),
            message: "there were too many tries; wait 299 seconds and try again".to_owned(),
            findings: Vec::new(),
        });
        assert_eq!(
            failure.hints,
            ["type the command again when that time is over"]
        );
    }
}
