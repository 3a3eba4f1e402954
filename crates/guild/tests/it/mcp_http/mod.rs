//! `guild mcp --http`, as assistants, and others, drive it.

pub(crate) mod client;
mod endings;
mod sessions;

use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::mcp::text;
use crate::world::World;
use client::Tools;

/// Waits for a fact.
pub(crate) fn until(is_so: impl Fn() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < Duration::from_secs(60), "it never came");
        std::thread::park_timeout(Duration::from_millis(20));
    }
}

/// The processes that one has started and not yet waited for.
pub(crate) fn children(pid: u32) -> Vec<String> {
    let mut list = Command::new("ps");
    list.args(["-o", "comm=", "--ppid", &pid.to_string()]);
    let list = String::from_utf8(list.output().unwrap().stdout).unwrap();
    list.lines().map(str::to_owned).collect()
}

/// What each request says of itself since 2026-07-28.
fn stateless(mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": { "elicitation": { "form": {} } },
    });
    params
}

/// Finds a skill, is asked, installs it, and sees that it is as published.
#[test]
fn an_assistant_works_over_http_as_it_does_on_pipes() {
    let world = World::new();
    world.publish("greeter", "1.0.0", &[]);
    world.catalog();
    let mut tools = Tools::start(world);
    let mut client = tools.client().greeted(&json!({ "elicitation": {} }));
    let listed = client.ask("tools/list", &json!({}));
    assert!(
        listed["result"]["tools"].as_array().unwrap().len() >= 12,
        "{listed}"
    );
    let found = client.call("search_skills", &json!({ "query": "greeter" }));
    assert_eq!(
        found["structuredContent"]["items"][0]["name"], "greeter",
        "{found}"
    );
    let install = json!({ "names": ["greeter"], "assistant": ["claude-code"] });
    client.answer = json!({ "action": "decline" });
    let refused = client.call("install_skills", &install);
    assert_eq!(text(&refused), "the user did not agree; nothing was done");
    client.answer = json!({ "action": "accept", "content": { "confirm": true } });
    let installed = client.call("install_skills", &install);
    let outcome = &installed["structuredContent"]["installed"][0]["outcome"];
    assert_eq!(outcome, "INSTALLED", "{installed}");
    assert_eq!(client.questions.len(), 2);
    let listed = tools.world.guild("list").ok();
    assert!(listed.stdout.contains("greeter"), "{listed}");
    assert_eq!(client.leave(), 202);
    assert_eq!(tools.stop(), Some(0));
}

/// Since 2026-07-28 there are no sessions: each request stands for itself.
#[test]
fn a_request_without_a_session_stands_for_itself() {
    let world = World::new();
    world.publish("greeter", "1.0.0", &[]);
    world.catalog();
    let tools = Tools::with(world, "--browser", &[]);
    let client = || tools.client().header("mcp-protocol-version", "2026-07-28");
    let mut asking = client().header("mcp-method", "server/discover");
    let found = asking.ask("server/discover", &stateless(json!({})));
    let versions = found["result"]["supportedVersions"].as_array().unwrap();
    assert!(versions.contains(&"2026-07-28".into()), "{found}");
    let mut listing = client().header("mcp-method", "tools/list");
    let listed = listing.ask("tools/list", &stateless(json!({})));
    assert!(listed["result"]["tools"].is_array(), "{listed}");
    let mut calling = client().header("mcp-method", "tools/call");
    let mut calls = |name: &str, arguments: Value, responses: Value| {
        calling.headers.retain(|(header, _)| header != "mcp-name");
        calling
            .headers
            .push(("mcp-name".to_owned(), name.to_owned()));
        let mut call = stateless(json!({ "name": name, "arguments": arguments }));
        if !responses.is_null() {
            call["inputResponses"] = responses;
        }
        calling.ask("tools/call", &call)
    };
    let install = json!({ "names": ["greeter"], "assistant": ["claude-code"] });
    let asked = calls("install_skills", install.clone(), Value::Null);
    assert_eq!(asked["result"]["resultType"], "input_required", "{asked}");
    let yes = json!({ "confirm": { "action": "accept", "content": { "confirm": true } } });
    let done = calls("install_skills", install, yes);
    let outcome = &done["result"]["structuredContent"]["installed"][0]["outcome"];
    assert_eq!(outcome, "INSTALLED", "{done}");
    // What lasts longer than a request needs a session.
    let url = json!({ "url": "http://127.0.0.1:1/" });
    let refused = calls("browser_open", url, Value::Null);
    assert_eq!(refused["result"]["isError"], true, "{refused}");
    assert!(text(&refused["result"]).contains("initialize"), "{refused}");
    assert!(tools.children().is_empty());
}

/// A page on the net can have the browser of the user ask us, under its own name or under one that it points at us.
#[test]
fn a_page_from_elsewhere_is_refused() {
    let tools = Tools::start(World::alone());
    let port = tools.address.rsplit(':').next().unwrap();
    let status = |name: &str, value: &str| {
        let client = tools.client().header(name, value);
        client.initialize(&json!({})).status
    };
    for host in [
        "evil.example",
        "evil.example:80",
        &format!("localhost.evil.example:{port}"),
    ] {
        assert_eq!(status("host", host), 403, "{host}");
    }
    for host in [
        "localhost",
        &format!("localhost:{port}"),
        &format!("[::1]:{port}"),
    ] {
        assert_eq!(status("host", host), 200, "{host}");
    }
    for origin in [
        "https://evil.example",
        "null",
        "http://localhost:3000",
        "file://",
        &format!("https://127.0.0.1:{port}"),
        &format!("http://127.0.0.1.evil.example:{port}"),
    ] {
        assert_eq!(status("origin", origin), 403, "{origin}");
    }
    for host in ["127.0.0.1", "localhost", "[::1]"] {
        let origin = format!("http://{host}:{port}");
        assert_eq!(status("origin", &origin), 200, "{origin}");
    }
    // A page may send some kinds of bodies without asking; a message is of none of them.
    assert_eq!(status("content-type", "text/plain"), 415);
    let preflight = tools.client().send("OPTIONS", b"");
    assert_eq!(preflight.status, 405);
    assert_eq!(preflight.header("access-control-allow-origin"), None);
}

#[test]
fn a_token_is_asked_of_everybody() {
    let secret = "a-secret-of-the-desk";
    let tools = Tools::with(World::alone(), "", &[("GUILD_MCP_TOKEN", secret)]);
    let none = tools.client().initialize(&json!({}));
    assert_eq!(
        (none.status, none.header("www-authenticate")),
        (401, Some("Bearer"))
    );
    for wrong in ["Bearer a-secret", "Bearer ", "Basic a-secret-of-the-desk"] {
        let client = tools.client().header("authorization", wrong);
        assert_eq!(client.initialize(&json!({})).status, 401, "{wrong}");
    }
    let shown = format!("Bearer {secret}");
    let mut client = tools
        .client()
        .header("authorization", &shown)
        .greeted(&json!({}));
    let listed = client.ask("tools/list", &json!({}));
    assert!(listed["result"]["tools"].is_array(), "{listed}");
}

#[test]
fn other_machines_are_let_in_by_name_and_token_alone() {
    let world = World::alone();
    for args in [
        "mcp --http 0.0.0.0:0",
        "mcp --http 0.0.0.0:0 --allow-host tools.example.org",
        "mcp --http 127.0.0.1:0 --allow-host tools.example.org",
    ] {
        let run = world.guild(args).fails(1);
        assert!(run.stderr.contains("open to other machines"), "{run}");
        assert!(run.stderr.contains("hint: "), "{run}");
    }
    let token = [("GUILD_MCP_TOKEN", "secret")];
    let tools = Tools::with(world, "--allow-host tools.example.org", &token);
    let status = |host: &str| {
        let client = tools.client().header("authorization", "Bearer secret");
        client.header("host", host).initialize(&json!({})).status
    };
    assert_eq!(status("tools.example.org"), 200);
    assert_eq!(status("other.example.org"), 403);
}

#[test]
fn what_is_no_message_is_answered_by_the_protocol() {
    let tools = Tools::start(World::alone());
    let client = tools.client().greeted(&json!({}));
    let deep = "[".repeat(100_000);
    for (body, code) in [
        (b"\xff\x00\xfe garbage".as_slice(), -32700),
        (b"", -32700),
        (b"{\"jsonrpc\": ", -32700),
        (deep.as_bytes(), -32700),
        (b"\xef\xbb\xbf{}", -32700),
        (b"[]", -32600),
        (b"7", -32600),
        (b"{\"id\": 7}", -32600),
        (
            b"{\"jsonrpc\": \"1.0\", \"id\": 7, \"method\": \"ping\"}",
            -32600,
        ),
    ] {
        let shown = String::from_utf8_lossy(&body[..body.len().min(40)]).into_owned();
        let answer = client.send("POST", body);
        assert_eq!(answer.status, 400, "{shown}");
        let error: Value = serde_json::from_str(&answer.body()).unwrap();
        assert_eq!(error["error"]["code"], code, "{shown}: {error}");
        let id = if shown.contains("\"id\"") {
            json!(7)
        } else {
            Value::Null
        };
        assert_eq!(error["id"], id, "{shown}: {error}");
    }
    let mut client = client;
    let unknown = client.ask("tools/call", &json!({ "name": "fly", "arguments": {} }));
    assert_eq!(unknown["error"]["code"], -32602, "{unknown}");
    let unknown = client.ask("no/such", &json!({}));
    assert_eq!(unknown["error"]["code"], -32601, "{unknown}");
    let wrong = client.call("check_docs", &json!({ "paths": 7, "colour": "red" }));
    assert!(text(&wrong).contains("`paths` has to be a list"), "{wrong}");
    let huge = client.call("explain_rule", &json!({ "rule": "r".repeat(1 << 20) }));
    assert!(text(&huge).contains("`rule` is longer than"), "{huge}");
}

#[test]
fn a_message_has_a_length() {
    let tools = Tools::start(World::alone());
    let mut client = tools.client().greeted(&json!({}));
    let huge = json!({ "jsonrpc": "2.0", "id": 1, "method": "x".repeat(5 << 20) });
    let answer = client.post(&huge);
    assert_eq!(answer.status, 413);
    // A length that is never kept holds nobody up.
    let broken = tools.client().header("content-length", "1000000000");
    assert_eq!(broken.send("POST", &vec![b'x'; 5 << 20]).status, 413);
    let explained = client.call("explain_rule", &json!({ "rule": "docs/section-order" }));
    assert_ne!(explained["isError"], true, "{explained}");
}
