//! A test plan as a typed value: the head, the flows and their steps, each with its exact place (PLAN.md).
//!
//! Reading never fails: a line that cannot be read is a [`Problem`], and the rest of the plan is still there. A plan
//! with a problem is not run.

mod address;
mod assertion;
mod key;
mod step;
mod target;

mod roles;

mod align;
mod build;
mod filled;
mod forms;
mod head;
mod print;
mod read;
mod steps;
mod suggest;
mod token;
mod value;

use std::time::Duration;

use guild_check::{Place, Source, Span};
use url::Url;

pub use address::RequestPattern;
pub use assertion::{Assertion, Body, ElementState, TextMatch, Vital};
pub use key::{Key, Modifier};
pub use step::{Action, DialogAnswer, Step, StepKind, Typed};
pub use target::Target;

/// A written plan, as far as it was understood.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The file that every span points into.
    pub source: Source,
    /// What the plan tests: the words after `# Test plan:`; empty if there are none.
    pub title: String,
    /// Where the title stands; the top of the file if there is none.
    pub title_span: Span,
    /// Where the baseline is taken, and from whose origin relative addresses start; only `http` and `https`.
    pub entry_url: Option<Url>,
    /// The words of the line that names it; the top of the file if there is none.
    pub entry_span: Span,
    /// The size of the page in CSS pixels.
    pub viewport: Viewport,
    /// What the reader prefers, which a page asks for as `prefers-color-scheme`.
    pub color_scheme: ColorScheme,
    /// How long an assertion is retried, and how long an action waits for its target.
    pub step_timeout: Duration,
    /// The third-party messages that the console may hold.
    pub expected_console: Vec<ExpectedMessage>,
    /// What is done with Core Web Vitals beside what the steps assert.
    pub vitals: VitalsWanted,
    /// The environment variables that a step may type.
    pub secrets: Vec<SecretName>,
    /// What is tried, one after another or side by side.
    pub flows: Vec<Flow>,
    /// The lines that could not be read, in the order of the file.
    pub problems: Vec<Problem>,
    /// The files that the plan names and that are not there; whoever reads files knows.
    pub missing_files: Vec<String>,
}

/// One thing that a user does: it runs in a fresh browser context.
#[derive(Clone, Debug, PartialEq)]
pub struct Flow {
    /// The words after `## Flow:`.
    pub name: String,
    /// Where the heading stands.
    pub span: Span,
    /// The steps in their order.
    pub steps: Vec<Step>,
}

/// A size in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Viewport {
    /// From 1 to [`Viewport::LARGEST`].
    pub width: u32,
    /// From 1 to [`Viewport::LARGEST`].
    pub height: u32,
}

/// Which colours a reader prefers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorScheme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

/// A console message that is set aside: it holds the text, and comes from the origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectedMessage {
    /// What the message holds, in any place.
    pub text: String,
    /// The origin of the script or request that it comes from, such as `https://analytics.example`.
    pub origin: String,
    /// Where the plan names it.
    pub span: Span,
}

/// What is done with Core Web Vitals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum VitalsWanted {
    /// The plan does not ask for them.
    #[default]
    Unasked,
    /// They are measured and reported.
    Recorded,
    /// A value that is not below its limit fails the flow.
    Required,
}

/// An environment variable that a step may type, and that is never printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecretName {
    /// The variable.
    pub name: String,
    /// Where the plan names it.
    pub span: Span,
}

/// A line of the plan that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Whether it stands in the head or in a flow.
    pub part: Part,
    /// Exactly what could not be read.
    pub span: Span,
    /// What is wrong, without a full stop.
    pub message: String,
    /// The nearest form that can be read.
    pub help: String,
    /// What to write, where the nearest form is known.
    pub instead: Option<Instead>,
}

/// What is to be written in the place of something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instead {
    /// What goes.
    pub span: Span,
    /// What comes.
    pub text: String,
}

/// A part of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The title and the lines below it.
    Head,
    /// A flow's heading or one of its steps.
    Flow,
}

impl Viewport {
    /// More than this no screen has.
    pub const LARGEST: u32 = 10_000;
}

impl ColorScheme {
    /// Gives the word of CSS and of a plan.
    pub fn word(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

impl Default for Viewport {
    fn default() -> Self {
        Self {
            width: 1280,
            height: 800,
        }
    }
}

impl Plan {
    /// How long an assertion is retried unless the head says otherwise.
    pub const STEP_TIMEOUT: Duration = Duration::from_secs(5);

    /// Gives the place of a span of this plan.
    pub fn at(&self, span: Span) -> Place {
        self.source.at(span)
    }

    /// Gives the line of a step, from 1.
    pub fn line(&self, step: &Step) -> u32 {
        self.source.line_of(step.span.start)
    }

    /// Gives all steps with the flow that each is in.
    pub fn steps(&self) -> impl Iterator<Item = (&Flow, &Step)> {
        let of_flow = |flow| move |step| (flow, step);
        let flows = self.flows.iter();
        flows.flat_map(move |flow| flow.steps.iter().map(of_flow(flow)))
    }

    /// Gives the files that the plan names, relative to it, each as often as it is named.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.steps().filter_map(|(_, step)| step.kind.file())
    }

    /// Gives the address that a step names: an absolute one as it is, a relative one from the entry URL's origin.
    pub fn resolve(&self, address: &str) -> Option<Url> {
        let entry = self.entry_url.as_ref()?;
        entry.join("/").ok()?.join(address).ok()
    }

    /// Puts another origin in the place of the entry URL's, in the entry URL and in every absolute address of that
    /// origin (`--base-url`).
    pub fn move_to(&mut self, base: &Url) {
        let Some(entry) = self.entry_url.clone() else {
            return;
        };
        for step in self.flows.iter_mut().flat_map(|flow| &mut flow.steps) {
            step.kind.move_to(&entry, base);
        }
        self.entry_url = Some(address::moved(&entry, &entry, base));
    }
}
