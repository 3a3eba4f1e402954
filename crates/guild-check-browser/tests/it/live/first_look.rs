//! A first look at a page, and a browser that runs elsewhere.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

use guild_check_browser::BrowserChoice;
use guild_check_browser::survey::{Control, survey};

use super::{Answer, Site, World, chromium, launch, passes};

#[test]
fn a_page_is_surveyed_without_touching_it() {
    let site = Site::new(&[
        (
            "/",
            Answer::page(
                "<h1>Tasks</h1><label>Title <input></label><button>Save</button><a href=/>Home</a><script>fetch('/api/tasks?page=1')</script>",
            ),
        ),
        ("/api/tasks", Answer::json(200, "[]")),
    ]);
    let world = World::new();
    let choice = BrowserChoice::Launch(launch(world.folder.path()));
    let url = site.url("/").parse().unwrap();
    let survey = survey(&url, &choice, Duration::from_secs(20)).unwrap();
    assert_eq!(
        (survey.title.as_str(), &survey.headings[..]),
        ("A page", &["Tasks".to_owned()][..])
    );
    let control = |role: &str, name: &str| Control {
        role: role.to_owned(),
        name: name.to_owned(),
    };
    let controls = [
        control("textbox", "Title"),
        control("button", "Save"),
        control("link", "Home"),
    ];
    assert_eq!(survey.controls, controls);
    let calls: Vec<_> = survey
        .calls
        .iter()
        .map(|call| (call.method.as_str(), call.status))
        .collect();
    assert_eq!(calls, [("GET", Some(200))]);
}

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
    world.options.browser = BrowserChoice::Connect(url);
    let site = Site::page("<h1>Home</h1><button onclick=\"this.textContent = 'Done'\">Go</button>");
    let steps = "Navigate to `/`\nClick button \"Go\"\nAssert button \"Done\" is visible\nScreenshot `done`";
    let outcome = world.run(&site, steps);
    // It is somebody else's and goes on: a second run finds it as it was.
    passes(&outcome);
    passes(&world.run(&site, steps));
    assert!(browser.try_wait().unwrap().is_none());
    browser.kill().unwrap();
    browser.wait().unwrap();
}
