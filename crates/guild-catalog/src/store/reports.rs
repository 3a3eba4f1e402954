//! Reports: what came of checks of work that was done with a release.

use sqlx::{AnyConnection, AnyPool};

use crate::store::statement::Statement;

/// A row of `reports`, as it is shown.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(crate) struct ReportRow {
    pub(crate) id: String,
    pub(crate) skill: String,
    pub(crate) version: String,
    pub(crate) subject: String,
    pub(crate) verdict: String,
    pub(crate) files: i64,
    pub(crate) errors: i64,
    pub(crate) warnings: i64,
    pub(crate) notes: i64,
    pub(crate) created_at: i64,
}

/// A row of `report_rules`, as it is shown.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(crate) struct RuleRow {
    pub(crate) rule: String,
    pub(crate) severity: String,
    pub(crate) times: i64,
}

/// A rule that reports of a release say was broken, and in how many of them.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(crate) struct BrokenRow {
    pub(crate) rule: String,
    pub(crate) reports: i64,
}

/// Which reports are wanted.
#[derive(Clone, Debug)]
pub(crate) struct Filter {
    pub(crate) skill: Option<String>,
    pub(crate) version: Option<String>,
}

macro_rules! filtered {
    ($before:literal, $after:literal) => {
        concat!(
            $before,
            "WHERE (CAST($1 AS TEXT) IS NULL OR skill = $1) AND (CAST($2 AS TEXT) IS NULL OR version = $2) ",
            $after
        )
    };
}

/// Lists reports, the newest first.
pub(crate) async fn list(
    readers: &AnyPool,
    filter: &Filter,
    (limit, offset): (i64, i64),
) -> Result<Vec<ReportRow>, sqlx::Error> {
    sqlx::query_as(filtered!(
        "SELECT id, skill, version, subject, verdict, files, errors, warnings, notes, created_at FROM reports ",
        "ORDER BY created_at DESC, id LIMIT $3 OFFSET $4"
    ))
    .bind(filter.skill.as_deref())
    .bind(filter.version.as_deref())
    .bind(limit)
    .bind(offset)
    .fetch_all(readers)
    .await
}

/// Counts reports.
pub(crate) async fn count_of(readers: &AnyPool, filter: &Filter) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar(filtered!("SELECT COUNT(*) FROM reports ", ""))
        .bind(filter.skill.as_deref())
        .bind(filter.version.as_deref())
        .fetch_one(readers)
        .await
}

/// Lists the rules of one report by name.
pub(crate) async fn rules(readers: &AnyPool, report: &str) -> Result<Vec<RuleRow>, sqlx::Error> {
    sqlx::query_as(
        "SELECT rule, severity, times FROM report_rules WHERE report = $1 ORDER BY rule, severity",
    )
    .bind(report)
    .fetch_all(readers)
    .await
}

/// Counts the reports of a release by their verdict.
pub(crate) async fn verdicts(
    readers: &AnyPool,
    skill: &str,
    version: &str,
) -> Result<Vec<(String, i64)>, sqlx::Error> {
    sqlx::query_as(
        "SELECT verdict, COUNT(*) FROM reports WHERE skill = $1 AND version = $2 GROUP BY verdict ORDER BY verdict",
    )
    .bind(skill)
    .bind(version)
    .fetch_all(readers)
    .await
}

/// Lists the rules that reports of a release say were broken, those in the most reports first.
pub(crate) async fn broken(
    readers: &AnyPool,
    (skill, version): (&str, &str),
    limit: i64,
) -> Result<Vec<BrokenRow>, sqlx::Error> {
    sqlx::query_as(
        "SELECT rule, COUNT(DISTINCT report) AS reports FROM report_rules \
         WHERE skill = $1 AND version = $2 AND severity = 'ERROR' \
         GROUP BY rule ORDER BY COUNT(DISTINCT report) DESC, rule LIMIT $3",
    )
    .bind(skill)
    .bind(version)
    .bind(limit)
    .fetch_all(readers)
    .await
}

/// Counts what somebody has sent since then.
pub(crate) async fn count_by(
    connection: &mut AnyConnection,
    sender: &str,
    since: i64,
) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("SELECT COUNT(*) FROM reports WHERE sent_by = $1 AND created_at > $2")
        .bind(sender)
        .bind(since)
        .fetch_one(connection)
        .await
}

/// Adds a report; its rules follow it ([`insert_rule`]).
pub(crate) fn insert(row: &ReportRow, sender: &str) -> Statement {
    Statement::of(
        "INSERT INTO reports (id, skill, version, subject, verdict, files, errors, warnings, notes, sent_by, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
    )
    .bind(row.id.as_str())
    .bind(row.skill.as_str())
    .bind(row.version.as_str())
    .bind(row.subject.as_str())
    .bind(row.verdict.as_str())
    .bind(row.files)
    .bind(row.errors)
    .bind(row.warnings)
    .bind(row.notes)
    .bind(sender)
    .bind(row.created_at)
}

/// Adds a rule of a report.
pub(crate) fn insert_rule(report: &ReportRow, rule: &RuleRow) -> Statement {
    Statement::of(
        "INSERT INTO report_rules (report, skill, version, rule, severity, times) VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(report.id.as_str())
    .bind(report.skill.as_str())
    .bind(report.version.as_str())
    .bind(rule.rule.as_str())
    .bind(rule.severity.as_str())
    .bind(rule.times)
}

/// Takes all reports of a skill away.
pub(crate) fn delete_all(skill: &str) -> [Statement; 2] {
    [
        Statement::of("DELETE FROM report_rules WHERE skill = $1").bind(skill),
        Statement::of("DELETE FROM reports WHERE skill = $1").bind(skill),
    ]
}
