//! The one line at the end of a report, in the forms of PLAN.md.

use guild_check::{Finding, Report, Severity, Span, Verdict};

use crate::plan::{Flow, Step, StepKind};
use crate::verdict::Tried;

/// Says how a run ended, in one line, as the report that weighed its findings has it.
pub fn overall(tried: &Tried, report: &Report) -> String {
    if let Some(why) = &tried.outcome.not_run {
        return format!("Overall: not run: {}.", tried.safe(why));
    }
    let errors = Errors(report);
    let first = stopped(tried)
        .or_else(|| errors.told("browser/page-not-opened", ""))
        .or_else(|| failed_assertion(tried))
        .or_else(|| failed_step(tried))
        .or_else(|| broken(tried, &errors))
        .or_else(|| missed_vitals(tried, &errors))
        .or_else(|| errors.told("browser/secret-in-page", "the page gives a secret away: "))
        .or_else(|| left_out(tried))
        .or_else(|| errors.any());
    first.unwrap_or_else(|| passed(tried))
}

/// The errors that count: what the plan allows, `guild.toml` turns off or the baseline knows is none of them.
struct Errors<'r>(&'r Report);

impl<'r> Errors<'r> {
    fn of(&self, rule: &str) -> impl Iterator<Item = &'r Finding> {
        let findings = self.0.findings.iter();
        findings.filter(move |finding| {
            finding.severity == Severity::Error && finding.rule.as_str() == rule
        })
    }

    /// Tells the first error of a rule.
    fn told(&self, rule: &str, before: &str) -> Option<String> {
        let first = self.of(rule).next()?;
        Some(format!("Overall: {before}{}.", first.message))
    }

    /// Tells the first error, such as a warning where warnings are denied.
    fn any(&self) -> Option<String> {
        let mut findings = self.0.findings.iter();
        let first = findings.find(|finding| finding.severity == Severity::Error)?;
        Some(format!("Overall: {}.", first.message))
    }

    /// Gives what the errors of a rule at one place say.
    fn at(&self, rule: &str, span: Span) -> Vec<&'r str> {
        let there = self.of(rule).filter(|finding| finding.place.span == span);
        there.map(|finding| finding.message.as_str()).collect()
    }
}

fn passed(tried: &Tried) -> String {
    let assertions = tried
        .steps()
        .filter(|(_, step, _)| step.kind.is_assertion());
    match assertions.count() {
        1 => "Overall: all 1 assertion passed.".to_owned(),
        count => format!("Overall: all {count} assertions passed."),
    }
}

fn stopped(tried: &Tried) -> Option<String> {
    let mut flows = tried.flows();
    let (flow, stop) = flows.find_map(|(flow, outcome)| Some((flow, outcome?.stop.as_ref()?)))?;
    let of = of_flow(tried, flow);
    let step = stop.step;
    Some(format!(
        "Overall: stopped at step {step}{of}: the page holds text that reads as an instruction; nothing was done with it."
    ))
}

/// Names the first assertion that failed, and counts the others.
fn failed_assertion(tried: &Tried) -> Option<String> {
    let assertions = tried
        .steps()
        .filter(|(_, step, _)| step.kind.is_assertion())
        .zip(1..);
    let mut failed = assertions.filter_map(|((_, step, outcome), number)| {
        let outcome = outcome.filter(|outcome| outcome.verdict == Verdict::Failed)?;
        Some((number, step, outcome))
    });
    let (number, step, outcome): (usize, _, _) = failed.next()?;
    let actual = tried
        .safe(outcome.actual.as_deref().unwrap_or("it does not hold"))
        .into_owned();
    let others: Vec<String> = failed.map(|(number, _, _)| number.to_string()).collect();
    let more = match others.as_slice() {
        [] => String::new(),
        [one] => format!("; assertion {one} failed too"),
        many => format!("; assertions {} failed too", many.join(", ")),
    };
    Some(format!(
        "Overall: assertion {number} failed: {}: {}{more}.",
        claim(step),
        actual.trim_end_matches('.')
    ))
}

/// Writes an assertion without its first word and its colon.
fn claim(step: &Step) -> String {
    let text = match &step.kind {
        StepKind::Assert(assertion) => assertion.to_string(),
        StepKind::Navigate(_)
        | StepKind::Act(_)
        | StepKind::Screenshot(_)
        | StepKind::Unreadable => step.text.clone(),
    };
    text.trim_end_matches(':').to_owned()
}

fn failed_step(tried: &Tried) -> Option<String> {
    let mut steps = tried.steps();
    let (flow, step, outcome) = steps.find_map(|(flow, step, outcome)| {
        let outcome = outcome.filter(|outcome| outcome.verdict == Verdict::Failed)?;
        Some((flow, step, outcome))
    })?;
    let actual = tried.safe(outcome.actual.as_deref().unwrap_or("it could not be done"));
    let of = of_flow(tried, flow);
    Some(format!(
        "Overall: step {}{of} failed: {}: {}.",
        step.number,
        claim(step),
        actual.trim_end_matches('.')
    ))
}

fn broken(tried: &Tried, errors: &Errors<'_>) -> Option<String> {
    let mut flows = tried.flows();
    let (flow, failure) = flows.find_map(|(flow, outcome)| {
        let failure = outcome?.failure.as_deref()?;
        let is_counted = !errors.at("browser/flow-broken", flow.span).is_empty();
        is_counted.then_some((flow, failure))
    })?;
    Some(format!(
        "Overall: the flow “{}” was ended: {}.",
        flow.name,
        tried.safe(failure)
    ))
}

fn missed_vitals(tried: &Tried, errors: &Errors<'_>) -> Option<String> {
    let mut flows = tried.flows();
    flows.find_map(|(flow, _)| {
        let missed = errors.at("browser/vitals-missed", flow.span);
        (!missed.is_empty()).then(|| {
            format!(
                "Overall: Core Web Vitals missed in the flow “{}”: {}.",
                flow.name,
                missed.join("; ")
            )
        })
    })
}

fn left_out(tried: &Tried) -> Option<String> {
    let mut steps = tried.steps();
    let (flow, step, outcome) = steps
        .find(|(_, _, outcome)| outcome.is_none_or(|outcome| outcome.verdict == Verdict::NotRun))?;
    let why = outcome
        .and_then(|outcome| outcome.actual.as_deref())
        .unwrap_or("it was not reached");
    Some(format!(
        "Overall: step {}{} was not run: {}.",
        step.number,
        of_flow(tried, flow),
        tried.safe(why)
    ))
}

/// Names the flow, where the plan has several.
fn of_flow(tried: &Tried, flow: &Flow) -> String {
    match tried.plan.flows.len() {
        0 | 1 => String::new(),
        _ => format!(" of the flow “{}”", flow.name),
    }
}
