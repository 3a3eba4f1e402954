//! A language server: the findings of the checks in an editor, while the text is written.
//!
//! Owns what is open in the editor and the translation between its protocol and findings. It judges nothing itself,
//! and prints nothing: what [`run`] has to say, the caller writes. Start reading at [`session`].

mod answer;
mod document;
mod judge;
mod position;
mod session;
mod stated;
mod wire;

use std::io;
use std::sync::mpsc;
use std::thread;

use crate::Context;
use crate::failure::Outcome;
use session::Session;

/// Serves an editor until it says that it is done.
///
/// Messages are read beside the work: a text is checked when no change of it is waiting.
pub(crate) fn run(context: &mut Context) -> Outcome {
    let (send, receive) = mpsc::channel();
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        while let Ok(Some(incoming)) = wire::read(&mut input) {
            if send.send(incoming).is_err() {
                return;
            }
        }
    });
    let mut session = Session::new();
    while let Ok(incoming) = receive.recv() {
        let mut next = Some(incoming);
        while let Some(incoming) = next {
            let replies = session.handle(incoming, context);
            write(&replies, context);
            if let Some(outcome) = session.ended() {
                return outcome;
            }
            next = receive.try_recv().ok();
        }
        let published = session.publish(context);
        write(&published, context);
    }
    // The editor is gone without a word.
    Outcome::Findings
}

fn write(messages: &[serde_json::Value], context: &mut Context) {
    for message in messages {
        context.printer.raw(&wire::framed(message));
    }
}
