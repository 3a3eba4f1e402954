//! What a run found, as findings: each at the line of the plan that it is about.

use std::borrow::Cow;

use guild_check::report::{Ran, StepResult, VitalsResult};
use guild_check::rule::{Rule, RulePage};
use guild_check::{Finding, Findings, Report, Verdict, rule};

use crate::boundary::Redactor;
use crate::outcome::{FlowOutcome, Inp, RunOutcome, Screenshot, StepOutcome, Vitals};
use crate::plan::{Flow, Step, Vital};
use crate::{Plan, evidence};

#[cfg(test)]
mod spec;

guild_check::rules! {
    "browser" for crate::verdict::Tried, in "verdict", proved by crate::verdict::spec::prove;
    step_failed,
    flow_broken,
    page_not_opened,
    vitals_missed,
    instruction_in_page,
    secret_in_page,
    console_warning,
    picture_changed,
    flaky_flow,
}

/// A plan that was run.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The plan.
    pub plan: Plan,
    /// What came of it.
    pub outcome: RunOutcome,
    /// Who takes secrets out of what the page said.
    pub redactor: Redactor,
}

/// Gives the pages of the rules on what a run found.
pub fn pages() -> impl Iterator<Item = RulePage> {
    RULES.iter().map(Rule::page)
}

pub(crate) use picture_changed::words as changed_in_words;

impl Tried {
    /// Gives what was found, in the order of places.
    pub fn findings(&self) -> Vec<Finding> {
        let mut findings = Findings::new();
        rule::run(RULES, self, &mut findings);
        findings.into_sorted()
    }

    /// Gives what a report says of the run, once it has weighed the findings.
    pub fn ran(&self, report: &Report) -> Ran {
        let steps = self
            .steps()
            .map(|(flow, step, outcome)| self.result(flow, step, outcome));
        let vitals = self
            .flows()
            .filter_map(|(flow, outcome)| Some(vitals(flow, &outcome?.vitals?)));
        Ran {
            steps: steps.collect(),
            vitals: vitals.collect(),
            overall: evidence::overall(self, report),
        }
    }

    /// Gives each flow with what came of it; nothing came of one that was not begun.
    pub(crate) fn flows(&self) -> impl Iterator<Item = (&Flow, Option<&FlowOutcome>)> {
        let (flows, outcomes) = (&self.plan.flows, &self.outcome.flows);
        flows
            .iter()
            .enumerate()
            .map(|(index, flow)| (flow, outcomes.get(index)))
    }

    /// Gives each picture that a step took.
    pub(crate) fn pictures(&self) -> impl Iterator<Item = &Screenshot> {
        self.steps()
            .filter_map(|(_, _, outcome)| outcome?.screenshot.as_ref())
    }

    /// Gives each step with its flow and what came of it.
    pub(crate) fn steps(&self) -> impl Iterator<Item = (&Flow, &Step, Option<&StepOutcome>)> {
        self.flows().flat_map(|(flow, outcome)| {
            let steps = flow.steps.iter().enumerate();
            steps.map(move |(index, step)| {
                (
                    flow,
                    step,
                    outcome.and_then(|outcome| outcome.steps.get(index)),
                )
            })
        })
    }

    /// Takes secrets out of what the page said.
    pub(crate) fn safe<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.redactor.text(text)
    }

    fn result(&self, flow: &Flow, step: &Step, outcome: Option<&StepOutcome>) -> StepResult {
        let picture = outcome.and_then(|outcome| outcome.screenshot.as_ref());
        StepResult {
            path: self.plan.source.path().to_owned(),
            line: self.plan.line(step),
            flow: flow.name.clone(),
            step: step.number,
            kind: step.kind.word(),
            text: step.text.clone(),
            verdict: outcome.map_or(Verdict::NotRun, |outcome| outcome.verdict),
            actual: outcome
                .and_then(|outcome| Some(self.safe(outcome.actual.as_deref()?).into_owned())),
            screenshot: picture.map(|picture| format!("shots/{}", picture.file)),
        }
    }
}

fn vitals(flow: &Flow, vitals: &Vitals) -> VitalsResult {
    VitalsResult {
        flow: flow.name.clone(),
        lcp_ms: vitals.lcp_ms,
        cls: vitals.cls,
        inp_ms: match vitals.inp {
            Inp::Measured(milliseconds) => Some(milliseconds),
            Inp::NoInteraction | Inp::UnderSixteen => None,
        },
        is_passing: missed(vitals).is_empty(),
    }
}

/// Says which of the values that were measured are not below their limits.
pub(crate) fn missed(vitals: &Vitals) -> Vec<String> {
    let inp = match vitals.inp {
        Inp::Measured(milliseconds) => Some(milliseconds),
        Inp::NoInteraction | Inp::UnderSixteen => None,
    };
    let all = [
        (Vital::Lcp, vitals.lcp_ms),
        (Vital::Cls, vitals.cls),
        (Vital::Inp, inp),
    ];
    let missed = all.into_iter().filter_map(|(vital, value)| {
        let value = value.filter(|value| *value >= vital.limit())?;
        let unit = if vital == Vital::Cls { "" } else { " ms" };
        Some(format!(
            "{} is {}{unit}, not below {}{unit}",
            vital.word(),
            shown(vital, value),
            vital.limit()
        ))
    });
    missed.collect()
}

/// Writes a value of a vital: whole milliseconds, and a layout shift to three places.
pub(crate) fn shown(vital: Vital, value: f64) -> String {
    match vital {
        Vital::Cls => format!("{value:.3}"),
        Vital::Lcp | Vital::Inp => format!("{value:.0}"),
    }
}
