//! A page that somebody works on step by step, with all that a flow of a plan has: the waiting, the watching, the
//! boundary. What was done is a plan that can be run again.

mod look;
mod recorded;

use std::sync::mpsc::Sender;

use guild_check::{Source, Verdict};

use super::flow::Course;
use super::{OPEN, Run, RunOptions, setup, told, with_cause};
use crate::act::Means;
use crate::boundary::Redactor;
use crate::browser::Browser;
use crate::judge::PlanJudge;
use crate::outcome::{Screenshot, StepOutcome};
use crate::plan::{Flow, Plan, Step, StepKind};
use crate::window::Window;

/// What is asked of a session.
#[derive(Clone, Debug)]
pub enum Ask {
    /// Goes through steps, each written as in a plan, until one does not pass.
    Steps(Vec<String>),
    /// Tells what is on the page, in the words that steps take as targets: all of it, then what changed.
    Outline,
    /// Tells what the console said since it was asked last.
    Console,
    /// Tells the requests since they were asked for last.
    Requests,
    /// Tells the Core Web Vitals so far.
    Vitals,
    /// Tells which controls have no label.
    Labels,
    /// Takes a picture, with secrets covered.
    Picture,
    /// Runs a script in the page and tells what it comes to; whoever asks this has to be allowed to.
    Evaluate(String),
    /// Goes on though text of the page reads as an instruction: the user has seen it.
    Resume,
    /// Gives the steps that passed as a plan.
    Plan,
}

/// An answer, with all secrets taken out.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// The numbers of the steps that passed and have no more to tell.
    pub passed: Vec<u32>,
    /// What there is to tell, in words of the page and about it.
    pub lines: Vec<String>,
    /// What there is to say of the steps that were asked for: nothing in it is the page's.
    pub notes: Vec<String>,
    /// The pictures that steps took.
    pub pictures: Vec<Screenshot>,
    /// Nothing is done until the user says so: the page holds text that reads as an instruction.
    pub is_stopped: bool,
}

/// Opens the entry URL of a plan and answers what is asked of its page, until nobody asks any more.
///
/// # Errors
///
/// Why there is no browser or no page, as a sentence without its full stop; then nothing is answered.
pub fn converse(
    plan: &Plan,
    options: &RunOptions,
    judge: &PlanJudge<'_>,
    opened: impl FnOnce(Told),
    asked: impl IntoIterator<Item = (Ask, Sender<Told>)>,
) -> Result<(), String> {
    let entry = plan
        .entry_url
        .as_ref()
        .ok_or("there is no address to open")?;
    let first = setup(plan, entry, options);
    let browser =
        Browser::open(&options.browser, Some(&first)).map_err(|error| with_cause(&error))?;
    let run = Run {
        plan,
        entry,
        options,
        judge,
        system: browser.chromium().system(),
        means: Means {
            secrets: options.secrets.clone(),
            folder: options.folder.clone(),
        },
    };
    let flow = empty();
    let window = Window::open(&browser, run.setup(), OPEN);
    let window = window.map_err(|trouble| told::sentence(&trouble))?;
    let mut talk = Talk {
        course: Course::new(&run, &flow, 0),
        window: &window,
        redactor: judge.redactor,
        done: Vec::new(),
        outline: Vec::new(),
        console: 0,
        requests: 0,
    };
    let first = format!("Navigate to `{entry}`");
    let begun = talk.answer(Ask::Steps(vec![first]));
    opened(begun);
    for (ask, answer) in asked {
        // Who does not wait for the answer any more does not get it.
        let _ = answer.send(talk.answer(ask));
    }
    Ok(())
}

/// A session on its way.
struct Talk<'a> {
    course: Course<'a>,
    window: &'a Window<'a>,
    redactor: &'a Redactor,
    /// The steps that passed.
    done: Vec<Step>,
    /// What was told of the page last.
    outline: Vec<String>,
    console: usize,
    requests: usize,
}

impl Talk<'_> {
    fn answer(&mut self, ask: Ask) -> Told {
        let mut told = Told::default();
        match ask {
            Ask::Steps(texts) => self.steps(&texts, &mut told),
            Ask::Vitals => told.lines = self.vitals(),
            // What reads as an instruction is not handed on as part of the page.
            Ask::Outline
            | Ask::Console
            | Ask::Requests
            | Ask::Labels
            | Ask::Picture
            | Ask::Evaluate(_)
                if self.is_over() || self.course.must_stop(self.window, self.next()) => {}
            Ask::Outline => self.outline(&mut told),
            Ask::Console => self.console(&mut told),
            Ask::Requests => self.requests(&mut told),
            Ask::Labels => self.labels(&mut told),
            Ask::Picture => self.picture(&mut told),
            Ask::Evaluate(script) => self.evaluate(&script, &mut told),
            Ask::Resume => {
                self.course.outcome.stop = None;
                told.notes.push("the session goes on".to_owned());
            }
            // All words in it are those of who asked.
            Ask::Plan => {
                told.lines.push(self.plan());
                return told;
            }
        }
        self.tell_of_the_end(&mut told);
        for line in told.lines.iter_mut().chain(&mut told.notes) {
            *line = self.redactor.text(line).into_owned();
        }
        told
    }

    fn steps(&mut self, texts: &[String], told: &mut Told) {
        // All of them are read before the first is done.
        let mut steps = Vec::new();
        for text in texts {
            match self.read(text) {
                Ok(step) => steps.push(step),
                Err(wrong) => told.notes.push(wrong),
            }
        }
        if !told.notes.is_empty() {
            told.notes.push("nothing was done".to_owned());
            return;
        }
        let count = steps.len();
        for (place, mut step) in steps.into_iter().enumerate() {
            if self.is_over() {
                return;
            }
            step.number = self.next();
            self.course.step(self.window, &step);
            // Stopped before it, it has no outcome.
            let Some(outcome) = self.course.outcome.steps.get(step.number as usize - 1) else {
                return;
            };
            let is_passed = outcome.verdict == Verdict::Passed;
            match in_words(&step, outcome) {
                Some(lines) => told.lines.extend(lines),
                None => told.passed.push(step.number),
            }
            told.pictures.extend(outcome.screenshot.clone());
            if is_passed {
                self.done.push(step);
            } else if place + 1 < count {
                let left = count - place - 1;
                told.notes.push(format!("{left} more not begun"));
                return;
            }
        }
    }

    /// Reads one line of a plan.
    fn read(&self, text: &str) -> Result<Step, String> {
        let block = text.trim().replace('\n', "\n   ");
        let whole = format!(
            "{}\n## Flow: Session\n\n1. {block}\n",
            head(self.course.run.plan)
        );
        let plan = Plan::read(&Source::new("session", whole.as_str()));
        if let Some(problem) = plan.problems.first() {
            return Err(format!("`{text}`: {}; {}", problem.message, problem.help));
        }
        let mut steps = plan.flows.into_iter().flat_map(|flow| flow.steps);
        match (steps.next(), steps.next()) {
            (Some(step), None) if step.kind != StepKind::Unreadable => Ok(step),
            _ => Err(format!("`{text}` is not one step of a plan")),
        }
    }

    fn plan(&self) -> String {
        let steps = recorded::with_pictures(&self.done).into_iter().zip(1..);
        let steps = steps.map(|(step, number)| Step { number, ..step });
        let mut plan = self.course.run.plan.clone();
        plan.flows = vec![Flow {
            steps: steps.collect(),
            ..empty()
        }];
        plan.to_string()
    }

    /// Gives the number of the next step.
    fn next(&self) -> u32 {
        u32::try_from(self.course.outcome.steps.len() + 1).unwrap_or(u32::MAX)
    }

    fn is_over(&self) -> bool {
        self.course.outcome.failure.is_some() || self.course.outcome.stop.is_some()
    }

    fn tell_of_the_end(&self, told: &mut Told) {
        if let Some(why) = &self.course.outcome.failure {
            told.lines.push(format!("the session has ended: {why}"));
        }
        let Some(stop) = &self.course.outcome.stop else {
            return;
        };
        told.is_stopped = true;
        let found = stop.found.iter().map(|one| {
            format!(
                "text that reads as an instruction ({}) in {} of {}: \"{}\"",
                one.why, one.place, one.url, one.quote
            )
        });
        told.lines.extend(found);
    }
}

fn empty() -> Flow {
    Flow {
        name: "Session".to_owned(),
        span: guild_check::Span::default(),
        steps: Vec::new(),
    }
}

/// Writes the head of a plan.
fn head(plan: &Plan) -> String {
    let mut plan = plan.clone();
    plan.flows.clear();
    plan.to_string()
}

/// Tells what came of a step; nothing of one that passed without a word.
fn in_words(step: &Step, outcome: &StepOutcome) -> Option<Vec<String>> {
    let number = step.number;
    let word = match outcome.verdict {
        Verdict::Passed if outcome.actual.is_none() && outcome.notes.is_empty() => return None,
        Verdict::Passed => "passed",
        Verdict::Failed => "failed",
        Verdict::NotRun => "not run",
    };
    let mut lines = vec![match &outcome.actual {
        Some(actual) => format!("{number} {word}: {}: {actual}", step.text),
        None => format!("{number} {word}"),
    }];
    lines.extend(outcome.notes.iter().map(|note| format!("  {note}")));
    Some(lines)
}
