//! Credentials that the page gives away while a flow runs: in what it shows, logs, and sends elsewhere.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use url::Url;

use super::{PageText, Run};
use crate::boundary::{Leaked, Leaks, Said};
use crate::outcome::{ConsoleEntry, FlowOutcome, Leak, Request};
use crate::plan::{Flow, StepKind};
use crate::window::Window;

/// No more is told of one flow.
const MOST: usize = 20;

/// What a flow's page has given away so far.
pub(super) struct GivenAway {
    leaks: Leaks,
    /// The requests whose headers and answers are known, by their place.
    learned: HashSet<usize>,
    /// What was told already: one secret is told once for the page, once for the console, once for addresses.
    told: HashSet<u64>,
    found: Vec<Leak>,
}

impl GivenAway {
    pub(super) fn new(run: &Run<'_>) -> Self {
        let secrets = run.options.secrets.iter();
        let typed = secrets.map(|(name, value)| (name.as_str(), value.as_str()));
        Self {
            leaks: Leaks::new(typed, run.setup().origins),
            learned: HashSet::new(),
            told: HashSet::new(),
            found: Vec::new(),
        }
    }

    /// Looks through what is new in the page, as it stands after a step.
    pub(super) fn in_page(&mut self, window: &Window<'_>, texts: &[PageText], step: u32) {
        window.watch().look(|seen| {
            for (index, exchange) in seen.exchanges.all.iter().enumerate() {
                if exchange.is_done && self.learned.insert(index) {
                    self.leaks.learn(&exchange.request);
                }
            }
        });
        for text in texts {
            let said = match text.is_code() {
                true => Said::Code,
                false => Said::Words,
            };
            let found = self.leaks.in_text(&text.text, said);
            self.tell(found, "page", &text.place, step);
        }
    }

    /// Looks through what the console and the network showed, when the steps are done; gives all that was found.
    pub(super) fn finish(&mut self, flow: &Flow, outcome: &FlowOutcome) -> Vec<Leak> {
        for entry in &outcome.console {
            self.in_console(entry);
        }
        for request in &outcome.requests {
            self.leaks.learn(request);
        }
        for request in &outcome.requests {
            let step = step_at(flow, outcome, request.started);
            self.in_request(request, step);
        }
        for leak in &mut self.found {
            leak.step = cause(flow, leak.step);
        }
        self.found.sort_by_key(|leak| leak.step);
        std::mem::take(&mut self.found)
    }

    fn in_console(&mut self, entry: &ConsoleEntry) {
        let found = self.leaks.in_text(&entry.text, Said::Console);
        self.tell(found, "console", "the console", entry.step.unwrap_or(0));
    }

    fn in_request(&mut self, request: &Request, step: u32) {
        let Ok(url) = Url::parse(&request.url) else {
            return;
        };
        let is_elsewhere = self.leaks.is_elsewhere(&url);
        let method = &request.method;
        let found = self.leaks.in_address(&url, is_elsewhere);
        let place = match is_elsewhere {
            true => format!("the address of `{method} {}` to another origin", bare(&url)),
            false => format!("the address of `{method} {}`", bare(&url)),
        };
        self.tell(found, "address", &place, step);
        let body = request.response_body.as_deref().unwrap_or_default();
        let found = self.leaks.in_answer(body);
        let place = format!("the answer of `{method} {}`", bare(&url));
        self.tell(found, "answer", &place, step);
        let mut headers = request.request_headers.iter();
        let referer = headers.find(|(name, _)| name.eq_ignore_ascii_case("referer"));
        if let Some(referer) = referer.and_then(|(_, value)| Url::parse(value).ok())
            && is_elsewhere
        {
            let found = self.leaks.in_address(&referer, true);
            let place = format!(
                "the `Referer` that goes to `{}`, at another origin",
                bare(&url)
            );
            self.tell(found, "referer", &place, step);
        }
    }

    fn tell(&mut self, found: Vec<Leaked>, kind_of_place: &str, place: &str, step: u32) {
        for leaked in found {
            let mut hasher = DefaultHasher::new();
            (kind_of_place, &leaked.value).hash(&mut hasher);
            if self.found.len() >= MOST || !self.told.insert(hasher.finish()) {
                continue;
            }
            self.found.push(Leak {
                step,
                kind: leaked.kind,
                // An address can have the secret in its path.
                place: place.replace(&leaked.value, "…"),
                is_sure: leaked.is_sure,
            });
        }
    }
}

/// Gives an address without what may carry something.
fn bare(url: &Url) -> String {
    format!("{}{}", url.origin().ascii_serialization(), url.path())
}

/// Gives the last step up to one that could have made the page do something.
fn cause(flow: &Flow, step: u32) -> u32 {
    let before = flow.steps.iter().filter(|one| one.number <= step.max(1));
    let mut causes =
        before.filter(|one| matches!(one.kind, StepKind::Navigate(_) | StepKind::Act(_)));
    causes.next_back().map_or(0, |one| one.number)
}

/// Gives the step that was going on at a time; 0 before the first.
fn step_at(flow: &Flow, outcome: &FlowOutcome, at: Duration) -> u32 {
    let steps = flow.steps.iter().zip(&outcome.steps);
    let mut begun = steps.filter(|(_, outcome)| outcome.started <= at && !outcome.took.is_zero());
    begun.next_back().map_or(0, |(step, _)| step.number)
}
