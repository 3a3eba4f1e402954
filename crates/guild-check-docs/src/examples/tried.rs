//! What happened when the examples of a document ran: the value that the rules judge.

use std::time::Duration;

use super::shape::{self, Difference};
use super::{Documented, Exchange, Script};

/// A document and what came of its examples.
#[derive(Clone, Debug)]
pub struct Tried {
    /// What the document promises.
    pub documented: Documented,
    /// One entry for each of its scripts, in their order.
    pub trials: Vec<Trial>,
}

/// One example and what came of it.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The example.
    pub script: Script,
    /// How it ended.
    pub end: End,
    /// What was said over HTTP meanwhile.
    pub exchanges: Vec<Exchange>,
    /// The last of what it printed, the values of variables taken out.
    pub output: String,
    /// Whether it printed more than is kept.
    pub is_cut: bool,
    /// The variables that it reads and the document does not name.
    pub undeclared: Vec<String>,
    /// How long it took.
    pub took: Duration,
}

/// How an example ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// With an exit code.
    Exit(i32),
    /// By a signal: it crashed, or went over a limit.
    Signal(i32),
    /// It was ended, because its time was up.
    TimedOut(Duration),
    /// It was ended, because all of it together went over a limit: which one.
    OverLimit(String),
    /// It ended the sandbox with itself.
    Lost(String),
    /// It did not run.
    NotRun(Why),
}

/// Why an example did not run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Why {
    /// The document says that it is not to be run.
    #[error("the document says so: {0}")]
    Marked(String),
    /// Nothing is known to run the language.
    #[error("nothing is known to run `{0}`")]
    NoLanguage(String),
    /// The interpreter is missing or too old.
    #[error("{0}")]
    NoInterpreter(String),
    /// Variables that the document names were not passed.
    #[error("it needs {0}, which was not given")]
    VariableNotGiven(String),
    /// Variables that the document does not name.
    #[error("it reads {0}, which the document does not name")]
    Undeclared(String),
    /// It calls a server that the proxy cannot stand in for.
    #[error("{0}")]
    Unreachable(String),
    /// There is no sandbox to run it in.
    #[error("{0}")]
    NoSandbox(String),
}

impl Trial {
    /// Tells whether the document itself keeps the example from running.
    pub fn is_marked(&self) -> bool {
        matches!(&self.end, End::NotRun(Why::Marked(_)))
    }

    /// Tells whether the example ran and ended by itself without a fault.
    pub fn ended_well(&self) -> bool {
        self.end == End::Exit(0)
    }

    /// Lists the calls of the documented endpoint; one that is redirected by what it came to in the end.
    pub fn calls<'a>(&'a self, documented: &'a Documented) -> impl Iterator<Item = &'a Exchange> {
        let numbered = self.exchanges.iter().enumerate();
        let calls = numbered.filter(|(_, exchange)| {
            let endpoint = documented.endpoint.as_ref();
            endpoint
                .is_some_and(|endpoint| endpoint.is_called_by(&exchange.method, &exchange.target))
        });
        calls.map(|(at, call)| self.followed(documented, call, &self.exchanges[at + 1..]))
    }

    /// Goes from a call to where its answer led the example, unless the document promises that very answer.
    fn followed<'a>(
        &'a self,
        documented: &Documented,
        call: &'a Exchange,
        later: &'a [Exchange],
    ) -> &'a Exchange {
        let mut call = call;
        let mut later = later.iter();
        while let (Some(status), Some(location)) = (call.status, &call.location)
            && !documented.is_success(status)
            && !self.shows_error(documented, status)
            && let Some(next) = later.find(|next| next.is_at(location))
        {
            call = next;
        }
        call
    }

    /// Tells whether the example shows an error on purpose: a documented one that its heading, its words or its code
    /// name.
    pub fn shows_error(&self, documented: &Documented, status: u16) -> bool {
        let told = format!(
            "{}\n{}\n{}",
            self.script.name, self.script.prose, self.script.code
        );
        let named = documented
            .errors
            .iter()
            .filter(|error| error.status == status);
        let mut named = named.peekable();
        let number = status.to_string();
        named.peek().is_some()
            && (super::variables::is_named_in(&told, &number)
                || named.any(|error| {
                    !error.code.is_empty() && super::variables::is_named_in(&told, &error.code)
                }))
    }
}

impl Documented {
    /// Tells whether a status is one of a call that works.
    pub fn is_success(&self, status: u16) -> bool {
        match self.success.is_empty() {
            true => (200..300).contains(&status),
            false => self.success.contains(&status),
        }
    }

    /// Compares an answer with the documented shapes, and gives the differences to the nearest.
    pub(super) fn differences(&self, answered: &serde_json::Value) -> Vec<Difference> {
        let compared = self
            .shapes
            .iter()
            .map(|shape| shape::differences(shape, answered, &self.notes));
        compared.min_by_key(Vec::len).unwrap_or_default()
    }
}
