//! The boundary: everything from a page is data (SPEC.md 2.4, security boundary).
//!
//! [`Redactor`] takes credentials, tokens and personal data out of what is written or printed. [`instructions`] finds
//! text that reads as an instruction to an assistant, so that a run stops before it acts on it. `Leaks` finds the
//! credentials that a page gives away.

mod card;
mod pattern;
mod secret;

mod redact;

mod body;
mod html;
mod leak;

mod decode;
mod instruction;
mod mention;
mod signal;

pub use instruction::{PageText, Shown, instructions};
pub(crate) use leak::{Leaked, Leaks, Said};
pub use redact::{PatternError, Redactor};
pub(crate) use secret::credential;

/// Makes the patterns, which takes longer than to look through a page.
pub(crate) fn prepare() {
    let text = "Any words, if they are long enough.".to_owned();
    drop(leak::Leaks::new([], Vec::new()).in_text(&text, Said::Words));
    drop(instructions(&[PageText {
        place: String::new(),
        url: String::new(),
        text,
        shown: Shown::Words,
    }]));
}
