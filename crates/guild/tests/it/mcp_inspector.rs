//! The inspector, an unmodified client of the protocol, lists and calls our tools.

use std::process::Command;

use serde_json::Value;

use crate::mcp_http::client::Tools;
use crate::world::World;

/// Runs it on a server that is named by an address, or started by a command.
fn inspect(world: &World, server: &[&str], method: &[&str]) -> Result<Value, String> {
    let variable = |name: &str| {
        std::env::var_os(name)
            .unwrap_or_else(|| panic!("{name} is not set: run the tests by `cargo xtask test`"))
    };
    let node = variable("GUILD_TEST_NODE");
    let mut command = Command::new(&node);
    world.clean(&mut command);
    // It starts Node.js again by its name.
    let folder = std::path::Path::new(&node).parent().unwrap().to_owned();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::iter::once(folder).chain(std::env::split_paths(&path));
    command.env("PATH", std::env::join_paths(path).unwrap());
    command
        .arg(variable("GUILD_TEST_MCP_INSPECTOR"))
        .arg("--cli");
    command.args(server).arg("--method").args(method);
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    match output.status.success() {
        true => Ok(serde_json::from_str(&said).unwrap_or_else(|error| panic!("{error}: {said}"))),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// Lists the tools, calls one well, one wrongly, and one that does not exist.
fn looks_around(world: &World, server: &[&str]) {
    let listed = inspect(world, server, &["tools/list"]).unwrap();
    let tools = listed["tools"].as_array().unwrap();
    let names = tools.iter().map(|tool| tool["name"].as_str().unwrap());
    assert!(names.clone().any(|name| name == "check_docs"), "{listed}");
    let call = |tool: &str, arg: &str| {
        inspect(
            world,
            server,
            &["tools/call", "--tool-name", tool, "--tool-arg", arg],
        )
    };
    let found = call("search_skills", "query=greeter").unwrap();
    let name = &found["structuredContent"]["items"][0]["name"];
    assert_eq!(name, "greeter", "{found}");
    let missing = call("check_docs", "paths=[\"gone.md\"]").unwrap();
    assert_eq!(missing["isError"], true, "{missing}");
    let said = missing["content"][0]["text"].as_str().unwrap();
    assert!(said.contains("gone.md does not exist"), "{said}");
    let unknown = call("fly", "to=the moon").unwrap_err();
    assert!(unknown.contains("there is no tool `fly`"), "{unknown}");
}

#[test]
fn the_inspector_uses_our_tools_over_pipes() {
    let world = World::new();
    let catalog = format!("--catalog={}", world.catalog());
    // It gives a server that it starts few variables, and takes flags behind `--` for itself.
    let script = format!("exec '{}' mcp {catalog}", env!("CARGO_BIN_EXE_guild"));
    world.write("tools.sh", &script);
    let script = world.path("tools.sh").display().to_string();
    looks_around(&world, &["sh", &script]);
}

#[test]
fn the_inspector_uses_our_tools_over_http() {
    let tools = Tools::start(World::new());
    let url = format!("http://{}/mcp", tools.address);
    looks_around(&tools.world, &[&url, "--transport", "http"]);
}
