//! Carries the requests of the object store: ureq, on the threads for what blocks.
//!
//! The catalog's requests to a bucket are few and small, and ureq brings the TLS that the rest of the program has.

use std::io;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use http::Method;
use http_body_util::BodyExt as _;
use object_store::ClientOptions;
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse,
    HttpResponseBody, HttpService,
};
use ureq::Agent;

/// How long a connection may take to stand.
const CONNECT: Duration = Duration::from_secs(3);
/// How long the bucket may be silent before an answer.
const SILENCE: Duration = Duration::from_secs(5);
/// How long a request may take as a whole; an archive has 50 MB at the most.
const WHOLE: Duration = Duration::from_secs(30);
/// No answer is longer: an archive, or a list of a thousand names.
const ANSWER_BYTES: u64 = 64 * 1024 * 1024;

/// Makes clients.
#[derive(Debug)]
pub(super) struct Carrier;

#[derive(Debug)]
struct Client(Agent);

impl HttpConnector for Carrier {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            // What is compressed there is compressed for the client, not for the way.
            .accept_encoding("identity")
            .timeout_connect(Some(CONNECT))
            .timeout_recv_response(Some(SILENCE))
            .timeout_global(Some(WHOLE))
            .build();
        Ok(HttpClient::new(Client(config.into())))
    }
}

#[async_trait]
impl HttpService for Client {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let (head, body) = request.into_parts();
        let body = body.collect().await?.to_bytes();
        let agent = self.0.clone();
        let task = tokio::task::spawn_blocking(move || carry(&agent, head, &body));
        let response = task
            .await
            .map_err(|error| HttpError::new(HttpErrorKind::Interrupted, error))?;
        let response = response.map_err(sorted)?;
        Ok(response.map(HttpResponseBody::from))
    }
}

/// Sends a request and reads its answer to the end.
fn carry(
    agent: &Agent,
    head: http::request::Parts,
    body: &Bytes,
) -> Result<http::Response<Bytes>, ureq::Error> {
    let is_bare = matches!(head.method, Method::GET | Method::HEAD | Method::DELETE);
    let response = match is_bare {
        true => agent.run(http::Request::from_parts(head, ()))?,
        false => agent.run(http::Request::from_parts(head, body.as_ref()))?,
    };
    let (head, mut body) = response.into_parts();
    let bytes = body.with_config().limit(ANSWER_BYTES).read_to_vec()?;
    Ok(http::Response::from_parts(head, Bytes::from(bytes)))
}

/// Sorts an error by whether trying again may help.
fn sorted(error: ureq::Error) -> HttpError {
    let kind = match &error {
        ureq::Error::Timeout(_) => HttpErrorKind::Timeout,
        ureq::Error::HostNotFound | ureq::Error::ConnectionFailed => HttpErrorKind::Connect,
        ureq::Error::Io(error) if error.kind() == io::ErrorKind::ConnectionRefused => {
            HttpErrorKind::Connect
        }
        ureq::Error::Io(_) => HttpErrorKind::Interrupted,
        ureq::Error::Protocol(_) => HttpErrorKind::Interrupted,
        _ => HttpErrorKind::Unknown,
    };
    HttpError::new(kind, error)
}
