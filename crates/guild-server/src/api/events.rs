//! Events: what happened in the catalog, in order.

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use guild_catalog::PageRequest;
use guild_skill::wire;
use http::HeaderMap;
use utoipa::IntoParams;

use crate::api::{Reply, event_stream};
use crate::error::ApiError;
use crate::openapi::{Fault, Invalid, MalformedQuery, StreamsBusy};
use crate::paging::{PageParameters, Paging, natural};
use crate::parameters::{Fields, FromFields, Parameters};
use crate::state::AppState;

/// Where a list of events begins, for the published contract; [`After`] is what the handler gets.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(
    dead_code,
    reason = "its fields describe parameters to readers of the contract"
)]
pub(crate) struct EventParameters {
    /// Only events with a higher `sequence` than this: the last one that the caller has seen.
    #[param(minimum = 0, default = 0, example = 0)]
    after: Option<u64>,
}

/// Where a stream of events begins, for the published contract; the handler reads the header.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(
    dead_code,
    reason = "its fields describe parameters to readers of the contract"
)]
pub(crate) struct StreamParameters {
    /// With `Accept: text/event-stream`: the last `sequence` seen, in place of `after`. Browsers send it when they
    /// connect again.
    #[param(rename = "Last-Event-ID", value_type = u64, required = false, minimum = 0, example = 4)]
    last_event_id: Option<u64>,
}

/// Where a list of events begins.
pub(crate) struct After {
    after: u64,
    page: PageRequest,
}

impl FromFields for After {
    fn from_fields(fields: &mut Fields) -> Result<Self, ApiError> {
        let after: i64 = fields.number("after")?.unwrap_or(0);
        let after = natural("after", after)?;
        let Paging(page) = Paging::from_fields(fields)?;
        Ok(Self { after, page })
    }
}

/// Lists events.
///
/// The oldest comes first. A caller that keeps up asks for what comes after the last `sequence` it has seen.
/// With `Accept: text/event-stream` the answer stays open and tells each event as it happens; a client that was cut off
/// goes on by sending the last id as `Last-Event-ID`.
#[utoipa::path(
    get,
    path = "/api/events",
    operation_id = "listEvents",
    tag = "events",
    params(EventParameters, PageParameters, StreamParameters),
    responses(
        (
            status = OK,
            description = "A page of events, or with `Accept: text/event-stream` all that come, one by one.",
            content((wire::List<wire::Event> = "application/json"), (String = "text/event-stream"))
        ),
        MalformedQuery, Invalid, Fault, StreamsBusy
    )
)]
pub(crate) async fn list(
    State(state): State<AppState>,
    Parameters(After { after, page }): Parameters<After>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let last_seen = event_stream::last_seen(&headers)?;
    if event_stream::is_wanted(&headers) {
        return event_stream::begin(state, last_seen.unwrap_or(after));
    }
    let events = state.catalog().events(after, page).await?;
    Ok(Reply(events).into_response())
}
