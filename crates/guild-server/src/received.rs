//! The body of a request, as long as it may be, and for as long as it goes on coming.
//!
//! Who sends over a narrow line may take the time that takes; who stops, or sends a byte now and then to keep a place, may
//! not. So the time that a body has grows with what has come of it, as Apache's `RequestReadTimeout` has it with `MinRate`.

use std::time::Duration;

use axum::body::{Body, HttpBody as _};
use http_body_util::BodyExt as _;
use tokio::time::{Instant, timeout_at};

use crate::error::{ApiError, Code};

/// How many bytes earn a second more: a line of 64 kbit/s is fast enough.
const BYTES_A_SECOND: u64 = 8 * 1024;

/// What a body may take.
#[derive(Clone, Copy)]
pub(crate) struct Bounds {
    /// How long it may be.
    pub(crate) bytes: u64,
    /// How much of one that is too long is still read: a client hears no answer before it has sent everything.
    pub(crate) discarded_bytes: u64,
    /// The time that it has before anything came.
    pub(crate) time: Duration,
    /// How it is called to whoever sent it: `the body`.
    pub(crate) called: &'static str,
    /// What is said of one that is too long.
    pub(crate) too_large: fn() -> ApiError,
}

/// Takes a body; what is too long is read to its end and thrown away, within bounds.
///
/// # Errors
/// When it is longer than may be, too slow, or breaks off.
pub(crate) async fn collect(mut body: Body, bounds: Bounds) -> Result<Vec<u8>, ApiError> {
    if body.size_hint().lower() > bounds.discarded_bytes {
        return Err((bounds.too_large)());
    }
    let began = Instant::now();
    let (mut bytes, mut length) = (Vec::new(), 0);
    loop {
        let earned = Duration::from_millis(length * 1000 / BYTES_A_SECOND);
        let frame = timeout_at(began + bounds.time + earned, body.frame()).await;
        let Some(frame) = frame.map_err(|_| cut(bounds, "was too long on its way"))? else {
            break;
        };
        let frame = frame.map_err(|_| cut(bounds, "ended in its middle"))?;
        let Ok(data) = frame.into_data() else {
            continue;
        };
        length += data.len() as u64;
        if length > bounds.discarded_bytes {
            return Err((bounds.too_large)());
        }
        if length <= bounds.bytes {
            bytes.extend_from_slice(&data);
        } else {
            bytes = Vec::new();
        }
    }
    match length > bounds.bytes {
        true => Err((bounds.too_large)()),
        false => Ok(bytes),
    }
}

fn cut(bounds: Bounds, how: &str) -> ApiError {
    let message = format!("{} {how}; send it again", bounds.called);
    ApiError::new(Code::MalformedBody, message)
}
