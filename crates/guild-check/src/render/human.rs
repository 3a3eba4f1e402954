//! Annotated source, for a terminal.

mod excerpt;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use self::excerpt::{Excerpt, excerpt};
use super::Colour;
use crate::finding::Instance;
use crate::hidden::escaped;
use crate::report::{ChecklistLine, ExampleResult, OperationResult};
use crate::{Finding, Report, Severity, Verdict};

/// The rows of source shown are never wider than this many columns or so.
const WIDTH: usize = 140;

/// Renders each finding under the source it points at, and the result on the last line.
pub fn render(report: &Report, colour: Colour) -> String {
    let renderer = match colour {
        Colour::Plain => Renderer::plain(),
        Colour::Styled => Renderer::styled(),
    };
    let renderer = renderer.term_width(WIDTH).decor_style(DecorStyle::Ascii);
    let mut text = String::new();
    for finding in &report.findings {
        text.push_str(&one(finding, &renderer, colour));
        text.push_str("\n\n");
    }
    for example in &report.examples {
        text.push_str(&escaped(&example_line(example)));
        text.push('\n');
    }
    for operation in &report.operations {
        text.push_str(&escaped(&operation_line(operation)));
        text.push('\n');
    }
    if let Some(sandbox) = &report.sandbox {
        text.push_str(&escaped(&format!("sandbox: {sandbox}")));
        text.push('\n');
    }
    text.push_str(&checklist(&report.checklist));
    text.push_str(&escaped(&report.overall));
    text.push('\n');
    text
}

/// Writes a checklist as a table with the answers first.
fn checklist(lines: &[ChecklistLine]) -> String {
    let mut text = String::new();
    for line in lines {
        let (answer, evidence) = (line.answer.words(), escaped(&line.evidence));
        let what = line.text;
        text.push_str(&format!("{answer:<14}  {what}: {evidence}\n"));
    }
    if !lines.is_empty() {
        text = format!("Verification checklist\n{text}\n");
    }
    text
}

/// Says how an example ended; why it failed stands in its finding.
fn example_line(example: &ExampleResult) -> String {
    let (path, line, name) = (&example.path, example.line, &example.name);
    let end = format!("{}  {path}:{line}  {name}", example.verdict.word());
    match (&example.reason, example.verdict) {
        (Some(reason), Verdict::Passed | Verdict::NotRun) => format!("{end}  ({reason})"),
        (None, _) | (_, Verdict::Failed) => format!("{end}  {} ms", example.duration_ms),
    }
}

/// Says how an operation ended, and what it was tried with.
fn operation_line(operation: &OperationResult) -> String {
    let (word, name, sent) = (operation.verdict.word(), &operation.name, operation.sent());
    let reason = operation.reason.as_ref();
    let reason = reason.map_or(String::new(), |reason| format!("  ({reason})"));
    format!("{word:<7}  {name}  {sent}{reason}")
}

fn one(finding: &Finding, renderer: &Renderer, colour: Colour) -> String {
    let level = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let title = level
        .primary_title(escaped(&finding.message))
        .id(finding.rule.as_str());
    let mut group = Group::with_title(title);
    let shown = excerpt(&finding.place);
    if let Some(Excerpt { text, mark, lines }) = &shown {
        let snippet = Snippet::source(text.as_str())
            .line_start(lines.start as usize)
            .fold(false)
            .annotation(AnnotationKind::Primary.span(mark.clone()));
        group = group.element(snippet);
    }
    if let Some(help) = &finding.help {
        group = group.element(Level::HELP.message(escaped(help)));
    }
    for line in elsewhere(finding) {
        group = group.element(
            Level::INFO
                .with_name("also")
                .message(escaped(&line).into_owned()),
        );
    }
    if finding.is_guess {
        group = group.element(Level::NOTE.message("this is a guess"));
    }
    if let Some(again) = &finding.again {
        group = group.element(Level::INFO.with_name("again").message(escaped(again)));
    }
    let more = format!("guild explain {}", finding.rule);
    group = group.element(Level::INFO.with_name("more").message(more));
    let rendered = renderer.render(&[group]);
    let digits = |shown: Excerpt| (shown.lines.end - 1).to_string().len();
    let width = shown.map_or(0, digits);
    let (title, rest) = rendered.split_once('\n').unwrap_or((&rendered, ""));
    format!("{title}\n{}\n{rest}", arrow(finding, width, colour))
}

/// The other places of a finding that are named.
const NAMED: usize = 3;

/// Says at which other places the same is wrong; the first few of many, or where to read them all.
fn elsewhere(finding: &Finding) -> Vec<String> {
    let others = finding.instances.get(1..).unwrap_or_default();
    let one = |instance: &Instance| {
        let start = instance.place.start();
        let path = instance.place.source.path();
        format!(
            "{path}:{}:{}: {}",
            start.line, start.column, instance.message
        )
    };
    let shown = if others.len() == NAMED + 1 {
        NAMED + 1
    } else {
        NAMED
    };
    let mut lines: Vec<String> = others.iter().take(shown).map(one).collect();
    let more = others.len() - lines.len();
    if more > 0 {
        lines.push(format!(
            "at {more} more places; `--format json` lists them all"
        ));
    }
    lines
}

/// Says where the finding is. The renderer would count columns in the cut and escaped text, not in the file.
fn arrow(finding: &Finding, width: usize, colour: Colour) -> String {
    let (before, after) = match colour {
        Colour::Plain => ("", ""),
        Colour::Styled => ("\u{1b}[1m\u{1b}[94m", "\u{1b}[0m"),
    };
    let start = finding.place.start();
    let path = escaped(finding.place.source.path());
    format!(
        "{:width$}{before}-->{after} {path}:{}:{}",
        "", start.line, start.column
    )
}
