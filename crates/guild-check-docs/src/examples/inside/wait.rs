//! Waiting for a child with a limit.

use std::process::{Child, ExitStatus};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

/// A child that is being waited for.
#[derive(Debug)]
pub(super) struct Waiting(Receiver<ExitStatus>);

impl Waiting {
    /// Waits for a child on a thread of its own.
    pub(super) fn start(mut child: Child) -> Self {
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            if let Ok(status) = child.wait() {
                let _ = sender.send(status);
            }
        });
        Self(receiver)
    }

    /// Gives the child's end, unless it takes longer than this.
    pub(super) fn within(&self, limit: Duration) -> Option<ExitStatus> {
        self.0.recv_timeout(limit).ok()
    }
}
