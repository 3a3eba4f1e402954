//! How a host is asked: how long it may take, and in which trace.

use std::time::Duration;

use ureq::http::header::HeaderValue;
use ureq::http::{Request, Response};
use ureq::middleware::{Middleware, MiddlewareNext};
use ureq::{Agent, Body, SendBody};

use super::BUFFER_BYTES;
use crate::environment::Environment;
use crate::settings::Settings;

/// How many time-outs a whole body may take, so that a catalog that drips does not hold us for ever.
const PATIENCE: u32 = 20;
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// Prepares to ask a host; one of this machine is asked directly, as a proxy has no way to it.
pub(crate) fn agent(settings: &Settings, is_loopback: bool) -> Agent {
    let mut config = Agent::config_builder()
        .http_status_as_error(false)
        .user_agent(concat!("guild/", env!("CARGO_PKG_VERSION")))
        // We follow ourselves, and know whom an error is about.
        .max_redirects(0)
        .timeout_resolve(Some(CONNECT_TIMEOUT.min(settings.timeout)))
        .timeout_connect(Some(CONNECT_TIMEOUT.min(settings.timeout)))
        .timeout_recv_response(Some(settings.timeout))
        .timeout_per_read(Some(settings.timeout))
        .timeout_recv_body(Some(settings.timeout.saturating_mul(PATIENCE)))
        // A buffer is zeroed whole before its first use, and most answers are short.
        .input_buffer_size(BUFFER_BYTES)
        .output_buffer_size(BUFFER_BYTES);
    if is_loopback {
        config = config.proxy(None);
    }
    if let Some(trace) = InTrace::of(&settings.environment) {
        config = config.middleware(trace);
    }
    config.build().new_agent()
}

/// Names the trace that the command is run in, so that what the catalog does for it is found there.
pub(super) struct InTrace(HeaderValue);

impl InTrace {
    /// Finds the trace; nothing where there is none.
    pub(super) fn of(environment: &Environment) -> Option<Self> {
        let parent = environment.variable("TRACEPARENT")?;
        HeaderValue::try_from(parent).ok().map(Self)
    }
}

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
