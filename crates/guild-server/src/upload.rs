//! A skill that somebody sends: read within limits, judged as its author could have, and published.
//!
//! An upload waits for its turn before its body is read, so that what is in memory has a bound, and it is unpacked and
//! judged on threads apart from those that answer.

mod wish;

pub(crate) use self::wish::{PageOf, Wish, WishParameters};

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use guild_catalog::{Caller, Publication, PublishError, Published};
use guild_check::report::v1::{FindingV1, ReportV1};
use guild_check::report::{AllowComments, Deny, ReportOptions};
use guild_check::{Finding, Report, Settings, Severity};
use guild_skill::archive::{ArchiveLimits, Opened};
use guild_skill::files::FileSet;
use guild_skill::signature::{Signature, SignatureError};
use guild_skill::{SkillName, check, import, wire};
use http::header::HeaderMap;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use utoipa::IntoParams;

use crate::auth::unauthenticated;
use crate::error::{ApiError, Code};
use crate::judges::Judges;
use crate::posted;
use crate::received::{self, Bounds};
use crate::state::AppState;

const LIMITS: ArchiveLimits = ArchiveLimits::STANDARD;

/// How many uploads are on their way or judged at a time, each with its archive in memory.
const ADMITTED: usize = 16;

/// How many are unpacked and judged at a time: each may take as much memory as the largest skill.
const AT_A_TIME: usize = 2;

/// Who takes uploads.
pub(crate) struct Uploads {
    admitted: Arc<Semaphore>,
    judging: Arc<Semaphore>,
    judges: Judges,
    /// The time that an archive has before anything of it came.
    time: Duration,
}

/// A skill that was sent and judged.
pub(crate) struct Judged {
    /// What was found, as reports show it.
    pub(crate) report: ReportV1,
    /// The skill, where one can be read.
    pub(crate) skill: Option<(SkillName, FileSet)>,
    /// What finds the same on the publisher's machine.
    command: &'static str,
}

impl Uploads {
    /// Makes what takes uploads, each of which has a time before anything of it came.
    pub(crate) fn new(time: Duration) -> Self {
        Self {
            admitted: Arc::new(Semaphore::new(ADMITTED)),
            judging: Arc::new(Semaphore::new(AT_A_TIME)),
            judges: Judges::new(AT_A_TIME),
            time,
        }
    }

    /// Lets an upload in, for as long as what it is given lives.
    ///
    /// # Errors
    /// When too many are in.
    pub(crate) fn admit(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        let admitted = Arc::clone(&self.admitted).try_acquire_owned();
        admitted.map_err(|_| {
            let message = "too many skills are being published here; try again in a moment";
            ApiError::new(Code::TooBusy, message)
        })
    }

    /// Gives what an upload may take.
    fn bounds(&self, bytes: u64, called: &'static str) -> Bounds {
        Bounds {
            bytes,
            discarded_bytes: bytes.saturating_mul(2),
            time: self.time,
            called,
            too_large,
        }
    }

    /// Unpacks an archive and judges what it holds, exactly as `guild check skill` does.
    pub(crate) async fn judge(&self, bytes: Vec<u8>) -> Result<Judged, ApiError> {
        self.judge_by(bytes, &PageOf::Author).await
    }

    /// Unpacks an archive and judges what it holds, by where its page comes from.
    async fn judge_by(&self, bytes: Vec<u8>, page: &PageOf) -> Result<Judged, ApiError> {
        let judge = match page {
            PageOf::Author => Judged::of,
            PageOf::SkillMd { .. } => Judged::of_others,
        };
        let turn = Arc::clone(&self.judging).acquire_owned().await;
        let turn = turn.map_err(ApiError::fault)?;
        let (sender, receiver) = tokio::sync::oneshot::channel();
        let given = self.judges.give(move || {
            let _turn = turn;
            // Nobody may be waiting any more.
            let _ = sender.send(judge(&bytes));
        });
        given.map_err(ApiError::fault)?;
        receiver.await.map_err(ApiError::fault)
    }
}

impl Judged {
    fn of(bytes: &[u8]) -> Self {
        Self::by(bytes, check::judge_listed, "guild check skill")
    }

    fn of_others(bytes: &[u8]) -> Self {
        Self::by(bytes, import::judge_archive, "guild import --dry-run")
    }

    fn by(bytes: &[u8], judge: impl Fn(&Opened) -> Vec<Finding>, command: &'static str) -> Self {
        let mut opened = Opened::of("the archive".to_owned(), bytes, &LIMITS);
        let name = opened.archive.as_ref().ok().and_then(|archive| {
            let skill_md = archive.files.get("SKILL.md")?;
            let text = std::str::from_utf8(&skill_md.bytes).ok()?;
            SkillName::parse(&guild_skill::named(text)?).ok()
        });
        if let Some(name) = &name {
            opened.path = format!("{name}.zip");
        }
        let findings = judge(&opened);
        let options = ReportOptions {
            settings: &Settings::default(),
            deny: Deny::Errors,
            // Who is not trusted does not judge.
            allow_comments: AllowComments::Ignored,
            elsewhere: &[],
        };
        let files = opened
            .archive
            .iter()
            .flat_map(|archive| archive.files.iter());
        let looked_at = files.map(|file| format!("{}/{}", opened.path, file.path));
        let looked_at = looked_at.collect();
        let report = Report::new("skill", &[], findings, &options).with_files(looked_at);
        Self {
            report: ReportV1::from(&report),
            skill: name.zip(opened.archive.ok().map(|archive| archive.files)),
            command,
        }
    }

    /// Gives the skill, unless an error was found.
    ///
    /// # Errors
    /// 422 with everything that was found.
    pub(crate) fn skill(self) -> Result<(SkillName, FileSet), ApiError> {
        let is_error = |found: &&FindingV1| found.severity == Severity::Error;
        let errors = self.report.findings.iter().filter(is_error).count();
        match self.skill {
            Some(skill) if errors == 0 => Ok(skill),
            Some((name, _)) => {
                let message = format!(
                    "`{name}` is not published: {errors} of the findings are errors; `{}` says the same on your machine",
                    self.command
                );
                Err(refused(message, self.report))
            }
            None => {
                let message =
                    "what was sent is not published: it is no archive in which a skill can be read";
                Err(refused(message.to_owned(), self.report))
            }
        }
    }
}

fn refused(message: String, report: ReportV1) -> ApiError {
    let findings = report.findings.into_iter().map(wire::Finding::from);
    ApiError::new(Code::SkillRefused, message).with_findings(findings.collect())
}

/// Takes an upload: lets it in, reads it and judges it.
///
/// # Errors
/// When too many are in, or it is no archive of a size that is taken. What is wrong with the skill is no error here.
pub(crate) async fn take(
    state: &AppState,
    headers: &HeaderMap,
    body: Body,
    page: &PageOf,
) -> Result<Judged, ApiError> {
    let admitted = state.uploads().admit()?;
    let bytes = receive(state, headers, body).await?;
    let judged = state.uploads().judge_by(bytes, page).await;
    drop(admitted);
    judged
}

/// Reads the archive that a request carries.
///
/// # Errors
/// When it is too large, too slow, or said to be something else.
async fn receive(state: &AppState, headers: &HeaderMap, body: Body) -> Result<Vec<u8>, ApiError> {
    if !posted::is_of_type(headers, "application/zip") {
        let message =
            "the body is no archive: send the zip of the skill's folder as application/zip";
        return Err(ApiError::new(Code::MalformedBody, message));
    }
    let bounds = state.uploads().bounds(LIMITS.archive_bytes, "the archive");
    received::collect(body, bounds).await
}

/// Takes what another client's protocol or a page sends of a skill, within the time that an archive has.
///
/// # Errors
/// When it is longer than may be, too slow, or breaks off.
pub(crate) async fn collect(state: &AppState, body: Body, bytes: u64) -> Result<Vec<u8>, ApiError> {
    received::collect(body, state.uploads().bounds(bytes, "what was sent")).await
}

fn too_large() -> ApiError {
    let message = format!(
        "an archive may have {} MiB; leave out what an assistant does not read",
        LIMITS.archive_bytes >> 20
    );
    ApiError::new(Code::BodyTooLarge, message)
}

/// The signature that comes with an archive, for the published contract; [`signature`] reads the header.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(
    dead_code,
    reason = "its field describes a parameter to readers of the contract"
)]
pub(crate) struct Signed {
    /// What a key of the account signed of the release: `<name>+<id>+<base64 of the key> <base64 of the signature>`. The
    /// guide on trust has the bytes of the statement.
    #[param(rename = "Guild-Signature", required = false, max_length = 400)]
    signature: Option<String>,
}

/// Reads the signature that comes with an archive.
///
/// # Errors
/// When there is one that has not the form of one.
pub(crate) fn signature(headers: &HeaderMap) -> Result<Option<Signature>, ApiError> {
    let Some(header) = headers.get("guild-signature") else {
        return Ok(None);
    };
    let signature = header.to_str().ok().and_then(|text| text.parse().ok());
    signature.map(Some).ok_or_else(|| {
        let message = format!("the header Guild-Signature is none: {SignatureError}");
        ApiError::new(Code::SignatureRefused, message)
    })
}

/// Publishes a skill that was judged.
///
/// # Errors
/// When the caller may not, or something is in the way: see [`PublishError`].
pub(crate) async fn publish(
    state: &AppState,
    caller: &Caller,
    (name, files): (SkillName, FileSet),
    signature: Option<&Signature>,
    page: &PageOf,
) -> Result<Published, ApiError> {
    let publication = publication(name, files, page);
    let catalog = state.catalog();
    let published = match signature {
        Some(signature) => catalog.publish_signed(publication, signature, caller).await,
        None => catalog.publish_by(publication, caller).await,
    };
    published.map_err(ApiError::from)
}

/// Says what would become of a skill that was judged, and leaves everything as it is.
///
/// # Errors
/// As [`publish`].
pub(crate) async fn rehearse(
    state: &AppState,
    caller: &Caller,
    (name, files): (SkillName, FileSet),
    signature: Option<&Signature>,
    page: &PageOf,
) -> Result<Published, ApiError> {
    let publication = publication(name, files, page);
    let rehearsed = state.catalog().rehearse(publication, signature, caller);
    let mut published = rehearsed.await?;
    if let Published::Created(release) = &mut published {
        release.is_dry_run = true;
    }
    Ok(published)
}

fn publication(name: SkillName, files: FileSet, page: &PageOf) -> Publication {
    let pack = match page {
        PageOf::Author => None,
        PageOf::SkillMd { pack } => pack.as_ref(),
    };
    Publication {
        name,
        files,
        published_at: None,
        pack_label: pack.map(|pack| pack.label().to_owned()),
    }
}

impl From<PublishError> for ApiError {
    fn from(error: PublishError) -> Self {
        let code = match error {
            PublishError::Denied(denied) => return denied.into(),
            PublishError::CredentialOver => return unauthenticated(),
            PublishError::Store(error) => return error.into(),
            PublishError::NotASkill { .. }
            | PublishError::OtherName { .. }
            | PublishError::PackLabel { .. }
            | PublishError::VersionTooLong { .. }
            | PublishError::Archive { .. } => Code::SkillRefused,
            PublishError::Signature { .. } => Code::SignatureRefused,
            PublishError::OtherPack { .. } => Code::OtherPack,
            PublishError::VersionTaken { .. } => Code::VersionTaken,
            PublishError::NameDeleted { .. } => Code::NameDeleted,
            PublishError::NameTooNear { .. } => Code::NameTooNear,
            PublishError::TooMany { .. } => Code::TooManyReleases,
        };
        let mut message = error.to_string();
        let mut source = std::error::Error::source(&error);
        while let Some(error) = source {
            message.push_str(": ");
            message.push_str(&error.to_string());
            source = error.source();
        }
        let error = Self::new(code, message);
        match code {
            Code::TooManyReleases => error.after(60 * 60),
            _ => error,
        }
    }
}
