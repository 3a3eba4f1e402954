//! How much of a run is left: requests, time, and what is kept of the answers.

use std::time::{Duration, Instant};

use super::LiveLimits;

/// A server that gave no answer so often in a row is gone.
const SILENCES: usize = 4;

/// One operation gets at least this many requests, and at most this many.
const FEWEST: usize = 16;
const MOST: usize = 90;

/// What is left of a run.
#[derive(Debug)]
pub(super) struct Budget {
    limits: LiveLimits,
    started: Instant,
    sent: usize,
    kept: usize,
    silences: usize,
    silence: String,
}

impl Budget {
    pub(super) fn new(limits: LiveLimits) -> Self {
        Self {
            limits,
            started: Instant::now(),
            sent: 0,
            kept: 0,
            silences: 0,
            silence: String::new(),
        }
    }

    /// Says how many requests each of some operations gets.
    pub(super) fn share(&self, operations: usize) -> usize {
        (self.limits.requests / operations.max(1)).clamp(FEWEST, MOST)
    }

    /// Says why nothing more is sent; none while there is something left.
    pub(super) fn end(&self) -> Option<String> {
        let limits = &self.limits;
        if self.silences >= SILENCES {
            return Some(format!(
                "the server gave no answer {SILENCES} times in a row: {}",
                self.silence
            ));
        }
        if self.sent >= limits.requests {
            return Some(format!(
                "all {} requests of this run were sent before: see --max-requests",
                limits.requests
            ));
        }
        if self.started.elapsed() >= limits.run_time {
            return Some(format!(
                "the time of this run, {} s, was over before: see --max-time",
                limits.run_time.as_secs()
            ));
        }
        if self.kept >= limits.kept_bytes {
            return Some(format!(
                "the answers before came to {} MiB, and no more are kept",
                limits.kept_bytes >> 20
            ));
        }
        None
    }

    /// Gives a little more for what has to be put in order at the end.
    pub(super) fn extend(&mut self, requests: usize) {
        self.limits.requests = self.sent + requests;
        self.limits.run_time = self.started.elapsed() + Duration::from_secs(10);
        self.limits.kept_bytes = usize::MAX;
    }

    /// Counts a request, and how many bytes were kept of its answer.
    pub(super) fn count(&mut self, kept: usize) {
        self.sent += 1;
        self.kept += kept;
        self.silences = 0;
    }

    /// Counts a request without an answer.
    pub(super) fn count_silence(&mut self, reason: String) {
        self.sent += 1;
        self.silences += 1;
        self.silence = reason;
    }
}
