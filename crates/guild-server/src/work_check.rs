//! Checking work that a stranger sent: a few at a time, within a time, and forgotten afterwards.

use std::sync::Arc;
use std::time::Duration;

use guild_check::contract::{Contract, ContractFile, Date};
use guild_check::report::{AllowComments, Deny, ReportOptions};
use guild_check::{Finding, Markdown, Report, Settings, Severity, Source};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::error::{ApiError, Code};

/// A document takes milliseconds; whatever takes this long was made to.
const TIME: Duration = Duration::from_secs(10);

/// How many documents are checked at a time: other requests need the machine too.
const AT_A_TIME: usize = 2;

/// A check in code, which says more of the work that a skill guides than the skill's contract can.
#[derive(Clone, Copy, Debug)]
pub struct WorkCheck {
    /// The skill whose work it checks.
    pub skill: &'static str,
    /// Finds everything there is to find, by the contract too; the date is the day of the check.
    pub check: fn(&Source, Date) -> Vec<Finding>,
    /// Gives the rules of the same name that it does not hold.
    pub elsewhere: fn() -> Vec<&'static str>,
}

/// What a document is held against.
pub(crate) enum Measure {
    /// A contract alone.
    Contract(Arc<Contract>),
    /// A contract by this name, and the rules in code that belong to it.
    Code(String, WorkCheck),
}

/// Who checks.
pub(crate) struct WorkChecks {
    checks: Vec<WorkCheck>,
    permits: Arc<Semaphore>,
}

impl WorkChecks {
    /// Takes the checks in code.
    pub(crate) fn new(checks: Vec<WorkCheck>) -> Self {
        Self {
            checks,
            permits: Arc::new(Semaphore::new(AT_A_TIME)),
        }
    }

    /// Makes the measure of a skill's work.
    ///
    /// # Errors
    /// When the contract is wrong: one that is half understood judges nothing.
    pub(crate) fn measure(&self, skill: &str, file: ContractFile) -> Result<Measure, ApiError> {
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
        let name = file.contract.name.clone();
        let in_code = self.checks.iter().find(|check| check.skill == skill);
        Ok(match in_code {
            Some(check) => Measure::Code(name, *check),
            None => Measure::Contract(Arc::new(file.contract)),
        })
    }

    /// Checks a document away from the threads that answer.
    ///
    /// # Errors
    /// When no turn comes or the check takes too long.
    pub(crate) async fn check(
        &self,
        source: Source,
        measure: Measure,
        today: Date,
    ) -> Result<Report, ApiError> {
        let checked = timeout(TIME, async {
            let permit = Arc::clone(&self.permits).acquire_owned().await;
            let permit = permit.map_err(ApiError::fault)?;
            // The permit goes along: a check that nobody waits for any more still takes its place until it ends.
            let work = tokio::task::spawn_blocking(move || {
                let report = judge(&source, &measure, today);
                drop(permit);
                report
            });
            work.await.map_err(ApiError::fault)
        });
        checked.await.unwrap_or_else(|_| {
            let message = "the check took too long and was given up; try again in a moment, or check on your machine with `guild check work`";
            Err(ApiError::new(Code::TooBusy, message))
        })
    }
}

fn judge(source: &Source, measure: &Measure, today: Date) -> Report {
    let sources = std::slice::from_ref(source);
    let (name, findings, elsewhere) = match measure {
        Measure::Contract(contract) => (
            &contract.name,
            contract.check(&Arc::new(Markdown::parse(source)), today),
            Vec::new(),
        ),
        Measure::Code(name, check) => (name, (check.check)(source, today), (check.elsewhere)()),
    };
    let options = ReportOptions {
        settings: &Settings::default(),
        deny: Deny::Errors,
        allow_comments: AllowComments::Obeyed,
        elsewhere: &elsewhere,
    };
    Report::new(name, sources, findings, &options)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finds_one(source: &Source, _: Date) -> Vec<Finding> {
        let mut findings = guild_check::Findings::new();
        findings.error(source.top(), "by code");
        findings.into_sorted()
    }

    fn checks() -> WorkChecks {
        WorkChecks::new(vec![WorkCheck {
            skill: "tea",
            check: finds_one,
            elsewhere: Vec::new,
        }])
    }

    fn contract(text: &str) -> ContractFile {
        ContractFile::read(&Source::new("contract.toml", text))
    }

    #[tokio::test]
    async fn a_check_in_code_stands_for_its_skill_alone() {
        let checks = checks();
        let text = "version = 1\nname = \"tea\"\n[[section]]\nname = \"Water\"\n";
        for (skill, expected) in [("tea", "by code"), ("bread", "Water")] {
            let measure = checks.measure(skill, contract(text)).unwrap();
            let source = Source::new("document.md", "# A\n");
            let report = checks.check(source, measure, Date::LAST).await.unwrap();
            let first = &report.findings[0];
            assert!(first.message.contains(expected), "{}", first.message);
        }
    }

    #[test]
    fn a_wrong_contract_judges_nothing() {
        let refused = checks().measure("tea", contract("version = ["));
        assert!(refused.is_err_and(|error| error.code == Code::ParameterOutOfRange));
    }
}
