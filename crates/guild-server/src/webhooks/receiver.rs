//! Sending one message to one receiver, within bounds.

use std::io::Read as _;
use std::net::IpAddr;
use std::time::Duration;

use http::Uri;
use ureq::Agent;
use ureq::config::Config;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};

use super::address::is_allowed;
use crate::access::Network;

/// So much of an answer is read; what is kept of it is shorter still.
const ANSWER_BYTES: u64 = 4096;
/// The longest head of an answer.
const HEAD_BYTES: usize = 16 * 1024;
/// The most bytes of an address.
const URL_BYTES: usize = 2048;

/// Sends messages. A clone is the same messenger.
#[derive(Clone, Debug)]
pub(crate) struct Messenger {
    agent: Agent,
    allowed: Vec<Network>,
}

/// What a receiver said.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    /// How the text begins.
    pub(super) beginning: String,
}

/// Finds addresses, and gives none that is not allowed. The connection is made to what is given here, so that a name
/// which means something else the next moment gains nothing.
#[derive(Debug)]
struct Guarded {
    inner: DefaultResolver,
    allowed: Vec<Network>,
}

/// All that a name means is not allowed. The address itself is not told: names of a network are its own.
#[derive(Debug, thiserror::Error)]
#[error(
    "the receiver's address is not a public one, and whoever runs the catalog has not allowed it (`--webhook-allow`)"
)]
struct NotAllowed;

impl Messenger {
    /// Makes a messenger that gives a receiver so much time, and goes to public and to some other addresses.
    pub(crate) fn new(time: Duration, allowed: Vec<Network>) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            // Whoever answers may not send the message on to where it must not go.
            .max_redirects(0)
            .max_redirects_will_error(false)
            // A proxy would find the addresses itself.
            .proxy(None)
            .max_idle_connections(0)
            .max_response_header_size(HEAD_BYTES)
            .accept_encoding("identity")
            .user_agent(concat!("guildhall/", env!("CARGO_PKG_VERSION")))
            .timeout_global(Some(time))
            .build();
        let guarded = Guarded {
            inner: DefaultResolver::default(),
            allowed: allowed.clone(),
        };
        Self {
            agent: Agent::with_parts(config, DefaultConnector::default(), guarded),
            allowed,
        }
    }

    /// Sees that an address can be that of a receiver. What its name means is seen when something is sent.
    ///
    /// # Errors
    /// Says what is wrong with it, for a person.
    pub(crate) fn check(&self, url: &str) -> Result<(), String> {
        let is_plain = url.bytes().all(|byte| byte.is_ascii_graphic());
        let uri: Option<Uri> = url
            .parse()
            .ok()
            .filter(|_| is_plain && url.len() <= URL_BYTES);
        let Some(uri) = uri else {
            return Err(format!(
                "it is no address of {URL_BYTES} characters at the most"
            ));
        };
        if !matches!(uri.scheme_str(), Some("https" | "http")) {
            return Err("it begins with `https://` or `http://`".to_owned());
        }
        let authority = uri.authority().map_or("", |authority| authority.as_str());
        if authority.contains('@') || url.contains('#') {
            return Err("it holds no name, no password and no `#`".to_owned());
        }
        let host = uri.host().unwrap_or_default();
        if host.is_empty() {
            return Err("it names no host".to_owned());
        }
        let literal = host.trim_start_matches('[').trim_end_matches(']');
        match literal.parse::<IpAddr>() {
            Ok(address) if !is_allowed(address, &self.allowed) => Err(NotAllowed.to_string()),
            Err(_) if host.starts_with('[') => Err("it names no host".to_owned()),
            Ok(_) | Err(_) => Ok(()),
        }
    }

    /// Sends a message, and waits for the answer; blocks the thread, within the time that a receiver has.
    ///
    /// # Errors
    /// Says why there was no answer, for a person.
    pub(super) fn send(
        &self,
        url: &str,
        head: &[(&str, String)],
        body: &[u8],
    ) -> Result<Answer, String> {
        let mut request = self
            .agent
            .post(url)
            .header("content-type", "application/json");
        for (name, value) in head {
            request = request.header(*name, value);
        }
        let mut response = request.send(body).map_err(|error| reason(&error))?;
        let mut beginning = Vec::new();
        let reader = response.body_mut().as_reader();
        // The status is the answer; what does not come of the text is not missed.
        let _ = reader.take(ANSWER_BYTES).read_to_end(&mut beginning);
        Ok(Answer {
            status: response.status().as_u16(),
            beginning: String::from_utf8_lossy(&beginning).into_owned(),
        })
    }
}

impl Resolver for Guarded {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = self.inner.resolve(uri, config, timeout)?;
        let mut kept = self.empty();
        for address in found.iter() {
            if is_allowed(address.ip(), &self.allowed) {
                kept.push(*address);
            }
        }
        if kept.is_empty() {
            return Err(ureq::Error::Other(Box::new(NotAllowed)));
        }
        Ok(kept)
    }
}

fn reason(error: &ureq::Error) -> String {
    match error {
        ureq::Error::Timeout(_) => "the receiver took too long".to_owned(),
        ureq::Error::HostNotFound => "the receiver's name means no address".to_owned(),
        ureq::Error::ConnectionFailed => "the receiver takes no connection".to_owned(),
        ureq::Error::Other(inner) => inner.to_string(),
        other => format!("the receiver gave no answer: {other}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_one_of_the_web_and_public() {
        let messenger = Messenger::new(Duration::from_secs(1), Vec::new());
        for url in [
            "https://ci.example.org/hooks",
            "http://a.example:8080/?q=1",
            "https://1.1.1.1/",
        ] {
            assert_eq!(messenger.check(url), Ok(()), "{url}");
        }
        for url in [
            "",
            "/hooks",
            "ftp://a.example/",
            "file:///etc/passwd",
            "https://",
            "https:///a",
            "https://u:p@a.example/",
            "https://a.example/#b",
            "https://a.example/\r\nx: y",
            "https://ä.example/",
            "https://[a.b]/",
            "http://127.0.0.1/",
            "http://[::1]:8484/",
            "http://169.254.169.254/latest",
            "http://[::ffff:10.0.0.1]/",
        ] {
            assert!(messenger.check(url).is_err(), "{url}");
        }
        assert!(
            messenger
                .check(&format!("https://a.example/{}", "a".repeat(URL_BYTES)))
                .is_err()
        );
    }

    #[test]
    fn a_name_that_means_a_private_address_is_refused_however_it_is_written() {
        let messenger = Messenger::new(Duration::from_secs(5), Vec::new());
        for url in [
            "http://localhost:9/",
            "http://2130706433:9/",
            "http://0x7f.1:9/",
            "http://0:9/",
        ] {
            let refused = messenger.send(url, &[], b"{}").unwrap_err();
            assert_eq!(refused, NotAllowed.to_string(), "{url}");
        }
    }
}
