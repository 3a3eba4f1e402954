//! Tabs that wanted to leave the plan's origins, and the step that is to blame.

use guild_check::Verdict;

use super::flow::Course;
use super::navigate;
use crate::outcome::StepOutcome;
use crate::plan::{Action, StepKind};
use crate::window::Window;

impl Course<'_> {
    /// A tab that wanted to leave the plan's origins fails the step that made it do so, whichever step it was when it did.
    pub(super) fn tell_of_refusals(
        &mut self,
        window: &Window<'_>,
        kind: &StepKind,
        outcome: &mut StepOutcome,
    ) {
        let refused = self.new_refusals(window);
        let Some(first) = refused.first() else { return };
        if !leads_on(kind) {
            self.blame(first);
        }
        let told = outcome.actual.clone().unwrap_or_default();
        let notes = refused.into_iter().filter(|line| !told.contains(line));
        outcome.notes.extend(notes);
    }

    /// Fails the step that made a tab leave after the last one.
    pub(super) fn blame_late_refusals(&mut self, window: &Window<'_>) {
        if let Some(refusal) = self.new_refusals(window).first() {
            self.blame(refusal);
        }
    }

    /// Gives what was refused since the last time, as lines for a person.
    fn new_refusals(&mut self, window: &Window<'_>) -> Vec<String> {
        let refused: Vec<String> = window.watch().look(|seen| {
            let new = seen.refused.iter().skip(self.refusals);
            new.map(|url| navigate::refused(url)).collect()
        });
        self.refusals += refused.len();
        refused
    }

    /// Fails the last step that could lead a tab elsewhere.
    fn blame(&mut self, refusal: &str) {
        let mut before = self.flow.steps.iter().zip(&mut self.outcome.steps).rev();
        let cause = before.find(|(step, _)| leads_on(&step.kind));
        if let Some((_, cause)) = cause.filter(|(_, cause)| cause.verdict == Verdict::Passed) {
            cause.verdict = Verdict::Failed;
            cause.actual = Some(format!("it leads on: {refusal}"));
        }
    }
}

/// Says whether a step can make a tab go to another address.
fn leads_on(kind: &StepKind) -> bool {
    match kind {
        StepKind::Navigate(_) => true,
        StepKind::Act(action) => !matches!(action, Action::Dialog(_)),
        StepKind::Assert(_) | StepKind::Screenshot(_) | StepKind::Unreadable => false,
    }
}
