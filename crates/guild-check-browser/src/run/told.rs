//! What is told of a step beside its verdict.

use std::time::Duration;

use guild_check::Verdict;

use super::navigate;
use crate::act;
use crate::chromium::Trouble;
use crate::observe::Download;
use crate::outcome::{Comparison, Screenshot, StepOutcome};
use crate::window::Window;

/// A dialog that no step answers fails the step that opened it. Gives how many were told of by now.
pub(super) fn tell_of_dialogs(
    window: &Window<'_>,
    before: usize,
    outcome: &mut StepOutcome,
) -> usize {
    let opened = window
        .watch()
        .look(|seen| seen.dialogs.opened[before..].to_vec());
    let told = before + opened.len();
    for dialog in opened {
        let what = match dialog.kind.as_str() {
            "beforeunload" => "the page asked whether to leave it".to_owned(),
            kind => format!("{kind} \"{}\"", act::fold(&dialog.message)),
        };
        if dialog.is_expected {
            outcome.notes.push(format!("a dialog was answered: {what}"));
            continue;
        }
        outcome
            .notes
            .push(format!("a dialog was dismissed: {what}"));
        if outcome.verdict == Verdict::Passed {
            outcome.verdict = Verdict::Failed;
            outcome.actual = Some(format!(
                "a dialog opened that no step answers: {what}; write `Accept dialog` or `Dismiss dialog` before this step"
            ));
        }
    }
    told
}

pub(super) fn tell_of_downloads(window: &Window<'_>, before: usize, outcome: &mut StepOutcome) {
    let begun = window
        .watch()
        .look(|seen| seen.downloads.begun[before..].to_vec());
    let line = |download: &Download| {
        format!(
            "a download began: \"{}\" ({})",
            download.name, download.state
        )
    };
    outcome.notes.extend(begun.iter().map(line));
}

/// A page of an error is a page: that it is one is worth knowing where what follows does not find what it looks for.
pub(super) fn told_of_status(window: &Window<'_>) -> Vec<String> {
    let Ok(tab) = window.tab() else {
        return Vec::new();
    };
    let status = window.watch().look(|seen| {
        let mut all = seen.exchanges.all.iter().rev();
        let of_page = all.find(|exchange| {
            exchange.request.kind == "Document"
                && Some(exchange.request.url.as_str()) == tab.url.split('#').next()
        });
        of_page.and_then(|exchange| exchange.request.status)
    });
    let error = status.filter(|status| *status >= 400);
    error
        .map(|status| format!("the server answered {status}"))
        .into_iter()
        .collect()
}

pub(super) fn blank(verdict: Verdict) -> StepOutcome {
    StepOutcome {
        verdict,
        actual: None,
        notes: Vec::new(),
        screenshot: None,
        snapshot: None,
        started: Duration::ZERO,
        took: Duration::ZERO,
    }
}

pub(super) fn failed(actual: String) -> StepOutcome {
    StepOutcome {
        actual: Some(actual),
        ..blank(Verdict::Failed)
    }
}

/// Says a trouble as a person would.
pub(super) fn sentence(trouble: &Trouble) -> String {
    match trouble {
        Trouble::Silent { method, after } if method.starts_with("Accessibility.") => format!(
            "the browser told no roles and names within {}: the page is very large, or a script that wrote it anew never closed it (`document.close()`)",
            navigate::seconds(*after)
        ),
        Trouble::Silent { after, .. } => format!(
            "the page gave no answer within {}: a script that does not end, or a browser that hangs",
            navigate::seconds(*after)
        ),
        Trouble::Crashed => "the renderer of the page crashed".to_owned(),
        Trouble::Ended => "the browser ended half-way: it crashed or was killed".to_owned(),
        Trouble::Gone => "the tab was closed".to_owned(),
        Trouble::Refused { .. } | Trouble::Unreadable { .. } => trouble.to_string(),
    }
}

/// Where other pictures are accepted, one that is not has to be seen once.
pub(super) fn told_of_new(picture: &Screenshot) -> Vec<String> {
    match picture.comparison {
        Comparison::New => vec![
            "no picture is accepted under this name yet; --update-baselines accepts it".to_owned(),
        ],
        Comparison::Unasked
        | Comparison::Same
        | Comparison::Differs { .. }
        | Comparison::Resized { .. }
        | Comparison::Unreadable(_) => Vec::new(),
    }
}
