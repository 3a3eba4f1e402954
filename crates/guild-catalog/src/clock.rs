//! The clock and the form of its times.

use std::fmt;
use std::sync::Arc;

/// Tells the time, in milliseconds since 1970 in UTC. A test freezes it.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> i64 + Send + Sync>);

impl Clock {
    /// Makes a clock from a function that tells the milliseconds since 1970 in UTC.
    pub fn new(now: impl Fn() -> i64 + Send + Sync + 'static) -> Self {
        Self(Arc::new(now))
    }

    /// Makes a clock that stands still.
    pub fn frozen(now: i64) -> Self {
        Self::new(move || now)
    }

    /// Tells the time.
    pub fn now(&self) -> i64 {
        (self.0)()
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Clock")
    }
}

/// Writes a time as RFC 3339 in UTC.
pub fn rfc3339(milliseconds: i64) -> String {
    // A time outside of the years -9999 to 9999 was never written by the catalog.
    jiff::Timestamp::from_millisecond(milliseconds)
        .unwrap_or_default()
        .to_string()
}

/// Reads a time as [`rfc3339`] writes it.
pub fn milliseconds(text: &str) -> Option<i64> {
    let time: jiff::Timestamp = text.parse().ok()?;
    Some(time.as_millisecond())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_in_utc() {
        assert_eq!(rfc3339(0), "1970-01-01T00:00:00Z");
        let time = 1_795_219_200_123;
        assert_eq!(milliseconds(&rfc3339(time)), Some(time));
        assert_eq!(rfc3339(1_795_219_200_123), "2026-11-21T00:00:00.123Z");
    }
}
