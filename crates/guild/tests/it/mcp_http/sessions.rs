//! Sessions side by side, and their ends.

use serde_json::json;

use super::client::Tools;
use crate::mcp::text;
use crate::mcp_browser::site;
use crate::world::World;

#[test]
fn one_session_ends_and_the_other_goes_on() {
    let tools = Tools::start(World::alone());
    let mut one = tools.client().greeted(&json!({}));
    let mut two = tools.client().greeted(&json!({}));
    assert_ne!(one.session, two.session);
    let why = json!({ "rule": "docs/section-order" });
    assert!(text(&one.call("explain_rule", &why)).contains("Why"));
    assert_eq!(one.leave(), 202);
    let ping = json!({ "jsonrpc": "2.0", "id": 9, "method": "ping" });
    assert_eq!(one.post(&ping).status, 404);
    assert_eq!(one.send("GET", b"").status, 404);
    assert!(text(&two.call("explain_rule", &why)).contains("Why"));
    let mut stranger = tools.client();
    assert_eq!(stranger.post(&ping).status, 400);
    stranger.session = Some("made-up".to_owned());
    assert_eq!(stranger.post(&ping).status, 404);
}

#[test]
fn there_are_only_so_many_sessions() {
    let tools = Tools::start(World::alone());
    let clients: Vec<_> = (0..64)
        .map(|_| tools.client().greeted(&json!({})))
        .collect();
    let more = tools.client().initialize(&json!({}));
    assert_eq!(more.status, 503);
    let said = more.body();
    assert!(said.contains("as many sessions"), "{said}");
    assert_eq!(clients[7].leave(), 202);
    tools.client().greeted(&json!({}));
}

/// Each has a page of its own, which ends with its session; the last ends with the server.
#[test]
fn each_session_has_a_browser_of_its_own() {
    let origin = site();
    let mut tools = Tools::with(World::alone(), "--browser", &[]);
    let mut clients: Vec<_> = (0..3).map(|_| tools.client().greeted(&json!({}))).collect();
    for (client, page) in clients.iter_mut().zip(["shop", "leaky", "shop"]) {
        let open = json!({ "url": format!("{origin}/{page}") });
        let opened = client.call("browser_open", &open);
        assert_ne!(opened["isError"], true, "{opened}");
    }
    tools.wait_for_children(3);
    let seen = text(&clients[0].call("browser_snapshot", &json!({})));
    assert!(seen.contains("heading \"Shop\""), "{seen}");
    let seen = text(&clients[1].call("browser_snapshot", &json!({})));
    assert!(seen.contains("heading \"Leaky\""), "{seen}");
    assert_eq!(clients[0].leave(), 202);
    tools.wait_for_children(2);
    let seen = text(&clients[2].call("browser_snapshot", &json!({})));
    assert!(seen.contains("heading \"Shop\""), "{seen}");
    assert_eq!(tools.stop(), Some(0));
    let left = std::fs::read_dir(tools.temporary()).unwrap();
    let left: Vec<_> = left.map(|entry| entry.unwrap().file_name()).collect();
    assert!(left.is_empty(), "{left:?}");
}
