//! The one error: its code, its body.

mod code;

use std::error::Error;
use std::fmt::Display;

use axum::response::IntoResponse;
use guild_catalog::{PublishError, StoreError};
use guild_skill::wire;

pub(crate) use self::code::Code;

/// Why a request has no other answer.
#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    /// For machines.
    pub(crate) code: Code,
    /// A sentence for a person.
    pub(crate) message: String,
    /// What happened inside, for the log alone.
    pub(crate) cause: Option<String>,
    /// The names of skills that may have been meant, for a person who mistyped one.
    pub(crate) near: Box<[String]>,
    /// The whole length, when a part was asked for that is not there.
    pub(crate) length: Option<usize>,
    /// After how many seconds it is worth another try.
    pub(crate) retry_after: Option<u64>,
    /// What is wrong with a skill that is refused.
    pub(crate) findings: Box<[wire::Finding]>,
}

impl ApiError {
    /// Makes an error.
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            cause: None,
            near: Box::default(),
            length: None,
            retry_after: None,
            findings: Box::default(),
        }
    }

    /// Makes the error for a body with a value that is not allowed.
    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Self::new(Code::InvalidBody, message)
    }

    /// Makes the error for what is wrong with the value of a field of the body.
    pub(crate) fn in_field<E: Display>(field: &str) -> impl Fn(E) -> Self {
        move |error| Self::invalid(format!("`{field}`: {error}"))
    }

    /// Makes the error for a failure that the client has no part in; the cause is logged, not told.
    pub(crate) fn fault(error: impl Error + 'static) -> Self {
        let is_passing = is_passing(&error);
        let is_full = is_full(&error);
        let mut cause = error.to_string();
        let mut source = error.source();
        while let Some(error) = source {
            cause.push_str(": ");
            cause.push_str(&error.to_string());
            source = error.source();
        }
        let (code, message) = match (is_full, is_passing) {
            (true, _) => (
                Code::DiskFull,
                "the disk of the catalog is full, and nothing was changed; whoever runs it has to make room",
            ),
            (false, true) => (
                Code::NotReady,
                "the catalog cannot be reached for now; try again in a moment",
            ),
            (false, false) => (
                Code::InternalError,
                "the server failed; the log says why. Try again, and tell whoever runs this catalog if it stays",
            ),
        };
        Self {
            cause: Some(cause),
            ..Self::new(code, message)
        }
    }

    /// Tells the same failure under another code.
    pub(crate) fn under(self, code: Code, message: &str) -> Self {
        Self {
            code,
            message: message.to_owned(),
            ..self
        }
    }

    /// Names skills that may have been meant.
    pub(crate) fn with_near(self, near: Vec<String>) -> Self {
        Self {
            near: near.into(),
            ..self
        }
    }

    /// Says how long the whole is.
    pub(crate) fn of_length(self, length: usize) -> Self {
        Self {
            length: Some(length),
            ..self
        }
    }

    /// Makes the body for a client that shows it to a person as it is.
    pub(crate) fn text(&self) -> String {
        let mut text = self.message.clone();
        if !self.near.is_empty() {
            text.push_str(&format!(" Did you mean {}?", self.near.join(", ")));
        }
        let is_error = |finding: &&wire::Finding| finding.severity == wire::Severity::Error;
        for finding in self.findings.iter().filter(is_error) {
            let wire::Finding {
                rule,
                path,
                start_line,
                message,
                ..
            } = finding;
            text.push_str(&format!("\n{path}:{start_line}: {message} ({rule})"));
        }
        text
    }

    /// Says after how many seconds it is worth another try.
    pub(crate) fn after(self, seconds: u64) -> Self {
        Self {
            retry_after: Some(seconds),
            ..self
        }
    }

    /// Says what is wrong with a skill.
    pub(crate) fn with_findings(self, findings: Vec<wire::Finding>) -> Self {
        Self {
            findings: findings.into(),
            ..self
        }
    }

    /// Makes the body.
    pub(crate) fn json(&self) -> Vec<u8> {
        let body = wire::ErrorBody {
            error: wire::ErrorDetail {
                code: self.code.as_str().to_owned(),
                message: self.message.clone(),
                findings: self.findings.to_vec(),
            },
        };
        // The body is text and numbers: it is always written.
        serde_json::to_vec(&body).unwrap_or_default()
    }
}

/// Whether the database or the archives did not answer, which passes.
fn is_passing(error: &(dyn Error + 'static)) -> bool {
    let store: Option<&StoreError> = error.downcast_ref();
    let publish: Option<&PublishError> = error.downcast_ref();
    store.is_some_and(StoreError::is_passing) || publish.is_some_and(PublishError::is_passing)
}

/// Whether there was no room left on the disk.
fn is_full(error: &(dyn Error + 'static)) -> bool {
    let store: Option<&StoreError> = error.downcast_ref();
    matches!(store, Some(StoreError::DiskFull))
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        Self::fault(error)
    }
}

impl IntoResponse for ApiError {
    /// Hands the error to the edge, which writes JSON or a page; the response itself is empty.
    fn into_response(self) -> axum::response::Response {
        let mut response = self.code.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}
