//! What came of a run: the run gives it, the evidence takes it.
//!
//! Nothing in it is safe to show: it is as the page gave it, bounded in size. The evidence redacts all of it.

use std::sync::Arc;
use std::time::Duration;

use guild_check::Verdict;

use crate::pixels::Area;
use crate::snapshot::Snapshot;

/// What came of one plan.
#[derive(Clone, Debug, Default)]
pub struct RunOutcome {
    /// The browser as it names itself, such as `Chromium 156.0.8078.79`; empty if none was reached.
    pub browser: String,
    /// The system that the browser runs on, in one word: `linux`.
    pub system: &'static str,
    /// What the page was like before anything was done to it; none if it could not be opened.
    pub baseline: Option<Baseline>,
    /// The flows in the order of the plan; fewer than the plan has if the run was stopped.
    pub flows: Vec<FlowOutcome>,
    /// Why nothing could be run, as a sentence without its full stop: then there are no flows.
    pub not_run: Option<String>,
    /// How long it took.
    pub took: Duration,
    /// The requests and the documents were kept, to be written with the evidence (`--trace`).
    pub is_traced: bool,
}

/// The page before anything was done to it (step 2 of SPEC.md 2.4).
#[derive(Clone, Debug, Default)]
pub struct Baseline {
    /// The address after all redirects.
    pub url: String,
    /// `00-baseline.png`; none if the browser gave no picture.
    pub screenshot: Option<Screenshot>,
    /// What the console held before any interaction.
    pub console: Vec<ConsoleEntry>,
    /// Why the page could not be judged, if so: it never loaded, or it crashed.
    pub failure: Option<String>,
}

/// What came of one flow.
#[derive(Clone, Debug, Default)]
pub struct FlowOutcome {
    /// One for each step of the flow, in its order.
    pub steps: Vec<StepOutcome>,
    /// What was measured, if anything was.
    pub vitals: Option<Vitals>,
    /// All that the console said, in the order of time.
    pub console: Vec<ConsoleEntry>,
    /// All requests, in the order of their start.
    pub requests: Vec<Request>,
    /// What ended the flow before its last step, as a sentence without its full stop: the renderer crashed, the
    /// browser was killed, a script never ended.
    pub failure: Option<String>,
    /// Text that reads as an instruction: the flow was stopped before the step.
    pub stop: Option<Stop>,
    /// Credentials that the page gave away.
    pub leaks: Vec<Leak>,
    /// How often it was tried: more than 1 with a pass is flaky (`--retries`).
    pub attempts: u32,
    /// How long it took.
    pub took: Duration,
}

/// What came of one step.
#[derive(Clone, Debug)]
pub struct StepOutcome {
    /// How it ended. An action that was done, or a picture that was taken, has passed.
    pub verdict: Verdict,
    /// What was found, for one that failed; why it was not run, for one that was not. No full stop:
    /// `found "Task list"`, `no request fits; seen: GET /api/tasks 200`.
    pub actual: Option<String>,
    /// What else is worth knowing: messages that were set aside, warnings that are flagged, how long a wait was.
    pub notes: Vec<String>,
    /// The picture that a capture took, or that shows the page where an assertion or an action failed.
    pub screenshot: Option<Screenshot>,
    /// The document as it stood afterwards, if the run is traced.
    pub snapshot: Option<Snapshot>,
    /// When it began, counted from the start of the flow.
    pub started: Duration,
    /// How long it took.
    pub took: Duration,
}

/// A picture of the page, with what must not be seen covered before it was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Screenshot {
    /// The name of its file: `07-after-save.png`.
    pub file: String,
    /// The picture as PNG, which tells in its text what is covered.
    pub png: Arc<[u8]>,
    /// What came of holding it against the accepted one.
    pub comparison: Comparison,
}

/// What came of holding a picture against the one that a person accepted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Comparison {
    /// The plan has no accepted pictures.
    #[default]
    Unasked,
    /// None is accepted under this name yet.
    New,
    /// They look the same.
    Same,
    /// They look different.
    Differs {
        /// The accepted one, as PNG.
        before: Arc<[u8]>,
        /// What differs, as PNG.
        difference: Arc<[u8]>,
        /// How many pixels look different.
        changed: u64,
        /// How many there are.
        all: u64,
        /// The smallest place with all that looks different.
        area: Area,
    },
    /// They are of different sizes.
    Resized {
        /// The accepted one, as PNG.
        before: Arc<[u8]>,
        /// Its width and height.
        was: (u32, u32),
        /// Those of the new one.
        is: (u32, u32),
    },
    /// The accepted one cannot be read: why.
    Unreadable(String),
}

/// An entry of the console: what a page logged, an exception that nothing caught, or what the browser says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConsoleEntry {
    /// How much it weighs.
    pub level: ConsoleLevel,
    /// The words.
    pub text: String,
    /// The script or request that it comes from; empty if nobody says.
    pub url: String,
    /// What the plan makes of it.
    pub standing: Standing,
    /// The step after whose start it came, by its number; none for the baseline.
    pub step: Option<u32>,
    /// When it came, counted from the start of the flow.
    pub at: Duration,
}

/// How much a console entry weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConsoleLevel {
    /// An error-level entry, or an exception that nothing caught.
    Error,
    /// A warning.
    Warning,
    /// Anything else.
    Info,
}

/// What a plan makes of a console entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The plan says nothing of it.
    Unexpected,
    /// The head names it as expected.
    Expected,
    /// It was there at the baseline already.
    AtBaseline,
}

/// A request and its answer.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The method.
    pub method: String,
    /// The address.
    pub url: String,
    /// What kind of resource it was for, as the browser says: `Document`, `Fetch`, `Image`.
    pub kind: String,
    /// The status of the answer; none if there was no answer.
    pub status: Option<u16>,
    /// Why there was no answer, in plain words: «blocked by CORS: no Access-Control-Allow-Origin».
    pub failure: Option<String>,
    /// The headers that were sent.
    pub request_headers: Vec<(String, String)>,
    /// The headers of the answer.
    pub response_headers: Vec<(String, String)>,
    /// What was sent, as text within the limit.
    pub request_body: Option<String>,
    /// What was answered, as text within the limit.
    pub response_body: Option<String>,
    /// When it began, counted from the start of the flow.
    pub started: Duration,
    /// How long it took until its last byte, or until it failed.
    pub took: Duration,
    /// What was on the wire.
    pub wire: Wire,
}

/// What was on the wire for a request, as far as the browser tells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wire {
    /// When it began, in seconds since 1970.
    pub began: f64,
    /// The protocol: `http/1.1`, `h2`.
    pub protocol: String,
    /// The words after the status.
    pub status_text: String,
    /// The media type of the answer.
    pub mime: String,
    /// How many bytes came.
    pub received_bytes: Option<u64>,
    /// How its time was spent.
    pub phases: Phases,
}

/// How the time of a request was spent, in milliseconds; none where there was nothing to do: the connection was there.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Phases {
    /// It waited for its turn.
    pub blocked: Option<f64>,
    /// The host's name was asked for.
    pub dns: Option<f64>,
    /// The connection was made, TLS with it.
    pub connect: Option<f64>,
    /// TLS alone.
    pub tls: Option<f64>,
    /// It was sent.
    pub send: f64,
    /// The server thought.
    pub wait: f64,
}

/// Core Web Vitals of one flow, as the field defines them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vitals {
    /// Largest Contentful Paint in milliseconds; none if nothing was painted.
    pub lcp_ms: Option<f64>,
    /// Cumulative Layout Shift.
    pub cls: Option<f64>,
    /// Interaction to Next Paint.
    pub inp: Inp,
}

/// Interaction to Next Paint.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Inp {
    /// Nobody interacted.
    #[default]
    NoInteraction,
    /// All interactions were too short to be told: under 16 ms.
    UnderSixteen,
    /// In milliseconds.
    Measured(f64),
}

/// Text that reads as an instruction, and before which step the run was stopped.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    /// The number of the step that was not begun.
    pub step: u32,
    /// What was found and where.
    pub found: Vec<Instruction>,
}

/// Text from a page that reads as an instruction to an assistant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// Where: `a hidden element, <div class="note">`, `the alt text of <img>`, `the console`, `the answer of GET /api/notes`.
    pub place: String,
    /// The address of the page.
    pub url: String,
    /// A short piece of the text, as data.
    pub quote: String,
    /// Why it reads as one: `tells to ignore earlier instructions`.
    pub why: &'static str,
}

/// A credential that a page gave away; its value is nowhere in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leak {
    /// The step at which it was first seen, by its number; 0 before the first.
    pub step: u32,
    /// What it is: `a JSON web token`.
    pub kind: &'static str,
    /// Where: `the text of <p>`, `the console`, `the address of GET https://track.example/`.
    pub place: String,
    /// Nobody shows it there on purpose.
    pub is_sure: bool,
}
