//! The page that shows what changed from one release to another.

use askama::Template;
use axum::extract::State;
use guild_skill::wire::{
    Comparison, ContentChange, DiffLine, DiffLineKind, FileChange, FileChangeKind, FileState,
    NewFinding, RecentChange,
};

use super::entry::{counted, size};
use super::layout::{Here, Layout};
use super::text::{self, Html};
use super::{assets, markdown, missing};
use crate::api::changes;
use crate::document::Document;
use crate::error::{ApiError, Code};
use crate::links;
use crate::pages;
use crate::parameters::FromPath;
use crate::state::AppState;

#[derive(Template)]
#[template(path = "compare.html")]
struct ComparePage {
    layout: Layout,
    title: String,
    name: String,
    from: String,
    to: String,
    back: String,
    summary: String,
    changes: Vec<(String, Html)>,
    findings: Vec<FindingLine>,
    files: Vec<FileBlock>,
}

/// What a safety rule finds now and did not find before.
struct FindingLine {
    place: String,
    path: String,
    word: &'static str,
    message: String,
    rule: String,
}

/// A file that differs.
struct FileBlock {
    path: String,
    what: &'static str,
    facts: Vec<String>,
    hunks: Vec<HunkBlock>,
}

/// Lines that stand together.
struct HunkBlock {
    place: String,
    lines: Vec<(DiffLineKind, Html)>,
}

/// Shows the changes; `range` is `1.0.0...1.1.0`.
pub(crate) async fn show(
    State(state): State<AppState>,
    FromPath((name, range)): FromPath<(String, String)>,
) -> Result<Document, ApiError> {
    let Some((from, to)) = range.split_once("...") else {
        let message = "Two versions are compared by an address such as `1.0.0...1.1.0`.";
        return Err(ApiError::new(Code::RouteNotFound, message));
    };
    let (entry, _, before) = missing::find_release(&state, &name, from).await?;
    let (_, _, after) = missing::find_release(&state, &name, to).await?;
    let compared = changes::compare(&state, &before, &after).await?;
    let path = |from: &str, to: &str| links::compare(&compared.skill, from, to);
    pages::render(&ComparePage {
        layout: Layout::new(&state, Here::Elsewhere, path(&compared.from, &compared.to)),
        title: text::visible(&entry.record.title),
        back: path(&compared.to, &compared.from),
        summary: summary(&compared),
        changes: compared.recent_changes.iter().map(change).collect(),
        findings: compared
            .new_findings
            .iter()
            .map(|one| FindingLine::of(one, &compared))
            .collect(),
        files: compared.files.iter().map(FileBlock::of).collect(),
        name: compared.skill,
        from: compared.from,
        to: compared.to,
    })
}

/// Says in a sentence what changed.
fn summary(compared: &Comparison) -> String {
    if compared.files.is_empty() {
        return "The files are the same.".to_owned();
    }
    let count = |kind| {
        let of_kind = compared.files.iter().filter(|file| file.kind == kind);
        of_kind.count()
    };
    let kinds = [
        (FileChangeKind::Changed, "changed"),
        (FileChangeKind::Added, "new"),
        (FileChangeKind::Removed, "removed"),
        (FileChangeKind::Moved, "moved"),
    ];
    let kinds = kinds.map(|(kind, word)| (count(kind), word));
    let kinds = kinds.iter().filter(|(count, _)| *count > 0);
    let kinds: Vec<String> = kinds
        .map(|(count, word)| format!("{count} {word}"))
        .collect();
    let differ = if compared.files.len() == 1 {
        "differs"
    } else {
        "differ"
    };
    let files = counted(compared.files.len() as u64, "file");
    format!("{files} {differ}: {}.", kinds.join(", "))
}

fn change(change: &RecentChange) -> (String, Html) {
    (change.date.clone(), markdown::inline(&change.text))
}

impl FindingLine {
    fn of(finding: &NewFinding, compared: &Comparison) -> Self {
        let folder = format!("{}/", compared.skill);
        let file = finding.path.strip_prefix(&folder).unwrap_or(&finding.path);
        let path = links::file(&compared.skill, &compared.to, file);
        Self {
            place: format!("{}, line {}", text::visible(&finding.path), finding.line),
            path,
            word: match finding.severity {
                guild_skill::wire::Severity::Note => "note",
                guild_skill::wire::Severity::Warning => "warning",
                guild_skill::wire::Severity::Error => "error",
            },
            message: text::visible(&finding.message),
            rule: finding.rule.clone(),
        }
    }
}

impl FileBlock {
    fn of(file: &FileChange) -> Self {
        Self {
            path: text::visible(&file.path),
            what: match file.kind {
                FileChangeKind::Added => "New",
                FileChangeKind::Removed => "Removed",
                FileChangeKind::Changed => "Changed",
                FileChangeKind::Moved => "Moved",
            },
            facts: facts(file),
            hunks: file.hunks.iter().map(HunkBlock::of).collect(),
        }
    }
}

/// Says of a file what its lines do not.
fn facts(file: &FileChange) -> Vec<String> {
    let mut facts = Vec::new();
    if let Some(from) = &file.moved_from {
        facts.push(format!("stood at {}", text::visible(from)));
    }
    let runs = |state: Option<FileState>| state.is_some_and(|state| state.is_executable);
    match (runs(file.before), runs(file.after)) {
        (false, true) => facts.push("may be run now".to_owned()),
        (true, false) if file.after.is_some() => facts.push("may be run no more".to_owned()),
        (_, _) => {}
    }
    let bytes = |state: Option<FileState>| state.map(|state| size(state.size_bytes));
    match (bytes(file.before), bytes(file.after)) {
        (Some(before), Some(after)) if before != after => facts.push(format!("{before} → {after}")),
        (_, Some(size)) | (Some(size), None) => facts.push(size),
        (None, None) => {}
    }
    facts.extend(match file.content {
        ContentChange::Binary => Some("no text, so its lines are not compared".to_owned()),
        ContentChange::TooLarge => Some("too much text to compare its lines here".to_owned()),
        ContentChange::Same | ContentChange::Text => None,
    });
    facts
}

impl HunkBlock {
    fn of(hunk: &guild_skill::wire::Hunk) -> Self {
        let line = |line: &DiffLine| {
            let mut html = text::marked(&line.text);
            if !line.has_line_feed {
                html = html.followed_by("<span class=\"unseen\">no line feed</span>");
            }
            (line.kind, html)
        };
        Self {
            place: format!(
                "Line {} before, {} after",
                hunk.start_before, hunk.start_after
            ),
            lines: hunk.lines.iter().map(line).collect(),
        }
    }
}
