//! Steps of plans, as others read them.

use serde::{Deserialize, Serialize};

use crate::Verdict;
use crate::report::{StepResult, VitalsResult};

/// A step of a plan as others read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StepV1 {
    /// The plan.
    pub path: String,
    /// The line of the step, from 1.
    pub line: u32,
    /// The flow that it is in.
    pub flow: String,
    /// Its number in the flow, from 1.
    pub step: u32,
    /// What it does: `NAVIGATE`, `ACT`, `ASSERT_DOM`, `ASSERT_A11Y`, `ASSERT_CONSOLE`, `ASSERT_NETWORK`,
    /// `ASSERT_VITALS` or `CAPTURE`.
    pub kind: String,
    /// Its line as written.
    pub text: String,
    /// How it ended.
    pub verdict: Verdict,
    /// What was found, unless it passed.
    pub actual: Option<String>,
    /// The picture of the page, relative to the report.
    pub screenshot: Option<String>,
}

/// Core Web Vitals of a flow as others read them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct VitalsV1 {
    /// The flow.
    pub flow: String,
    /// Largest Contentful Paint in milliseconds.
    pub lcp_ms: Option<f64>,
    /// Cumulative Layout Shift.
    pub cls: Option<f64>,
    /// Interaction to Next Paint in milliseconds; null if nobody interacted, or if it was under 16.
    pub inp_ms: Option<f64>,
    /// Whether all that was measured is below its limit.
    pub is_passing: bool,
}

impl From<&StepResult> for StepV1 {
    fn from(step: &StepResult) -> Self {
        Self {
            path: step.path.clone(),
            line: step.line,
            flow: step.flow.clone(),
            step: step.step,
            kind: step.kind.to_owned(),
            text: step.text.clone(),
            verdict: step.verdict,
            actual: step.actual.clone(),
            screenshot: step.screenshot.clone(),
        }
    }
}

impl From<&VitalsResult> for VitalsV1 {
    fn from(vitals: &VitalsResult) -> Self {
        Self {
            flow: vitals.flow.clone(),
            lcp_ms: vitals.lcp_ms,
            cls: vitals.cls,
            inp_ms: vitals.inp_ms,
            is_passing: vitals.is_passing,
        }
    }
}
