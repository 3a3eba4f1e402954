//! What was found in a text, ready to be shown: each finding by itself, and under its line.

use guild_check::report::v1::{ChecklistLineV1, FindingV1, PlaceV1};
use guild_check::report::{Answer, Verdict};
use guild_check::rule::RulePage;
use guild_check::{Severity, Source, explain};

use super::checkup::Checkup;
use super::entry::counted;
use super::text::{self, Html};
use crate::links;
use crate::work_check::Subject;

/// A text of more lines is shown up to here.
const SHOWN_LINES: usize = 5_000;

/// How many of the other lines of a finding are named.
const NAMED_LINES: usize = 10;

/// In a longer line its number alone says little of where a finding is.
const LONG_LINE: usize = 300;

/// A text with its findings.
pub(super) struct Checked {
    pub(super) has_passed: bool,
    /// What the text is, as it is called on the page.
    pub(super) noun: &'static str,
    /// The skill whose work it is.
    pub(super) skill: String,
    /// What it was read as.
    pub(super) form: Option<String>,
    /// The verdict in one sentence.
    pub(super) sentence: String,
    pub(super) checklist: Vec<Asked>,
    pub(super) findings: Vec<FindingView>,
    /// How many findings are not shown.
    pub(super) more: usize,
    pub(super) lines: Vec<LineView>,
    /// Whether the text goes on.
    pub(super) is_cut: bool,
    pub(super) hidden: usize,
}

/// A line of the checklist, answered.
pub(super) struct Asked {
    pub(super) text: String,
    pub(super) evidence: Html,
    pub(super) word: &'static str,
    pub(super) glyph: &'static str,
    /// How its stamp looks.
    pub(super) stamp: &'static str,
}

/// A finding.
pub(super) struct FindingView {
    pub(super) severity: Severity,
    pub(super) is_guess: bool,
    pub(super) line: u32,
    /// Where in its line, if that is long.
    pub(super) column: Option<u32>,
    /// Whether its line is shown.
    pub(super) is_shown: bool,
    pub(super) message: Html,
    pub(super) help: Option<Html>,
    /// The first of the other lines where the same is wrong.
    pub(super) others: Vec<u32>,
    /// How many places more there are.
    pub(super) more: usize,
    pub(super) rule: String,
    /// The page of the rule, if this server has it.
    pub(super) page: Option<String>,
}

/// A line and what was found in it.
pub(super) struct LineView {
    pub(super) text: Html,
    pub(super) notes: Vec<Note>,
}

/// What stands under a line.
pub(super) struct Note {
    pub(super) stamp: &'static str,
    pub(super) word: &'static str,
    pub(super) message: Html,
    pub(super) rule: String,
}

impl Checked {
    /// Puts together what is shown.
    pub(super) fn new(checkup: &Checkup, rules: &[RulePage]) -> Self {
        let source = Source::new("", checkup.text.as_str());
        let found = &checkup.report.findings;
        let view = |found| FindingView::new(found, &source, rules);
        let mut findings: Vec<FindingView> = found.iter().map(view).collect();
        forget_repeated_help(&mut findings);
        let count = source.line_count().min(SHOWN_LINES);
        let mut marks: Vec<Vec<(u32, u32)>> = vec![Vec::new(); count];
        let mut notes: Vec<Vec<Note>> = Vec::new();
        notes.resize_with(count, Vec::new);
        for (found, place, message) in found.iter().flat_map(places) {
            let line = place.start_line.saturating_sub(1) as usize;
            if let (Some(marks), Some(notes)) = (marks.get_mut(line), notes.get_mut(line)) {
                marks.push(marked_columns(&place));
                notes.push(Note {
                    stamp: stamp(found.severity),
                    word: found.severity.word(),
                    message: coded(message),
                    rule: found.rule.clone(),
                });
            }
        }
        let lines = (1..).zip(marks).zip(notes);
        let lines = lines.map(|((line, marks), notes)| LineView {
            text: shown_line(&source, line, marks),
            notes,
        });
        Self {
            has_passed: checkup.report.verdict == Verdict::Passed,
            noun: noun(checkup.subject),
            skill: checkup.skill.clone(),
            form: checkup.form.clone(),
            sentence: sentence(checkup),
            checklist: checkup.report.checklist.iter().map(Asked::new).collect(),
            more: checkup.more,
            findings,
            lines: lines.collect(),
            is_cut: source.line_count() > SHOWN_LINES,
            hidden: text::count_hidden(source.text()),
        }
    }
}

impl Asked {
    fn new(line: &ChecklistLineV1) -> Self {
        let (glyph, stamp) = match line.answer {
            Answer::Yes => ("✓ ", "stamp stamp-good"),
            Answer::No => ("✗ ", "stamp stamp-bad"),
            Answer::NotApplicable => ("", "stamp stamp-soft"),
        };
        Self {
            text: line.text.clone(),
            evidence: coded(&line.evidence),
            word: line.answer.words(),
            glyph,
            stamp,
        }
    }
}

impl FindingView {
    fn new(finding: &FindingV1, source: &Source, rules: &[RulePage]) -> Self {
        let line = finding.start_line;
        let is_there = line as usize <= source.line_count();
        let is_long = is_there && source.slice(source.line(line)).len() > LONG_LINE;
        let mut others: Vec<u32> = finding
            .instances
            .iter()
            .skip(1)
            .map(|one| one.place.start_line)
            .collect();
        others.dedup();
        others.truncate(NAMED_LINES);
        Self {
            more: finding.places.saturating_sub(1 + others.len()),
            others,
            severity: finding.severity,
            is_guess: finding.is_guess,
            line,
            column: is_long.then_some(finding.start_column),
            is_shown: is_there && line as usize <= SHOWN_LINES,
            message: coded(&finding.message),
            help: finding.help.as_deref().map(coded),
            page: explain::find(&finding.rule, rules).map(|page| links::rule(page.name)),
            rule: finding.rule.clone(),
        }
    }

    /// Gives how its stamp looks.
    pub(super) fn stamp(&self) -> &'static str {
        stamp(self.severity)
    }
}

/// Lists the places of a finding, and what is wrong at each.
fn places(finding: &FindingV1) -> Vec<(&FindingV1, PlaceV1, &str)> {
    let instances = finding.instances.iter();
    let own = PlaceV1 {
        path: finding.path.clone(),
        start_line: finding.start_line,
        start_column: finding.start_column,
        end_line: finding.end_line,
        end_column: finding.end_column,
    };
    let places = instances.map(|one| (finding, one.place.clone(), one.message.as_str()));
    let places: Vec<_> = places.collect();
    if places.is_empty() {
        return vec![(finding, own, finding.message.as_str())];
    }
    places
}

/// Gives how the stamp of a finding looks.
pub(super) fn stamp(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "stamp stamp-bad",
        Severity::Warning => "stamp stamp-warning",
        Severity::Note => "stamp",
    }
}

/// Gives the columns of a place in its first line, from 0, up to the one after the last.
fn marked_columns(place: &PlaceV1) -> (u32, u32) {
    let end = if place.end_line > place.start_line {
        u32::MAX
    } else {
        place.end_column
    };
    (place.start_column.saturating_sub(1), end.saturating_sub(1))
}

/// Shows a line, with what the findings are about marked in it.
fn shown_line(source: &Source, line: u32, mut marks: Vec<(u32, u32)>) -> Html {
    let text = source.slice(source.line(line));
    if marks.is_empty() {
        return piece(text, 0..text.len(), line);
    }
    marks.sort_unstable();
    let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    let offset = |column: u32| starts.get(column as usize).copied().unwrap_or(text.len());
    let mut html = String::with_capacity(text.len() + 32);
    let mut shown = 0;
    for (start, end) in marks {
        let (start, end) = (offset(start).max(shown), offset(end));
        if start >= end {
            continue;
        }
        html.push_str(piece(text, shown..start, line).as_str());
        html.push_str("<mark>");
        html.push_str(piece(text, start..end, line).as_str());
        html.push_str("</mark>");
        shown = end;
    }
    html.push_str(piece(text, shown..text.len(), line).as_str());
    Html::of_safe(html)
}

/// Shows a part of a line. A byte order mark has its place at the start of the text, and nowhere else.
fn piece(text: &str, range: std::ops::Range<usize>, line: u32) -> Html {
    let part = text.get(range.clone()).unwrap_or("");
    if line == 1 && range.start == 0 {
        return text::marked(part);
    }
    let marked = text::marked(&format!("\n{part}"));
    Html::of_safe(marked.as_str().trim_start_matches('\n').to_owned())
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

fn noun(subject: Subject) -> &'static str {
    match subject {
        Subject::Document => "document",
        Subject::ApiContract => "API contract",
    }
}

fn sentence(checkup: &Checkup) -> String {
    let summary = checkup.report.summary;
    let counts = [
        (summary.errors, "error"),
        (summary.warnings, "warning"),
        (summary.notes, "note"),
    ];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let parts: Vec<String> = counts
        .map(|(count, noun)| counted(count as u64, noun))
        .collect();
    let noun = noun(checkup.subject);
    let law = match checkup.subject {
        Subject::Document => "its contract",
        Subject::ApiContract => "the rules",
    };
    let Some((last, first)) = parts.split_last() else {
        return format!("Nothing was found: the {noun} keeps {law}.");
    };
    let found = if first.is_empty() {
        last.clone()
    } else {
        format!("{} and {last}", first.join(", "))
    };
    if summary.errors > 0 {
        format!("The {noun} breaks {law}: {found}.")
    } else {
        format!("The {noun} keeps {law}, with {found}.")
    }
}

/// Shows a message, with what stands between backticks as code. It is no Markdown: it may quote the text, whose links
/// and elements are nobody's here.
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

    use proptest::prelude::*;

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
        let line = |number| shown_line(&source, number, Vec::new()).as_str().to_owned();
        assert_eq!(line(1), "\u{feff}a");
        assert_eq!(line(2), "<span class=\"unseen\">U+FEFF</span>b");
    }

    #[test]
    fn what_a_finding_is_about_is_marked_once() {
        let source = Source::new("a.md", "a <ü> c\n");
        let line = |marks: &[(u32, u32)]| {
            let html = shown_line(&source, 1, marks.to_vec());
            html.as_str().to_owned()
        };
        assert_eq!(line(&[(2, 5)]), "a <mark>&lt;ü&gt;</mark> c");
        assert_eq!(
            line(&[(2, 4), (0, 3), (3, 3), (6, u32::MAX)]),
            "<mark>a &lt;</mark><mark>ü</mark>&gt; <mark>c</mark>"
        );
        assert_eq!(line(&[(90, 99)]), "a &lt;ü&gt; c");
    }

    proptest! {
        #[test]
        fn no_place_is_too_strange(text in "[a<ü\u{feff}&]{0,12}", marks in prop::collection::vec((0..14_u32, 0..16_u32), 0..5)) {
            let source = Source::new("a.md", text.as_str());
            let html = shown_line(&source, 1, marks).as_str().to_owned();
            let bare = html.replace("<mark>", "").replace("</mark>", "");
            let unmarked = shown_line(&source, 1, Vec::new());
            prop_assert_eq!(bare.as_str(), unmarked.as_str());
        }
    }
}
