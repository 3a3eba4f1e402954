//! An unexpected warning of the page's own code: flagged, not judged (SPEC.md 2.4, step 5).

use std::collections::HashSet;

use guild_check::Findings;
use url::Url;

use super::Tried;
use crate::outcome::{ConsoleEntry, ConsoleLevel, Standing};

pub(super) fn check(tried: &Tried, findings: &mut Findings) {
    let Some(entry) = &tried.plan.entry_url else {
        return;
    };
    let is_own = |console: &&ConsoleEntry| {
        let origin = Url::parse(&console.url).map(|url| url.origin());
        console.level == ConsoleLevel::Warning
            && console.standing != Standing::Expected
            && origin.is_ok_and(|origin| origin == entry.origin())
    };
    let mut at_baseline = HashSet::new();
    for (flow, outcome) in tried.flows() {
        let entries = outcome.map_or(&[][..], |outcome| &outcome.console);
        for console in entries.iter().filter(is_own) {
            // Each flow opens the page anew, and hears it again.
            let mut is_new = || at_baseline.insert((&console.text, &console.url));
            if console.standing == Standing::AtBaseline && !is_new() {
                continue;
            }
            let step = flow
                .steps
                .iter()
                .find(|step| Some(step.number) == console.step);
            let span = step.map_or(flow.span, |step| step.span);
            let text: String = console.text.chars().take(200).collect();
            findings
                .warning(tried.plan.at(span), format!("the console warns: {}", tried.safe(&text)))
                .help("mend what warns; a third party's known warning is named in the head of the plan");
        }
    }
}
