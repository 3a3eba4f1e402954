//! WebSockets: each is the request of its handshake, and the answer to it (RFC 6455, 4).

use std::time::Duration;

use super::{Exchanges, MOST, headers};
use crate::chromium::{Session, SocketAnswered, SocketAsks, SocketFails, SocketOpens};
use crate::outcome::Request;

/// What a request is that opens a WebSocket, in the browser's word.
const KIND: &str = "WebSocket";

/// Gives the address of a WebSocket as that of the handshake, which is a request like others: `ws://` is `http://`.
pub(crate) fn handshake(url: &str) -> String {
    match url.strip_prefix("ws") {
        Some(rest) if rest.starts_with("://") || rest.starts_with("s://") => format!("http{rest}"),
        Some(_) | None => url.to_owned(),
    }
}

impl Exchanges {
    pub(in crate::observe) fn socket_opens(
        &mut self,
        session: &Session,
        event: SocketOpens,
        now: Duration,
    ) {
        if self.all.len() >= MOST {
            self.lost += 1;
            return;
        }
        let request = Request {
            method: "GET".to_owned(),
            url: handshake(&event.url),
            kind: KIND.to_owned(),
            started: now,
            ..Request::default()
        };
        self.begin(session, event.request_id, request, 0.0);
    }

    pub(in crate::observe) fn socket_asks(&mut self, event: &SocketAsks) {
        if let Some(exchange) = self.last(&event.request_id) {
            exchange.started = event.timestamp;
            exchange.request.wire.began = event.wall_time;
            exchange.request.request_headers = headers(&event.request.headers);
        }
    }

    pub(in crate::observe) fn socket_answered(&mut self, event: &SocketAnswered) {
        if let Some(exchange) = self.last(&event.request_id) {
            exchange.answer(&event.response);
            exchange.end(event.timestamp);
        }
    }

    /// What goes wrong after the handshake is no answer's.
    pub(in crate::observe) fn socket_fails(&mut self, event: &SocketFails) {
        if let Some(exchange) = self.last(&event.request_id)
            && !exchange.is_done
        {
            exchange.end(event.timestamp);
            exchange.request.failure = Some(event.error_message.clone());
        }
    }
}
