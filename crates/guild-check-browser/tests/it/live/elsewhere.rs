//! A browser that runs elsewhere.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use guild_check_browser::BrowserChoice;

use super::{Site, World, chromium, passes};

#[test]
fn a_plan_runs_in_a_browser_that_runs_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let mut browser = Command::new(chromium())
        .args([
            "--headless",
            "--no-sandbox",
            "--remote-debugging-port=0",
            "about:blank",
        ])
        .arg(format!("--user-data-dir={}", folder.path().display()))
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(browser.stderr.take().unwrap()).lines();
    let url = lines
        .map_while(Result::ok)
        .find_map(|line| Some(line.split_once("listening on ")?.1.to_owned()))
        .unwrap();
    let mut world = World::new();
    let port = url.split(['/', ':']).nth(4).unwrap();
    let by_port = BrowserChoice::Connect(format!("http://localhost:{port}"));
    world.options.browser = BrowserChoice::Connect(url);
    let site = Site::page("<h1>Home</h1><button onclick=\"this.textContent = 'Done'\">Go</button>");
    let steps = "Navigate to `/`\nClick button \"Go\"\nAssert button \"Done\" is visible\nScreenshot `done`";
    let outcome = world.run(&site, steps);
    // It is somebody else's and goes on: a second run finds it as it was.
    passes(&outcome);
    world.options.browser = by_port;
    passes(&world.run(&site, steps));
    assert!(browser.try_wait().unwrap().is_none());
    browser.kill().unwrap();
    browser.wait().unwrap();
}
