//! Several plans in one browser: their flows are gone through as workers are free, in the order of the plans.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Instant;

use super::{Judge, Run, RunOptions, Trace, setup, with_cause};
use crate::act::Means;
use crate::browser::{Browser, BrowserChoice, Setup};
use crate::chromium::LaunchError;
use crate::outcome::{Baseline, FlowOutcome, RunOutcome};
use crate::plan::Plan;

/// A plan with all that its run asks for.
#[derive(Clone, Copy)]
pub struct Planned<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// How it is run.
    pub options: &'a RunOptions,
    /// What the run asks and does not know itself.
    pub judge: &'a dyn Judge,
}

/// Runs plans in one browser, `jobs` flows side by side over all of them, and tells what came of each as soon as it is
/// known. A browser that ends half-way takes the flows in it along; the next ones have a new one.
pub fn run_all(
    planned: &[Planned<'_>],
    browser: &BrowserChoice,
    jobs: usize,
    done: &mut dyn FnMut(usize, RunOutcome),
) {
    thread::scope(|scope| {
        if let Some(one) = planned.first() {
            // While the browser starts.
            scope.spawn(|| one.judge.prepare());
        }
        run_each(planned, browser, jobs, done);
    });
}

fn run_each(
    planned: &[Planned<'_>],
    browser: &BrowserChoice,
    jobs: usize,
    done: &mut dyn FnMut(usize, RunOutcome),
) {
    let first = planned.iter().find_map(|one| {
        let entry = one.plan.entry_url.as_ref()?;
        Some(setup(one.plan, entry, one.options))
    });
    let browsers = match Browsers::open(browser, first.as_ref()) {
        Ok(browsers) => browsers,
        Err(error) => {
            let why = with_cause(&error);
            return (0..planned.len()).for_each(|index| done(index, not_run(&why)));
        }
    };
    let runs: Vec<Option<Run<'_>>> = planned.iter().map(|one| run_of(one, &browsers)).collect();
    let mut gathered: Vec<Gathered> = Vec::new();
    let mut work: Vec<(usize, Part)> = Vec::new();
    for (index, run) in runs.iter().enumerate() {
        let parts = run.as_ref().map(parts).unwrap_or_default();
        match run {
            Some(run) => gathered.push(Gathered::new(run, &parts, &browsers)),
            None => {
                gathered.push(Gathered::default());
                done(index, not_run("the plan names no entry URL"));
            }
        }
        work.extend(parts.into_iter().map(|part| (index, part)));
    }
    let jobs = jobs.clamp(1, work.len().max(1));
    browsers.get().let_rest(jobs);
    let (send, receive) = mpsc::channel();
    let next = AtomicUsize::new(0);
    let (work, runs, browsers) = (&work, &runs, &browsers);
    let go = |send: mpsc::Sender<(usize, Done)>| {
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some((index, part)) = work.get(place) else {
                return;
            };
            if place + 1 == work.len() {
                // The ones that go on need not close either.
                browsers.get().let_rest(2 * jobs);
            }
            let Some(run) = &runs[*index] else { continue };
            let began = Instant::now();
            let came = run.part(browsers, *part);
            if send.send((*index, Done { began, came })).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..jobs {
            let (send, go) = (send.clone(), &go);
            scope.spawn(move || go(send));
        }
        drop(send);
        for (index, part) in receive {
            if gathered[index].take(part) {
                done(index, std::mem::take(&mut gathered[index]).finish(browsers));
            }
        }
    });
}

/// A part of a run that a worker does by itself.
#[derive(Clone, Copy)]
enum Part {
    /// The baseline alone, where no flow begins at the entry URL.
    Baseline,
    /// A flow by its place; it takes the baseline too, or does not.
    Flow(usize, bool),
}

/// What came of a part.
enum Came {
    Baseline(Baseline),
    Flow(usize, Box<FlowOutcome>, Option<Baseline>),
}

/// A part that was done.
struct Done {
    began: Instant,
    came: Came,
}

fn parts(run: &Run<'_>) -> Vec<Part> {
    let flows = &run.plan.flows;
    let first = flows.iter().position(|flow| run.opens_entry(flow));
    let baseline = first.is_none().then_some(Part::Baseline);
    let flows = (0..flows.len()).map(|index| Part::Flow(index, first == Some(index)));
    baseline.into_iter().chain(flows).collect()
}

fn run_of<'a>(planned: &Planned<'a>, browsers: &Browsers<'_>) -> Option<Run<'a>> {
    Some(Run {
        plan: planned.plan,
        entry: planned.plan.entry_url.as_ref()?,
        options: planned.options,
        judge: planned.judge,
        system: browsers.get().chromium().system(),
        means: Means {
            secrets: planned.options.secrets.clone(),
            folder: planned.options.folder.clone(),
        },
    })
}

fn not_run(why: &str) -> RunOutcome {
    RunOutcome {
        not_run: Some(why.to_owned()),
        ..RunOutcome::default()
    }
}

impl Run<'_> {
    fn part(&self, browsers: &Browsers<'_>, part: Part) -> Came {
        match part {
            Part::Baseline => Came::Baseline(self.baseline_alone(&browsers.get())),
            Part::Flow(index, is_baseline) => {
                let flow = &self.plan.flows[index];
                let (outcome, baseline) = self.tries(browsers, flow, index, is_baseline);
                Came::Flow(index, Box::new(outcome), baseline)
            }
        }
    }
}

/// What came of a plan so far.
#[derive(Default)]
struct Gathered {
    outcome: RunOutcome,
    flows: Vec<Option<FlowOutcome>>,
    /// How many parts are to come.
    left: usize,
    began: Option<Instant>,
}

impl Gathered {
    fn new(run: &Run<'_>, parts: &[Part], browsers: &Browsers<'_>) -> Self {
        Self {
            outcome: RunOutcome {
                browser: browsers.get().chromium().product().replace('/', " "),
                system: run.system,
                is_traced: run.options.trace == Trace::On,
                ..RunOutcome::default()
            },
            flows: vec![None; run.plan.flows.len()],
            left: parts.len(),
            began: None,
        }
    }

    /// Takes a part; says whether it was the last one.
    fn take(&mut self, done: Done) -> bool {
        self.began = Some(self.began.map_or(done.began, |began| began.min(done.began)));
        match done.came {
            Came::Baseline(baseline) => self.outcome.baseline = Some(baseline),
            Came::Flow(index, outcome, baseline) => {
                self.flows[index] = Some(*outcome);
                self.outcome.baseline = self.outcome.baseline.take().or(baseline);
            }
        }
        self.left -= 1;
        self.left == 0
    }

    fn finish(mut self, browsers: &Browsers<'_>) -> RunOutcome {
        self.outcome.flows = self.flows.into_iter().flatten().collect();
        for method in browsers.unread() {
            // A lost event could be a wrong verdict: it is told with every flow.
            for flow in &mut self.outcome.flows {
                let lost = format!("the browser sent `{method}` in a form that cannot be read");
                flow.failure.get_or_insert(lost);
            }
        }
        self.outcome.took = self
            .began
            .map_or_else(Default::default, |began| began.elapsed());
        self.outcome
    }
}

/// The browser that all flows share, or the one after it.
pub(super) struct Browsers<'a> {
    choice: &'a BrowserChoice,
    current: Mutex<Arc<Browser>>,
}

impl<'a> Browsers<'a> {
    fn open(choice: &'a BrowserChoice, first: Option<&Setup>) -> Result<Self, LaunchError> {
        let current = Mutex::new(Arc::new(Browser::open(choice, first)?));
        Ok(Self { choice, current })
    }

    /// Gives the events that could not be read.
    fn unread(&self) -> Vec<String> {
        let current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        current.chromium().connection().unread()
    }

    /// Gives the browser; a new one where the last one ended, if there is one to be had.
    pub(super) fn get(&self) -> Arc<Browser> {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        if current.chromium().connection().has_ended()
            && let Ok(next) = Browser::open(self.choice, None)
        {
            *current = Arc::new(next);
        }
        Arc::clone(&current)
    }
}
