//! The one place that reads the time of day.

use std::time::{SystemTime, UNIX_EPOCH};

/// Gives the milliseconds since 1970 in UTC, by the machine's clock.
#[expect(
    clippy::disallowed_methods,
    reason = "this is the one place that reads the clock; everything else is given one"
)]
pub(crate) fn milliseconds() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    // A machine whose clock stands before 1970 gets 1970.
    i64::try_from(since.unwrap_or_default().as_millis()).unwrap_or(i64::MAX)
}
