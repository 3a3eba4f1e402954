//! `report.md`: the plan with what came of it, to be pasted into a pull request.

use std::fmt::Write;

use guild_check::render::markdown::inert;
use guild_check::report::SetAside;
use guild_check::{Finding, Report, Verdict, shortened};

use super::snapshot::missing_in_words;
use super::write::{beside, har_file};
use super::{Circumstances, Evidence};
use crate::outcome::{
    Baseline, ConsoleEntry, ConsoleLevel, FlowOutcome, Inp, Screenshot, Standing, StepOutcome,
};
use crate::plan::{ColorScheme, Flow, Step, StepKind, Vital, VitalsWanted};
use crate::verdict::{Tried, missed, shown};

/// Writes the report.
pub(super) fn render(evidence: &Evidence<'_>) -> String {
    let (tried, circumstances) = (evidence.tried, evidence.circumstances);
    let mut text = format!("# Test plan: {}\n\n", inert(&tried.plan.title));
    // Writing to a string cannot fail, here and below.
    let _ = writeln!(text, "{}", head(tried, circumstances));
    if let Some(baseline) = &tried.outcome.baseline {
        let _ = writeln!(text, "{}", of_baseline(tried, baseline));
    }
    for (index, (flow, outcome)) in tried.flows().enumerate() {
        let _ = writeln!(text, "{}", of_flow(tried, flow, outcome));
        if tried.outcome.is_traced && outcome.is_some() {
            let file = har_file(index);
            let _ = writeln!(text, "Requests: [{file}](trace/{file})\n");
            if let Some(missing) = outcome.and_then(|outcome| not_kept(tried, outcome)) {
                let _ = writeln!(text, "{}\n", inert(&missing));
            }
        }
    }
    text.push_str(&vitals(tried));
    text.push_str(&notable(evidence.report));
    text.push_str(&set_aside(evidence.report));
    text.push_str(&inert(&evidence.report.overall));
    text.push('\n');
    text
}

fn head(tried: &Tried, circumstances: &Circumstances) -> String {
    let plan = &tried.plan;
    let mut lines = Vec::new();
    if let Some(url) = &plan.entry_url {
        lines.push(format!("- Entry URL: {}", tried.redactor.url(url.as_str())));
    }
    lines.push(format!(
        "- Viewport: {}x{}",
        plan.viewport.width, plan.viewport.height
    ));
    if plan.color_scheme != ColorScheme::default() {
        lines.push(format!("- Color scheme: {}", plan.color_scheme.word()));
    }
    let run = [
        circumstances.when.as_str(),
        &tried.outcome.browser,
        &circumstances.machine,
    ];
    let run: Vec<&str> = run.into_iter().filter(|part| !part.is_empty()).collect();
    if !run.is_empty() {
        lines.push(format!("- Run: {}", inert(&run.join(", "))));
    }
    let counts = counts(tried);
    lines.push(format!(
        "- Assertions: {} passed, {} failed, {} not run",
        counts[0], counts[1], counts[2]
    ));
    lines.join("\n") + "\n"
}

/// Counts the assertions that passed, failed and were not run.
pub(super) fn counts(tried: &Tried) -> [usize; 3] {
    let mut counts = [0; 3];
    for (_, step, outcome) in tried.steps() {
        if step.kind.is_assertion() {
            let verdict = outcome.map_or(Verdict::NotRun, |outcome| outcome.verdict);
            counts[match verdict {
                Verdict::Passed => 0,
                Verdict::Failed => 1,
                Verdict::NotRun => 2,
            }] += 1;
        }
    }
    counts
}

fn of_baseline(tried: &Tried, baseline: &Baseline) -> String {
    let mut text = String::from("## Baseline\n\n");
    if let Some(failure) = &baseline.failure {
        let _ = writeln!(
            text,
            "The page could not be judged: {}.\n",
            inert(&tried.safe(failure))
        );
    }
    let _ = writeln!(
        text,
        "Console before any interaction: {}.",
        console_in_words(&baseline.console)
    );
    for entry in baseline
        .console
        .iter()
        .filter(|entry| entry.level == ConsoleLevel::Error)
    {
        let _ = writeln!(text, "\n- {}", inert(&tried.safe(&cut(&entry.text))));
    }
    if let Some(picture) = &baseline.screenshot {
        let _ = writeln!(
            text,
            "\n![The page before anything was done](shots/{})",
            picture.file
        );
    }
    text
}

/// Counts what a console holds.
pub(super) fn console_in_words(entries: &[ConsoleEntry]) -> String {
    let count =
        |fits: &dyn Fn(&ConsoleEntry) -> bool| entries.iter().filter(|entry| fits(entry)).count();
    let expected = count(&|entry| entry.standing == Standing::Expected);
    let is_level =
        |entry: &ConsoleEntry, level| entry.level == level && entry.standing != Standing::Expected;
    let errors = count(&|entry| is_level(entry, ConsoleLevel::Error));
    let warnings = count(&|entry| is_level(entry, ConsoleLevel::Warning));
    let plural = |count: usize, noun: &str| match count {
        0 => format!("no {noun}s"),
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    };
    let mut words = vec![plural(errors, "error"), plural(warnings, "warning")];
    if expected > 0 {
        words.push(format!(
            "{} set aside as expected",
            plural(expected, "message")
        ));
    }
    words.join(", ")
}

fn of_flow(tried: &Tried, flow: &Flow, outcome: Option<&FlowOutcome>) -> String {
    let mut text = format!("## Flow: {}\n\n", inert(&flow.name));
    text.push_str("| Step | Line | Verdict | Found |\n|---|---|---|---|\n");
    let mut pictures = Vec::new();
    for (index, step) in flow.steps.iter().enumerate() {
        let result = outcome.and_then(|outcome| outcome.steps.get(index));
        text.push_str(&row(tried, step, result));
        if let Some(picture) = result.and_then(|result| result.screenshot.as_ref()) {
            pictures.push(shown_picture(picture));
        }
    }
    if let Some(failure) = outcome.and_then(|outcome| outcome.failure.as_deref()) {
        let _ = writeln!(
            text,
            "\nThe flow was ended: {}.",
            inert(&tried.safe(failure))
        );
    }
    if !pictures.is_empty() {
        let _ = write!(text, "\n{}", pictures.join("\n"));
    }
    text
}

/// Shows a picture, beside the accepted one where they look different.
fn shown_picture(picture: &Screenshot) -> String {
    let name = picture.file.trim_end_matches(".png");
    let now = format!("![{name}](shots/{})", picture.file);
    match beside(picture).as_slice() {
        [] => format!("{now}\n"),
        [(accepted, _)] => {
            format!("| Accepted | Now |\n|---|---|\n| ![accepted](shots/{accepted}) | {now} |\n")
        }
        [(accepted, _), (difference, _), ..] => format!(
            "| Accepted | Now | Difference |\n|---|---|---|\n| ![accepted](shots/{accepted}) | {now} | ![difference](shots/{difference}) |\n"
        ),
    }
}

fn row(tried: &Tried, step: &Step, result: Option<&StepOutcome>) -> String {
    let verdict = result.map_or(Verdict::NotRun, |result| result.verdict);
    let word = match (verdict, &step.kind) {
        (Verdict::Passed, StepKind::Assert(_)) => "PASSED",
        (
            Verdict::Passed,
            StepKind::Navigate(_)
            | StepKind::Act(_)
            | StepKind::Screenshot(_)
            | StepKind::Unreadable,
        ) => "done",
        (Verdict::Failed, _) => "**FAILED**",
        (Verdict::NotRun, _) => "NOT_RUN",
    };
    let found = found(tried, result);
    format!(
        "| {} | {} | {word} | {} |\n",
        step.number,
        inert(&line(step)),
        found.join("; ")
    )
}

/// Writes the line of a step with its JSON block behind it.
pub(super) fn line(step: &Step) -> String {
    let shape = match &step.kind {
        StepKind::Assert(assertion) => assertion.shape(),
        StepKind::Navigate(_)
        | StepKind::Act(_)
        | StepKind::Screenshot(_)
        | StepKind::Unreadable => None,
    };
    match shape {
        Some(shape) => format!("{} `{}`", step.text, cut(&shape.to_string())),
        None => step.text.clone(),
    }
}

/// Says what was found at a step, each thing safe in a cell.
fn found(tried: &Tried, result: Option<&StepOutcome>) -> Vec<String> {
    let Some(result) = result else {
        return vec!["it was not reached".to_owned()];
    };
    let words = result.actual.iter().chain(&result.notes);
    let mut found: Vec<String> = words.map(|text| inert(&tried.safe(&cut(text)))).collect();
    if let Some(picture) = &result.screenshot {
        found.push(format!("`shots/{}`", picture.file));
    }
    if let Some(document) = &result.snapshot {
        found.push(format!("[DOM](trace/{})", document.file));
    }
    found
}

fn vitals(tried: &Tried) -> String {
    let measured = tried
        .flows()
        .filter_map(|(flow, outcome)| Some((flow, outcome?.vitals?)));
    let rows: Vec<String> = measured
        .map(|(flow, vitals)| {
            let [lcp, cls, inp] = in_words(&vitals);
            let verdict = match (missed(&vitals).is_empty(), tried.plan.vitals) {
                (true, _) => "PASSED",
                (false, VitalsWanted::Required) => "FAILED",
                (false, VitalsWanted::Recorded | VitalsWanted::Unasked) => {
                    "over the limit, not required"
                }
            };
            format!(
                "| {} | {lcp} | {cls} | {inp} | {verdict} |\n",
                inert(&flow.name)
            )
        })
        .collect();
    if rows.is_empty() {
        return String::new();
    }
    format!(
        "## Core Web Vitals\n\n| Flow | LCP (below 2500 ms) | CLS (below 0.1) | INP (below 200 ms) | Verdict |\n|---|---|---|---|---|\n{}\n",
        rows.concat()
    )
}

/// Writes the three values.
pub(super) fn in_words(vitals: &crate::outcome::Vitals) -> [String; 3] {
    let not_measured = || "not measured".to_owned();
    [
        vitals.lcp_ms.map_or_else(not_measured, |value| {
            format!("{} ms", shown(Vital::Lcp, value))
        }),
        vitals
            .cls
            .map_or_else(not_measured, |value| shown(Vital::Cls, value)),
        match vitals.inp {
            Inp::Measured(value) => format!("{} ms", shown(Vital::Inp, value)),
            Inp::UnderSixteen => "under 16 ms".to_owned(),
            Inp::NoInteraction => "not measured: no interaction".to_owned(),
        },
    ]
}

/// Lists what a reader has to know beside the verdicts: instructions, warnings, flaky flows; each with what to do.
fn notable(report: &Report) -> String {
    let beside = report.findings.iter().filter(|finding| is_beside(finding));
    let line = |finding: &Finding| {
        let help = finding.help.as_deref();
        let help = help.map(|help| format!(" → {}", inert(help)));
        format!(
            "- {}, line {}: {}{}\n",
            finding.severity.word(),
            finding.place.start().line,
            inert(&finding.message),
            help.unwrap_or_default()
        )
    };
    let lines: String = beside.map(line).collect();
    match lines.is_empty() {
        true => String::new(),
        false => format!("## Findings\n\n{lines}\n"),
    }
}

/// Lists what was found and does not count, with the reason.
fn set_aside(report: &Report) -> String {
    let all = report.set_aside();
    let beside = all.iter().filter(|aside| is_beside(&aside.finding));
    let line = |aside: &SetAside| {
        let (finding, why) = (&aside.finding, inert(&aside.why));
        let message = inert(&finding.message);
        format!("- {message} (`{}`; {why})\n", finding.rule)
    };
    let lines: String = beside.map(line).collect();
    match lines.is_empty() {
        true => String::new(),
        false => format!("## Set aside\n\n{lines}\n"),
    }
}

/// Says whether a finding tells more than the steps and flows do by themselves.
pub(super) fn is_beside(finding: &Finding) -> bool {
    !matches!(
        finding.rule.as_str(),
        "browser/step-failed" | "browser/flow-broken"
    )
}

/// Says what the documents of a flow do not hold, each thing once.
pub(super) fn not_kept(tried: &Tried, outcome: &FlowOutcome) -> Option<String> {
    const MOST: usize = 10;
    let snapshots = outcome
        .steps
        .iter()
        .filter_map(|step| step.snapshot.as_ref());
    let mut all: Vec<String> = Vec::new();
    for missing in snapshots.flat_map(|snapshot| &snapshot.missing) {
        let (what, why) = missing_in_words(missing, &tried.redactor);
        let words = format!("`{}` ({why})", cut(&what));
        if !all.contains(&words) {
            all.push(words);
        }
    }
    if all.len() > MOST {
        let more = format!("and {} more", all.len() - MOST);
        all.truncate(MOST);
        all.push(more);
    }
    (!all.is_empty()).then(|| format!("Not kept in the documents: {}.", all.join("; ")))
}

/// No longer text of a page stands in a report.
pub(super) fn cut(text: &str) -> String {
    const LONGEST: usize = 600;
    shortened(text, LONGEST)
}
