//! Matches: which skills apply to a task, and which words decide.

use axum::extract::State;
use guild_catalog::PageRequest;
use guild_skill::wire;
use utoipa::IntoParams;

use crate::api::Reply;
use crate::error::{ApiError, Code};
use crate::openapi::{Fault, Invalid, MalformedQuery};
use crate::paging::{PageParameters, Paging};
use crate::parameters::{Fields, FromFields, Parameters};
use crate::state::AppState;

/// The longest task, in characters.
const TASK_LENGTH: usize = 2000;

/// The task, for the published contract; [`Task`] is what the handler gets.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
#[expect(
    dead_code,
    reason = "its fields describe parameters to readers of the contract"
)]
pub(crate) struct TaskParameters {
    /// What is to be done, as a person would say it to an assistant.
    #[param(max_length = 2000, example = "document this endpoint")]
    task: Option<String>,
}

/// What is to be done, and which page of the answer is wanted.
pub(crate) struct Task(String, PageRequest);

impl FromFields for Task {
    fn from_fields(fields: &mut Fields) -> Result<Self, ApiError> {
        let task = fields.text("task").unwrap_or_default();
        if task.chars().count() > TASK_LENGTH {
            let message = format!("`task` may have {TASK_LENGTH} characters");
            return Err(ApiError::new(Code::ParameterOutOfRange, message));
        }
        let Paging(page) = Paging::from_fields(fields)?;
        Ok(Self(task, page))
    }
}

/// Lists the skills that apply to a task.
///
/// The one that fits best comes first, with the trigger phrases and the words that decided.
#[utoipa::path(
    get,
    path = "/api/matches",
    operation_id = "listMatches",
    tag = "skills",
    params(TaskParameters, PageParameters),
    responses((status = OK, description = "A page of matches.", body = wire::List<wire::SkillMatch>), MalformedQuery, Invalid, Fault)
)]
pub(crate) async fn list(
    State(state): State<AppState>,
    Parameters(Task(task, page)): Parameters<Task>,
) -> Result<Reply<wire::List<wire::SkillMatch>>, ApiError> {
    Ok(Reply(state.catalog().matches(&task, page).await?))
}
