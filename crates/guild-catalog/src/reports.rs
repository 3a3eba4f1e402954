//! Reports: what came of checks of work that was done with a release, as whoever checked it tells.
//!
//! A report says nothing of the work: a verdict, counts, and names of rules. It is told by strangers, so it is read
//! strictly, and it is shown as what it is.

use std::collections::BTreeSet;
use std::iter;

use guild_skill::wire::{self, Severity, Verdict};
use guild_skill::{Scope, SkillName};
use semver::Version;

use crate::accounts::{Caller, Denied, Place, of_word, random_id, word};
use crate::catalog::Catalog;
use crate::clock::rfc3339;
use crate::error::StoreError;
use crate::page_request::PageRequest;
use crate::store::reports::{self, Filter, ReportRow, RuleRow};
use crate::store::{count, events, releases, skills};

/// How many reports somebody may send within an hour.
const REPORTS_AN_HOUR: u64 = 300;

const HOUR_MS: i64 = 60 * 60 * 1000;

/// The largest number in a report.
const MOST: u32 = 1_000_000;

/// How many rules a report may name.
const RULES: usize = 200;

/// The longest name of a rule, in bytes; that of a check is half as long.
const RULE_LENGTH: usize = 128;

/// How many rules the totals name.
const TOTALS_RULES: i64 = 5;

/// A report that is what it must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedReport {
    skill: SkillName,
    version: Version,
    report: wire::NewReport,
}

/// Why a report is not taken.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// It is not what it must be.
    #[error("{0}")]
    Invalid(String),
    /// The catalog has no such skill.
    #[error("the catalog has no skill `{0}`")]
    NoSkill(SkillName),
    /// The skill has no such release.
    #[error("the skill `{0}` has no release {1}")]
    NoRelease(SkillName, Version),
    /// Too many came within an hour.
    #[error("`{sender}` has sent {REPORTS_AN_HOUR} reports within an hour, which is the most")]
    TooMany {
        /// Who sends them.
        sender: String,
    },
    /// The caller may not.
    #[error(transparent)]
    Denied(#[from] Denied),
    /// The catalog failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What the reports of a release come to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReportTotals {
    /// Reports that passed.
    pub passed: u64,
    /// Reports that failed.
    pub failed: u64,
    /// Reports of checks that could not run.
    pub not_run: u64,
    /// The rules with errors in the most reports, and in how many.
    pub broken: Vec<(String, u64)>,
}

impl ReportTotals {
    /// Gives how many reports there are.
    pub fn all(&self) -> u64 {
        self.passed + self.failed + self.not_run
    }
}

impl ParsedReport {
    /// Reads a report.
    ///
    /// # Errors
    /// Says which field is not what it must be, and never repeats what it holds.
    pub fn parse(report: wire::NewReport) -> Result<Self, ReportError> {
        let invalid = |text: &str| Err(ReportError::Invalid(text.to_owned()));
        let Ok(skill) = SkillName::parse(&report.skill) else {
            return invalid("`skill` is no name of a skill");
        };
        // A version of any length would be compared with what the catalog holds.
        let version = Some(&report.version).filter(|text| text.len() <= 255);
        let Some(version) = version.and_then(|text| Version::parse(text).ok()) else {
            return invalid("`version` is no semantic version");
        };
        if !is_word(&report.check, RULE_LENGTH / 2) {
            return invalid("`check` is lower-case letters, digits and hyphens, such as `docs`");
        }
        let wire::ReportSummary {
            files,
            errors,
            warnings,
            notes,
        } = report.summary;
        if [files, errors, warnings, notes]
            .iter()
            .any(|number| *number > MOST)
        {
            return invalid("a number of `summary` is above 1000000");
        }
        if report.verdict == Verdict::Passed && errors > 0 {
            return invalid("`verdict` is `PASSED`, and there are errors");
        }
        if report.rules.len() > RULES {
            return invalid("`rules` names more than 200");
        }
        check_rules(&report)?;
        Ok(Self {
            skill,
            version,
            report,
        })
    }

    fn rows(&self, id: String, now: i64) -> (ReportRow, Vec<RuleRow>) {
        let report = &self.report;
        let rule = |broken: &wire::BrokenRule| RuleRow {
            rule: broken.rule.clone(),
            severity: word(&broken.severity),
            times: i64::from(broken.count),
        };
        let rules = report.rules.iter().map(rule).collect();
        let row = ReportRow {
            skill: self.skill.to_string(),
            version: self.version.to_string(),
            subject: report.check.clone(),
            verdict: word(&report.verdict),
            files: i64::from(report.summary.files),
            errors: i64::from(report.summary.errors),
            warnings: i64::from(report.summary.warnings),
            notes: i64::from(report.summary.notes),
            created_at: now,
            id,
        };
        (row, rules)
    }
}

/// Sees that the rules stand once each, and have no more findings than the summary says.
fn check_rules(report: &wire::NewReport) -> Result<(), ReportError> {
    let invalid = |text: &str| Err(ReportError::Invalid(text.to_owned()));
    let summary = report.summary;
    let mut seen = BTreeSet::new();
    let (mut found_errors, mut found_warnings, mut found_notes) = (0_u64, 0_u64, 0_u64);
    for broken in &report.rules {
        if !is_rule(&broken.rule) {
            return invalid("a name in `rules` is none of a rule, such as `docs/section-order`");
        }
        if broken.count == 0 || broken.count > MOST {
            return invalid("a `count` in `rules` is not between 1 and 1000000");
        }
        let weight = match broken.severity {
            Severity::Error => &mut found_errors,
            Severity::Warning => &mut found_warnings,
            Severity::Note => &mut found_notes,
        };
        *weight += u64::from(broken.count);
        if !seen.insert((broken.rule.as_str(), word(&broken.severity))) {
            return invalid("a rule stands twice in `rules` with the same severity");
        }
    }
    let is_more = |found: u64, told: u32| found > u64::from(told);
    if is_more(found_errors, summary.errors)
        || is_more(found_warnings, summary.warnings)
        || is_more(found_notes, summary.notes)
    {
        return invalid("`rules` counts more findings than `summary`");
    }
    Ok(())
}

/// Whether a text is words of lower-case letters and digits with a hyphen between them.
fn is_word(text: &str, length: usize) -> bool {
    let is_part = |part: &str| {
        let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        !part.is_empty() && part.bytes().all(is_plain)
    };
    text.len() <= length && text.split('-').all(is_part)
}

fn is_rule(text: &str) -> bool {
    let parts = text.split_once('/');
    parts.is_some_and(|(check, name)| {
        text.len() <= RULE_LENGTH && is_word(check, RULE_LENGTH) && is_word(name, RULE_LENGTH)
    })
}

impl Catalog {
    /// Takes a report.
    ///
    /// # Errors
    /// When there is no such release, the caller may not or has sent too many, or the database fails.
    pub async fn report(
        &self,
        caller: &Caller,
        report: &ParsedReport,
    ) -> Result<wire::Report, ReportError> {
        caller.require(Scope::RatingsWrite, Place::Catalog)?;
        let store = &self.inner.store;
        let now = self.inner.clock.now();
        let (skill, version) = (&report.skill, &report.version);
        let mut writing = store.begin().await?;
        let sequence = store.sorted(events::next(&mut writing).await)?;
        let pack = store.sorted(skills::pack_of(&mut writing, skill.as_str()).await)?;
        if pack.is_none() {
            return Err(ReportError::NoSkill(skill.clone()));
        }
        let number = version.to_string();
        let release = releases::to_change(&mut writing, skill.as_str(), &number).await;
        if store.sorted(release)?.is_none() {
            return Err(ReportError::NoRelease(skill.clone(), version.clone()));
        }
        let sender = caller.name();
        let sent = reports::count_by(&mut writing, sender, now.saturating_sub(HOUR_MS)).await;
        if count(store.sorted(sent)?) >= REPORTS_AN_HOUR {
            let sender = sender.to_owned();
            return Err(ReportError::TooMany { sender });
        }
        let (row, rules) = report.rows(random_id()?, now);
        let rules_of = rules.iter().map(|rule| reports::insert_rule(&row, rule));
        let written = iter::once(reports::insert(&row, sender)).chain(rules_of);
        store.send(&mut writing, written).await?;
        self.inner.commit(writing, sequence).await?;
        Ok(into_wire(row, rules)?)
    }

    /// Lists reports, the newest first; of a skill and of a release of it, where they are named.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn reports(
        &self,
        skill: Option<&SkillName>,
        version: Option<&Version>,
        page: PageRequest,
    ) -> Result<wire::List<wire::Report>, StoreError> {
        let store = &self.inner.store;
        let filter = Filter {
            skill: skill.map(ToString::to_string),
            version: version.map(ToString::to_string),
        };
        let total = store.sorted(reports::count_of(store.readers(), &filter).await)?;
        let rows = reports::list(store.readers(), &filter, page.limits()).await;
        let mut items = Vec::new();
        for row in store.sorted(rows)? {
            let rules = store.sorted(reports::rules(store.readers(), &row.id).await)?;
            items.push(into_wire(row, rules)?);
        }
        Ok(page.list(items, count(total)))
    }

    /// Tells what the reports of a release come to.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn report_totals(
        &self,
        skill: &SkillName,
        version: &Version,
    ) -> Result<ReportTotals, StoreError> {
        let store = &self.inner.store;
        let number = version.to_string();
        let mut totals = ReportTotals::default();
        let verdicts = reports::verdicts(store.readers(), skill.as_str(), &number).await;
        for (verdict, reports) in store.sorted(verdicts)? {
            match of_word(&verdict)? {
                Verdict::Passed => totals.passed = count(reports),
                Verdict::Failed => totals.failed = count(reports),
                Verdict::NotRun => totals.not_run = count(reports),
            }
        }
        if totals.all() > 0 {
            let release = (skill.as_str(), number.as_str());
            let broken = reports::broken(store.readers(), release, TOTALS_RULES).await;
            let broken = store.sorted(broken)?.into_iter();
            totals.broken = broken.map(|row| (row.rule, count(row.reports))).collect();
        }
        Ok(totals)
    }
}

fn into_wire(row: ReportRow, rules: Vec<RuleRow>) -> Result<wire::Report, StoreError> {
    let number = |number: i64| u32::try_from(number).unwrap_or(u32::MAX);
    let rule = |row: RuleRow| -> Result<_, StoreError> {
        Ok(wire::BrokenRule {
            rule: row.rule,
            severity: of_word(&row.severity)?,
            count: number(row.times),
        })
    };
    Ok(wire::Report {
        id: row.id,
        skill: row.skill,
        version: row.version,
        check: row.subject,
        verdict: of_word(&row.verdict)?,
        summary: wire::ReportSummary {
            files: number(row.files),
            errors: number(row.errors),
            warnings: number(row.warnings),
            notes: number(row.notes),
        },
        rules: rules.into_iter().map(rule).collect::<Result<_, _>>()?,
        created_at: rfc3339(row.created_at),
    })
}
