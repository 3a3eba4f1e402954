//! The baseline of a run: what the page is like before anything is done to it.

use super::flow::Course;
use super::navigate::NotOpened;
use super::picture;
use crate::outcome::{Baseline, StepOutcome};
use crate::plan::StepKind;
use crate::window::Window;

/// The baseline that a flow takes, or not.
#[derive(Default)]
pub(super) enum Owed {
    /// It is another flow's.
    #[default]
    No,
    /// The page is there, and no picture of it was taken yet.
    Yes,
    /// It was taken.
    Taken(Baseline),
}

impl Course<'_> {
    /// Begins the baseline of the page that was opened. There is time for its picture as long as nothing is done to the
    /// page: assertions are judged meanwhile.
    pub(super) fn begin_baseline(&mut self, window: &Window<'_>, failed: Option<NotOpened>) {
        self.owed = match failed {
            None => Owed::Yes,
            Some(_) => Owed::Taken(picture::baseline(self.run, window, failed)),
        };
    }

    /// Takes the baseline, if it is owed, before a step does something, or after the last one. A picture that the plan
    /// asks for first is one of the same page and serves as both: it is left to that step.
    pub(super) fn take_baseline(&mut self, window: &Window<'_>, next: Option<&StepKind>) {
        if !matches!(self.owed, Owed::Yes) {
            return;
        }
        match next {
            Some(StepKind::Screenshot(_)) => picture::quiet(self.run, window),
            _ => self.owed = Owed::Taken(picture::baseline(self.run, window, None)),
        }
    }

    /// Makes the baseline of the picture that a step took, if it is owed.
    pub(super) fn share_picture(
        &mut self,
        window: &Window<'_>,
        kind: &StepKind,
        outcome: &StepOutcome,
    ) {
        let is_picture = matches!(kind, StepKind::Screenshot(_));
        if let (Owed::Yes, true, Some(picture)) = (&self.owed, is_picture, &outcome.screenshot) {
            let baseline = picture::of_picture(self.run, window, Some(picture.clone()));
            self.owed = Owed::Taken(baseline);
        }
    }

    /// Gives the baseline, if it was this flow's.
    pub(super) fn baseline(&mut self) -> Option<Baseline> {
        match std::mem::take(&mut self.owed) {
            Owed::Taken(baseline) => Some(baseline),
            Owed::No | Owed::Yes => None,
        }
    }
}
