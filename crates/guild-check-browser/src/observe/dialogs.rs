//! Dialogs: a page stands still while one is open, so each is answered at once, as the plan said before.

use std::collections::VecDeque;

use crate::chromium::{DialogOpens, HandleDialog, Session};
use crate::plan::DialogAnswer;

/// The dialogs of a context.
#[derive(Default)]
pub(crate) struct Dialogs {
    /// How the next ones are answered.
    answers: VecDeque<DialogAnswer>,
    /// Those that opened.
    pub(crate) opened: Vec<Dialog>,
}

/// A dialog that opened.
#[derive(Clone, Debug)]
pub(crate) struct Dialog {
    /// `alert`, `confirm`, `prompt` or `beforeunload`.
    pub(crate) kind: String,
    pub(crate) message: String,
    /// Whether the plan said how to answer it.
    pub(crate) is_expected: bool,
}

impl Dialogs {
    /// The next dialog is answered so.
    pub(crate) fn expect(&mut self, answer: DialogAnswer) {
        self.answers.push_back(answer);
    }

    pub(super) fn opens(&mut self, session: &Session, event: DialogOpens) {
        // Leaving a page is what the step wants: nobody has to allow it, but a plan may forbid it.
        let is_leaving = event.r#type == "beforeunload";
        let unasked = is_leaving.then_some(DialogAnswer::Accept);
        let answer = self.answers.pop_front().or(unasked);
        session.send(&HandleDialog {
            accept: answer == Some(DialogAnswer::Accept),
        });
        self.opened.push(Dialog {
            kind: event.r#type,
            message: event.message,
            is_expected: answer.is_some(),
        });
    }
}
