//! Assertions: each is looked at again and again until it holds or the step's time is up.

mod console;
mod dom;
mod network;

use std::time::Instant;

use super::Run;
use crate::accessibility;
use crate::chromium::Trouble;
use crate::plan::{Assertion, ElementState, Vital};
use crate::vitals::{self, Measured};
use crate::window::Window;

/// What an assertion is judged by.
pub(super) struct Check<'a> {
    pub(super) run: &'a Run<'a>,
    pub(super) window: &'a Window<'a>,
    /// Requests from here on are those since the previous action.
    pub(super) mark: usize,
    /// Console entries from here on are judged.
    pub(super) console_mark: usize,
    /// When the step's time is up.
    pub(super) until: Instant,
}

/// What an assertion found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// It holds.
    Holds,
    /// It does not; what was found instead, without a full stop.
    Differs(String),
}

impl Check<'_> {
    /// Judges an assertion; gives what else is worth knowing with it.
    pub(super) fn judge(
        &self,
        assertion: &Assertion,
        measured: &mut Measured,
    ) -> (Result<Found, Trouble>, Vec<String>) {
        let mut notes = Vec::new();
        let found = match assertion {
            Assertion::Is(target, state) => {
                if matches!(state, ElementState::Absent | ElementState::Hidden) {
                    self.quiet();
                }
                self.retry(|| dom::is(self, target, *state))
            }
            Assertion::Text { target, how, text } => {
                self.retry(|| dom::text(self, target, *how, text))
            }
            Assertion::Value(target, wanted) => self.retry(|| dom::value(self, target, wanted)),
            Assertion::Attribute {
                target,
                name,
                value,
            } => self.retry(|| dom::attribute(self, target, name, value)),
            Assertion::Count(target, count) => self.retry(|| dom::count(self, target, *count)),
            Assertion::Url(address) => self.retry(|| dom::url(self, address)),
            Assertion::Title(title) => self.retry(|| dom::title(self, title)),
            Assertion::RoleAndLabel {
                target,
                role,
                label,
            } => self.retry(|| {
                accessibility::role_and_label(self.window, target, role, label, self.until)
            }),
            Assertion::EveryControlLabelled => {
                self.quiet();
                self.retry(|| accessibility::every_control(self.window, self.until))
            }
            Assertion::ConsoleClean => console::clean(self, &mut notes),
            Assertion::Responds {
                request,
                status,
                body,
            } => self.retry(|| Ok(network::responds(self, request, *status, body.as_ref()))),
            Assertion::Sends { request, body } => {
                self.retry(|| Ok(network::sends(self, request, body)))
            }
            Assertion::Called { request, times } => {
                self.quiet();
                self.retry(|| Ok(network::called(self, request, *times)))
            }
            Assertion::NoRequest(prefix) => {
                self.quiet();
                Ok(network::none(self, prefix))
            }
            Assertion::VitalsPass => {
                self.quiet();
                measured.take_settled(self.window, self.until);
                Ok(vitals::pass(measured, &mut notes))
            }
            Assertion::VitalBelow(vital, limit) => {
                match vital {
                    Vital::Inp => measured.take(self.window, self.until),
                    Vital::Lcp | Vital::Cls => {
                        self.quiet();
                        measured.take_settled(self.window, self.until);
                    }
                }
                Ok(vitals::below(measured, *vital, *limit))
            }
        };
        (found, notes)
    }

    /// Looks until it holds or the time is up.
    fn retry(&self, mut look: impl FnMut() -> Result<Found, Trouble>) -> Result<Found, Trouble> {
        loop {
            let is_last = Instant::now() >= self.until;
            match look() {
                Ok(Found::Holds) => return Ok(Found::Holds),
                Ok(found) if is_last => return Ok(found),
                // The document was replaced meanwhile: the next one is looked at.
                Ok(_) => {}
                Err(Trouble::Gone) if !is_last => {}
                Err(trouble) => return Err(trouble),
            }
            self.window.pause();
        }
    }

    /// Waits until the requests since the previous action are answered and the page has drawn what came of them:
    /// what is not there yet is no proof that it does not come.
    fn quiet(&self) {
        let mark = self.mark;
        self.window.watch().wait(self.until, |seen| {
            let is_navigating = seen.tabs.current().is_some_and(|tab| tab.is_navigating);
            (!is_navigating && !seen.exchanges.is_waiting(mark)).then_some(())
        });
        if let Ok(place) = self.window.place(Instant::now()) {
            // A page that gives no answer is for the assertion to tell.
            drop(
                self.window
                    .call::<()>(&place, "settled", Vec::new(), self.until),
            );
        }
    }
}
