//! Who downloads the same again and again counts once in ten minutes, and nobody is remembered for it.
//!
//! What is held is a fixed number of marks in memory. A mark is made of an address, a release and the ten minutes that it
//! is, under a key that is drawn when the server starts and shown to nobody: no address can be read from one, nor whether
//! two of different times belong together. A mark gives way to the next that falls on its place, so a download may count
//! twice; none is lost.

use std::hash::{BuildHasher as _, RandomState};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use http::Method;

use crate::document::{Answer, Finished};

/// How many marks there are: 32 KiB.
const MARKS: usize = 4096;

/// The marks.
pub(crate) struct Repeats {
    key: RandomState,
    marks: Box<[AtomicU64]>,
}

impl Repeats {
    /// Makes marks that mean nothing.
    pub(crate) fn new() -> Self {
        Self {
            key: RandomState::new(),
            marks: (0..MARKS).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// Counts the download that an answer is, if it is one and the first of its address.
    pub(crate) fn count(
        &self,
        finished: &Finished,
        (method, answer): (&Method, &Answer),
        address: IpAddr,
        span: i64,
    ) {
        if let Some(counter) = finished.download(method, answer) {
            // Where its counter lies names a release as long as anybody may download it.
            if self.is_first(address, Arc::as_ptr(counter).addr(), span) {
                counter.count();
            }
        }
    }

    /// Tells whether an address has not taken something before within the same span of time, as far as is remembered.
    fn is_first(&self, address: IpAddr, what: usize, span: i64) -> bool {
        let network = match address {
            IpAddr::V4(address) => u64::from(u32::from(address)),
            // One customer has a whole /64.
            IpAddr::V6(address) => (u128::from(address) >> 64) as u64,
        };
        // Zero is the mark of nobody.
        let mark = self.key.hash_one((network, what, span)) | 1;
        let place = &self.marks[(mark >> 1) as usize % MARKS];
        // The same again costs a look and no write, on which the threads would wait for each other.
        if place.load(Ordering::Relaxed) == mark {
            return false;
        }
        place.store(mark, Ordering::Relaxed);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_again_is_first_once_in_a_span() {
        let repeats = Repeats::new();
        let address = |text: &str| text.parse::<IpAddr>().unwrap();
        assert!(repeats.is_first(address("192.0.2.1"), 1, 7));
        assert!(!repeats.is_first(address("192.0.2.1"), 1, 7));
        assert!(
            repeats.is_first(address("192.0.2.1"), 2, 7),
            "another release"
        );
        assert!(
            repeats.is_first(address("192.0.2.2"), 1, 7),
            "another address"
        );
        assert!(repeats.is_first(address("192.0.2.1"), 1, 8), "later");
        assert!(repeats.is_first(address("2001:db8::1"), 1, 7));
        assert!(
            !repeats.is_first(address("2001:db8::2"), 1, 7),
            "one network"
        );
    }
}
