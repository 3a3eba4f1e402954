//! A check that was made, as it is shown now and as it is kept to be shown again.

use guild_check::report::v1::ReportV1;
use serde::{Deserialize, Serialize};

use crate::work_check::{Subject, WorkChecked};

/// More findings than these help nobody.
const FINDINGS: usize = 200;

/// More places of one finding than these help nobody either; it says how many there are.
const INSTANCES: usize = 100;

/// The version of the form in which one is kept: what has another one is not shown.
const VERSION: u32 = 1;

/// A text and what was found in it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Checkup {
    version: u32,
    /// The skill whose work it is.
    pub(super) skill: String,
    pub(super) subject: Subject,
    /// What it was read as, where that is not the same for all.
    pub(super) form: Option<String>,
    pub(super) text: String,
    pub(super) report: ReportV1,
    /// How many findings are left out.
    pub(super) more: usize,
}

impl Checkup {
    /// Takes what a check said of a text.
    pub(super) fn new(
        skill: String,
        subject: Subject,
        text: String,
        checked: &WorkChecked,
    ) -> Self {
        let mut report = ReportV1::from(&checked.report);
        let more = report.findings.len().saturating_sub(FINDINGS);
        report.findings.truncate(FINDINGS);
        for finding in &mut report.findings {
            finding.instances.truncate(INSTANCES);
        }
        Self {
            version: VERSION,
            skill,
            subject,
            form: checked.form.clone(),
            text,
            report,
            more,
        }
    }

    /// Writes it down.
    pub(super) fn to_json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(self)
    }

    /// Reads what was written down; none if an earlier or later guild wrote it in another form.
    pub(super) fn of_json(json: &str) -> Option<Self> {
        let read: Self = serde_json::from_str(json).ok()?;
        (read.version == VERSION).then_some(read)
    }
}
