//! The events in use, typed, with all fields optional.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::commands::{ExceptionDetails, RemoteObject, StackTrace, answers};

/// Declares the events: a variant, its method, and what it carries.
macro_rules! events {
    ($($bare_method:literal $bare:ident),*; $($method:literal $name:ident($params:ty),)*) => {
        /// Something that the browser tells.
        #[derive(Clone, Debug)]
        pub(crate) enum Event {
            $($bare,)*
            $($name(Box<$params>),)*
            /// The browser ended: nothing comes after it.
            Ended,
        }

        impl Event {
            /// Reads an event; none for one that is not in use.
            pub(super) fn read(method: &str, params: Value) -> Result<Option<Self>, serde_json::Error> {
                fn parse<T: DeserializeOwned>(params: Value) -> Result<Box<T>, serde_json::Error> {
                    serde_json::from_value(params).map(Box::new)
                }
                Ok(Some(match method {
                    $($bare_method => Self::$bare,)*
                    $($method => Self::$name(parse(params)?),)*
                    _ => return Ok(None),
                }))
            }
        }
    };
}

events! {
    "Inspector.targetCrashed" Crashed,
    "Page.domContentEventFired" DomReady,
    "Page.loadEventFired" Loaded,
    "Runtime.executionContextsCleared" WorldsCleared;

    "Target.attachedToTarget" Attached(Attached),
    "Target.detachedFromTarget" Detached(Detached),

    "Page.frameAttached" FrameAttached(FrameAttached),
    "Page.frameNavigated" FrameNavigated(FrameNavigated),
    "Page.frameDetached" FrameDetached(FrameDetached),
    "Page.frameStartedNavigating" FrameStartsNavigating(FrameStartsNavigating),
    "Page.frameRequestedNavigation" FrameAsksNavigation(FrameAsksNavigation),
    "Page.frameStoppedLoading" FrameStoppedLoading(FrameStoppedLoading),
    "Page.navigatedWithinDocument" NavigatedWithin(NavigatedWithin),
    "Page.javascriptDialogOpening" DialogOpens(DialogOpens),
    "Page.fileChooserOpened" FileChooserOpens(FileChooserOpens),

    "Runtime.executionContextCreated" WorldCreated(WorldCreated),
    "Runtime.executionContextDestroyed" WorldDestroyed(WorldDestroyed),
    "Runtime.bindingCalled" BindingCalled(BindingCalled),
    "Runtime.consoleAPICalled" ConsoleCalled(ConsoleCalled),
    "Runtime.exceptionThrown" ExceptionThrown(ExceptionThrown),
    "Log.entryAdded" Logged(Logged),

    "Network.requestWillBeSent" RequestStarts(RequestStarts),
    "Network.requestWillBeSentExtraInfo" RequestExtra(RequestExtra),
    "Network.responseReceived" ResponseComes(ResponseComes),
    "Network.responseReceivedExtraInfo" ResponseExtra(ResponseExtra),
    "Network.loadingFinished" LoadingFinished(LoadingFinished),
    "Network.loadingFailed" LoadingFailed(LoadingFailed),
    "Network.webSocketCreated" SocketOpens(SocketOpens),
    "Network.webSocketWillSendHandshakeRequest" SocketAsks(SocketAsks),
    "Network.webSocketHandshakeResponseReceived" SocketAnswered(SocketAnswered),
    "Network.webSocketFrameError" SocketFails(SocketFails),
    "Fetch.requestPaused" RequestPaused(RequestPaused),

    "Browser.downloadWillBegin" DownloadBegins(DownloadBegins),
    "Browser.downloadProgress" DownloadProgress(DownloadProgress),
}

/// Headers as the protocol gives them.
pub(crate) type Headers = serde_json::Map<String, Value>;

answers! {
    Attached { session_id: String, target_info: TargetInfo, waiting_for_debugger: bool }
    TargetInfo {
        target_id: String,
        r#type: String,
        url: String,
        opener_id: Option<String>,
        browser_context_id: Option<String>,
    }
    Detached { session_id: String }

    FrameAttached { frame_id: String, parent_frame_id: String }
    FrameNavigated { frame: Frame }
    Frame {
        id: String,
        parent_id: Option<String>,
        loader_id: String,
        url: String,
        url_fragment: Option<String>,
        unreachable_url: Option<String>,
    }
    FrameDetached { frame_id: String, reason: String }
    FrameStartsNavigating { frame_id: String, loader_id: String, navigation_type: String }
    FrameAsksNavigation { frame_id: String, disposition: String }
    FrameStoppedLoading { frame_id: String }
    NavigatedWithin { frame_id: String, url: String }
    DialogOpens { message: String, r#type: String }
    FileChooserOpens { frame_id: String, mode: String, backend_node_id: Option<i64> }

    WorldCreated { context: World }
    World { id: i64, name: String, aux_data: WorldData }
    WorldData { frame_id: String }
    WorldDestroyed { execution_context_id: i64 }
    BindingCalled { name: String, payload: String }
    ConsoleCalled { r#type: String, args: Vec<RemoteObject>, stack_trace: Option<StackTrace> }
    ExceptionThrown { exception_details: ExceptionDetails }
    Logged { entry: LogEntry }
    LogEntry {
        source: String,
        level: String,
        text: String,
        url: Option<String>,
        network_request_id: Option<String>,
        stack_trace: Option<StackTrace>,
    }

    RequestStarts {
        request_id: String,
        frame_id: Option<String>,
        loader_id: String,
        r#type: Option<String>,
        request: WireRequest,
        redirect_response: Option<WireResponse>,
        timestamp: f64,
        wall_time: f64,
    }
    WireRequest {
        url: String,
        method: String,
        headers: Headers,
        post_data: Option<String>,
        has_post_data: bool,
    }
    WireResponse {
        url: String,
        status: u16,
        status_text: String,
        headers: Headers,
        mime_type: String,
        protocol: Option<String>,
        timing: Option<WireTiming>,
    }
    WireTiming {
        request_time: f64,
        dns_start: f64,
        dns_end: f64,
        connect_start: f64,
        connect_end: f64,
        ssl_start: f64,
        ssl_end: f64,
        send_start: f64,
        send_end: f64,
        receive_headers_end: f64,
    }
    RequestExtra { request_id: String, headers: Headers }
    ResponseComes { request_id: String, r#type: Option<String>, response: WireResponse, timestamp: f64 }
    ResponseExtra { request_id: String, headers: Headers, status_code: u16 }
    LoadingFinished { request_id: String, timestamp: f64, encoded_data_length: f64 }
    LoadingFailed {
        request_id: String,
        timestamp: f64,
        error_text: String,
        canceled: bool,
        blocked_reason: Option<String>,
        cors_error_status: Option<CorsError>,
    }
    SocketOpens { request_id: String, url: String }
    SocketAsks { request_id: String, timestamp: f64, wall_time: f64, request: WireRequest }
    SocketAnswered { request_id: String, timestamp: f64, response: WireResponse }
    SocketFails { request_id: String, timestamp: f64, error_message: String }
    CorsError { cors_error: String, failed_parameter: String }
    RequestPaused {
        request_id: String,
        frame_id: String,
        resource_type: String,
        request: WireRequest,
    }

    DownloadBegins { guid: String, url: String, suggested_filename: String, frame_id: String }
    DownloadProgress { guid: String, received_bytes: f64, state: String }
}
