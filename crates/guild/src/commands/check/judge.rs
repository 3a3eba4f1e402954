//! Judging many documents, each read, judged and let go.

use guild_check::allow::may_hold_comment;
use guild_check::each::on_all_cores;
use guild_check::report::ReportOptions;
use guild_check::{Finding, Report, Source};

use super::cache::Cache;
use super::files::Document;
use crate::failure::Failure;

/// What was found in documents. The text of one in which nothing was found is no longer held.
pub(super) struct Judged {
    pub(super) findings: Vec<Finding>,
    /// The documents whose comments may allow a finding.
    allowing: Vec<Source>,
    paths: Vec<String>,
}

/// Judges documents on all cores; the findings stand in the order of the documents.
pub(super) fn judge(
    documents: &[Document],
    cache: &Cache,
    check: impl Fn(&Source) -> Vec<Finding> + Sync,
) -> Result<Judged, Failure> {
    let results = on_all_cores(documents, |document| -> Result<_, Failure> {
        let source = document.read()?;
        let findings = cache.find(&source, || check(&source));
        Ok((findings, may_hold_comment(&source).then_some(source)))
    });
    cache.save();
    let mut judged = Judged {
        findings: Vec::new(),
        allowing: Vec::new(),
        paths: documents.iter().map(Document::path).collect(),
    };
    for result in results {
        let (findings, allowing) = result?;
        judged.findings.extend(findings);
        judged.allowing.extend(allowing);
    }
    Ok(judged)
}

impl Judged {
    /// Makes the report.
    pub(super) fn report(self, check: &str, options: &ReportOptions<'_>) -> Report {
        Report::new(check, &self.allowing, self.findings, options).with_files(self.paths)
    }
}
