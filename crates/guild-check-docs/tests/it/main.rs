//! The check of API documents, from outside.

#![expect(
    clippy::unwrap_used,
    reason = "a test may stop at what it did not expect"
)]

mod documents;
#[cfg(target_os = "linux")]
mod examples;
mod faults;
mod planted;
mod properties;
mod references;
mod strangers;
mod styles;
mod wordings;
