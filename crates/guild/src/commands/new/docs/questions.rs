//! What must be known before a document is made, and the asking for it.

use super::brief::{Brief, Code, Failing, Input, Output, Status, said};
use super::gaps;
use crate::printer::Printer;

/// One thing to ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// What is documented.
    Documented,
    /// What it does.
    Does,
    /// Who uses it, when a signature alone is known.
    UseCase,
    /// What goes in.
    Inputs,
    /// What comes out when it works.
    Output,
    /// What comes out when it fails.
    Errors,
    /// A call as it occurs.
    Call,
    /// What surprises a caller.
    Gotchas,
    /// The same, when a signature alone is known.
    WrongFromTypes,
}

/// Lists what is not known, in the order in which it is asked.
pub(super) fn open(brief: &Brief) -> Vec<Question> {
    let is_missing = |question: &Question| match question {
        Question::Documented => said(&brief.documented).is_none(),
        Question::Does => said(&brief.does).is_none(),
        Question::UseCase => is_signature_alone(brief) && brief.use_cases.is_empty(),
        Question::Inputs => brief.inputs.is_none(),
        Question::Output => brief.output.is_none(),
        Question::Errors => brief.errors.is_empty(),
        Question::Call => brief
            .call
            .as_ref()
            .is_none_or(|call| call.code.trim().is_empty()),
        Question::Gotchas => !is_signature_alone(brief) && !brief.gotchas.is_known(),
        Question::WrongFromTypes => is_signature_alone(brief) && !brief.gotchas.is_known(),
    };
    let all = [
        Question::Documented,
        Question::Does,
        Question::UseCase,
        Question::Inputs,
        Question::Output,
        Question::Errors,
        Question::Call,
        Question::Gotchas,
        Question::WrongFromTypes,
    ];
    all.into_iter().filter(is_missing).collect()
}

/// Says whether nothing is known but what the thing is called and takes.
fn is_signature_alone(brief: &Brief) -> bool {
    said(&brief.documented).is_some()
        && said(&brief.does).is_none()
        && brief.output.is_none()
        && brief.errors.is_empty()
        && brief.call.is_none()
}

impl Question {
    /// Gives the key of the brief that answers it.
    pub(super) fn key(self) -> &'static str {
        match self {
            Self::Documented => "documented",
            Self::Does => "does",
            Self::UseCase => "use_cases",
            Self::Inputs => "[[input]]",
            Self::Output => "[output]",
            Self::Errors => "[[error]]",
            Self::Call => "[call]",
            Self::Gotchas | Self::WrongFromTypes => "[gotchas]",
        }
    }

    /// Gives its words.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Documented => {
                "What is documented: the method and path of an endpoint, or a signature?"
            }
            Self::Does => "What does it do for the user, in one or two plain sentences?",
            Self::UseCase => {
                "What is a real use case: who calls it, in which situation, to get what?"
            }
            Self::Inputs => {
                "What goes in: each input with its type, whether it is required, and which values are valid?"
            }
            Self::Output => "What comes out when it works: the answer as JSON?",
            Self::Errors => {
                "What comes out when it fails: status, code, what causes it, what the caller does?"
            }
            Self::Call => "What does a realistic call look like, in 5 to 10 lines?",
            Self::Gotchas => {
                "What are the gotchas: authentication, rate limits, idempotency, side effects?"
            }
            Self::WrongFromTypes => "What would a consumer get wrong who knows the types alone?",
        }
    }

    /// Says how the answer is typed.
    fn form(self) -> &'static str {
        match self {
            Self::Documented | Self::Does | Self::Output => "one line",
            Self::UseCase | Self::Gotchas | Self::WrongFromTypes => "one a line",
            Self::Inputs => "name | type | yes or no | description; one a line",
            Self::Errors => "status | code | when | what to do; one a line",
            Self::Call => "the language, then the lines",
        }
    }

    fn takes_one_line(self) -> bool {
        matches!(self, Self::Documented | Self::Does | Self::Output)
    }
}

/// Asks a person; what is left without an answer stands open in the document. Nothing if the person left.
pub(super) fn ask(brief: &mut Brief, questions: &[Question], printer: &mut Printer) -> Option<()> {
    printer.talk("An empty line ends an answer; without one the question stands in the document.");
    for question in questions {
        printer.talk(format!("{} ({})", question.words(), question.form()));
        let mut lines = Vec::new();
        loop {
            let line = printer.ask(question.key())?;
            if line.trim().is_empty() {
                break;
            }
            lines.push(line);
            if question.takes_one_line() {
                break;
            }
        }
        if !lines.is_empty() {
            answer(brief, *question, lines);
        }
    }
    Some(())
}

/// Takes an answer, one line or more.
fn answer(brief: &mut Brief, question: Question, mut lines: Vec<String>) {
    match question {
        Question::Documented => brief.documented = Some(lines.remove(0)),
        Question::Does => brief.does = Some(lines.remove(0)),
        Question::UseCase => brief.use_cases = lines,
        Question::Inputs => brief.inputs = Some(lines.iter().map(|line| input(line)).collect()),
        Question::Output => {
            brief.output = Some(Output {
                json: Some(lines.remove(0)),
                ..Output::default()
            });
        }
        Question::Errors => brief.errors = lines.iter().map(|line| failing(line)).collect(),
        Question::Call => {
            let language = lines.remove(0);
            brief.call = (!lines.is_empty()).then(|| Code {
                language,
                code: lines.join("\n"),
            });
        }
        Question::Gotchas | Question::WrongFromTypes => brief.gotchas.surprises = lines,
    }
}

/// Splits a typed line into its cells; what is not there is open.
fn cells<const COUNT: usize>(line: &str) -> [Option<String>; COUNT] {
    let mut cells = line.splitn(COUNT, '|').map(str::trim);
    std::array::from_fn(|_| {
        let cell = cells.next().filter(|cell| !cell.is_empty());
        cell.map(str::to_owned)
    })
}

fn input(line: &str) -> Input {
    let [name, kind, required, description] = cells(line);
    Input {
        name: name.unwrap_or_else(|| gaps::NAME.to_owned()),
        kind: kind.unwrap_or_else(|| gaps::TYPE.to_owned()),
        is_required: required.is_none_or(|word| !word.to_lowercase().starts_with('n')),
        description,
        facts: Vec::new(),
    }
}

fn failing(line: &str) -> Failing {
    let [status, code, when, action] = cells(line);
    let status = status.unwrap_or_default();
    Failing {
        status: match status.parse() {
            Ok(number) => Status::Number(number),
            Err(_) => Status::Word(status),
        },
        code,
        when,
        action,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typed_line_fills_what_it_says() {
        let input = input("title | string | no | 1 to 120 characters, no | sign");
        assert_eq!(input.name, "title");
        assert!(!input.is_required);
        assert_eq!(
            input.description.as_deref(),
            Some("1 to 120 characters, no | sign")
        );
        let failing = failing("404 | NO_TASK");
        assert_eq!(failing.status, Status::Number(404));
        assert_eq!(failing.when, None);
    }

    #[test]
    fn every_answer_closes_its_question() {
        let mut brief = Brief {
            documented: Some("slug(title)".to_owned()),
            ..Brief::default()
        };
        let questions = open(&brief);
        assert_eq!(questions.len(), 7);
        for question in questions {
            answer(&mut brief, question, vec!["sh".to_owned(), "ls".to_owned()]);
        }
        assert_eq!(open(&brief), []);
    }
}
