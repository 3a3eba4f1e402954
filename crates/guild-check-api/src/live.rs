//! A running server held to its contract: requests that the contract allows and refuses, and what comes back.
//!
//! One run explores (valid requests, which also say what there is), then probes (pages, ids of nothing, no credentials,
//! wrong input, changes). It writes down what was sent and answered for each operation; the rules judge the record. Only
//! the given server is contacted, no redirect is followed, and no credential leaves the request that it is for. Start
//! reading at [`hold`].

mod budget;
mod credentials;
mod curl;
mod draft;
mod encode;
mod exchange;
mod known;
mod order;
mod record;
mod run;
mod target;
mod trial;
mod wire;

use std::time::Duration;

use guild_check::Finding;
use guild_check::report::{OperationResult, Verdict};

use crate::contract::Contract;
use crate::{Survey, rules};

pub use credentials::{Credential, CredentialError, Credentials};
pub use exchange::{Answered, Broken, Exchange, Got, Header, Intent, Secret, Sent};
pub use record::{Change, Page, Record};
pub use target::{Target, TargetError};

/// How a server is tried.
#[derive(Clone, Debug)]
pub struct LiveOptions {
    /// The server.
    pub target: Target,
    /// What proves who calls.
    pub credentials: Credentials,
    /// What may be sent.
    pub methods: Methods,
    /// What the requests follow from.
    pub seed: u64,
    /// How much is sent and read.
    pub limits: LiveLimits,
}

/// Which methods are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Methods {
    /// All of the contract.
    All,
    /// Those that read: GET, HEAD and OPTIONS.
    Reading,
}

/// How much is sent and read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LiveLimits {
    /// How many requests are sent.
    pub requests: usize,
    /// How long an answer may take.
    pub request_time: Duration,
    /// How long the run may take.
    pub run_time: Duration,
    /// How many bytes of an answer's body are read.
    pub body_bytes: u64,
    /// How many bytes of all bodies are kept.
    pub kept_bytes: usize,
}

/// What came of a run.
#[derive(Debug, Default)]
pub struct Live {
    /// What is wrong.
    pub findings: Vec<Finding>,
    /// The operations, in the order of the contract.
    pub operations: Vec<OperationResult>,
    /// What the run made and could not take away again, such as `/api/tasks/17`.
    pub left: Vec<String>,
    /// How many answers were errors, and how many lists were read page by page.
    pub counts: LiveCounts,
}

/// A run in numbers, for the checklist.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LiveCounts {
    /// How many answers were errors.
    pub errors: usize,
    /// How many lists were read page by page.
    pub lists: usize,
}

/// The server could not be reached at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("nothing answers at {url}: {reason}")]
pub struct Unreachable {
    /// Its address.
    pub url: String,
    /// Why.
    pub reason: String,
}

impl Default for LiveLimits {
    fn default() -> Self {
        Self {
            requests: 2000,
            request_time: Duration::from_secs(10),
            run_time: Duration::from_secs(300),
            body_bytes: 4 << 20,
            kept_bytes: 128 << 20,
        }
    }
}

/// Holds a server to its contract.
///
/// # Errors
///
/// If nothing answers; whatever comes after the first answer is a finding.
pub fn hold(survey: &Survey, options: &LiveOptions) -> Result<Live, Unreachable> {
    let tried = run::run(survey, options)?;
    let mut live = Live {
        left: tried.left,
        ..Live::default()
    };
    live.findings = rules::judge_record(&tried.server);
    for record in &tried.records {
        let found = rules::judge_record(record);
        live.counts.errors += record.errors().count();
        live.counts.lists += usize::from(record.pages().next().is_some());
        live.operations.push(result(record));
        live.findings.extend(found);
    }
    Ok(live)
}

/// Lists the credentials that operations of a contract ask for, by the names of their schemes.
pub fn schemes(contract: &Contract) -> Vec<&str> {
    contract
        .schemes
        .iter()
        .map(|scheme| &*scheme.name.text)
        .collect()
}

/// Tells what came of an operation; whether it failed is for the report to say, which weighs the findings.
fn result(record: &Record) -> OperationResult {
    let place = record.place();
    OperationResult {
        path: place.source.path().to_owned(),
        line: place.start().line,
        name: record.title(),
        verdict: match &record.not_run {
            Some(_) => Verdict::NotRun,
            None => Verdict::Passed,
        },
        reason: record.not_run.clone().or_else(|| record.note.clone()),
        requests: record.sent(),
        duration_ms: u64::try_from(record.took.as_millis()).unwrap_or(u64::MAX),
        is_marked: record.is_left_out,
    }
}
