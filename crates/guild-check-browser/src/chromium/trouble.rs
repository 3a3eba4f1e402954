//! What can go wrong with a command.

use std::time::Duration;

/// Why a command has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Trouble {
    /// No answer in time: the page is busy without end, or the browser hangs.
    #[error("the browser gave no answer to `{method}` within {} ms", after.as_millis())]
    Silent {
        /// The command.
        method: &'static str,
        /// How long was waited.
        after: Duration,
    },
    /// The browser says no.
    #[error("the browser refused `{method}`: {message}")]
    Refused {
        /// The command.
        method: &'static str,
        /// The browser's words.
        message: String,
    },
    /// An answer that is not what the protocol says.
    #[error("the browser's answer to `{method}` cannot be read: {reason}")]
    Unreadable {
        /// The command.
        method: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// What the command was for is there no longer: a tab was closed, a document replaced.
    #[error("the page is gone")]
    Gone,
    /// The process that renders the page died.
    #[error("the renderer of the page crashed")]
    Crashed,
    /// The browser's process ended, or its connection did.
    #[error("the browser ended")]
    Ended,
}
