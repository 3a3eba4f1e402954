//! Checking work that a stranger sent: a few at a time, within a time, and forgotten afterwards.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use guild_check::contract::{Contract, ContractFile, Date};
use guild_check::report::{AllowComments, Deny, ReportOptions};
use guild_check::{Finding, Markdown, Report, Settings, Severity, Source};
use serde::{Deserialize, Serialize};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::time::timeout;

use crate::error::{ApiError, Code};

/// Work takes milliseconds; whatever takes this long was made to.
const TIME: Duration = Duration::from_secs(10);

/// How many are checked at a time: other requests need the machine too.
const AT_A_TIME: usize = 2;

/// How many are on their way or wait for their turn, each with its text in memory; a further one is refused at once.
const ADMITTED: usize = 32;

/// The stack of a check, in bytes: as much as a process gives to the same check on the command line, because parsers
/// of nested texts are tried there.
const STACK_BYTES: usize = 8 * 1024 * 1024;

/// A check in code, which says more of the work that a skill guides than the skill's contract can.
#[derive(Clone, Copy, Debug)]
pub struct WorkCheck {
    /// The skill whose work it checks.
    pub skill: &'static str,
    /// What the work is.
    pub subject: Subject,
    /// Finds everything there is to find, by the contract too; the date is the day of the check.
    pub check: fn(&str, Date) -> WorkChecked,
}

/// What is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Subject {
    /// A document in Markdown.
    Document,
    /// An API contract.
    ApiContract,
}

/// What a check says.
#[derive(Debug)]
pub struct WorkChecked {
    /// The report; every finding is about the text.
    pub report: Report,
    /// What the text was read as, where that is not the same for all.
    pub form: Option<String>,
}

/// What a text is held against.
pub(crate) enum Measure {
    /// A contract alone.
    Contract(Arc<Contract>),
    /// The rules in code.
    Code(WorkCheck),
}

/// Who checks.
pub(crate) struct WorkChecks {
    checks: Vec<WorkCheck>,
    admitted: Arc<Semaphore>,
    permits: Arc<Semaphore>,
}

impl WorkChecks {
    /// Takes the checks in code.
    pub(crate) fn new(checks: Vec<WorkCheck>) -> Self {
        Self {
            checks,
            admitted: Arc::new(Semaphore::new(ADMITTED)),
            permits: Arc::new(Semaphore::new(AT_A_TIME)),
        }
    }

    /// Gives the checks in code.
    pub(crate) fn in_code(&self) -> &[WorkCheck] {
        &self.checks
    }

    /// Finds the check in code of a skill's work.
    pub(crate) fn of_skill(&self, skill: &str) -> Option<WorkCheck> {
        self.checks
            .iter()
            .copied()
            .find(|check| check.skill == skill)
    }

    /// Lets a request in, for as long as what it is given lives.
    ///
    /// # Errors
    /// When too many are in.
    pub(crate) fn admit(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        let admitted = Arc::clone(&self.admitted).try_acquire_owned();
        admitted.map_err(|_| {
            let message = "too many checks are waiting here; try again in a moment, or check on your machine with `guild check`";
            ApiError::new(Code::TooBusy, message)
        })
    }

    /// Makes the measure of a contract alone.
    ///
    /// # Errors
    /// When the contract is wrong: one that is half understood judges nothing.
    pub(crate) fn measure(skill: &str, file: ContractFile) -> Result<Measure, ApiError> {
        let path = file.source.path().to_owned();
        let findings = file.findings();
        let is_wrong = |found: &&Finding| {
            found.severity == Severity::Error && found.place.source.path() == path
        };
        if let Some(first) = findings.iter().find(is_wrong) {
            let message = format!(
                "the contract of `{skill}` is wrong: {}. Tell its author, or choose another contract",
                first.message
            );
            return Err(ApiError::new(Code::ParameterOutOfRange, message));
        }
        Ok(Measure::Contract(Arc::new(file.contract)))
    }

    /// Checks a text away from the threads that answer.
    ///
    /// # Errors
    /// When no turn comes or the check takes too long.
    pub(crate) async fn check(
        &self,
        text: String,
        measure: Measure,
        today: Date,
    ) -> Result<WorkChecked, ApiError> {
        let checked = timeout(TIME, async {
            let permit = Arc::clone(&self.permits).acquire_owned().await;
            let permit = permit.map_err(ApiError::fault)?;
            let (done, checked) = oneshot::channel();
            let work = thread::Builder::new().name("check".to_owned());
            // The permit goes along: a check that nobody waits for any more still takes its place until it ends.
            let started = work.stack_size(STACK_BYTES).spawn(move || {
                // Whoever has stopped waiting takes nothing.
                let _ = done.send(judge(&text, &measure, today));
                drop(permit);
            });
            started.map_err(ApiError::fault)?;
            // A check that panics sends nothing.
            checked.await.map_err(ApiError::fault)
        });
        checked.await.unwrap_or_else(|_| {
            let message = "the check took too long and was given up; try again in a moment, or check on your machine with `guild check`";
            Err(ApiError::new(Code::TooBusy, message))
        })
    }
}

fn judge(text: &str, measure: &Measure, today: Date) -> WorkChecked {
    let contract = match measure {
        Measure::Contract(contract) => contract,
        Measure::Code(check) => return (check.check)(text, today),
    };
    let source = Source::new("document.md", text);
    let findings = contract.check(&Arc::new(Markdown::parse(&source)), today);
    let options = ReportOptions {
        settings: &Settings::default(),
        deny: Deny::Errors,
        allow_comments: AllowComments::Obeyed,
        elsewhere: &[],
    };
    let sources = std::slice::from_ref(&source);
    WorkChecked {
        report: Report::new(&contract.name, sources, findings, &options),
        form: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contract(text: &str) -> ContractFile {
        ContractFile::read(&Source::new("contract.toml", text))
    }

    fn panics(_: &str, _: Date) -> WorkChecked {
        panic!("a defect");
    }

    #[tokio::test]
    async fn a_contract_judges() {
        let checks = WorkChecks::new(Vec::new());
        let text = "version = 1\nname = \"tea\"\n[[section]]\nname = \"Water\"\n";
        let measure = WorkChecks::measure("tea", contract(text)).unwrap();
        let checked = checks.check("# A\n".to_owned(), measure, Date::LAST).await;
        let report = checked.unwrap().report;
        assert!(report.findings[0].message.contains("Water"), "{report:?}");
    }

    #[test]
    fn a_wrong_contract_judges_nothing() {
        let refused = WorkChecks::measure("tea", contract("version = ["));
        assert!(refused.is_err_and(|error| error.code == Code::ParameterOutOfRange));
    }

    #[tokio::test]
    async fn a_check_that_panics_costs_one_answer_and_no_place() {
        let checks = WorkChecks::new(vec![WorkCheck {
            skill: "tea",
            subject: Subject::Document,
            check: panics,
        }]);
        for _ in 0..=AT_A_TIME {
            let measure = Measure::Code(checks.of_skill("tea").unwrap());
            let checked = checks.check(String::new(), measure, Date::LAST).await;
            assert!(checked.is_err_and(|error| error.code == Code::InternalError));
        }
    }

    #[test]
    fn more_than_may_wait_are_refused_at_once() {
        let checks = WorkChecks::new(Vec::new());
        let all: Vec<_> = (0..ADMITTED).map(|_| checks.admit().unwrap()).collect();
        assert!(
            checks
                .admit()
                .is_err_and(|error| error.code == Code::TooBusy)
        );
        drop(all);
        assert!(checks.admit().is_ok());
    }
}
