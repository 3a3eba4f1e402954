//! The only module that speaks the DevTools protocol: a thin client of our own.
//!
//! Answers and events are read with all fields optional and unknown ones ignored, so that a browser of another age
//! is understood as far as it goes; a known event that cannot be read is counted, never dropped in silence.
//! Each command has a time-out. Events are handled on the thread that reads, in the order in which the browser sends
//! them and before any later answer; a handler may send commands, and never waits for one, so nothing can block it.

mod commands;
mod connection;
mod events;
mod launch;
mod profile;
mod session;
mod socket;
mod transport;
mod trouble;

pub(crate) use commands::*;
pub(crate) use connection::{Connection, Handler};
pub(crate) use events::*;
pub(crate) use launch::Chromium;
pub use launch::{Headed, LaunchError, LaunchOptions};
pub(crate) use session::Session;
pub(crate) use trouble::Trouble;
