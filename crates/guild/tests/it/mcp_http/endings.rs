//! Calls that are cancelled, clients that vanish, and more calls than anybody asks for: nothing hangs or stays behind.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use guild::tools_over_http::{Doors, Limits, bind};
use rmcp::ServerHandler;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::json;

use super::client::{Client, Tools};
use super::{stateless, until};
use crate::mcp::text;
use crate::mcp_faults::{cancelling, one_of_a_thousand, searching, silent};
use crate::world::World;

/// By a word of the client, by the end of its session, or, where there is none, by hanging up.
#[test]
fn a_call_over_http_ends_with_who_asked() {
    let (_listener, url) = silent();
    let tools = Tools::with(World::alone(), &format!("--catalog {url}"), &[]);
    let mut client = tools.client().greeted(&json!({}));
    let (id, answer) = client.begin("tools/call", &searching());
    tools.wait_for_children(1);
    assert_eq!(client.post(&cancelling(id)).status, 202);
    tools.wait_for_children(0);
    drop(answer);
    let (_, answer) = client.begin("tools/call", &searching());
    tools.wait_for_children(1);
    assert_eq!(client.leave(), 202);
    tools.wait_for_children(0);
    drop(answer);
    let alone = tools.client().header("mcp-protocol-version", "2026-07-28");
    let alone = alone.header("mcp-method", "tools/call");
    let alone = alone.header("mcp-name", "search_skills");
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call",
                       "params": stateless(searching()) });
    let asked = alone.write("POST", call.to_string().as_bytes());
    tools.wait_for_children(1);
    drop(asked);
    tools.wait_for_children(0);
}

#[cfg(target_os = "linux")]
#[test]
fn what_a_call_starts_does_not_know_the_token_of_the_clients() {
    let (_listener, url) = silent();
    let secret = [("GUILD_MCP_TOKEN", "a-secret-of-the-desk")];
    let tools = Tools::with(World::alone(), &format!("--catalog {url}"), &secret);
    let shown = "Bearer a-secret-of-the-desk";
    let client = tools.client().header("authorization", shown);
    let mut client = client.greeted(&json!({}));
    let (id, answer) = client.begin("tools/call", &searching());
    tools.wait_for_children(1);
    // Until it is the program it has the variables of the server.
    until(|| {
        let told = tools.variables_of_child();
        told.contains("NO_COLOR=1") && !told.contains("GUILD_MCP_TOKEN")
    });
    assert_eq!(client.post(&cancelling(id)).status, 202);
    tools.wait_for_children(0);
    drop(answer);
}

#[test]
fn a_thousand_calls_over_http_are_all_answered() {
    let limit = getrlimit(Resource::Nofile);
    let current = limit
        .current
        .map(|now| now.max(limit.maximum.unwrap_or(4096)));
    setrlimit(Resource::Nofile, Rlimit { current, ..limit }).unwrap();
    let tools = Tools::start(World::alone());
    let mut client = tools.client().greeted(&json!({}));
    let mut asked: BTreeSet<u64> = BTreeSet::new();
    let mut streams = Vec::new();
    for id in 0..1000 {
        let call = one_of_a_thousand(id);
        let call = json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": call });
        streams.push(client.write("POST", call.to_string().as_bytes()));
        asked.insert(id);
    }
    for stream in streams {
        let mut answer = super::client::received(stream);
        let message = answer.message().unwrap();
        let id = message["id"].as_u64().unwrap();
        let is_carried_out = message["result"]["isError"] == false;
        assert_eq!(is_carried_out, id.is_multiple_of(10), "{message}");
        assert!(asked.remove(&id), "{message}");
    }
    assert!(asked.is_empty());
    assert!(text(&client.call("explain_rule", &one_of_a_thousand(0)["arguments"])).contains("Why"));
    assert!(tools.children().is_empty());
}

/// A server that is there, and nothing else.
struct Quiet(#[expect(dead_code, reason = "it says by its end that it has ended")] Arc<()>);

impl ServerHandler for Quiet {}

/// One listens and is kept; one asks nothing more; then the first goes away, too.
#[test]
fn a_client_that_vanishes_leaves_nothing_behind() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let limits = Limits {
        gone: Duration::from_millis(100),
        idle: Duration::from_secs(5),
        ..Limits::standard()
    };
    let alive = Arc::new(());
    let made = Arc::clone(&alive);
    let make = move || Quiet(Arc::clone(&made));
    let listen = "127.0.0.1:0".parse().unwrap();
    let server = bind(listen, Doors::default(), limits, make);
    let server = runtime.block_on(server).unwrap();
    let address = server.url().replace("http://", "").replace("/mcp", "");
    runtime.spawn(server.run(std::future::pending()));
    let before = Arc::strong_count(&alive);
    let begin = || {
        let mut client = Client::of(&address);
        let mut answer = client.initialize(&json!({}));
        client.session = answer.header("mcp-session-id").map(str::to_owned);
        assert!(answer.message().is_some());
        client
    };
    let listening = begin();
    let stream = listening.send("GET", b"");
    assert_eq!(stream.status, 200);
    let silent = begin();
    until(|| Arc::strong_count(&alive) == before + 1);
    let done = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    assert_eq!(silent.post(&done).status, 404);
    assert_eq!(listening.post(&done).status, 202);
    drop(stream);
    until(|| Arc::strong_count(&alive) == before);
    assert_eq!(listening.post(&done).status, 404);
}
