//! `cargo xtask test`: everything that a change has to pass, from a machine with Rust and nothing else.

mod axe;
mod clients;
mod counts;
mod har_validator;
mod mcp;
mod parts;
pub(crate) mod postgres;
pub(crate) mod s3;
mod schemathesis;
mod web_vitals;

use std::time::Instant;

use self::counts::Counts;
use crate::command::{cargo, execute};
use crate::{format, generate, linters, say, tidy};

/// Installs the parts, then formats, lints, tidies, compares generated files, and runs every test.
pub(crate) fn run_all() -> Result<Counts, String> {
    say::step(
        "parts: Chromium, PostgreSQL, Node.js, Spectral, Redocly, npm skills, clawhub, web-vitals, axe-core, har-validator, MCP conformance and inspector, Schemathesis, moto, s3rver, bubblewrap, unzip, nginx, curl",
    );
    parts::install()?;
    let linters = linters::install()?;
    let schemathesis = schemathesis::install()?;
    let web_vitals = web_vitals::install(&linters.node)?;
    let axe = axe::install(&linters.node)?;
    let har_validator = har_validator::install(&linters.node)?;
    let clients = clients::install(&linters.node)?;
    let mcp = mcp::install(&linters.node)?;
    let s3 = s3::install(&linters.node)?;
    say::step("format");
    format::check()?;
    say::step("tidy");
    tidy::run()?;
    say::step("lint");
    let lint = [
        "clippy",
        "--workspace",
        "--all-targets",
        "--quiet",
        "--",
        "--deny",
        "warnings",
    ];
    execute(&mut cargo(&lint))?;
    say::step("generated files");
    generate::check()?;
    say::step("tests");
    let server = postgres::start()?;
    let parts = counts::Parts {
        linters: &linters,
        schemathesis: &schemathesis,
        web_vitals: &web_vitals,
        axe: &axe,
        har_validator: &har_validator,
        clients: &clients,
        mcp: &mcp,
        s3: &s3,
    };
    counts::run_tests(server.url(), &parts)
}

/// Runs all and ends with one line of counts.
pub(crate) fn run() -> Result<(), String> {
    let started = Instant::now();
    let counts = run_all()?;
    let seconds = started.elapsed().as_secs();
    say::line(&format!(
        "{counts} in {}:{:02} minutes",
        seconds / 60,
        seconds % 60
    ));
    if counts.is_clean() {
        Ok(())
    } else {
        Err("the tests did not pass".to_owned())
    }
}
