//! Requests in the trace that the command is run in: `TRACEPARENT`, as W3C Trace Context writes it.

use ureq::http::header::HeaderValue;
use ureq::http::{Request, Response};
use ureq::middleware::{Middleware, MiddlewareNext};
use ureq::{Body, SendBody};

/// Names the trace that the command is run in, so that what the catalog does for it is found there.
pub(super) struct InTrace(pub(super) HeaderValue);

impl Middleware for InTrace {
    fn handle(
        &self,
        mut request: Request<SendBody<'_>>,
        next: MiddlewareNext<'_>,
    ) -> Result<Response<Body>, ureq::Error> {
        let headers = request.headers_mut();
        headers.insert("traceparent", self.0.clone());
        next.handle(request)
    }
}
