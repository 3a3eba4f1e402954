//! Runs `cargo test` over the workspace and adds up what its parts report.

use std::fmt;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

use super::mcp::Mcp;
use super::s3::S3Servers;
use crate::command::cargo;
use crate::linters::Linters;
use crate::say;

/// How the tests ended.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    passed: u32,
    failed: u32,
    ignored: u32,
    /// Whether cargo itself was content: a test binary that does not build reports no counts.
    is_built: bool,
}

impl Counts {
    /// Tells whether every test ran and passed. An ignored test is a test that did not run.
    pub(crate) fn is_clean(&self) -> bool {
        self.is_built && self.failed == 0 && self.ignored == 0 && self.passed > 0
    }

    /// Reads a line such as `test result: ok. 12 passed; 0 failed; 0 ignored; …`.
    fn add(&mut self, line: &str) {
        let Some((_, results)) = line.split_once("test result: ") else {
            return;
        };
        let mut words = results
            .split([' ', ';', '.'])
            .filter(|word| !word.is_empty())
            .peekable();
        while let Some(word) = words.next() {
            let Ok(number) = word.parse::<u32>() else {
                continue;
            };
            match words.peek() {
                Some(&"passed") => self.passed += number,
                Some(&"failed") => self.failed += number,
                Some(&"ignored") => self.ignored += number,
                _ => {}
            }
        }
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            passed,
            failed,
            ignored,
            ..
        } = self;
        write!(
            formatter,
            "tests: {passed} passed, {failed} failed, {ignored} ignored"
        )
    }
}

/// What is installed for tests: ours is held against it.
pub(crate) struct Parts<'p> {
    /// Other linters of API contracts, with the Node.js that runs them.
    pub(crate) linters: &'p Linters,
    /// A tester of servers.
    pub(crate) schemathesis: &'p Path,
    /// Google's measure of Core Web Vitals.
    pub(crate) web_vitals: &'p Path,
    /// The rules of accessibility of axe-core.
    pub(crate) axe: &'p Path,
    /// The schemas of HTTP Archives.
    pub(crate) har_validator: &'p Path,
    /// The folder of the programs of other clients.
    pub(crate) clients: &'p Path,
    /// The conformance suite of the assistants' protocol, and its inspector.
    pub(crate) mcp: &'p Mcp,
    /// S3 servers, a good one and a bad one.
    pub(crate) s3: &'p S3Servers,
}

/// Runs every test of the workspace, showing its output as it comes.
pub(crate) fn run_tests(postgres_url: &str, parts: &Parts<'_>) -> Result<Counts, String> {
    let mut child = cargo(&["test", "--workspace", "--no-fail-fast"])
        .env("GUILD_TEST_POSTGRES_URL", postgres_url)
        .env("GUILD_TEST_NODE", &parts.linters.node)
        .env("GUILD_TEST_LINTERS", &parts.linters.programs)
        .env("GUILD_TEST_SCHEMATHESIS", parts.schemathesis)
        .env("GUILD_TEST_WEB_VITALS", parts.web_vitals)
        .env("GUILD_TEST_AXE", parts.axe)
        .env("GUILD_TEST_HAR_VALIDATOR", parts.har_validator)
        .env("GUILD_TEST_CLIENTS", parts.clients)
        .env("GUILD_TEST_MCP_CONFORMANCE", &parts.mcp.conformance)
        .env("GUILD_TEST_MCP_INSPECTOR", &parts.mcp.inspector)
        .env("GUILD_TEST_MOTO", &parts.s3.moto)
        .env("GUILD_TEST_S3RVER", &parts.s3.s3rver)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cargo test could not be started: {error}"))?;
    let mut counts = Counts::default();
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            counts.add(&line);
            say::line(&line);
        }
    }
    let status = child
        .wait()
        .map_err(|error| format!("cargo test was lost: {error}"))?;
    counts.is_built = status.success();
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_results_of_several_binaries_add_up() {
        let mut counts = Counts {
            is_built: true,
            ..Counts::default()
        };
        counts.add("test result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 3 filtered out; finished in 0.10s");
        counts.add("test a::b ... ok");
        assert!(counts.is_clean());
        counts
            .add("test result: FAILED. 1 passed; 2 failed; 1 ignored; 0 measured; 0 filtered out");
        assert_eq!(counts.to_string(), "tests: 13 passed, 2 failed, 1 ignored");
        assert!(!counts.is_clean());
    }
}
