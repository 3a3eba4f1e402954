//! The way to the server and back: one request at a time, over a connection of its own, within its limits.

use std::io::{self, Read as _};
use std::time::Duration;

use ureq::http::{Request, Response};
use ureq::{Agent, Body};

use super::credentials::{Credentials, base64};
use super::curl::NOTHING;
use super::exchange::{Answered, Broken, Got, Header, Secret, Sent};
use super::target::Target;

/// How many bytes the head of an answer may have.
const HEAD: usize = 64 << 10;

/// A way to one server.
pub(super) struct Wire<'a> {
    agent: Agent,
    target: Target,
    credentials: &'a Credentials,
    time: Duration,
    body_bytes: u64,
}

impl<'a> Wire<'a> {
    pub(super) fn new(
        target: Target,
        credentials: &'a Credentials,
        time: Duration,
        body_bytes: u64,
    ) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .user_agent(concat!("guild/", env!("CARGO_PKG_VERSION"), " check-api"))
            .accept("*/*")
            .accept_encoding("identity")
            // Where an answer points is not the server that was named.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .proxy(None)
            // A connection that the server closed meanwhile would look like a server that does not answer.
            .max_idle_connections(0)
            .allow_non_standard_methods(true)
            .max_response_header_size(HEAD)
            .timeout_global(Some(time));
        Self {
            agent: config.build().new_agent(),
            target,
            credentials,
            time,
            body_bytes,
        }
    }

    /// Gives the server.
    pub(super) fn target(&self) -> &Target {
        &self.target
    }

    /// Sends a request and reads the answer; nothing in what it gives holds the value of a credential.
    pub(super) fn exchange(&self, sent: &Sent) -> Got {
        match self.send(sent) {
            Ok(response) => self.read(sent, response),
            Err(error) => Got::Nothing(self.broken(&error)),
        }
    }

    fn send(&self, sent: &Sent) -> Result<Response<Body>, ureq::Error> {
        let mut target = sent.target.clone();
        let mut request = Request::builder().method(sent.method.as_str());
        for header in &sent.headers {
            request = request.header(&header.name, &header.value);
        }
        for secret in &sent.secrets {
            match secret {
                Secret::Header {
                    name,
                    prefix,
                    variable,
                } => {
                    request = request.header(name, format!("{prefix}{}", self.value(variable)));
                }
                Secret::Basic { variable } => {
                    let value = match self.value(variable) {
                        value if value.contains(':') => value.to_owned(),
                        value => format!("{value}:"),
                    };
                    request = request.header(
                        "Authorization",
                        format!("Basic {}", base64(value.as_bytes())),
                    );
                }
                Secret::Cookie { name, variable } => {
                    request = request.header("Cookie", format!("{name}={}", self.value(variable)));
                }
                Secret::Query { name, variable } => {
                    let value = super::encode::component(self.value(variable));
                    let sign = if target.contains('?') { '&' } else { '?' };
                    target.push_str(&format!("{sign}{}={value}", super::encode::component(name)));
                }
            }
        }
        let request = request.uri(self.target.url(&target));
        match &sent.body {
            Some(body) => self.agent.run(request.body(body.as_bytes())?),
            // A method that may have a body says that there is none, by its length.
            None if matches!(&*sent.method, "POST" | "PUT" | "PATCH") => {
                self.agent.run(request.body(&b""[..])?)
            }
            None => self.agent.run(request.body(())?),
        }
    }

    fn value(&self, variable: &str) -> &str {
        if variable.is_empty() {
            NOTHING
        } else {
            self.credentials.value(variable)
        }
    }

    fn read(&self, sent: &Sent, mut response: Response<Body>) -> Got {
        let status = response.status().as_u16();
        let header = |(name, value): (&ureq::http::HeaderName, &ureq::http::HeaderValue)| Header {
            name: name.as_str().to_owned(),
            value: self.redacted(String::from_utf8_lossy(value.as_bytes()).into_owned()),
        };
        let headers: Vec<Header> = response.headers().iter().map(header).collect();
        let empty = Answered::new(status, headers.clone(), String::new(), true);
        // What streams does not end, and is not meant to.
        if empty
            .media_type()
            .is_some_and(|kind| kind == "text/event-stream")
        {
            return Got::Answer(Answered::new(status, headers, String::new(), false));
        }
        if sent.method == "HEAD" || matches!(status, 204 | 304) {
            return Got::Answer(empty);
        }
        let mut bytes = Vec::new();
        let reader = response.body_mut().as_reader();
        if let Err(error) = reader.take(self.body_bytes + 1).read_to_end(&mut bytes) {
            return Got::Nothing(self.broken(&ureq::Error::from(error)));
        }
        let is_whole = bytes.len() as u64 <= self.body_bytes;
        if !is_whole && empty.is_json() {
            return Got::Nothing(Broken::TooLong(self.body_bytes));
        }
        bytes.truncate(usize::try_from(self.body_bytes).unwrap_or(usize::MAX));
        let body = self.redacted(String::from_utf8_lossy(&bytes).into_owned());
        Got::Answer(Answered::new(status, headers, body, is_whole))
    }

    fn redacted(&self, text: String) -> String {
        self.credentials.redacted(text)
    }

    fn broken(&self, error: &ureq::Error) -> Broken {
        let reason = |error: &dyn std::fmt::Display| self.redacted(error.to_string());
        match error {
            ureq::Error::Timeout(_) => Broken::TooSlow(self.time),
            ureq::Error::HostNotFound => Broken::NotListening("there is no such host".to_owned()),
            ureq::Error::ConnectionFailed => {
                Broken::NotListening("the connection was not taken".to_owned())
            }
            ureq::Error::Io(error) => match error.kind() {
                io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => Broken::TooSlow(self.time),
                io::ErrorKind::ConnectionRefused
                | io::ErrorKind::HostUnreachable
                | io::ErrorKind::NetworkUnreachable
                | io::ErrorKind::AddrNotAvailable => Broken::NotListening(reason(error)),
                _ => Broken::Unreadable(reason(error)),
            },
            other => Broken::Unreadable(reason(other)),
        }
    }
}
