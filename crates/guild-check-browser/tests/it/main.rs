//! The check of browser test plans, from outside.

#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test may stop at what it did not expect"
)]

mod boundary;
mod evidence;
mod forms;
mod live;
mod nearest;
mod properties;
mod reading;
mod shapes;
