//! The one way a command fails: what failed, why, and what to type next.

use std::error::Error;

/// What the exit code says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Done, and nothing was found.
    Clean,
    /// The command ran and found something: exit code 1.
    Findings,
    /// A check came to no verdict: exit code 2.
    NotRun,
}

/// Whether a guard said no, or the command could not be run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// What was asked would lose or trust something it must not: exit code 1.
    Refused,
    /// The command could not be run: exit code 2.
    CouldNotRun,
}

/// Why a command ended without doing what was asked.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    /// What kind of end this is.
    pub(crate) kind: Kind,
    /// What failed, in lower case and without a full stop.
    pub(crate) message: String,
    /// Why, from the nearest cause to the deepest.
    pub(crate) causes: Vec<String>,
    /// What to type next.
    pub(crate) hints: Vec<String>,
}

impl Failure {
    /// A guard said no.
    pub(crate) fn refused(message: impl Into<String>) -> Self {
        Self::new(Kind::Refused, message.into())
    }

    /// The command could not be run.
    pub(crate) fn could_not(message: impl Into<String>) -> Self {
        Self::new(Kind::CouldNotRun, message.into())
    }

    /// Adds an error and everything below it as the cause.
    pub(crate) fn because(mut self, error: &(dyn Error + 'static)) -> Self {
        let mut next = Some(error);
        while let Some(error) = next {
            let text = without_number(&error.to_string());
            // Many errors repeat the text of the one below them; a person needs to read it once.
            let is_said = |said: &String| said.contains(&text);
            if !self.causes.last().is_some_and(is_said) {
                self.causes.push(text);
            }
            next = error.source();
        }
        self
    }

    /// Adds a cause in words.
    pub(crate) fn cause(mut self, cause: impl Into<String>) -> Self {
        self.causes.push(cause.into());
        self
    }

    /// Adds what to type next.
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// Adds what to type next, if there is such a thing.
    pub(crate) fn hints(mut self, hints: impl IntoIterator<Item = String>) -> Self {
        self.hints.extend(hints);
        self
    }

    /// Gives the exit code.
    pub(crate) fn exit_code(&self) -> u8 {
        match self.kind {
            Kind::Refused => 1,
            Kind::CouldNotRun => 2,
        }
    }

    fn new(kind: Kind, message: String) -> Self {
        Self {
            kind,
            message,
            causes: Vec::new(),
            hints: Vec::new(),
        }
    }
}

/// Takes away the number that the system gives its errors: the words before it say the same.
fn without_number(text: &str) -> String {
    match text.rsplit_once(" (os error ") {
        Some((words, _)) => words.to_owned(),
        None => text.to_owned(),
    }
}

impl Outcome {
    /// Gives the exit code.
    pub(crate) fn exit_code(self) -> u8 {
        match self {
            Self::Clean => 0,
            Self::Findings => 1,
            Self::NotRun => 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_that_repeats_the_one_above_is_said_once() {
        let error = std::io::Error::other("no room");
        let failure = Failure::could_not("x").because(&error);
        assert_eq!(failure.causes, ["no room"]);
    }
}
