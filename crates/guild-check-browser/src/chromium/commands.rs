//! The commands in use, typed. The names and fields are those of the protocol's own reference.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A command with its answer.
pub(crate) trait Command: Serialize {
    /// The method's name in the protocol.
    const METHOD: &'static str;
    /// What the browser answers.
    type Answer: DeserializeOwned + Send + 'static;
}

/// Declares commands: the method, the struct with its fields, and the answer.
macro_rules! commands {
    ($($method:literal $name:ident { $($field:ident: $type:ty),* $(,)? } -> $answer:ty;)*) => { $(
        #[derive(Clone, Debug, Serialize)]
        #[serde(rename_all = "camelCase")]
        pub(crate) struct $name { $(pub(crate) $field: $type),* }

        impl Command for $name {
            const METHOD: &'static str = $method;
            type Answer = $answer;
        }
    )* };
}

/// Declares answers: a field that the browser leaves out has its default.
macro_rules! answers {
    ($($name:ident { $($(#[$meta:meta])* $field:ident: $type:ty),* $(,)? })*) => { $(
        #[derive(Clone, Debug, Default, Deserialize)]
        #[serde(rename_all = "camelCase", default)]
        pub(crate) struct $name { $($(#[$meta])* pub(crate) $field: $type),* }
    )* };
}
pub(super) use answers;

commands! {
    "Browser.getVersion" GetVersion {} -> Version;
    "Browser.setDownloadBehavior" SetDownloadBehavior {
        behavior: &'static str,
        browser_context_id: String,
        download_path: Option<String>,
        events_enabled: bool,
    } -> Nothing;
    "Browser.cancelDownload" CancelDownload { guid: String, browser_context_id: String } -> Nothing;

    "Target.setAutoAttach" SetAutoAttach {
        auto_attach: bool,
        wait_for_debugger_on_start: bool,
        flatten: bool,
    } -> Nothing;
    "Target.createBrowserContext" CreateBrowserContext { dispose_on_detach: bool } -> CreatedContext;
    "Target.disposeBrowserContext" DisposeBrowserContext { browser_context_id: String } -> Nothing;
    "Target.createTarget" CreateTarget {
        url: String,
        browser_context_id: String,
        new_window: bool,
        width: u32,
        height: u32,
    } -> CreatedTarget;
    "Target.detachFromTarget" DetachFromTarget { session_id: String } -> Nothing;

    "Page.enable" EnablePage {} -> Nothing;
    "Page.navigate" Navigate { url: String } -> Navigated;
    "Page.close" ClosePage {} -> Nothing;
    "Page.stopLoading" StopLoading {} -> Nothing;
    "Page.setWebLifecycleState" SetLifecycle { state: &'static str } -> Nothing;
    "Page.bringToFront" BringToFront {} -> Nothing;
    "Page.captureScreenshot" CaptureScreenshot { format: &'static str, optimize_for_speed: bool } -> Picture;
    "Page.getResourceContent" GetResource { frame_id: String, url: String } -> Resource;
    "Page.addScriptToEvaluateOnNewDocument" AddScript {
        source: String,
        world_name: &'static str,
        run_immediately: bool,
    } -> Nothing;
    "Page.handleJavaScriptDialog" HandleDialog { accept: bool } -> Nothing;
    "Page.setInterceptFileChooserDialog" InterceptFileChooser { enabled: bool } -> Nothing;

    "Runtime.enable" EnableRuntime {} -> Nothing;
    "Runtime.runIfWaitingForDebugger" RunIfWaiting {} -> Nothing;
    "Runtime.callFunctionOn" CallFunction {
        function_declaration: String,
        execution_context_id: i64,
        arguments: Vec<Argument>,
        await_promise: bool,
        return_by_value: bool,
        object_group: &'static str,
    } -> Evaluated;
    "Runtime.evaluate" Evaluate {
        expression: String,
        await_promise: bool,
        return_by_value: bool,
        repl_mode: bool,
        object_group: &'static str,
    } -> Evaluated;
    "Runtime.addBinding" AddBinding { name: &'static str, execution_context_name: &'static str } -> Nothing;
    "Runtime.releaseObjectGroup" ReleaseObjects { object_group: &'static str } -> Nothing;
    "Runtime.terminateExecution" TerminateExecution {} -> Nothing;

    "Inspector.enable" EnableInspector {} -> Nothing;
    "Log.enable" EnableLog {} -> Nothing;
    "Network.enable" EnableNetwork {
        max_total_buffer_size: u64,
        max_resource_buffer_size: u64,
        max_post_data_size: u64,
        enable_durable_messages: bool,
    } -> Nothing;
    "Network.getResponseBody" GetResponseBody { request_id: String } -> ResponseBody;
    "Network.getRequestPostData" GetPostData { request_id: String } -> PostData;

    "Fetch.enable" EnableFetch { patterns: Vec<FetchPattern> } -> Nothing;
    "Fetch.continueRequest" ContinueRequest { request_id: String } -> Nothing;
    "Fetch.failRequest" FailRequest { request_id: String, error_reason: &'static str } -> Nothing;

    "Emulation.setDeviceMetricsOverride" SetDeviceMetrics {
        width: u32,
        height: u32,
        device_scale_factor: u32,
        mobile: bool,
    } -> Nothing;
    "Emulation.setEmulatedMedia" SetMedia { features: [MediaFeature; 1] } -> Nothing;
    "Emulation.setTouchEmulationEnabled" SetTouch { enabled: bool } -> Nothing;
    "Emulation.setScriptExecutionDisabled" DisableScripts { value: bool } -> Nothing;
    "Emulation.setFocusEmulationEnabled" SetFocusEmulation { enabled: bool } -> Nothing;

    "Input.dispatchMouseEvent" MouseInput {
        r#type: &'static str,
        x: f64,
        y: f64,
        button: &'static str,
        buttons: u32,
        click_count: u32,
    } -> Nothing;
    "Input.dispatchTouchEvent" TouchInput { r#type: &'static str, touch_points: Vec<TouchPoint> } -> Nothing;
    "Input.dispatchKeyEvent" KeyInput {
        r#type: &'static str,
        modifiers: u32,
        key: String,
        code: String,
        windows_virtual_key_code: u32,
        text: Option<String>,
        unmodified_text: Option<String>,
        commands: Vec<&'static str>,
    } -> Nothing;
    "Input.insertText" InsertText { text: String } -> Nothing;

    "DOM.resolveNode" ResolveNode {
        backend_node_id: i64,
        execution_context_id: i64,
        object_group: &'static str,
    } -> ResolvedNode;
    "DOM.describeNode" DescribeNode {
        object_id: Option<String>,
        backend_node_id: Option<i64>,
        depth: i64,
        pierce: bool,
    } -> DescribedNode;
    "DOM.getFrameOwner" GetFrameOwner { frame_id: String } -> FrameOwner;
    "DOM.setFileInputFiles" SetFiles {
        files: Vec<String>,
        object_id: Option<String>,
        backend_node_id: Option<i64>,
    } -> Nothing;

    "Accessibility.queryAXTree" QueryAccessibility { object_id: String, role: Option<String> } -> AccessibilityNodes;
    "Accessibility.getPartialAXTree" GetPartialAccessibility {
        object_id: String,
        fetch_relatives: bool,
    } -> AccessibilityNodes;
}

answers! {
    Nothing {}
    Version { product: String, user_agent: String }
    CreatedContext { browser_context_id: String }
    CreatedTarget { target_id: String }
    Navigated { frame_id: String, loader_id: Option<String>, error_text: Option<String>, is_download: bool }
    Picture { data: String }
    Evaluated { result: RemoteObject, exception_details: Option<ExceptionDetails> }
    RemoteObject {
        r#type: String,
        subtype: Option<String>,
        value: Option<Value>,
        unserializable_value: Option<String>,
        description: Option<String>,
        object_id: Option<String>,
        preview: Option<ObjectPreview>,
    }
    ObjectPreview { overflow: bool, properties: Vec<PropertyPreview> }
    PropertyPreview { name: String, value: Option<String>, r#type: String }
    ExceptionDetails {
        text: String,
        url: Option<String>,
        line_number: i64,
        exception: Option<RemoteObject>,
        stack_trace: Option<StackTrace>,
    }
    StackTrace { call_frames: Vec<CallFrame> }
    CallFrame { url: String, line_number: i64 }
    ResponseBody { body: String, base64_encoded: bool }
    PostData { post_data: String }
    Resource { content: String, base64_encoded: bool }
    ResolvedNode { object: RemoteObject }
    DescribedNode { node: DomNode }
    DomNode {
        backend_node_id: i64,
        child_node_count: usize,
        children: Vec<DomNode>,
        shadow_roots: Vec<DomNode>,
        shadow_root_type: String,
    }
    FrameOwner { backend_node_id: i64 }
    AccessibilityNodes { nodes: Vec<AccessibilityNode> }
    AccessibilityNode {
        ignored: bool,
        role: Option<AccessibilityValue>,
        name: Option<AccessibilityValue>,
        value: Option<AccessibilityValue>,
        properties: Vec<AccessibilityProperty>,
        #[serde(rename = "backendDOMNodeId")]
        backend_dom_node_id: Option<i64>,
    }
    AccessibilityProperty { name: String, value: AccessibilityValue }
    AccessibilityValue { value: Option<Value> }
}

/// An argument of a function: a value, or an object of the page.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Argument {
    Value(Value),
    ObjectId(String),
}

/// Which requests are held until this client says what becomes of them.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FetchPattern {
    pub(crate) url_pattern: &'static str,
    pub(crate) resource_type: &'static str,
}

/// What a page finds when it asks for a feature of its medium.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct MediaFeature {
    pub(crate) name: &'static str,
    pub(crate) value: &'static str,
}

/// A finger.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct TouchPoint {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

impl AccessibilityNode {
    /// Gives the role, empty if there is none.
    pub(crate) fn role(&self) -> &str {
        text(self.role.as_ref())
    }

    /// Gives the accessible name, empty if there is none.
    pub(crate) fn name(&self) -> &str {
        text(self.name.as_ref())
    }

    /// Gives what a user sees of its state: `, value "Ada", checked`; empty if there is nothing to tell.
    pub(crate) fn state(&self) -> String {
        let mut state = match text(self.value.as_ref()) {
            "" => String::new(),
            value => format!(", value \"{value}\""),
        };
        for property in &self.properties {
            let value = property.value.value.as_ref();
            let is_on = value.is_some_and(|value| *value == true || *value == "true");
            if is_on
                && matches!(
                    property.name.as_str(),
                    "checked" | "disabled" | "expanded" | "selected" | "pressed"
                )
            {
                state.push_str(&format!(", {}", property.name));
            }
        }
        state
    }
}

fn text(value: Option<&AccessibilityValue>) -> &str {
    value
        .and_then(|value| value.value.as_ref()?.as_str())
        .unwrap_or_default()
}
