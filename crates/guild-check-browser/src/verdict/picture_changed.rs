//! A picture that looks different from the accepted one: flagged, as nobody but a person knows which is right.

use guild_check::Findings;

use super::Tried;
use crate::outcome::{Comparison, Screenshot};

pub(super) fn check(tried: &Tried, findings: &mut Findings) {
    for (_, step, outcome) in tried.steps() {
        let picture = outcome.and_then(|outcome| outcome.screenshot.as_ref());
        let Some((picture, words)) = picture.and_then(|picture| Some((picture, words(picture)?)))
        else {
            continue;
        };
        let help = match picture.comparison {
            Comparison::Unreadable(_) => "accept the picture anew with --update-baselines",
            _ => {
                "look at both, side by side, in report.html (--output DIR); if the new one is right, accept it with --update-baselines"
            }
        };
        findings.warning(tried.plan.at(step.span), words).help(help);
    }
}

/// Says how a picture differs from the accepted one; nothing if it does not.
pub(crate) fn words(picture: &Screenshot) -> Option<String> {
    let name = picture.file.trim_end_matches(".png");
    match &picture.comparison {
        Comparison::Unasked | Comparison::New | Comparison::Same => None,
        Comparison::Differs {
            changed, all, area, ..
        } => {
            let share = *changed as f64 / (*all).max(1) as f64 * 100.0;
            let share = match share {
                share if share < 0.01 => "less than 0.01 %".to_owned(),
                share => format!("{share:.2} %"),
            };
            let plural = if *changed == 1 { "" } else { "s" };
            Some(format!(
                "the picture `{name}` looks different from the accepted one: {changed} pixel{plural} ({share}), all within x {} to {}, y {} to {}",
                area.left, area.right, area.top, area.bottom
            ))
        }
        Comparison::Resized { was, is, .. } => Some(format!(
            "the picture `{name}` is {}x{}, and the accepted one is {}x{}",
            is.0, is.1, was.0, was.1
        )),
        Comparison::Unreadable(why) => Some(format!(
            "the accepted picture for `{name}` cannot be read: {why}"
        )),
    }
}
