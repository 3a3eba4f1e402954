//! Asking the user, through the client, before something is written.

use rmcp::RoleServer;
use rmcp::model::{
    BooleanSchema, CallToolRequestParams, ElicitRequest, ElicitRequestParams, ElicitResult,
    ElicitationAction, ElicitationCapability, ElicitationSchema, InputRequest, InputRequiredResult,
    PrimitiveSchemaDefinition, ProtocolVersion,
};
use rmcp::service::RequestContext;

/// Under which name the answer comes back.
const CONFIRM: &str = "confirm";

/// What came of asking.
pub(super) enum Asked {
    /// The user agrees.
    Yes,
    /// The client has no way to ask.
    Unable,
    /// The user does not agree.
    No,
    /// The client is to ask, and to call again with the answer.
    Later(Box<InputRequiredResult>),
}

/// Asks whether something may be done.
pub(super) async fn ask(
    question: &str,
    request: &CallToolRequestParams,
    context: &RequestContext<RoleServer>,
) -> Asked {
    if let Some(answer) = request
        .input_responses
        .as_ref()
        .and_then(|all| all.get(CONFIRM))
    {
        let answer = serde_json::from_value::<ElicitResult>(answer.clone());
        return answer.map_or(Asked::No, |answer| judge(&answer));
    }
    if !can_ask(context) {
        return Asked::Unable;
    }
    let params = form(question);
    if is_stateless(context) {
        let requests = [(
            CONFIRM.to_owned(),
            InputRequest::Elicitation(ElicitRequest::new(params)),
        )];
        return Asked::Later(Box::new(InputRequiredResult::from_input_requests(
            requests.into(),
        )));
    }
    match context.peer.create_elicitation(params).await {
        Ok(answer) => judge(&answer),
        // A client that cannot ask after all has not said yes.
        Err(_) => Asked::No,
    }
}

fn judge(answer: &ElicitResult) -> Asked {
    let is_ticked =
        |content: &serde_json::Value| content[CONFIRM] != serde_json::Value::Bool(false);
    match answer.action {
        ElicitationAction::Accept if answer.content.as_ref().is_none_or(is_ticked) => Asked::Yes,
        _ => Asked::No,
    }
}

fn form(question: &str) -> ElicitRequestParams {
    let tick = PrimitiveSchemaDefinition::Boolean(BooleanSchema::new().with_default(true));
    ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: question.to_owned(),
        requested_schema: ElicitationSchema::new([(CONFIRM.to_owned(), tick)].into()),
    }
}

/// Says whether the client can show a form.
fn can_ask(context: &RequestContext<RoleServer>) -> bool {
    let said = context
        .peer
        .peer_info()
        .map(|info| info.capabilities.clone());
    let capabilities = context.meta.client_capabilities().or(said);
    let elicitation: Option<ElicitationCapability> = capabilities.and_then(|all| all.elicitation);
    // One that names neither way means forms, as it was before there were two.
    elicitation.is_some_and(|ways| ways.form.is_some() || ways.url.is_none())
}

/// Says whether the protocol lets a server ask only in its answer (2026-07-28).
fn is_stateless(context: &RequestContext<RoleServer>) -> bool {
    let version = context.protocol_version();
    version.is_some_and(|version| version.as_str() >= ProtocolVersion::V_2026_07_28.as_str())
}
