//! What is said to a client whose request is none.

use std::convert::Infallible;

use bytes::Bytes;
use guild_server::ServiceReply;
use http::header::{CONTENT_TYPE, HeaderValue, WWW_AUTHENTICATE};
use http::{HeaderMap, StatusCode};
use http_body_util::{BodyExt as _, Full};
use serde_json::{Value, json};

/// Why a body is no message, in the numbers of JSON-RPC 2.0 (section 5.1).
pub(super) struct Rpc {
    code: i32,
    why: String,
    /// Whom it answers, where that can be read.
    id: Value,
}

impl Rpc {
    /// Says what is wrong with a body that could not be read as a message.
    pub(super) async fn of(body: Full<Bytes>) -> Self {
        let bytes = body.collect().await.map(|body| body.to_bytes());
        let bytes = bytes.unwrap_or_else(|never: Infallible| match never {});
        match serde_json::from_slice::<Value>(&bytes) {
            Ok(Value::Array(_)) => Self {
                code: -32600,
                why: "several messages in one are no longer part of the protocol: send one"
                    .to_owned(),
                id: Value::Null,
            },
            Ok(value) => Self {
                code: -32600,
                why: "this is JSON and no message of JSON-RPC 2.0 that the protocol knows"
                    .to_owned(),
                id: match &value["id"] {
                    id @ (Value::String(_) | Value::Number(_)) => id.clone(),
                    _ => Value::Null,
                },
            },
            Err(error) => Self {
                code: -32700,
                why: format!("this is no JSON: {error}"),
                id: Value::Null,
            },
        }
    }
}

/// Answers by an error of JSON-RPC.
pub(super) fn rpc(rpc: &Rpc) -> ServiceReply {
    let error = json!({
        "jsonrpc": "2.0", "id": rpc.id, "error": { "code": rpc.code, "message": rpc.why },
    });
    with_type(
        StatusCode::BAD_REQUEST,
        error.to_string(),
        "application/json",
    )
}

/// Answers in words.
pub(super) fn plain(status: StatusCode, why: &str) -> ServiceReply {
    with_type(status, format!("{why}\n"), "text/plain; charset=utf-8")
}

/// Says that the token is missing or another.
pub(super) fn unauthorized() -> ServiceReply {
    let why = "show the token of the server: Authorization: Bearer TOKEN";
    let mut reply = plain(StatusCode::UNAUTHORIZED, why);
    let scheme = HeaderValue::from_static("Bearer");
    reply.headers_mut().insert(WWW_AUTHENTICATE, scheme);
    reply
}

/// Says whether a body is JSON by its head.
pub(super) fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next());
    kind.is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

fn with_type(status: StatusCode, body: String, kind: &'static str) -> ServiceReply {
    let mut reply = ServiceReply::new(Full::from(body).boxed());
    *reply.status_mut() = status;
    reply
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    reply
}
