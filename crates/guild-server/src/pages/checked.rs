//! What was found in a document, ready to be shown: each finding by itself, and under its line.

use guild_check::report::Verdict;
use guild_check::rule::RulePage;
use guild_check::{Finding, Report, Severity, Source, explain};

use super::entry::counted;
use super::text::{self, Html};
use crate::links;

/// A document of more lines is shown up to here.
const SHOWN_LINES: usize = 5_000;

/// More findings than these help nobody.
const SHOWN_FINDINGS: usize = 200;

/// A document with its findings.
pub(super) struct Checked {
    pub(super) has_passed: bool,
    /// The verdict in one sentence.
    pub(super) sentence: String,
    pub(super) findings: Vec<FindingView>,
    /// How many findings are not shown.
    pub(super) more: usize,
    pub(super) lines: Vec<LineView>,
    /// Whether the document goes on.
    pub(super) is_cut: bool,
    pub(super) hidden: usize,
}

/// A finding.
pub(super) struct FindingView {
    pub(super) severity: Severity,
    pub(super) is_guess: bool,
    pub(super) line: u32,
    /// Whether its line is shown.
    pub(super) is_shown: bool,
    pub(super) message: Html,
    pub(super) help: Option<Html>,
    pub(super) rule: String,
    /// The page of the rule, if this server has it.
    pub(super) page: Option<String>,
}

/// A line and the places of its findings in the list, from 0.
pub(super) struct LineView {
    pub(super) text: Html,
    pub(super) findings: Vec<usize>,
}

impl Checked {
    /// Puts together what is shown.
    pub(super) fn new(source: &Source, report: &Report, rules: &[RulePage]) -> Self {
        let shown = report.findings.iter().take(SHOWN_FINDINGS);
        let mut findings: Vec<FindingView> =
            shown.map(|found| FindingView::new(found, rules)).collect();
        forget_repeated_help(&mut findings);
        let count = source.line_count().min(SHOWN_LINES);
        let mut lines: Vec<LineView> = (1..)
            .take(count)
            .map(|line| LineView::new(source, line))
            .collect();
        for (index, finding) in findings.iter().enumerate() {
            if let Some(line) = lines.get_mut(finding.line.saturating_sub(1) as usize) {
                line.findings.push(index);
            }
        }
        Self {
            has_passed: report.verdict == Verdict::Passed,
            sentence: sentence(report),
            more: report.findings.len() - findings.len(),
            findings,
            lines,
            is_cut: source.line_count() > SHOWN_LINES,
            hidden: text::count_hidden(source.text()),
        }
    }
}

impl FindingView {
    fn new(finding: &Finding, rules: &[RulePage]) -> Self {
        let rule = finding.rule.to_string();
        let line = finding.place.start().line;
        Self {
            severity: finding.severity,
            is_guess: finding.is_guess,
            line,
            is_shown: line as usize <= SHOWN_LINES,
            message: coded(&finding.message),
            help: finding.help.as_deref().map(coded),
            page: explain::find(&rule, rules).map(|page| links::rule(page.name)),
            rule,
        }
    }

    /// Gives how its stamp looks.
    pub(super) fn stamp(&self) -> &'static str {
        stamp(self.severity)
    }
}

/// Gives how the stamp of a finding looks.
pub(super) fn stamp(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "stamp stamp-bad",
        Severity::Warning => "stamp stamp-warning",
        Severity::Note => "stamp",
    }
}

impl LineView {
    fn new(source: &Source, line: u32) -> Self {
        let text = source.slice(source.line(line));
        // A byte order mark has its place at the start of the document, and not at that of a later line.
        let text = if line == 1 {
            text::marked(text)
        } else {
            let marked = text::marked(&format!("\n{text}"));
            Html::of_safe(marked.as_str().trim_start_matches('\n').to_owned())
        };
        Self {
            text,
            findings: Vec::new(),
        }
    }
}

/// Leaves out what the finding before says to do already: the rows of a table are often wrong in the same way.
fn forget_repeated_help(findings: &mut [FindingView]) {
    for index in (1..findings.len()).rev() {
        let (before, this) = (&findings[index - 1], &findings[index]);
        if before.rule == this.rule && before.help == this.help {
            findings[index].help = None;
        }
    }
}

fn sentence(report: &Report) -> String {
    let summary = report.summary;
    let counts = [
        (summary.errors, "error"),
        (summary.warnings, "warning"),
        (summary.notes, "note"),
    ];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let parts: Vec<String> = counts
        .map(|(count, noun)| counted(count as u64, noun))
        .collect();
    let Some((last, first)) = parts.split_last() else {
        return "Nothing was found: the document keeps its contract.".to_owned();
    };
    let found = if first.is_empty() {
        last.clone()
    } else {
        format!("{} and {last}", first.join(", "))
    };
    if summary.errors > 0 {
        format!("The document breaks its contract: {found}.")
    } else {
        format!("The document keeps its contract, with {found}.")
    }
}

/// Shows a message, with what stands between backticks as code. It is no Markdown: it may quote the document, whose
/// links and elements are nobody's here.
pub(super) fn coded(message: &str) -> Html {
    let mut html = String::with_capacity(message.len() + 32);
    let pieces: Vec<&str> = message.split('`').collect();
    let is_paired = pieces.len() % 2 == 1;
    for (index, piece) in pieces.iter().enumerate() {
        let piece = text::marked(piece);
        match (is_paired, index % 2) {
            (true, 0) => html.push_str(piece.as_str()),
            (true, _) => {
                html.push_str("<code>");
                html.push_str(piece.as_str());
                html.push_str("</code>");
            }
            (false, _) => {
                html.push_str(if index > 0 { "`" } else { "" });
                html.push_str(piece.as_str());
            }
        }
    }
    Html::of_safe(html)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_shows_code_and_nothing_else_of_what_it_quotes() {
        let html = |text| coded(text).as_str().to_owned();
        assert_eq!(html("say `<b>` here"), "say <code>&lt;b&gt;</code> here");
        assert_eq!(html("a ` alone <i>"), "a ` alone &lt;i&gt;");
        assert_eq!(html("[x](http://a)"), "[x](http://a)");
    }

    #[test]
    fn a_mark_that_nobody_sees_is_shown_on_every_line_but_the_first() {
        let source = Source::new("a.md", "\u{feff}a\n\u{feff}b\n");
        let line = |number| LineView::new(&source, number).text.as_str().to_owned();
        assert_eq!(line(1), "\u{feff}a");
        assert_eq!(line(2), "<span class=\"unseen\">U+FEFF</span>b");
    }
}
