//! One flow: its steps in their order, each with what came of it.

use std::time::Instant;

use guild_check::Verdict;

use super::assert::{Check, Found};
use super::baseline::Owed;
use super::given_away::GivenAway;
use super::navigate::{self, NotOpened};
use super::told::{
    blank, failed, sentence, tell_of_dialogs, tell_of_downloads, told_of_new, told_of_status,
};
use super::trace::Tracer;
use super::watchful::Watchful;
use super::{OPEN, PageText, Run};
use crate::act::{self, Failure};
use crate::browser::Browser;
use crate::chromium::Trouble;
use crate::outcome::{Baseline, FlowOutcome, StepOutcome, Stop};
use crate::plan::{Action, Assertion, Flow, Step, StepKind, Typed};
use crate::vitals::Measured;
use crate::window::Window;

/// A flow on its way.
pub(super) struct Course<'a> {
    pub(super) run: &'a Run<'a>,
    pub(super) flow: &'a Flow,
    /// Its place among the flows.
    pub(super) index: usize,
    pub(super) outcome: FlowOutcome,
    /// Requests from here on are those since the previous action.
    mark: usize,
    /// Console entries from here on are those since the last navigation or console assertion.
    console_mark: usize,
    /// Why what follows cannot be judged, until a step goes to a page anew.
    blocked: Option<String>,
    /// The page was opened already, and nothing has been done since.
    is_fresh: bool,
    watchful: Watchful,
    given_away: GivenAway,
    pub(super) measured: Measured,
    pub(super) owed: Owed,
    /// How many dialogs were told of: one may open before the first step, or between two.
    dialogs: usize,
    /// How many addresses outside the plan's origins were told of.
    pub(super) refusals: usize,
    pub(super) tracer: Tracer,
}

impl<'a> Course<'a> {
    pub(super) fn new(run: &'a Run<'a>, flow: &'a Flow, index: usize) -> Self {
        Self {
            run,
            flow,
            index,
            outcome: FlowOutcome::default(),
            mark: 0,
            console_mark: 0,
            blocked: None,
            is_fresh: false,
            watchful: Watchful::default(),
            given_away: GivenAway::new(run),
            measured: Measured::default(),
            owed: Owed::default(),
            dialogs: 0,
            refusals: 0,
            tracer: Tracer::default(),
        }
    }

    /// Goes through the steps in a window of its own; gives the baseline, if it is this flow that takes it.
    pub(super) fn run(&mut self, browser: &Browser, is_baseline: bool) -> Option<Baseline> {
        let begun = Instant::now();
        let window = match Window::open(browser, self.run.setup(), OPEN) {
            Ok(window) => window,
            Err(trouble) => {
                self.give_up(sentence(&trouble));
                self.skip_rest();
                return None;
            }
        };
        if self.run.opens_entry(self.flow) {
            let opened = navigate::open(&window, self.run.entry.as_str(), self.run.until());
            if is_baseline {
                self.begin_baseline(&window, opened.clone().err());
            }
            self.is_fresh = opened.is_ok();
            let begins_there = matches!(
                self.flow.steps.first().map(|step| &step.kind),
                Some(StepKind::Navigate(_))
            );
            if let (false, Err(failed)) = (begins_there, opened) {
                self.not_opened(&failed);
            }
        }
        for step in &self.flow.steps {
            if self.outcome.failure.is_some() || self.outcome.stop.is_some() {
                break;
            }
            self.step(&window, step);
        }
        self.finish(&window);
        self.skip_rest();
        self.outcome.took = begun.elapsed();
        self.baseline()
    }

    /// Goes through one step.
    pub(super) fn step(&mut self, window: &Window<'_>, step: &Step) {
        let begun = Instant::now();
        let is_passive = match &step.kind {
            StepKind::Assert(_) => true,
            // It was done already.
            StepKind::Navigate(_) => self.is_fresh,
            StepKind::Act(_) | StepKind::Screenshot(_) | StepKind::Unreadable => false,
        };
        if !is_passive && self.must_stop(window, step.number) {
            return;
        }
        if !is_passive {
            self.take_baseline(window, Some(&step.kind));
        }
        let started = window.watch().change(|seen| {
            seen.step = Some(step.number);
            seen.now()
        });
        let downloads = window.watch().look(|seen| seen.downloads.begun.len());
        let mut outcome = match &self.blocked {
            Some(why) if !self.can_still(&step.kind) => StepOutcome {
                actual: Some(why.clone()),
                ..blank(Verdict::NotRun)
            },
            _ => self.perform(window, step),
        };
        self.share_picture(window, &step.kind, &outcome);
        tell_of_downloads(window, downloads, &mut outcome);
        self.tell_of_refusals(window, &step.kind, &mut outcome);
        self.dialogs = tell_of_dialogs(window, self.dialogs, &mut outcome);
        if outcome.verdict == Verdict::Failed && outcome.screenshot.is_none() {
            outcome.screenshot = self.picture(window, step.number, "failed").ok();
        }
        outcome.started = started;
        outcome.took = begun.elapsed();
        outcome.snapshot = self.document(window, step.number);
        self.outcome.steps.push(outcome);
        window.release();
    }

    /// Some things can be told of a page whatever it is like: how it looks, and what its console holds.
    fn can_still(&self, kind: &StepKind) -> bool {
        matches!(
            kind,
            StepKind::Navigate(_)
                | StepKind::Screenshot(_)
                | StepKind::Assert(Assertion::ConsoleClean)
        )
    }

    fn perform(&mut self, window: &Window<'_>, step: &Step) -> StepOutcome {
        match &step.kind {
            StepKind::Navigate(address) => self.navigate(window, address),
            StepKind::Act(action) => self.act(window, action),
            StepKind::Assert(assertion) => self.assert(window, assertion),
            StepKind::Screenshot(name) => match self.capture(window, step.number, name) {
                Ok(screenshot) => StepOutcome {
                    notes: told_of_new(&screenshot),
                    screenshot: Some(screenshot),
                    ..blank(Verdict::Passed)
                },
                Err(trouble) => self.troubled(window, &trouble),
            },
            StepKind::Unreadable => StepOutcome {
                actual: Some("the line cannot be read".to_owned()),
                ..blank(Verdict::NotRun)
            },
        }
    }

    fn navigate(&mut self, window: &Window<'_>, address: &str) -> StepOutcome {
        let Some(url) = self.run.plan.resolve(address) else {
            return failed(format!("`{address}` is no address"));
        };
        let is_there = self.is_fresh && url == *self.run.entry;
        self.is_fresh = false;
        let opened = || StepOutcome {
            notes: told_of_status(window),
            ..blank(Verdict::Passed)
        };
        if is_there {
            return opened();
        }
        if self.run.is_measured() {
            self.measured.take(window, self.run.until());
        }
        (self.mark, self.console_mark) = window
            .watch()
            .look(|seen| (seen.exchanges.all.len(), seen.console.entries.len()));
        match navigate::open(window, url.as_str(), self.run.until()) {
            Ok(()) => {
                self.blocked = None;
                opened()
            }
            Err(failure) => {
                self.not_opened(&failure);
                match failure {
                    NotOpened::Nothing(why) | NotOpened::NotLoaded(why) => failed(why),
                    NotOpened::Trouble(trouble) => self.troubled(window, &trouble),
                }
            }
        }
    }

    fn not_opened(&mut self, failure: &NotOpened) {
        self.blocked = match failure {
            NotOpened::NotLoaded(_) => None,
            NotOpened::Nothing(why) => Some(format!("there is no page: {why}")),
            NotOpened::Trouble(trouble) => Some(sentence(trouble)),
        };
    }

    fn act(&mut self, window: &Window<'_>, action: &Action) -> StepOutcome {
        self.is_fresh = false;
        if !matches!(action, Action::Dialog(_)) {
            self.mark = window.watch().look(|seen| seen.exchanges.all.len());
            window
                .watch()
                .change(|seen| seen.console.is_baseline = false);
        }
        if let Action::Fill {
            typed: Typed::Text(text),
            ..
        } = action
        {
            self.watchful.types(text);
        }
        let until = self.run.until();
        let mark = window.watch().look(|seen| seen.refused.len());
        let acted = act::act(window, action, &self.run.means, until);
        let elsewhere = window.watch().look(|seen| seen.refused.get(mark).cloned());
        if let Some(elsewhere) = elsewhere {
            return failed(format!("it leads on: {}", navigate::refused(&elsewhere)));
        }
        match acted {
            Ok(()) => blank(Verdict::Passed),
            Err(Failure::Page(why)) => {
                self.blocked = Some("a step before could not be done".to_owned());
                failed(why)
            }
            Err(Failure::Trouble(trouble)) => {
                self.blocked = Some("a step before could not be done".to_owned());
                self.troubled(window, &trouble)
            }
        }
    }

    fn assert(&mut self, window: &Window<'_>, assertion: &Assertion) -> StepOutcome {
        let check = Check {
            run: self.run,
            window,
            mark: self.mark,
            console_mark: self.console_mark,
            until: self.run.until(),
        };
        let (result, notes) = check.judge(assertion, &mut self.measured);
        if *assertion == Assertion::ConsoleClean {
            self.console_mark = window.watch().look(|seen| seen.console.entries.len());
        }
        let mut outcome = match result {
            Ok(Found::Holds) => blank(Verdict::Passed),
            Ok(Found::Differs(actual)) => failed(actual),
            Err(trouble) => self.troubled(window, &trouble),
        };
        // A console without errors says nothing of a flow that was not gone through.
        if let (Verdict::Passed, Some(why)) = (outcome.verdict, &self.blocked) {
            outcome.verdict = Verdict::NotRun;
            outcome.actual = Some(why.clone());
        }
        outcome.notes.extend(notes);
        outcome
    }

    /// Looks through what the page says; gives whether the flow stops here.
    pub(super) fn must_stop(&mut self, window: &Window<'_>, number: u32) -> bool {
        let after = number.saturating_sub(1);
        let judge = self.run.judge;
        let found = self
            .watchful
            .look(window, judge, &mut self.given_away, after);
        let is_seen = self
            .run
            .options
            .resume_after
            .is_some_and(|step| number <= step + 1);
        if found.is_empty() {
            return false;
        }
        if is_seen {
            let lines = found
                .iter()
                .map(|one| format!("seen and passed over: {} in {}", one.why, one.place));
            if let Some(step) = self.outcome.steps.last_mut() {
                step.notes.extend(lines);
            }
            return false;
        }
        self.outcome.stop = Some(Stop {
            step: number,
            found,
        });
        true
    }

    /// Looks through a text that the page gave when it was asked for it; gives whether the flow stops here.
    pub(super) fn must_stop_at(&mut self, text: PageText, number: u32) -> bool {
        let found = self.watchful.look_at(text, self.run.judge);
        let is_over = !found.is_empty();
        if is_over {
            self.outcome.stop = Some(Stop {
                step: number,
                found,
            });
        }
        is_over
    }

    /// A step that the browser or the page left without an answer.
    fn troubled(&mut self, window: &Window<'_>, trouble: &Trouble) -> StepOutcome {
        let words = sentence(trouble);
        match trouble {
            Trouble::Crashed | Trouble::Ended => self.give_up(words.clone()),
            Trouble::Silent { .. } => {
                window.end_script();
                // A page that answers now can be judged; one that still does not ends the flow.
                let until = Instant::now() + std::time::Duration::from_secs(2);
                let answers = window
                    .place(until)
                    .and_then(|place| window.call::<String>(&place, "title", Vec::new(), until));
                if matches!(answers, Err(Trouble::Silent { .. })) {
                    self.give_up(words.clone());
                }
            }
            Trouble::Refused { .. } | Trouble::Unreadable { .. } | Trouble::Gone => {}
        }
        failed(words)
    }

    fn give_up(&mut self, why: String) {
        self.outcome.failure.get_or_insert(why);
    }

    /// What is left when the steps are done: a last look, the vitals, all that was seen.
    fn finish(&mut self, window: &Window<'_>) {
        let last = self.flow.steps.last().map_or(0, |step| step.number);
        if self.outcome.failure.is_none() && self.outcome.stop.is_none() {
            self.must_stop(window, last + 1);
        }
        self.take_baseline(window, None);
        self.blame_late_refusals(window);
        self.measure_at_end(window);
        window.watch().look(|seen| {
            self.outcome.console.clone_from(&seen.console.entries);
            let exchanges = seen.exchanges.all.iter();
            self.outcome.requests = exchanges.map(|exchange| exchange.request.clone()).collect();
        });
        self.outcome.leaks = self.given_away.finish(self.flow, &self.outcome);
    }

    /// Steps that were not come to have not been run.
    fn skip_rest(&mut self) {
        let why = match (&self.outcome.failure, &self.outcome.stop) {
            (Some(why), _) => why.clone(),
            (None, Some(_)) => "the page holds text that reads as an instruction".to_owned(),
            (None, None) => String::new(),
        };
        while self.outcome.steps.len() < self.flow.steps.len() {
            self.outcome.steps.push(StepOutcome {
                actual: Some(why.clone()),
                ..blank(Verdict::NotRun)
            });
        }
    }
}
