//! The way of a request: found in the cache, or routed, finished and kept.

use std::future::Future;
use std::net::{IpAddr, Ipv4Addr};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;

use axum::Router;
use axum::extract::{MatchedPath, Request};
use axum::response::Response;
use bytes::Bytes;
use guild_catalog::Catalog;
use http::header::{self, HeaderMap, HeaderName, HeaderValue};
use http::{Method, StatusCode, Uri};
use http_body_util::{Either, Full};
use hyper::body::Incoming;
use tower::ServiceExt as _;
use tracing::Instrument as _;

use crate::accept::Answers;
use crate::api::event_stream;
use crate::auth::{Asker, PeerAddress, is_reading, unauthenticated};
use crate::cache::{Cache, Moment};
use crate::compat;
use crate::config::ServerConfig;
use crate::document::{Answer, Document, Finished, Freshness};
use crate::error::{ApiError, Code};
use crate::headers::{self, Encoding};
use crate::links;
use crate::metrics::RouteCounters;
use crate::pages;
use crate::routes;
use crate::seen::Seen;
use crate::state::AppState;
use crate::unread;

/// A longer answer is made each time: a few of them would push everything else out.
const KEEP_UP_TO: usize = 4 * 1024 * 1024;

/// Names a request in the log and in the answer.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The type of the one error body.
pub(crate) const JSON: &str = "application/json";

/// What stands between connections and handlers.
pub(crate) struct Edge {
    state: AppState,
    router: Router,
    url_bytes: usize,
}

/// The head of a request, as far as answering needs it after routing.
struct Asked {
    method: Method,
    uri: Uri,
    headers: HeaderMap,
}

/// An answer and where it is counted.
type Counted = (Answer, Arc<RouteCounters>);

impl Edge {
    /// Makes the edge of a catalog.
    pub(crate) fn new(config: ServerConfig, catalog: Catalog) -> Self {
        let url_bytes = config.limits.url_bytes;
        let state = AppState::new(config, catalog);
        let router = routes::router(state.clone());
        Self {
            state,
            router,
            url_bytes,
        }
    }

    /// Gives what handlers share.
    pub(crate) fn state(&self) -> &AppState {
        &self.state
    }

    /// Looks for a kept answer. What is kept was made for nobody in particular; a page shows somebody who is signed in.
    fn find(
        &self,
        moment: Moment,
        request: &hyper::Request<Incoming>,
        asker: &Asker,
    ) -> Option<Counted> {
        let method = request.method();
        if !is_reading(method) {
            return None;
        }
        let headers = request.headers();
        if event_stream::is_concerned(headers) {
            return None;
        }
        let encoding = Encoding::accepted(headers);
        let finished = self.cache().get(moment, encoding, url_of(request.uri()))?;
        if finished.is_page() && asker.viewer().is_some() {
            return None;
        }
        let answer = finished.answer(method, headers);
        let answer = answer.unwrap_or_else(|error| json_error(&error));
        let repeats = self.state.repeats();
        repeats.count(&finished, (method, &answer), asker.address, moment.span);
        Some((answer, Arc::clone(&finished.counters)))
    }

    /// Finds out who asks, where that has to be known before anything is answered: a page shows it, and a private
    /// catalog is read by those alone who are known.
    async fn admit(
        &self,
        asker: &Asker,
        request: &hyper::Request<Incoming>,
    ) -> Result<(), ApiError> {
        let is_private = self.state.is_private();
        if !is_private && !asker.shows_session() {
            return Ok(());
        }
        let is_open = !is_private || links::is_open(request.method(), request.uri().path());
        let caller = match asker.identify(&self.state).await {
            // What everybody may read is answered though the database fails.
            Err(_) if is_open => None,
            caller => caller?,
        };
        if caller.is_some() || is_open {
            return Ok(());
        }
        Err(unauthenticated())
    }

    /// Answers somebody who is not known in a private catalog: a person is shown where to sign in.
    fn turn_away(&self, asked: &Asked, error: &ApiError) -> Answer {
        use axum::response::IntoResponse as _;
        let path = asked.uri.path();
        let is_person = is_reading(&asked.method) && headers::wants_page(&asked.headers);
        if error.code == Code::Unauthenticated && is_person && !path.starts_with("/api/") {
            let sign_in = links::sign_in_to(url_of(&asked.uri));
            return plain(axum::response::Redirect::to(&sign_in).into_response());
        }
        self.refuse(asked, error, &HeaderMap::new())
    }

    /// Keeps what only some may read out of caches that many share, and lets everybody read what is everybody's.
    fn within(&self, mut answer: Answer, path: &str) -> Answer {
        if !self.state.is_private() {
            headers::open_discovery(path, answer.headers_mut());
        }
        let shared = answer.headers().get(header::CACHE_CONTROL);
        if self.state.is_private() && shared.is_some_and(|shared| shared != "no-store") {
            let private = HeaderValue::from_static("private, no-cache");
            answer.headers_mut().insert(header::CACHE_CONTROL, private);
        }
        answer
    }

    async fn work_out(&self, moment: Moment, asked: &Asked, request: Request) -> Counted {
        let mut response = self.route(asked, request).await;
        let pattern = response.extensions_mut().remove::<MatchedPath>();
        let pattern = pattern.as_ref().map_or("none", MatchedPath::as_str);
        let counters = self.state.metrics().route(pattern);
        let answer = if let Some(mut document) = response.extensions_mut().remove::<Document>() {
            if Asker::current().is_some_and(|asker| asker.is_looked_at()) {
                // It is for this asker alone, whatever its handler thought of.
                document.freshness = Freshness::Momentary;
            }
            self.finish(moment, asked, document, &counters)
        } else if let Some(error) = response.extensions_mut().remove::<ApiError>() {
            self.refuse(asked, &error, response.headers())
        } else {
            plain(response)
        };
        (answer, counters)
    }

    async fn route(&self, asked: &Asked, request: Request) -> Response {
        use axum::response::IntoResponse as _;
        let url = url_of(&asked.uri);
        if url.len() > self.url_bytes {
            let message = format!("path and query may have {} bytes", self.url_bytes);
            return ApiError::new(Code::UrlTooLong, message).into_response();
        }
        match unpanicked(self.router.clone().oneshot(request)).await {
            Some(Ok(response)) => response,
            Some(Err(never)) => match never {},
            None => ApiError::fault(HandlerPanicked).into_response(),
        }
    }

    fn finish(
        &self,
        moment: Moment,
        asked: &Asked,
        document: Document,
        counters: &Arc<RouteCounters>,
    ) -> Answer {
        let encoding = Encoding::accepted(&asked.headers);
        let is_kept = document.freshness != Freshness::Momentary
            && document.body.len() <= KEEP_UP_TO
            && is_reading(&asked.method);
        let finished = Arc::new(document.finish(encoding, Arc::clone(counters)));
        let answer = finished.answer(&asked.method, &asked.headers);
        let answer = answer.unwrap_or_else(|error| json_error(&error));
        if let Some(asker) = Asker::current() {
            let given = (&asked.method, &answer);
            let repeats = self.state.repeats();
            repeats.count(&finished, given, asker.address, moment.span);
        }
        if is_kept {
            self.keep(moment, encoding, asked, finished);
        }
        answer
    }

    fn keep(&self, moment: Moment, encoding: Encoding, asked: &Asked, finished: Arc<Finished>) {
        self.cache()
            .insert(moment, encoding, url_of(&asked.uri), finished);
    }

    /// Writes an error as JSON, or as a page for a person.
    fn refuse(&self, asked: &Asked, error: &ApiError, given: &HeaderMap) -> Answer {
        let id = request_id(&asked.headers);
        if let Some(cause) = &error.cause {
            let id = id.to_str().unwrap_or_default();
            tracing::error!(method = %asked.method, path = links::loggable(asked.uri.path()), request.id = id, cause, "a request failed");
        }
        let is_api = asked.uri.path().starts_with("/api/");
        let mut answer = if !is_api && headers::wants_page(&asked.headers) {
            let page = pages::error_page(&self.state, error);
            error_answer(error, "text/html; charset=utf-8", page.into())
        } else if compat::is_of_clawhub(asked.uri.path()) {
            error_answer(error, "text/plain; charset=utf-8", error.text().into())
        } else {
            json_error(error)
        };
        answer.headers_mut().insert(REQUEST_ID, id);
        if let Some(allow) = given.get(header::ALLOW) {
            answer.headers_mut().insert(header::ALLOW, allow.clone());
        }
        answer
    }

    fn cache(&self) -> &Cache {
        self.state.cache()
    }
}

impl Edge {
    async fn answer_to(&self, request: hyper::Request<Incoming>) -> Counted {
        if let Err(error) = unread::names_its_host(&request) {
            return (json_error(&error), self.state.metrics().route("none"));
        }
        let moment = self.state.moment();
        let peer = request.extensions().get::<PeerAddress>();
        let peer = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.0);
        let asker = Asker::new(&self.state, request.headers(), peer);
        let admitted = self.admit(&asker, &request).await;
        if admitted.is_ok()
            && let Some((answer, counters)) = self.find(moment, &request, &asker)
        {
            let answer = self.within(answer, request.uri().path());
            return (answer, counters);
        }
        let (head, body) = request.into_parts();
        let asked = Asked {
            method: head.method.clone(),
            uri: head.uri.clone(),
            headers: head.headers.clone(),
        };
        let request = Request::from_parts(head, axum::body::Body::new(body));
        let work = async {
            match admitted {
                Ok(()) => self.work_out(moment, &asked, request).await,
                Err(error) => (
                    self.turn_away(&asked, &error),
                    self.state.metrics().route("none"),
                ),
            }
        };
        let (answer, counters) = asker.scope(work).await;
        (self.within(answer, asked.uri.path()), counters)
    }
}

impl Answers for Edge {
    /// Answers a request, whatever it is.
    async fn answer(&self, request: hyper::Request<Incoming>) -> Answer {
        let seen = Seen::of(&request);
        let (answer, counters) = self.answer_to(request).instrument(seen.span.clone()).await;
        seen.tell(&answer, &counters);
        answer
    }

    /// Says from now on that the server is not ready.
    fn drain(&self) {
        self.state.drain();
    }
}

/// Names a request that failed, so that whoever was refused can say which: as a proxy named it, or by chance.
fn request_id(headers: &HeaderMap) -> HeaderValue {
    let is_sound = |id: &&HeaderValue| {
        let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.:".contains(byte);
        (1..=64).contains(&id.len()) && id.as_bytes().iter().all(is_plain)
    };
    if let Some(id) = headers.get(&REQUEST_ID).filter(is_sound) {
        return id.clone();
    }
    let chance = std::collections::hash_map::RandomState::new();
    let id = std::hash::BuildHasher::hash_one(&chance, std::thread::current().id());
    // Sixteen hexadecimal digits are a header's value.
    HeaderValue::try_from(format!("{id:016x}")).unwrap_or(HeaderValue::from_static("none"))
}

/// A handler that panicked: a defect of ours, which must not cost the client its answer.
#[derive(Debug, thiserror::Error)]
#[error("a handler panicked")]
struct HandlerPanicked;

/// Runs a handler; `None` when it panicked.
async fn unpanicked<F: Future>(future: F) -> Option<F::Output> {
    let mut future = pin!(future);
    std::future::poll_fn(
        |cx| match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(cx))) {
            Ok(poll) => poll.map(Some),
            Err(_) => Poll::Ready(None),
        },
    )
    .await
}

/// Gives path and query as they came.
fn url_of(uri: &Uri) -> &str {
    uri.path_and_query().map_or("", |url| url.as_str())
}

fn json_error(error: &ApiError) -> Answer {
    error_answer(error, JSON, error.json().into())
}

fn error_answer(error: &ApiError, content_type: &'static str, body: Bytes) -> Answer {
    let mut answer = Answer::new(Either::Left(Full::new(body)));
    *answer.status_mut() = error.code.status();
    *answer.headers_mut() = error_headers(error, content_type);
    answer
}

/// Gives the headers of an answer that is an error.
pub(crate) fn error_headers(error: &ApiError, content_type: &'static str) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers::secure(&mut headers);
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::VARY, HeaderValue::from_static("accept"));
    if error.code.status() == StatusCode::UNAUTHORIZED {
        let challenge = HeaderValue::from_static("Bearer realm=\"guildhall\"");
        headers.insert(header::WWW_AUTHENTICATE, challenge);
    }
    let is_away = error.code.status() == StatusCode::SERVICE_UNAVAILABLE;
    if let Some(seconds) = error.retry_after.or(is_away.then_some(2)) {
        headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    if let Some(length) = error.length {
        let place = HeaderValue::try_from(format!("bytes */{length}"));
        headers.extend(place.ok().map(|place| (header::CONTENT_RANGE, place)));
    }
    headers
}

/// Passes on what is neither a document nor an error: a redirect, a stream.
fn plain(response: Response) -> Answer {
    let mut answer = response.map(Either::Right);
    headers::secure(answer.headers_mut());
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_ends_one_request_and_nothing_else() {
        assert_eq!(unpanicked(async { 7 }).await, Some(7));
        assert_eq!(unpanicked(async { panic!("a defect") }).await, None::<()>);
    }
}
