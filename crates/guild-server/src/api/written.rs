//! The answer to a request that changed something: never kept by anybody.

use axum::body::Body;
use axum::response::Response;
use http::StatusCode;
use http::header::{self, HeaderValue};
use serde::Serialize;

use crate::edge::JSON;
use crate::error::ApiError;

/// What was changed, or made.
pub(crate) struct Written {
    response: Response,
}

impl Written {
    /// Answers with what was made.
    pub(crate) fn created(value: &impl Serialize) -> Result<Self, ApiError> {
        Self::of(StatusCode::CREATED, value)
    }

    /// Answers with what something is now.
    pub(crate) fn changed(value: &impl Serialize) -> Result<Self, ApiError> {
        Self::of(StatusCode::OK, value)
    }

    /// Answers that something is gone.
    pub(crate) fn gone() -> Self {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::NO_CONTENT;
        Self { response }.kept_by_nobody()
    }

    fn of(status: StatusCode, value: &impl Serialize) -> Result<Self, ApiError> {
        let body = serde_json::to_vec(value).map_err(ApiError::fault)?;
        let mut response = Response::new(Body::from(body));
        *response.status_mut() = status;
        let json = HeaderValue::from_static(JSON);
        response.headers_mut().insert(header::CONTENT_TYPE, json);
        Ok(Self { response }.kept_by_nobody())
    }

    fn kept_by_nobody(mut self) -> Self {
        let headers = self.response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        self
    }

    /// Says where what was made is.
    pub(crate) fn at(mut self, path: &str) -> Self {
        if let Ok(path) = HeaderValue::try_from(path) {
            self.response.headers_mut().insert(header::LOCATION, path);
        }
        self
    }

    /// Sets a cookie.
    pub(crate) fn with_cookie(mut self, cookie: HeaderValue) -> Self {
        self.response
            .headers_mut()
            .insert(header::SET_COOKIE, cookie);
        self
    }
}

impl axum::response::IntoResponse for Written {
    fn into_response(self) -> Response {
        self.response
    }
}
