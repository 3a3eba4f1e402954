//! Whether a release is to be trusted, as far as this catalog knows.

use std::sync::Arc;

use axum::extract::{Path, State};
use guild_check::Severity;
use guild_skill::{Digest, wire};
use serde_json::{Value, json};

use super::super::{Address, Asked};
use super::shapes::time;
use super::{find, find_release};
use crate::document::Document;
use crate::error::ApiError;
use crate::links;
use crate::safety::{Judged, Told};
use crate::state::AppState;

/// Shows what is known of a release: whether it was withdrawn, what the safety rules find, and its digests.
pub(in crate::compat) async fn show(
    State(state): State<AppState>,
    Path(slug): Path<String>,
    address: Address,
    asked: Asked,
) -> Result<Document, ApiError> {
    let entry = find(&state, &slug, &asked).await?;
    let release = find_release(&state, &entry, &asked).await?;
    let judged = judge(&state, &release).await?;
    let reasons = reasons(&release, judged.as_deref());
    let page = match asked.text("version") {
        Some(_) => links::release(&release.skill, &release.version),
        None => links::skill(&release.skill),
    };
    let resolved_from = match (asked.text("version"), asked.text("tag")) {
        (Some(_), _) => "version",
        (None, Some(_)) => "tag",
        (None, None) => "latest",
    };
    address.answer(&json!({
        "schema": "clawhub.skill.verify.v1",
        "ok": reasons.is_empty(),
        "decision": if reasons.is_empty() { "pass" } else { "fail" },
        "reasons": reasons,
        "slug": release.skill,
        "displayName": entry.record.title,
        "pageUrl": address.join(&page),
        "publisherHandle": entry.pack.as_str(),
        "publisherDisplayName": entry.pack_label,
        "publisherProfileUrl": address.join(&links::pack(entry.pack.as_str())),
        "version": release.version,
        "resolvedFrom": resolved_from,
        "tag": asked.text("tag"),
        "createdAt": time(&release.published_at),
        "card": null,
        "artifact": {
            "kind": "archive",
            "url": address.join(&links::api_archive(&release.root_digest)),
            "digest": release.root_digest,
            "treeDigest": release.tree_digest,
            "isYanked": release.is_yanked,
        },
        "provenance": null,
        "security": judged.as_deref().map(security),
        "signature": null,
    }))
}

/// Shows what the safety rules find, with the place of each finding.
pub(in crate::compat) async fn moderation(
    State(state): State<AppState>,
    Path(slug): Path<String>,
    asked: Asked,
) -> Result<Document, ApiError> {
    let entry = find(&state, &slug, &asked).await?;
    let judged = judge(&state, &entry.latest).await?;
    let moderation = judged.filter(|judged| errors(judged).next().is_some());
    let moderation = moderation.as_deref().map(|judged| {
        let codes: Vec<String> = errors(judged).map(|told| told.rule.to_string()).collect();
        json!({
            "isSuspicious": true,
            "isMalwareBlocked": false,
            "verdict": "suspicious",
            "reasonCodes": codes,
            "evidence": judged.findings.iter().map(evidence).collect::<Vec<_>>(),
        })
    });
    Document::json(&json!({ "moderation": moderation }))
}

async fn judge(state: &AppState, release: &wire::Release) -> Result<Option<Arc<Judged>>, ApiError> {
    let digest = Digest::parse(&release.digest).map_err(ApiError::fault)?;
    state.safety().of(state, &digest).await
}

fn errors(judged: &Judged) -> impl Iterator<Item = &Told> {
    let findings = judged.findings.iter();
    findings.filter(|told| told.severity == Severity::Error)
}

/// Says why a release is not to be trusted; nothing when there is no reason.
fn reasons(release: &wire::Release, judged: Option<&Judged>) -> Vec<String> {
    let mut reasons = Vec::new();
    if release.is_yanked {
        reasons.push("the release was withdrawn".to_owned());
    }
    match judged {
        None => reasons.push("its archive cannot be read".to_owned()),
        Some(judged) => reasons.extend(errors(judged).map(|told| {
            format!(
                "{}: {}:{}: {}",
                told.rule, told.path, told.line, told.message
            )
        })),
    }
    reasons
}

fn security(judged: &Judged) -> Value {
    json!({
        "status": if errors(judged).next().is_none() { "clean" } else { "suspicious" },
        "findings": judged.findings.iter().map(evidence).collect::<Vec<_>>(),
    })
}

/// A finding in the client's words. The text that it was found in stays out, as on our own pages.
fn evidence(told: &Told) -> Value {
    let severity = match told.severity {
        Severity::Error => "critical",
        Severity::Warning => "warn",
        Severity::Note => "info",
    };
    json!({
        "code": told.rule.to_string(),
        "severity": severity,
        "file": told.path,
        "line": told.line,
        "message": told.message,
        "evidence": "",
    })
}
