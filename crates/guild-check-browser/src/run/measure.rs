//! Core Web Vitals of a flow: on the way, and when its steps are done.

use guild_check::Verdict;

use super::assert::Found;
use super::flow::Course;
use crate::outcome::Vitals;
use crate::plan::{StepKind, VitalsWanted};
use crate::vitals;
use crate::window::Window;

impl Course<'_> {
    /// Gives what was measured so far, the worst of all documents.
    pub(super) fn vitals(&mut self, window: &Window<'_>) -> Option<Vitals> {
        self.measured.take(window, self.run.until());
        self.measured.worst()
    }

    /// Measures what the page came to. What was asserted of it after the last action is judged by that too: a page can move
    /// after it was looked at.
    pub(super) fn measure_at_end(&mut self, window: &Window<'_>) {
        if !self.run.is_measured() {
            return;
        }
        let until = self.run.until();
        match self.run.plan.vitals {
            VitalsWanted::Required => self.measured.take_settled(window, until),
            VitalsWanted::Recorded | VitalsWanted::Unasked => self.measured.take(window, until),
        }
        self.outcome.vitals = self.measured.worst();
        let steps = self.flow.steps.iter().zip(&mut self.outcome.steps).rev();
        let after_last_action = steps.take_while(|(step, _)| {
            matches!(step.kind, StepKind::Assert(_) | StepKind::Screenshot(_))
        });
        for (step, outcome) in after_last_action {
            let StepKind::Assert(assertion) = &step.kind else {
                continue;
            };
            if outcome.verdict == Verdict::Passed
                && let Some(Found::Differs(actual)) = vitals::again(&self.measured, assertion)
            {
                outcome.verdict = Verdict::Failed;
                outcome.actual = Some(format!("{actual}, at the end of the flow"));
                outcome.notes.clear();
            }
        }
    }
}
