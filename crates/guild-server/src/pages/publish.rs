//! The page on which somebody who is signed in publishes a skill: an archive is sent, what is wrong with it is shown,
//! and what nothing is wrong with is confirmed.

use askama::Template;
use axum::extract::{Request, State};
use axum::response::{IntoResponse as _, Redirect, Response};
use guild_check::{Severity, explain};
use http::header;

use super::accounts::{Person, momentary};
use super::assets;
use super::checked::{coded, stamp};
use super::layout::{Here, Layout};
use super::text::{self, Html};
use crate::auth::{SignedForm, Viewer};
use crate::document::Document;
use crate::error::{ApiError, Code};
use crate::links;
use crate::multipart;
use crate::posted;
use crate::state::AppState;
use crate::upload::{self, Judged, PageOf};

/// A form holds little besides the archive.
const FORM_BYTES: u64 = (12 << 20) + (64 << 10);

/// A larger archive is not sent back to be confirmed: whoever has it sends it again.
const CONFIRMED_BYTES: usize = 400 << 10;

#[derive(Template)]
#[template(path = "publish.html")]
struct PublishPage {
    layout: Layout,
    viewer: Viewer,
    notice: Option<String>,
    judged: Option<JudgedView>,
}

/// What was sent, and what was found in it.
struct JudgedView {
    sentence: String,
    has_passed: bool,
    /// The skill and its version.
    title: Option<String>,
    pack: Option<String>,
    findings: Vec<FoundLine>,
    /// The archive in hexadecimal, to be sent again with the confirmation.
    archive: Option<String>,
}

/// A finding.
struct FoundLine {
    place: String,
    stamp: &'static str,
    word: &'static str,
    message: Html,
    help: Option<Html>,
    rule: String,
    page: Option<String>,
}

/// Shows the form.
pub(crate) async fn show(
    State(state): State<AppState>,
    person: Person,
) -> Result<Document, ApiError> {
    page(&state, person.viewer, None, None)
}

fn page(
    state: &AppState,
    viewer: Viewer,
    notice: Option<String>,
    judged: Option<JudgedView>,
) -> Result<Document, ApiError> {
    momentary(&PublishPage {
        layout: Layout::new(state, Here::Account, links::publish()),
        viewer,
        notice,
        judged,
    })
}

/// Looks at the archive that a form carries, and publishes nothing yet.
pub(crate) async fn look(
    State(state): State<AppState>,
    person: Person,
    request: Request,
) -> Result<Response, ApiError> {
    let (head, body) = request.into_parts();
    posted::refuse_cross_site(&head.headers, state.base_url().as_str())?;
    let admitted = state.uploads().admit()?;
    let body = upload::collect(&state, body, FORM_BYTES).await?;
    let content_type = head.headers.get(header::CONTENT_TYPE);
    let content_type = content_type.and_then(|value| value.to_str().ok());
    let boundary = content_type.and_then(multipart::boundary);
    let parts = boundary.and_then(|boundary| multipart::parts(&body, boundary));
    let parts = parts.ok_or_else(|| posted::malformed("the form cannot be read; send it again"))?;
    let field = |name: &str| {
        let part = parts.iter().find(|part| part.name == name);
        part.map(|part| part.bytes)
    };
    if field("formToken") != Some(person.viewer.form_token.as_bytes()) {
        let message = "the form is of another session: open the page again and send it from there";
        return Err(ApiError::new(Code::CrossSite, message));
    }
    let archive = field("archive").unwrap_or_default().to_vec();
    if archive.is_empty() {
        let notice = "Choose the zip of the skill's folder first.".to_owned();
        return Ok(page(&state, person.viewer, Some(notice), None)?.into_response());
    }
    let judged = state.uploads().judge(archive.clone()).await?;
    drop(admitted);
    let view = JudgedView::new(&state, &judged, &archive);
    Ok(page(&state, person.viewer, None, Some(view))?.into_response())
}

/// Publishes what was looked at.
pub(crate) async fn confirm(
    State(state): State<AppState>,
    SignedForm { caller, mut fields }: SignedForm,
) -> Result<Response, ApiError> {
    let archive = fields.text("archive").unwrap_or_default();
    let archive = bytes(&archive)
        .ok_or_else(|| posted::malformed("the form cannot be read; send it again"))?;
    let admitted = state.uploads().admit()?;
    let judged = state.uploads().judge(archive).await?;
    let published =
        upload::publish(&state, &caller, judged.skill()?, None, &PageOf::Author).await?;
    drop(admitted);
    let release = published.release();
    let path = links::release(&release.skill, &release.version);
    Ok(Redirect::to(&path).into_response())
}

impl JudgedView {
    fn new(state: &AppState, judged: &Judged, archive: &[u8]) -> Self {
        let report = &judged.report;
        let line = |found: &guild_check::report::v1::FindingV1| FoundLine {
            place: text::visible(&format!("{}:{}", found.path, found.start_line)),
            stamp: stamp(found.severity),
            word: found.severity.word(),
            message: coded(&found.message),
            help: found.help.as_deref().map(coded),
            page: explain::find(&found.rule, state.rules()).map(|page| links::rule(page.name)),
            rule: found.rule.clone(),
        };
        let errors = report.findings.iter();
        let has_errors = errors
            .clone()
            .any(|found| found.severity == Severity::Error);
        let has_passed = !has_errors && judged.skill.is_some();
        let record = judged.skill.as_ref();
        let record = record.and_then(|(_, files)| guild_skill::page::record(files).ok());
        let version = record
            .as_ref()
            .and_then(|record| guild_skill::version::version(&record.skill_md));
        let version = version.map_or("the next patch".to_owned(), |version| version.to_string());
        let name = judged.skill.as_ref().map(|(name, _)| name);
        Self {
            sentence: report.overall.clone(),
            has_passed,
            title: name.map(|name| format!("{name} {version}")),
            pack: record.map(|record| text::visible(&record.pack_label)),
            findings: report.findings.iter().map(line).collect(),
            archive: (has_passed && archive.len() <= CONFIRMED_BYTES).then(|| hex(archive)),
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

fn bytes(hex: &str) -> Option<Vec<u8>> {
    let digits = hex.as_bytes();
    if !digits.len().is_multiple_of(2) {
        return None;
    }
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    digits.chunks(2).map(byte).collect()
}
