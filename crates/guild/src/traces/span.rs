//! A span: one piece of work, in the trace of a request.

use std::fmt;
use std::time::Instant;

use tracing::field::{Field, Visit};

use super::context::Parent;

/// A span that goes on.
#[derive(Debug)]
pub(super) struct Open {
    pub(super) trace: [u8; 16],
    pub(super) id: [u8; 8],
    pub(super) parent: Option<[u8; 8]>,
    pub(super) is_sampled: bool,
    pub(super) began: Instant,
    pub(super) said: Said,
}

/// A span that is over.
#[derive(Debug)]
pub(super) struct Closed {
    pub(super) trace: [u8; 16],
    pub(super) id: [u8; 8],
    pub(super) parent: Option<[u8; 8]>,
    /// Nanoseconds since 1970, in UTC.
    pub(super) began: u128,
    pub(super) ended: u128,
    pub(super) said: Said,
}

/// What a span says of itself.
#[derive(Debug)]
pub(super) struct Said {
    pub(super) name: String,
    pub(super) kind: Kind,
    pub(super) is_failed: bool,
    pub(super) attributes: Vec<(&'static str, Value)>,
    pub(super) asked_by: Option<Parent>,
    /// How long it took, of what is told when it is over.
    pub(super) seconds: Option<f64>,
}

/// Who works for whom: the numbers of OTLP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Internal = 1,
    Server = 2,
    Client = 3,
}

/// The value of an attribute.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Text(String),
    Number(i64),
    Truth(bool),
}

impl Said {
    pub(super) fn of(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            kind: Kind::Internal,
            is_failed: false,
            attributes: Vec::new(),
            asked_by: None,
            seconds: None,
        }
    }

    fn say(&mut self, field: &Field, value: Value) {
        match (field.name(), value) {
            ("otel.name", Value::Text(name)) => self.name = name,
            ("otel.kind", Value::Text(kind)) => {
                self.kind = match kind.as_str() {
                    "server" => Kind::Server,
                    "client" => Kind::Client,
                    _ => Kind::Internal,
                };
            }
            ("otel.status_code", Value::Text(code)) => self.is_failed = code == "ERROR",
            ("traceparent", Value::Text(text)) => self.asked_by = Parent::parse(&text),
            (name, value) => self.attributes.push((name, value)),
        }
    }
}

impl Visit for Said {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.say(field, Value::Text(value.to_owned()));
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.say(field, Value::Truth(value));
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.say(field, Value::Number(value));
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.say(
            field,
            Value::Number(i64::try_from(value).unwrap_or(i64::MAX)),
        );
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        if field.name() == "elapsed_secs" {
            self.seconds = Some(value);
        }
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.say(field, Value::Text(format!("{value:?}")));
    }
}
