//! A running server against its contract.

mod defects;
mod faults;
mod healthy;
mod raw;
mod tasks;

use std::sync::Arc;
use std::time::Duration;

use guild_check::Source;
use guild_check_api::live::{
    Credential, Credentials, Live, LiveLimits, LiveOptions, Methods, Target, Unreachable, hold,
};
use guild_check_api::{Conventions, Loading, Survey, parse};

/// The contract that the skill teaches.
const TASKS: &str =
    include_str!("../../../../skills/api-and-interface-design/references/tasks.openapi.yaml");

/// What proves who calls the server of tasks.
const TOKEN: &str = "s3cret+token/of=the\"run";

/// How a test tries a server.
struct Trial {
    contract: String,
    options: LiveOptions,
}

impl Trial {
    /// The contract of tasks, with its token.
    fn of_tasks(url: &str) -> Self {
        let read = |_: &str| Some(TOKEN.to_owned());
        let credential = Credential::parse("bearerAuth=TASKS_TOKEN", read).unwrap();
        let mut trial = Self::of(TASKS, url);
        trial.options.credentials = Credentials::new(vec![credential]);
        trial
    }

    /// Any contract, without credentials.
    fn of(contract: &str, url: &str) -> Self {
        Self {
            contract: contract.to_owned(),
            options: LiveOptions {
                target: Target::parse(url).unwrap(),
                credentials: Credentials::default(),
                methods: Methods::All,
                seed: 1,
                limits: LiveLimits {
                    request_time: Duration::from_secs(5),
                    ..LiveLimits::default()
                },
            },
        }
    }

    fn try_it(&self) -> Result<Live, Unreachable> {
        let source = Source::new("openapi.yaml", self.contract.as_str());
        let contract = parse(&source, &Loading::alone());
        assert!(contract.faults.is_empty(), "{:?}", contract.faults);
        let survey = Survey::of(Arc::new(contract), Conventions::default());
        hold(&survey, &self.options)
    }

    fn run(&self) -> Live {
        self.try_it().unwrap()
    }
}

/// Names the rules that were broken, each once.
fn rules(live: &Live) -> Vec<&str> {
    let mut rules: Vec<&str> = live
        .findings
        .iter()
        .map(|finding| finding.rule.as_str())
        .collect();
    rules.sort_unstable();
    rules.dedup();
    rules
}

/// Writes what was found, for a test that fails.
fn told(live: &Live) -> String {
    let findings = live.findings.iter().map(|finding| {
        format!(
            "{} {}: {}\n    {}\n",
            finding.rule,
            finding.place.start().line,
            finding.message,
            finding.again.as_deref().unwrap_or("")
        )
    });
    let operations = live.operations.iter().map(|operation| {
        format!(
            "{} {} {} {:?}\n",
            operation.verdict.word(),
            operation.name,
            operation.sent(),
            operation.reason
        )
    });
    findings.chain(operations).collect()
}
