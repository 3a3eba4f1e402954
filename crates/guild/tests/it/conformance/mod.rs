//! The protocol's own conformance suite, unmodified and from its package, against what serves our tools.

mod content;
#[expect(deprecated, reason = "the suite asks for what older clients use, too")]
mod fixture;
mod rounds;

use std::process::{Command, Stdio};

use guild::tools_over_http::{Doors, Limits, bind};
use tokio::sync::oneshot;

use crate::mcp_http::client::Tools;
use crate::world::World;
use fixture::Fixture;

/// Serves the suite's fixtures until it is dropped.
struct Served {
    url: String,
    stop: Option<oneshot::Sender<()>>,
    runtime: Option<tokio::runtime::Runtime>,
}

impl Served {
    fn start() -> Self {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let fixture = Fixture::default();
        let listen = "127.0.0.1:0".parse().unwrap();
        let make = move || fixture.clone();
        let server = bind(listen, Doors::default(), Limits::standard(), make);
        let server = runtime.block_on(server).unwrap();
        let url = server.url();
        let (stop, stopped) = oneshot::channel();
        runtime.spawn(server.run(async {
            // It is told, or the test has ended.
            let _ = stopped.await;
        }));
        Self {
            url,
            stop: Some(stop),
            runtime: Some(runtime),
        }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Runs the suite, and gives what it says of each scenario.
fn suite(url: &str, args: &str) -> Vec<String> {
    let variable = |name: &str| {
        std::env::var_os(name)
            .unwrap_or_else(|| panic!("{name} is not set: run the tests by `cargo xtask test`"))
    };
    let world = World::alone();
    let mut command = Command::new(variable("GUILD_TEST_NODE"));
    world.clean(&mut command);
    command.arg(variable("GUILD_TEST_MCP_CONFORMANCE"));
    command.args(["server", "--url", url]).args(args.split(' '));
    let output = command.stdin(Stdio::null()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let summary = said.split("=== SUMMARY ===").nth(1);
    let summary = summary.unwrap_or_else(|| panic!("{said}"));
    let lines = summary.lines().filter(|line| line.contains(" passed, "));
    let scenarios = lines.filter(|line| !line.starts_with("Total"));
    scenarios.map(str::to_owned).collect()
}

/// Expects so many scenarios, and of each that it passed.
fn all_pass(scenarios: &[String], count: usize) {
    let failed = scenarios.iter().filter(|line| !line.ends_with(" 0 failed"));
    let failed: Vec<_> = failed.collect();
    assert!(failed.is_empty(), "{failed:#?}");
    assert_eq!(scenarios.len(), count, "{scenarios:#?}");
}

#[test]
fn sessions_keep_the_protocol() {
    let served = Served::start();
    all_pass(
        &suite(&served.url, "--suite all --spec-version 2025-11-25"),
        33,
    );
    all_pass(
        &suite(&served.url, "--suite all --spec-version 2025-06-18"),
        27,
    );
}

#[test]
fn requests_without_a_session_keep_the_protocol() {
    let served = Served::start();
    all_pass(
        &suite(&served.url, "--suite all --spec-version 2026-07-28"),
        40,
    );
}

/// What needs no fixture holds for the program itself.
#[test]
fn our_own_tools_keep_the_protocol() {
    let tools = Tools::start(World::alone());
    let url = format!("http://{}/mcp", tools.address);
    for (version, names) in [
        (
            "2025-11-25",
            "server-initialize server-session-lifecycle ping tools-list resources-list \
             server-sse-multiple-streams dns-rebinding-protection",
        ),
        (
            "2026-07-28",
            "tools-list resources-list server-sse-multiple-streams sep-2164-resource-not-found \
             dns-rebinding-protection caching http-header-validation",
        ),
    ] {
        let mut scenarios = suite(&url, &format!("--suite all --spec-version {version}"));
        let names: Vec<_> = names.split(' ').collect();
        scenarios.retain(|line| names.iter().any(|name| line.contains(&format!(" {name}:"))));
        all_pass(&scenarios, names.len());
    }
}
