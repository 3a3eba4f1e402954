//! What the conformance suite asks to be there, as data: its names and values are the suite's.

use serde_json::{Value, json};

/// A red pixel.
const PNG: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";
/// No sound at all.
const WAV: &str = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

/// The tools without arguments.
const PLAIN_TOOLS: [&str; 26] = [
    "test_simple_text",
    "test_image_content",
    "test_audio_content",
    "test_embedded_resource",
    "test_multiple_content_types",
    "test_tool_with_logging",
    "test_error_handling",
    "test_tool_with_progress",
    "test_elicitation_sep1034_defaults",
    "test_elicitation_sep1330_enums",
    "test_reconnection",
    "test_trigger_tool_change",
    "test_trigger_prompt_change",
    "test_missing_capability",
    "test_streaming_elicitation",
    "test_logging_tool",
    "test_input_required_result_elicitation",
    "test_input_required_result_sampling",
    "test_input_required_result_list_roots",
    "test_input_required_result_request_state",
    "test_input_required_result_multiple_inputs",
    "test_input_required_result_multi_round",
    "test_input_required_result_tampered_state",
    "test_input_required_result_capabilities",
    "test_input_required_result_validate_input",
    "test_input_required_result_ignore_extra",
];

/// The list of tools.
pub(crate) fn tools() -> Value {
    let text = json!({ "type": "string" });
    let of = |properties: Value, required: Value| json!({ "type": "object", "properties": properties, "required": required });
    let tool = |name: &str, schema: Value| json!({ "name": name, "description": format!("The suite's {name}"), "inputSchema": schema });
    let plain = PLAIN_TOOLS
        .iter()
        .map(|name| tool(name, json!({ "type": "object", "properties": {} })));
    let others = [
        tool(
            "test_sampling",
            of(json!({ "prompt": text }), json!(["prompt"])),
        ),
        tool(
            "test_elicitation",
            of(json!({ "message": text }), json!(["message"])),
        ),
        tool(
            "test_custom_header",
            of(
                json!({ "value": { "type": "string", "x-mcp-header": "Value" } }),
                json!(["value"]),
            ),
        ),
        tool("json_schema_2020_12_tool", schema_2020_12()),
    ];
    json!({ "tools": plain.chain(others).collect::<Vec<_>>() })
}

/// A schema with the words that are easily lost on the way.
fn schema_2020_12() -> Value {
    let text = json!({ "type": "string" });
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": { "address": {
            "$anchor": "addressDef", "type": "object",
            "properties": { "street": text, "city": text },
        } },
        "properties": {
            "name": text, "address": { "$ref": "#/$defs/address" },
            "contactMethod": { "type": "string", "enum": ["phone", "email"] },
            "phone": text, "email": text,
        },
        "allOf": [{ "anyOf": [{ "required": ["phone"] }, { "required": ["email"] }] }],
        "if": { "properties": { "contactMethod": { "const": "phone" } }, "required": ["contactMethod"] },
        "then": { "required": ["phone"] },
        "else": { "required": ["email"] },
        "additionalProperties": false,
    })
}

/// What a tool that does nothing but answer answers.
pub(crate) fn answer(tool: &str) -> Option<Value> {
    let text = |text: &str| json!({ "type": "text", "text": text });
    let image = json!({ "type": "image", "data": PNG, "mimeType": "image/png" });
    let resource = |uri: &str, kind: &str, text: &str| json!({ "type": "resource", "resource": { "uri": uri, "mimeType": kind, "text": text } });
    let content = match tool {
        "test_simple_text" => json!([text("This is a simple text response for testing.")]),
        "test_image_content" => json!([image]),
        "test_audio_content" => {
            json!([{ "type": "audio", "data": WAV, "mimeType": "audio/wav" }])
        }
        "test_embedded_resource" => json!([resource(
            "test://embedded-resource",
            "text/plain",
            "This is an embedded resource content."
        )]),
        "test_multiple_content_types" => json!([
            text("Multiple content types test:"),
            image,
            resource(
                "test://mixed-content-resource",
                "application/json",
                r#"{"test":"data","value":123}"#
            ),
        ]),
        "test_error_handling" => {
            let said = text("This tool intentionally returns an error for testing");
            return Some(json!({ "content": [said], "isError": true }));
        }
        "json_schema_2020_12_tool" | "test_custom_header" | "test_reconnection" => {
            json!([text("done")])
        }
        _ => return None,
    };
    Some(json!({ "content": content }))
}

/// The form that a tool shows to the user in the middle of a call.
pub(crate) fn form(tool: &str) -> Option<Value> {
    let text = json!({ "type": "string" });
    let properties = match tool {
        "test_elicitation" => {
            json!({ "username": text, "email": text })
        }
        "test_elicitation_sep1034_defaults" => json!({
            "name": { "type": "string", "default": "John Doe" },
            "age": { "type": "integer", "default": 30 },
            "score": { "type": "number", "default": 95.5 },
            "status": { "type": "string", "enum": ["active", "inactive", "pending"], "default": "active" },
            "verified": { "type": "boolean", "default": true },
        }),
        "test_elicitation_sep1330_enums" => {
            let titled = |word: &str| {
                json!([
                    { "const": "value1", "title": format!("First {word}") },
                    { "const": "value2", "title": format!("Second {word}") },
                    { "const": "value3", "title": format!("Third {word}") },
                ])
            };
            let options = json!(["option1", "option2", "option3"]);
            json!({
                "untitledSingle": { "type": "string", "enum": options },
                "titledSingle": { "type": "string", "oneOf": titled("Option") },
                "legacyEnum": {
                    "type": "string", "enum": ["opt1", "opt2", "opt3"],
                    "enumNames": ["Option One", "Option Two", "Option Three"],
                },
                "untitledMulti": { "type": "array", "items": { "type": "string", "enum": options } },
                "titledMulti": { "type": "array", "items": { "anyOf": titled("Choice") } },
            })
        }
        _ => return None,
    };
    Some(json!({ "type": "object", "properties": properties }))
}

/// The list of resources.
pub(crate) fn resources() -> Value {
    json!({ "resources": [
        { "uri": "test://static-text", "name": "Text", "mimeType": "text/plain" },
        { "uri": "test://static-binary", "name": "Binary", "mimeType": "image/png" },
        { "uri": "test://watched-resource", "name": "Watched", "mimeType": "text/plain" },
    ] })
}

/// The list of templates.
pub(crate) fn templates() -> Value {
    json!({ "resourceTemplates": [
        { "uriTemplate": "test://template/{id}/data", "name": "Data", "mimeType": "application/json" },
    ] })
}

/// What is in a resource.
pub(crate) fn resource(uri: &str) -> Option<Value> {
    let text = |kind: &str, text: &str| json!({ "uri": uri, "mimeType": kind, "text": text });
    let id = uri.strip_prefix("test://template/");
    let contents = match uri {
        "test://static-text" => text(
            "text/plain",
            "This is the content of the static text resource.",
        ),
        "test://watched-resource" => text("text/plain", "Nothing has happened."),
        "test://static-binary" => json!({ "uri": uri, "mimeType": "image/png", "blob": PNG }),
        _ => {
            let id = id?.strip_suffix("/data")?;
            let data =
                json!({ "id": id, "templateTest": true, "data": format!("Data for ID: {id}") });
            text("application/json", &data.to_string())
        }
    };
    Some(json!({ "contents": [contents] }))
}

/// The list of prompts.
pub(crate) fn prompts() -> Value {
    let arguments = json!([
        { "name": "arg1", "description": "The first", "required": true },
        { "name": "arg2", "description": "The second", "required": true },
    ]);
    json!({ "prompts": [
        { "name": "test_simple_prompt", "description": "Simple" },
        { "name": "test_prompt_with_arguments", "description": "With arguments", "arguments": arguments },
        { "name": "test_prompt_with_embedded_resource", "description": "With a resource",
          "arguments": [{ "name": "resourceUri", "description": "Which", "required": true }] },
        { "name": "test_prompt_with_image", "description": "With a picture" },
        { "name": "test_input_required_result_prompt", "description": "Asks first" },
    ] })
}

/// What a prompt says.
pub(crate) fn prompt(name: &str, arguments: &Value) -> Option<Value> {
    let said = |content: Value| json!({ "role": "user", "content": content });
    let text = |text: &str| said(json!({ "type": "text", "text": text }));
    let given = |name: &str| arguments[name].as_str().unwrap_or_default().to_owned();
    let messages = match name {
        "test_simple_prompt" => json!([text("This is a simple prompt for testing.")]),
        "test_prompt_with_arguments" => {
            let (one, two) = (given("arg1"), given("arg2"));
            json!([text(&format!(
                "Prompt with arguments: arg1='{one}', arg2='{two}'"
            ))])
        }
        "test_prompt_with_embedded_resource" => {
            let resource = json!({ "uri": given("resourceUri"), "mimeType": "text/plain", "text": "Embedded resource content for testing." });
            json!([
                said(json!({ "type": "resource", "resource": resource })),
                text("Please process the embedded resource above."),
            ])
        }
        "test_prompt_with_image" => json!([
            said(json!({ "type": "image", "data": PNG, "mimeType": "image/png" })),
            text("Please analyze the image above."),
        ]),
        _ => return None,
    };
    Some(json!({ "messages": messages }))
}
