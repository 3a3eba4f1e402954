//! Reports: what came of checks of work that was done with a release.

use axum::extract::State;
use guild_catalog::{PageRequest, ParsedReport, ReportError};
use guild_skill::{SkillName, wire};
use semver::Version;
use utoipa::IntoParams;

use crate::api::written::Written;
use crate::api::{Reply, skills};
use crate::auth::{Caller, FromBody};
use crate::error::{ApiError, Code};
use crate::openapi::{
    BodyTooLarge, Fault, FaultOrFull, Invalid, InvalidBody, MalformedQuery, MalformedWrite,
    Refused, ReleaseMissing, TooManyReports, Unauthenticated,
};
use crate::paging::{PageParameters, Paging};
use crate::parameters::{Fields, FromFields, Parameters};
use crate::state::AppState;

/// An hour, in seconds: after that long there is room for another report.
const HOUR: u64 = 60 * 60;

/// Which reports are listed, for the published contract; [`About`] is what the handler gets.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(
    dead_code,
    reason = "its fields describe parameters to readers of the contract"
)]
pub(crate) struct ReportParameters {
    /// Only reports of this skill.
    #[param(
        max_length = 64,
        pattern = "^[a-z0-9]+(-[a-z0-9]+)*$",
        example = "api-documentation-writer"
    )]
    skill: Option<String>,
    /// Only reports of releases of this version.
    #[param(
        max_length = 255,
        pattern = r"^(0|[1-9][0-9]{0,8})\.(0|[1-9][0-9]{0,8})\.(0|[1-9][0-9]{0,8})(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$",
        example = "1.0.0"
    )]
    version: Option<String>,
}

/// Which reports are listed.
pub(crate) struct About {
    skill: Option<SkillName>,
    version: Option<Version>,
    page: PageRequest,
}

impl FromFields for About {
    fn from_fields(fields: &mut Fields) -> Result<Self, ApiError> {
        let skill = fields.value("skill")?;
        let version = fields.version("version")?;
        let Paging(page) = Paging::from_fields(fields)?;
        Ok(Self {
            skill,
            version,
            page,
        })
    }
}

/// Lists reports.
///
/// The newest comes first. Nobody is told who sent one.
#[utoipa::path(
    get,
    path = "/api/reports",
    operation_id = "listReports",
    tag = "reports",
    params(ReportParameters, PageParameters),
    responses(
        (status = OK, description = "A page of reports.", body = wire::List<wire::Report>),
        MalformedQuery, Invalid, Fault
    )
)]
pub(crate) async fn list(
    State(state): State<AppState>,
    Parameters(about): Parameters<About>,
) -> Result<Reply<wire::List<wire::Report>>, ApiError> {
    let About {
        skill,
        version,
        page,
    } = about;
    let (skill, version) = (skill.as_ref(), version.as_ref());
    Ok(Reply(state.catalog().reports(skill, version, page).await?))
}

/// Tells what came of a check.
///
/// `guild check … --report-to` sends it: a verdict, counts and the names of rules, and nothing of the work itself. A
/// field that is not in the contract is refused, so that nothing else comes along.
#[utoipa::path(
    post,
    path = "/api/reports",
    operation_id = "createReport",
    tag = "reports",
    security(("token" = ["ratings:write"]), ("session" = [])),
    request_body = wire::NewReport,
    responses(
        (status = CREATED, description = "The report.", body = wire::Report),
        MalformedWrite, Unauthenticated, Refused, ReleaseMissing, BodyTooLarge, InvalidBody, TooManyReports,
        FaultOrFull
    )
)]
pub(crate) async fn create(
    State(state): State<AppState>,
    caller: Caller,
    Parameters(()): Parameters<()>,
    FromBody(new): FromBody<wire::NewReport>,
) -> Result<Written, ApiError> {
    let taken = match ParsedReport::parse(new) {
        Ok(report) => state.catalog().report(&caller, &report).await,
        Err(error) => Err(error),
    };
    match taken {
        Ok(report) => Written::created(&report),
        Err(error) => Err(refused(&state, error).await),
    }
}

async fn refused(state: &AppState, error: ReportError) -> ApiError {
    let message = error.to_string();
    match error {
        ReportError::Invalid(_) => ApiError::invalid(message),
        ReportError::NoSkill(name) => skills::absent(state, &name).await,
        ReportError::NoRelease(..) => ApiError::new(Code::ReleaseNotFound, message),
        ReportError::TooMany { .. } => ApiError::new(Code::TooManyTries, message).after(HOUR),
        ReportError::Denied(denied) => denied.into(),
        ReportError::Store(error) => error.into(),
    }
}
