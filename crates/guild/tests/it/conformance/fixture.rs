//! The server that the conformance suite asks for, on the layer that serves our own tools over HTTP.

use std::sync::{Arc, Mutex};

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ClientCapabilities,
    CompleteRequestParams, CompleteResult, CompletionInfo, ContentBlock,
    CreateMessageRequestParams, ElicitRequestParams, ErrorData, GetPromptRequestParams,
    GetPromptResponse, GetPromptResult, InputRequiredResult, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, LoggingLevel,
    LoggingMessageNotificationParam, PaginatedRequestParams, ProgressNotificationParam,
    ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, SamplingMessage,
    ServerCapabilities, ServerConfig, SetLevelRequestParams, SubscribeRequestParams,
    SubscriptionFilter, Tool, UnsubscribeRequestParams,
};
use rmcp::service::{RequestContext, SubscriptionContext, SubscriptionSink};
use rmcp::{RoleServer, ServerHandler};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::content;
use super::rounds::{Rounds, Turn};

type Context = RequestContext<RoleServer>;

/// The suite's server; all sessions and requests see the same subscriptions.
#[derive(Clone, Default)]
pub(crate) struct Fixture {
    listeners: Arc<Mutex<Vec<SubscriptionSink>>>,
}

/// Reads what is written as data.
fn read<T: DeserializeOwned>(value: &Value) -> T {
    T::deserialize(value).unwrap_or_else(|error| panic!("{error}: {value}"))
}

/// Reads a result, and says that it is one: since 2026-07-28 there are others.
fn whole<T: DeserializeOwned>(mut value: Value) -> T {
    value["resultType"] = json!("complete");
    read(&value)
}

fn said(text: &str) -> CallToolResponse {
    CallToolResult::success(vec![ContentBlock::text(text)]).into()
}

fn could_not(text: String) -> CallToolResponse {
    CallToolResult::error(vec![ContentBlock::text(text)]).into()
}

/// What the client can do, as the request or the session says.
fn able(context: &Context) -> Value {
    let of_session = || {
        context
            .peer
            .peer_info()
            .map(|info| info.capabilities.clone())
    };
    let able = context.meta.client_capabilities().or_else(of_session);
    serde_json::to_value(able.unwrap_or_default()).unwrap()
}

fn answers<T: serde::Serialize>(answers: &Option<T>) -> Value {
    serde_json::to_value(answers).unwrap()
}

fn tampered() -> ErrorData {
    ErrorData::invalid_params("the state is not what was given out", None)
}

/// Does not hold up a test, and lets each message have its own way.
async fn a_moment() {
    tokio::time::sleep(std::time::Duration::from_millis(50)).await;
}

impl Fixture {
    /// Carries out what is more than an answer.
    async fn act(
        &self,
        name: &str,
        arguments: &Value,
        context: &Context,
    ) -> Result<CallToolResponse, ErrorData> {
        match name {
            "test_tool_with_logging" => {
                for text in [
                    "Tool execution started",
                    "Tool processing data",
                    "Tool execution completed",
                ] {
                    log(LoggingLevel::Info, text, context).await;
                    a_moment().await;
                }
                Ok(said("logged"))
            }
            "test_logging_tool" => {
                if let Some(level) = context.meta.log_level() {
                    log(level, "asked for", context).await;
                }
                Ok(said("logged"))
            }
            "test_tool_with_progress" => {
                for progress in [0.0, 50.0, 100.0] {
                    if let Some(token) = context.meta.get_progress_token() {
                        let at = ProgressNotificationParam::new(token, progress).with_total(100.0);
                        let told = context.peer.notify_progress(at.with_message("on its way"));
                        told.await.unwrap();
                    }
                    a_moment().await;
                }
                Ok(said("progressed"))
            }
            "test_sampling" => Ok(sample(arguments, context).await),
            "test_missing_capability" if able(context).get("sampling").is_none() => {
                let needed: ClientCapabilities = read(&json!({ "sampling": {} }));
                Err(ErrorData::missing_required_client_capability(needed))
            }
            "test_missing_capability" => Ok(said("it can")),
            "test_trigger_tool_change" | "test_trigger_prompt_change" => {
                let listeners = self.listeners.lock().unwrap().clone();
                for listener in listeners {
                    // One that has gone hears nothing.
                    let _ = match name.contains("tool_change") {
                        true => listener.notify_tool_list_changed().await,
                        false => listener.notify_prompt_list_changed().await,
                    };
                }
                Ok(said("changed"))
            }
            _ => match content::form(name) {
                Some(form) => Ok(elicit(&form, arguments, context).await),
                None => Err(ErrorData::invalid_params(format!("no tool {name}"), None)),
            },
        }
    }
}

async fn log(level: LoggingLevel, text: &str, context: &Context) {
    let message = LoggingMessageNotificationParam::new(level, json!(text));
    context.peer.notify_logging_message(message).await.unwrap();
}

async fn sample(arguments: &Value, context: &Context) -> CallToolResponse {
    let prompt = arguments["prompt"].as_str().unwrap_or_default();
    let message = SamplingMessage::user_text(prompt);
    let asked = CreateMessageRequestParams::new(vec![message], 100);
    match context.peer.create_message(asked).await {
        Ok(answer) => said(&format!("LLM response: {}", json!(answer.message.content))),
        Err(error) => could_not(error.to_string()),
    }
}

async fn elicit(form: &Value, arguments: &Value, context: &Context) -> CallToolResponse {
    let message = arguments["message"].as_str().unwrap_or("Please answer");
    let asked: ElicitRequestParams =
        read(&json!({ "mode": "form", "message": message, "requestedSchema": form }));
    match context.peer.create_elicitation(asked).await {
        Ok(answer) => said(&format!("User response: {}", json!(answer))),
        Err(error) => could_not(error.to_string()),
    }
}

impl ServerHandler for Fixture {
    fn get_info(&self) -> ServerConfig {
        let capabilities: ServerCapabilities = read(&json!({
            "completions": {}, "logging": {},
            "prompts": { "listChanged": true },
            "resources": { "listChanged": true, "subscribe": true },
            "tools": { "listChanged": true },
        }));
        ServerConfig::new(capabilities)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        let tools: ListToolsResult = whole(content::tools());
        tools.tools.into_iter().find(|tool| tool.name == name)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(whole(content::tools()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: Context,
    ) -> Result<CallToolResponse, ErrorData> {
        if let Some(answer) = content::answer(&request.name) {
            return Ok(whole::<CallToolResult>(answer).into());
        }
        let rounds = Rounds {
            answers: &answers(&request.input_responses),
            state: request.request_state.as_deref(),
            able: &able(&context),
        };
        match rounds.turn(&request.name).map_err(|_| tampered())? {
            Some(Turn::Done(text)) => Ok(said(&text)),
            Some(Turn::Asks(asks)) => Ok(read::<InputRequiredResult>(&asks).into()),
            None => {
                self.act(&request.name, &json!(request.arguments), &context)
                    .await
            }
        }
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(whole(content::resources()))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(whole(content::templates()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: Context,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let unknown =
            || ErrorData::resource_not_found("there is none", Some(json!({ "uri": request.uri })));
        let found = content::resource(&request.uri).ok_or_else(unknown)?;
        Ok(whole::<ReadResourceResult>(found).into())
    }

    async fn subscribe(&self, _: SubscribeRequestParams, _: Context) -> Result<(), ErrorData> {
        Ok(())
    }

    async fn unsubscribe(&self, _: UnsubscribeRequestParams, _: Context) -> Result<(), ErrorData> {
        Ok(())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(whole(content::prompts()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: Context,
    ) -> Result<GetPromptResponse, ErrorData> {
        let rounds = Rounds {
            answers: &answers(&request.input_responses),
            state: request.request_state.as_deref(),
            able: &able(&context),
        };
        match rounds.turn(&request.name).map_err(|_| tampered())? {
            Some(Turn::Asks(asks)) => return Ok(read::<InputRequiredResult>(&asks).into()),
            Some(Turn::Done(text)) => {
                let content = json!({ "type": "text", "text": text });
                let messages = json!({ "messages": [{ "role": "user", "content": content }] });
                return Ok(whole::<GetPromptResult>(messages).into());
            }
            None => {}
        }
        let found = content::prompt(&request.name, &json!(request.arguments));
        let found =
            found.ok_or_else(|| ErrorData::invalid_params("there is no such prompt", None))?;
        Ok(whole::<GetPromptResult>(found).into())
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        _: Context,
    ) -> Result<CompleteResult, ErrorData> {
        let all = ["paris", "park", "party"].map(str::to_owned).into_iter();
        let fitting = all.filter(|word| word.starts_with(&request.argument.value));
        Ok(CompleteResult::new(
            CompletionInfo::new(fitting.collect()).unwrap(),
        ))
    }

    async fn set_level(&self, _: SetLevelRequestParams, _: Context) -> Result<(), ErrorData> {
        Ok(())
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        Some(requested.supported_by(&self.get_info().capabilities))
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        self.listeners.lock().unwrap().push(context.sink().clone());
        context.cancelled().await;
        Ok(())
    }
}
