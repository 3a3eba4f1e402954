//! A server whose answers a service makes: it gets requests as they come, and its answers may be streams of events.

use std::convert::Infallible;
use std::future::Future;

use axum::body::Body;
use bytes::Bytes;
use http::{Request, Response};
use http_body_util::Either;
use http_body_util::combinators::BoxBody;
use hyper::body::Incoming;

use crate::accept::Answers;
use crate::document::Answer;

/// A request whose body is still to be read; the service bounds its length and its time.
pub type ServiceRequest = Request<Body>;

/// What a service answers.
pub type ServiceReply = Response<BoxBody<Bytes, Infallible>>;

/// What answers requests.
pub trait Service: Send + Sync + 'static {
    /// Answers a request, whatever it is.
    fn answer(&self, request: ServiceRequest) -> impl Future<Output = ServiceReply> + Send;

    /// Hears that the server is about to stop: streams have to end.
    fn drain(&self);
}

/// A service behind connections.
pub(crate) struct Serving<S>(pub(crate) S);

impl<S: Service> Answers for Serving<S> {
    async fn answer(&self, request: Request<Incoming>) -> Answer {
        let reply = self.0.answer(request.map(Body::new)).await;
        reply.map(|body| Either::Right(Body::new(body)))
    }

    fn drain(&self) {
        self.0.drain();
    }
}
