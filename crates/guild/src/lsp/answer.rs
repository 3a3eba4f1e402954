//! What the editor is told, in the words of its protocol.

use guild_check::fix::{Fix, is_safe, line_end, settle};
use guild_check::{Finding, Severity, Source, Span, explain};
use guild_check_browser::plan::Instead;
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionParams, CodeActionProviderCapability, Diagnostic,
    DiagnosticSeverity, Hover, HoverContents, HoverProviderCapability, InitializeResult,
    MarkupContent, MarkupKind, NumberOrString, Position, Range, SaveOptions, ServerCapabilities,
    ServerInfo, TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions,
    TextDocumentSyncSaveOptions, TextEdit,
};
use serde_json::{Value, json};

use super::document::Document;
use super::position::of_span;
use crate::commands::rules;

/// The action that follows every fix of a document.
const FIX_ALL: &str = "source.fixAll.guild";

/// The most quick fixes that are offered at once; there is one action for all.
const MOST_QUICK_FIXES: usize = 20;

/// Says what this server can do.
pub(super) fn capabilities() -> Value {
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions {
            include_text: Some(false),
        })),
        ..TextDocumentSyncOptions::default()
    };
    let actions = CodeActionOptions {
        code_action_kinds: Some(vec![CodeActionKind::QUICKFIX, CodeActionKind::new(FIX_ALL)]),
        ..CodeActionOptions::default()
    };
    json!(InitializeResult {
        capabilities: ServerCapabilities {
            text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
            code_action_provider: Some(CodeActionProviderCapability::Options(actions)),
            hover_provider: Some(HoverProviderCapability::Simple(true)),
            ..ServerCapabilities::default()
        },
        server_info: Some(ServerInfo {
            name: "guild".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
    })
}

/// Gives the findings of a document.
pub(super) fn published(document: &Document) -> Value {
    let diagnostics = document.findings.iter();
    let diagnostics: Vec<Diagnostic> = diagnostics
        .map(|finding| diagnostic(document, finding))
        .collect();
    notification(
        "textDocument/publishDiagnostics",
        &json!({
            "uri": document.uri.as_str(),
            "version": document.version,
            "diagnostics": diagnostics,
        }),
    )
}

/// Says something to the person at the editor.
pub(super) fn warning(text: &str) -> Value {
    notification("window/showMessage", &json!({ "type": 2, "message": text }))
}

/// Offers the fixes of a range, and all of them at once.
pub(super) fn actions(
    document: &Document,
    params: &CodeActionParams,
    check: &dyn Fn(&Source) -> Vec<Finding>,
) -> Vec<Value> {
    let is_wanted = |kind: &str| is_wanted(params, kind);
    let mut actions = Vec::new();
    let mut offered: Vec<&Fix> = Vec::new();
    let fixable = document
        .findings
        .iter()
        .filter_map(|finding| Some((finding, finding.fix.as_ref()?)));
    for (finding, fix) in fixable {
        let is_here = touches(of_span(&document.source, finding.place.span), params.range);
        if !is_wanted("quickfix") || !is_here || offered.contains(&fix.as_ref()) {
            continue;
        }
        // The whole text is read for this: an editor that asks for all of it gets the first ones.
        if offered.len() == MOST_QUICK_FIXES || !is_safe(fix, &document.source) {
            continue;
        }
        offered.push(fix);
        let edits = fix.edits.iter().map(|edit| TextEdit {
            range: of_span(&document.source, edit.span),
            new_text: edit.text(&document.source),
        });
        let edits: Vec<TextEdit> = edits.collect();
        let mut action = action(document, &fix.title, "quickfix", &edits);
        action["diagnostics"] = json!([diagnostic(document, finding)]);
        action["isPreferred"] = json!(true);
        actions.push(action);
    }
    if is_wanted(FIX_ALL)
        && document
            .findings
            .iter()
            .any(|finding| finding.fix.is_some())
    {
        actions.extend(all_at_once(document, check));
    }
    actions
}

/// Offers what is to be written in the place of lines that cannot be read: it is what is meant most likely, and so it
/// is never followed without a person.
pub(super) fn meant(
    document: &Document,
    params: &CodeActionParams,
    meant: &[(Span, Instead)],
) -> Vec<Value> {
    if !is_wanted(params, "quickfix") {
        return Vec::new();
    }
    let here = meant.iter().filter(|(_, instead)| {
        let range = of_span(&document.source, instead.span);
        touches(range, params.range)
    });
    let offer = |(at, instead): &(Span, Instead)| {
        let edit = TextEdit {
            range: of_span(&document.source, instead.span),
            new_text: instead.text.clone(),
        };
        let title = format!("write: {}", instead.text);
        let mut action = action(document, &title, "quickfix", &[edit]);
        let mut findings = document.findings.iter();
        if let Some(finding) = findings.find(|finding| finding.place.span == *at) {
            action["diagnostics"] = json!([diagnostic(document, finding)]);
        }
        action
    };
    here.take(MOST_QUICK_FIXES).map(offer).collect()
}

/// Explains the rules whose findings are at a place.
pub(super) fn hover(document: &Document, position: Position) -> Option<Hover> {
    let at = Range::new(position, position);
    let here = document.findings.iter().filter_map(|finding| {
        let range = of_span(&document.source, finding.place.span);
        touches(range, at).then_some((finding, range))
    });
    let here: Vec<(&Finding, Range)> = here.collect();
    let (_, range) = here.first()?;
    let pages = rules::pages();
    let mut texts: Vec<String> = Vec::new();
    for (finding, _) in &here {
        let text = match explain::find(&finding.rule, &pages) {
            Some(page) => page.page.trim().to_owned(),
            None => finding.rule.to_string(),
        };
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value: texts.join("\n\n---\n\n"),
        }),
        range: Some(*range),
    })
}

fn all_at_once(document: &Document, check: &dyn Fn(&Source) -> Vec<Finding>) -> Option<Value> {
    let fixed = settle(&document.source, check).source;
    if fixed.text() == document.source.text() {
        return None;
    }
    let whole = Span::new(0..document.source.text().len());
    let edit = TextEdit {
        range: of_span(&document.source, whole),
        new_text: fixed.text().to_owned(),
    };
    Some(action(
        document,
        "mend what is mechanical",
        FIX_ALL,
        &[edit],
    ))
}

fn action(document: &Document, title: &str, kind: &str, edits: &[TextEdit]) -> Value {
    let uri = document.uri.as_str();
    json!({ "title": title, "kind": kind, "edit": { "changes": { uri: edits } } })
}

fn diagnostic(document: &Document, finding: &Finding) -> Diagnostic {
    let end = line_end(&document.source).len();
    let mut message = finding.message.clone();
    if finding.is_guess {
        message.push_str(" (a guess)");
    }
    if let Some(help) = &finding.help {
        message.push_str("\nhelp: ");
        message.push_str(help);
    }
    // A line end that the span holds would draw the mark into the next line.
    let text = document.source.slice(finding.place.span);
    let mut span = finding.place.span;
    if text.len() > end && text.ends_with(['\n', '\r']) {
        span.end -=
            u32::try_from(text.len() - text.trim_end_matches(['\n', '\r']).len()).unwrap_or(0);
    }
    Diagnostic {
        range: of_span(&document.source, span),
        severity: Some(match finding.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            Severity::Note => DiagnosticSeverity::INFORMATION,
        }),
        code: Some(NumberOrString::String(finding.rule.to_string())),
        source: Some("guild".to_owned()),
        message,
        ..Diagnostic::default()
    }
}

fn notification(method: &str, params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
}

/// Says whether an editor asks for actions of a kind.
fn is_wanted(params: &CodeActionParams, kind: &str) -> bool {
    let only = params.context.only.as_ref();
    only.is_none_or(|only| only.iter().any(|only| is_below(kind, only.as_str())))
}

fn touches(one: Range, other: Range) -> bool {
    one.start <= other.end && other.start <= one.end
}

/// `source.fixAll.guild` is asked for by `source`, by `source.fixAll` and by its whole name.
fn is_below(kind: &str, wanted: &str) -> bool {
    let rest = kind.strip_prefix(wanted);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}
