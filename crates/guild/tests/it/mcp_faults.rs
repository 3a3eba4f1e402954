//! `guild mcp` on pipes, with what no client should send, and with clients that break off.

use std::net::TcpListener;

use serde_json::{Value, json};

use crate::mcp::{Assistant, text};
use crate::mcp_http::{children, until};
use crate::world::World;

/// A catalog that takes questions and never answers.
pub(crate) fn silent() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    (listener, url)
}

pub(crate) fn searching() -> Value {
    json!({ "name": "search_skills", "arguments": { "query": "tea" } })
}

pub(crate) fn cancelling(id: u64) -> Value {
    json!({ "jsonrpc": "2.0", "method": "notifications/cancelled",
            "params": { "requestId": id, "reason": "enough" } })
}

/// A call of many: each tenth is carried out by a process, and the others have nothing that could be.
pub(crate) fn one_of_a_thousand(id: u64) -> Value {
    let rule = match id % 10 {
        0 => json!("docs/section-order"),
        _ => json!(id),
    };
    json!({ "name": "explain_rule", "arguments": { "rule": rule } })
}

#[test]
fn garbage_and_huge_messages_end_nothing() {
    let mut assistant = Assistant::start(World::alone());
    assistant.write(b"\xff\x00\xfe garbage\n{\"jsonrpc\": \n[]\n\n");
    let huge = "x".repeat(6 << 20);
    assistant.write(format!("{{\"jsonrpc\":\"2.0\",\"method\":\"{huge}\"}}\n").as_bytes());
    let long = assistant.refused("explain_rule", &json!({ "rule": "r".repeat(1 << 20) }));
    assert!(long.contains("`rule` is longer than"), "{long}");
    let explained = assistant.call("explain_rule", &json!({ "rule": "docs/section-order" }));
    assert_ne!(explained["isError"], true, "{explained}");
}

#[test]
fn a_thousand_calls_at_once_are_all_answered() {
    let mut assistant = Assistant::start(World::alone());
    let mut waiting: std::collections::BTreeSet<u64> = (0..1000)
        .map(|id| assistant.begin("tools/call", &one_of_a_thousand(id)))
        .collect();
    let mut carried_out = 0;
    while !waiting.is_empty() {
        let message = assistant.read();
        let id = message["id"].as_u64().unwrap();
        assert!(waiting.remove(&id), "{message}");
        let is_carried_out = message["result"]["isError"] == false;
        carried_out += usize::from(is_carried_out);
    }
    assert_eq!(carried_out, 100);
}

#[test]
fn a_call_that_is_cancelled_ends_its_process() {
    let (_listener, url) = silent();
    let command = format!("mcp --catalog {url}");
    let mut assistant = Assistant::by(World::alone(), &command);
    let id = assistant.begin("tools/call", &searching());
    until(|| children(assistant.pid()).len() == 1);
    assistant.send(&cancelling(id));
    until(|| children(assistant.pid()).is_empty());
    let why = json!({ "rule": "docs/section-order" });
    assert!(text(&assistant.call("explain_rule", &why)).contains("Why"));
    // One that hangs up in the middle of a call ends it, too.
    assistant.begin("tools/call", &searching());
    until(|| children(assistant.pid()).len() == 1);
    let pid = assistant.pid();
    assistant.hang_up();
    assert!(children(pid).is_empty());
}

#[test]
fn a_pipe_that_nobody_reads_ends_the_server() {
    let mut assistant = Assistant::by(World::alone(), "mcp");
    assistant.stop_reading();
    let call = json!({ "name": "explain_rule", "arguments": { "rule": "docs/section-order" } });
    for _ in 0..20 {
        assistant.begin("tools/call", &call);
    }
    assistant.hang_up();
}
