//! What came of the steps of a plan.

use super::{Report, Verdict};

/// A step of a browser test plan, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepResult {
    /// The plan.
    pub path: String,
    /// The line of the step.
    pub line: u32,
    /// The flow that it is in.
    pub flow: String,
    /// Its number in the flow, from 1.
    pub step: u32,
    /// What it does: `NAVIGATE`, `ACT`, `ASSERT_DOM`, …
    pub kind: &'static str,
    /// Its line as written.
    pub text: String,
    /// How it ended.
    pub verdict: Verdict,
    /// What was found, for one that failed; why it was not run, for one that was not.
    pub actual: Option<String>,
    /// The picture of the page, relative to the report.
    pub screenshot: Option<String>,
}

/// Core Web Vitals of a flow.
#[derive(Clone, Debug, PartialEq)]
pub struct VitalsResult {
    /// The flow.
    pub flow: String,
    /// Largest Contentful Paint in milliseconds, if anything was painted.
    pub lcp_ms: Option<f64>,
    /// Cumulative Layout Shift.
    pub cls: Option<f64>,
    /// Interaction to Next Paint in milliseconds, if it was long enough to be told.
    pub inp_ms: Option<f64>,
    /// Whether all that was measured is below its limit.
    pub is_passing: bool,
}

/// What came of a run of plans.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ran {
    /// Every step, in the order of plan and line.
    pub steps: Vec<StepResult>,
    /// What was measured.
    pub vitals: Vec<VitalsResult>,
    /// The result in one sentence, which takes the place of the count of findings.
    pub overall: String,
}

impl Report {
    /// Adds what came of a run of plans. A run with a step that was not run has not passed.
    #[must_use]
    pub fn with_run(mut self, ran: Ran) -> Self {
        self.ran = Some(ran);
        self.summed_up()
    }
}
