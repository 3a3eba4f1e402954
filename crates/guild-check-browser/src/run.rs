//! The run of a plan: the seven steps of SPEC.md 2.4, each flow in a context of its own.
//!
//! Start reading at [`run`] and `several`, then `flow`, which goes through the steps; `assert` has what each kind of assertion asks.

mod assert;
mod baseline;
mod capture;
mod flow;
mod given_away;
mod measure;
mod navigate;
mod picture;
mod refusals;
pub mod session;
mod several;
mod told;
mod trace;
mod watchful;

use std::collections::HashMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use url::Url;

use crate::accepted::Baselines;
use crate::act::Means;
use crate::browser::{Browser, BrowserChoice, Setup};
use crate::outcome::{Baseline, FlowOutcome, Instruction, RunOutcome};
use crate::plan::{Action, Assertion, Body, Flow, Plan, StepKind, VitalsWanted};
use crate::window::Window;
pub(crate) use assert::Found;
use flow::Course;
pub(crate) use navigate::{CIRCLE, NotOpened, open};
use several::Browsers;
pub use several::{Planned, run_all};

/// How a plan is run.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Which browser.
    pub browser: BrowserChoice,
    /// How many flows run side by side; at least one does.
    pub jobs: usize,
    /// How often a flow that failed is tried again.
    pub retries: u32,
    /// The values of the environment variables that the plan's head names.
    pub secrets: HashMap<String, String>,
    /// The folder that files are relative to: the plan's.
    pub folder: PathBuf,
    /// Origins that a tab may go to beside those that the plan names.
    pub origins: Vec<String>,
    /// Up to this step text that reads as an instruction does not stop a flow: a person has seen it.
    pub resume_after: Option<u32>,
    /// What is kept beside the verdicts.
    pub trace: Trace,
    /// The accepted pictures; none if there is no place for them.
    pub baselines: Option<Baselines>,
}

/// What a run keeps beside the verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trace {
    /// Nothing.
    Off,
    /// Each request with its times, and the document after each step.
    On,
}

/// What a run asks and does not know itself.
pub trait Judge: Sync {
    /// Says what is wrong with a body that a schema or a contract describes; nothing if it fits.
    fn body(&self, body: &Body, exchange: &Judged<'_>) -> Vec<String>;

    /// Finds what reads as an instruction in texts from a page.
    fn instructions(&self, texts: &[PageText]) -> Vec<Instruction>;

    /// Says whether a text that a page shows has to be covered in pictures.
    fn is_secret(&self, text: &str) -> bool;

    /// Makes what takes a while and is needed later.
    fn prepare(&self) {}
}

/// A body that is judged, with what it came with.
#[derive(Clone, Copy, Debug)]
pub struct Judged<'a> {
    /// The method of the request.
    pub method: &'a str,
    /// Its address.
    pub url: &'a Url,
    /// The status of the answer; none for the body of a request.
    pub status: Option<u16>,
    /// The body.
    pub body: &'a str,
}

/// A text from a page, with where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageText {
    /// Where: `the text of div.note`, `the attribute alt of img#a`, `a comment in body`, `the console`.
    pub place: String,
    /// The address of the page.
    pub url: String,
    /// The text as it came.
    pub text: String,
    /// Nobody who looks at the page sees it.
    pub is_hidden: bool,
}

impl PageText {
    /// Says whether the page shows it as code or as a quotation.
    pub(crate) fn is_code(&self) -> bool {
        const CODE: [&str; 6] = ["<code", "<pre", "<kbd", "<samp", "<q", "<blockquote"];
        CODE.iter().any(|element| {
            let after = self.place.split(element).nth(1);
            after.is_some_and(|after| !after.starts_with(char::is_alphanumeric))
        })
    }
}

/// How long a browser may take to make a window.
const OPEN: Duration = Duration::from_secs(30);

/// What came of a flow, and the baseline if it was that flow's to take.
type Tried = (FlowOutcome, Option<Baseline>);

/// What the parts of a run share.
pub(crate) struct Run<'a> {
    plan: &'a Plan,
    entry: &'a Url,
    options: &'a RunOptions,
    judge: &'a dyn Judge,
    /// The system that the browser runs on.
    system: &'static str,
    means: Means,
}

/// Runs a plan. It always ends: each wait has its limit, and what the page or the browser does is told, not thrown.
pub fn run(plan: &Plan, options: &RunOptions, judge: &dyn Judge) -> RunOutcome {
    let planned = Planned {
        plan,
        options,
        judge,
    };
    let mut came = RunOutcome::default();
    let mut keep = |_, outcome| came = outcome;
    run_all(&[planned], &options.browser, options.jobs, &mut keep);
    came
}

impl Run<'_> {
    /// Runs a flow, again as often as is allowed while it fails.
    fn tries(
        &self,
        browsers: &Browsers<'_>,
        flow: &Flow,
        index: usize,
        is_baseline: bool,
    ) -> Tried {
        let mut baseline = None;
        for attempt in 1.. {
            let mut course = Course::new(self, flow, index);
            let before = course.run(&browsers.get(), is_baseline && baseline.is_none());
            baseline = baseline.or(before);
            let mut outcome = course.outcome;
            outcome.attempts = attempt;
            let is_over = is_passed(&outcome) || outcome.stop.is_some();
            if is_over || attempt > self.options.retries {
                return (outcome, baseline);
            }
        }
        (FlowOutcome::default(), baseline)
    }

    /// Takes the baseline in a window of its own, where no flow begins at the entry URL.
    fn baseline_alone(&self, browser: &Browser) -> Baseline {
        let window = match Window::open(browser, self.setup(), OPEN) {
            Ok(window) => window,
            Err(trouble) => {
                return Baseline {
                    url: self.entry.to_string(),
                    failure: Some(trouble.to_string()),
                    ..Baseline::default()
                };
            }
        };
        let opened = navigate::open(&window, self.entry.as_str(), self.until());
        picture::baseline(self, &window, opened.err())
    }

    /// Says whether a flow begins at the entry URL: the opening of the page is its baseline then.
    fn opens_entry(&self, flow: &Flow) -> bool {
        let mut kinds = flow.steps.iter().map(|step| &step.kind);
        let is_dialog = |kind: &StepKind| matches!(kind, StepKind::Act(Action::Dialog(_)));
        match kinds.next() {
            Some(StepKind::Navigate(address)) => {
                self.plan.resolve(address).as_ref() == Some(self.entry)
            }
            // The answer to a dialog that opens as the page does is known before the page is opened.
            Some(first) if is_dialog(first) => {
                let next = kinds.find(|kind| !is_dialog(kind));
                !matches!(next, Some(StepKind::Navigate(_)))
            }
            Some(_) => true,
            None => false,
        }
    }

    fn setup(&self) -> Setup {
        setup(self.plan, self.entry, self.options)
    }

    /// Says whether Core Web Vitals are wanted.
    fn is_measured(&self) -> bool {
        is_measured(self.plan)
    }

    /// Gives when a step that begins now has to be done.
    fn until(&self) -> Instant {
        Instant::now() + self.plan.step_timeout
    }
}

/// Gives what the tabs of a plan's flows are like.
fn setup(plan: &Plan, entry: &Url, options: &RunOptions) -> Setup {
    let mut origins = vec![entry.origin().ascii_serialization()];
    origins.extend(options.origins.iter().cloned());
    for (_, step) in plan.steps() {
        if let StepKind::Navigate(address) = &step.kind
            && let Some(url) = plan.resolve(address)
        {
            origins.push(url.origin().ascii_serialization());
        }
    }
    Setup {
        viewport: plan.viewport,
        color_scheme: plan.color_scheme,
        origins,
        expected_console: plan.expected_console.clone(),
        is_measured: is_measured(plan),
    }
}

fn is_measured(plan: &Plan) -> bool {
    let is_asserted = plan.steps().any(|(_, step)| {
        matches!(
            step.kind,
            StepKind::Assert(Assertion::VitalsPass | Assertion::VitalBelow(..))
        )
    });
    is_asserted || plan.vitals != VitalsWanted::Unasked
}

/// Says whether a flow went as its plan says.
fn is_passed(outcome: &FlowOutcome) -> bool {
    let mut steps = outcome.steps.iter();
    outcome.failure.is_none() && steps.all(|step| step.verdict == guild_check::Verdict::Passed)
}

/// Gives an error with what is behind it, in one line.
pub(crate) fn with_cause(error: &dyn std::error::Error) -> String {
    match error.source() {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    }
}
