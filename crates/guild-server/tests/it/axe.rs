//! What axe-core says of a page: the rules of accessibility that others hold pages against.

use serde_json::Value;

use crate::browser::Browser;

const RUN: &str = "
  axe.run().then(({ violations }) => { window.axeFound = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${help}: ${target.join(' ')}: ${html.slice(0, 160)}`)); });";

/// Gives what it finds on the page as it stands.
pub(crate) fn findings(browser: &Browser) -> Vec<String> {
    if browser.eval("typeof window.axe") != "object" {
        browser.run(&script());
    }
    browser.run("delete window.axeFound;");
    browser.run(RUN);
    browser.wait("window.axeFound");
    let found = browser.eval("window.axeFound");
    let lines = found.as_array().unwrap().iter().filter_map(Value::as_str);
    lines.map(str::to_owned).collect()
}

fn script() -> String {
    let script = std::env::var_os("GUILD_TEST_AXE");
    let script = script.expect("`cargo xtask test` installs it and names it in GUILD_TEST_AXE");
    std::fs::read_to_string(script).unwrap()
}
