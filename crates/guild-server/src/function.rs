//! A service whose answers a function makes: it gets whole requests within limits, and knows no connection.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::header::{HeaderName, HeaderValue};
use http::{Response, StatusCode};
use http_body_util::{BodyExt as _, Full, Limited};

use crate::service::{Service, ServiceReply, ServiceRequest};

/// A request, read to its end.
#[derive(Clone, Debug)]
pub struct FunctionRequest {
    /// The method in capitals.
    pub method: String,
    /// Path and query as they came.
    pub target: String,
    /// The headers, their names in small letters; what is no text is left out.
    pub headers: Vec<(String, String)>,
    /// The body; none if it is larger than is read.
    pub body: Option<Bytes>,
}

/// What the function answers.
#[derive(Clone, Debug)]
pub struct FunctionReply {
    /// The status.
    pub status: u16,
    /// The headers.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

/// A function that answers, and what it may be given.
#[derive(Clone)]
pub struct Function {
    /// Answers a request.
    pub answer: Arc<dyn Fn(FunctionRequest) -> FunctionReply + Send + Sync>,
    /// The bytes of a body.
    pub body_bytes: usize,
    /// How long a body may take to come.
    pub body_time: Duration,
}

impl Service for Function {
    async fn answer(&self, request: ServiceRequest) -> ServiceReply {
        let (head, body) = request.into_parts();
        let text = |value: &HeaderValue| value.to_str().ok().map(str::to_owned);
        let headers = head
            .headers
            .iter()
            .filter_map(|(name, value)| Some((name.as_str().to_owned(), text(value)?)));
        let limited = Limited::new(body, self.body_bytes).collect();
        let body = match tokio::time::timeout(self.body_time, limited).await {
            Ok(Ok(body)) => Some(body.to_bytes()),
            Ok(Err(_)) => None,
            Err(_) => return plain(StatusCode::REQUEST_TIMEOUT),
        };
        let request = FunctionRequest {
            method: head.method.as_str().to_owned(),
            target: head
                .uri
                .path_and_query()
                .map_or("/", |url| url.as_str())
                .to_owned(),
            headers: headers.collect(),
            body,
        };
        // A defect of the function ends one request and nothing else.
        match catch_unwind(AssertUnwindSafe(|| (self.answer)(request))) {
            Ok(reply) => answer(reply),
            Err(_) => plain(StatusCode::INTERNAL_SERVER_ERROR),
        }
    }

    fn drain(&self) {}
}

fn answer(reply: FunctionReply) -> ServiceReply {
    let mut answer = Response::new(Full::from(reply.body).boxed());
    *answer.status_mut() =
        StatusCode::from_u16(reply.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    for (name, value) in reply.headers {
        // What cannot stand in a head is left out of it.
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
            answer.headers_mut().append(name, value);
        }
    }
    answer
}

fn plain(status: StatusCode) -> ServiceReply {
    let mut answer = Response::new(Full::default().boxed());
    *answer.status_mut() = status;
    answer
}
