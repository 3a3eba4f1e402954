//! `--trace`: the requests as an HTTP Archive, the document after each step; and no secret in either.

use std::fs;
use std::path::Path;

use guild_check::Source;
use guild_check_browser::Plan;
use guild_check_browser::boundary::Redactor;
use guild_check_browser::run::{Trace, run};
use guild_check_browser::verdict::Tried;
use serde_json::Value;

use super::{Answer, Plain, Site, World, flow, numbered, passes, plan};
use crate::evidence::write;

const JWT: &str = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJqYW5lIn0.c2lnbmF0dXJlLW9mLWphbmU";
/// What a page holds that must not be kept, each in a way of its own.
const SECRETS: [&str; 8] = [
    "cookie-5f3a9c",
    "bearer-7d21e8f0",
    "open-sesame-12",
    JWT,
    "jane.roe@example.org",
    "4111",
    "csrf-88aa77bb",
    "hidden-token-1",
];

const PAGE: &str = r#"<style>h1 { color: rgb(1, 2, 3) }</style><link rel=stylesheet href="{other}/other.css">
<meta name="csrf-token" content="csrf-88aa77bb">
<h1>Sign in</h1><p>Signed in as jane.roe@example.org, card <b>4111 1111</b> <i>1111 1111</i></p>
<form action=/elsewhere onsubmit="return false"><label>Password <input type=password id=word></label>
<input type=hidden name=access_token value="hidden-token-1"><button>Go</button></form>
<p id=out data-token="eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJqYW5lIn0.c2lnbmF0dXJlLW9mLWphbmU"></p>
<img alt=Dot src="/dot.svg"><x-card></x-card><iframe src="{other}/inner"></iframe><!-- bearer-7d21e8f0 -->
<script>
document.querySelector('x-card').attachShadow({ mode: 'open' }).innerHTML = '<style>p { font-weight: 700 }</style><p>In the shadow</p>';
document.querySelector('button').onclick = async () => {
  const answer = await fetch('/api/session?token=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJqYW5lIn0.c2lnbmF0dXJlLW9mLWphbmU', { method: 'POST',
    headers: { Authorization: 'Bearer bearer-7d21e8f0', 'content-type': 'application/json' }, body: JSON.stringify({ password: word.value }) });
  out.textContent = 'Welcome ' + (await answer.json()).jwt;
};
</script>"#;

const PICTURE: &str = "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'><text>jane.roe@example.org</text></svg>";

fn site() -> (Site, Site) {
    let html = |html: &str| Answer::page(html);
    let css = "content-type: text/css\r\n".to_owned();
    let other = Site::new(&[
        (
            "/inner",
            html("<p>In the frame of jane.roe@example.org</p>"),
        ),
        (
            "/other.css",
            Answer::Raw(200, css, "h1 { letter-spacing: 3px }".to_owned()),
        ),
    ]);
    let json = "content-type: application/json\r\nset-cookie: session=cookie-5f3a9c; HttpOnly\r\n";
    let answer = format!(r#"{{"jwt": "{JWT}", "name": "Jane"}}"#);
    let site = Site::new(&[
        ("/", html(&PAGE.replace("{other}", other.origin()))),
        ("/api/session", Answer::Raw(201, json.to_owned(), answer)),
        (
            "/dot.svg",
            Answer::Raw(
                200,
                "content-type: image/svg+xml\r\n".to_owned(),
                PICTURE.to_owned(),
            ),
        ),
    ]);
    (site, other)
}

const STEPS: &str = "Navigate to `/`\nAssert `h1` is visible\nFill textbox \"Password\" with secret `TASKS_PASSWORD`\nClick button \"Go\"\nAssert text \"Welcome\" is visible\nScreenshot `in`";

/// Runs the plan and writes its evidence.
fn trace(world: &mut World, site: &Site, folder: &Path) -> Tried {
    world.options.trace = Trace::On;
    let (name, word) = ("TASKS_PASSWORD".to_owned(), "open-sesame-12".to_owned());
    world.options.secrets.insert(name, word);
    let text = plan(
        site,
        "- Secrets: `TASKS_PASSWORD`",
        &format!("## Flow: Sign in\n\n{}", numbered(STEPS)),
    );
    let plan = Plan::read(&Source::new("PLAN.md", text));
    let outcome = run(&plan, &world.options, &Plain);
    passes(&outcome);
    let redactor = Redactor::default();
    let tried = Tried {
        plan,
        outcome,
        redactor,
    };
    write(&tried, folder);
    tried
}

#[test]
fn a_run_that_is_traced_keeps_requests_and_documents_and_no_secret() {
    let (site, _other) = site();
    let mut world = World::new();
    let evidence = tempfile::tempdir().unwrap();
    let tried = trace(&mut world, &site, evidence.path());
    let steps = &flow(&tried.outcome).steps;
    assert!(steps.iter().all(|step| step.snapshot.is_some()));

    let folder = evidence.path().join("trace");
    let mut files: Vec<String> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    assert_eq!(files.len(), 7, "{files:?}");
    assert_eq!(
        (files[0].as_str(), files[1].as_str()),
        ("flow-1-step-01.html", "flow-1-step-02.html")
    );
    assert_eq!(files[6], "flow-1.har");
    for file in &files {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        for secret in SECRETS {
            let at = text.find(secret).map(|at| &text[at.saturating_sub(200)..]);
            assert!(
                at.is_none(),
                "{secret} is in {file}: {}",
                at.unwrap_or_default()
            );
        }
    }
    let report = fs::read_to_string(evidence.path().join("report.md")).unwrap();
    assert!(
        report.contains("[DOM](trace/flow-1-step-05.html)"),
        "{report}"
    );
    assert!(
        report.contains("[flow-1.har](trace/flow-1.har)"),
        "{report}"
    );
    let page = fs::read_to_string(evidence.path().join("report.html")).unwrap();
    assert!(page.contains("href=\"trace/flow-1-step-05.html\""));

    archive_is_one(
        &fs::read_to_string(folder.join("flow-1.har")).unwrap(),
        &site,
    );
}

/// Holds an archive against what HAR 1.2 requires of each part.
fn archive_is_one(text: &str, site: &Site) {
    let archive: Value = serde_json::from_str(text).unwrap();
    let log = &archive["log"];
    has(log, &["version", "creator", "browser", "pages", "entries"]);
    has(&log["creator"], &["name", "version"]);
    has(
        &log["pages"][0],
        &["startedDateTime", "id", "title", "pageTimings"],
    );
    let entries = log["entries"].as_array().unwrap();
    for entry in entries {
        has(
            entry,
            &[
                "startedDateTime",
                "time",
                "request",
                "response",
                "cache",
                "timings",
            ],
        );
        has(
            &entry["request"],
            &[
                "method",
                "url",
                "httpVersion",
                "cookies",
                "headers",
                "queryString",
                "headersSize",
                "bodySize",
            ],
        );
        has(
            &entry["response"],
            &[
                "status",
                "statusText",
                "httpVersion",
                "cookies",
                "headers",
                "content",
                "redirectURL",
                "headersSize",
                "bodySize",
            ],
        );
        has(&entry["response"]["content"], &["size", "mimeType"]);
        let timings = &entry["timings"];
        has(timings, &["send", "wait", "receive"]);
        let parts = ["blocked", "dns", "connect", "send", "wait", "receive"];
        let sum: f64 = parts
            .iter()
            .map(|part| timings[part].as_f64().unwrap().max(0.0))
            .sum();
        let time = entry["time"].as_f64().unwrap();
        assert!((sum - time).abs() < 0.01, "{timings} of {time}");
        let began = entry["startedDateTime"].as_str().unwrap();
        assert!(
            began.starts_with("20") && began.ends_with('Z') && began.len() == 24,
            "{began}"
        );
    }
    let session = entries
        .iter()
        .find(|entry| entry["request"]["method"] == "POST")
        .unwrap();
    assert_eq!(
        session["request"]["url"],
        format!("{}/api/session?token=[redacted]", site.origin())
    );
    assert_eq!(
        session["request"]["postData"]["text"],
        "{\n  \"password\": \"[redacted: credential]\"\n}"
    );
    assert_eq!(session["response"]["status"], 201);
    assert_eq!(session["response"]["cookies"][0]["name"], "session");
    let body = session["response"]["content"]["text"].as_str().unwrap();
    assert!(
        body.contains("\"name\": \"Jane\"") && body.contains("[redacted"),
        "{body}"
    );
    assert!(session["timings"]["wait"].as_f64().unwrap() > 0.0);
}

fn has(value: &Value, names: &[&str]) {
    for name in names {
        assert!(!value[name].is_null(), "no `{name}` in {value}");
    }
}

#[test]
fn a_document_that_was_kept_shows_what_was_there_and_runs_and_loads_nothing() {
    let (site, _other) = site();
    let evidence = tempfile::tempdir().unwrap();
    trace(&mut World::new(), &site, evidence.path());
    let html = fs::read_to_string(evidence.path().join("trace/flow-1-step-06.html")).unwrap();
    assert!(
        !html.contains("<script") && !html.contains("onsubmit") && !html.contains("/elsewhere"),
        "{html}"
    );
    // With something that would act and load if it could.
    let armed = format!(
        "{html}<script>document.title = 'ran'</script><img src=/loaded.png onerror=\"document.title = 'ran'\">"
    );
    let shown = Site::new(&[(
        "/",
        Answer::Raw(200, "content-type: text/html\r\n".to_owned(), armed),
    )]);
    let outcome = World::new().run(
        &shown,
        "Navigate to `/`\nAssert heading \"Sign in\" is visible\nAssert text \"In the shadow\" is visible\nAssert text \"In the frame of [redacted: e-mail address]\" is visible\nAssert `#word` has value \"[redacted: credential]\"\nAssert title is \"After step 6: Screenshot `in`\"",
    );
    passes(&outcome);
    assert!(!shown.was_asked("/loaded.png"));
    assert!(
        html.contains("letter-spacing: 3px") && html.contains("rgb(1, 2, 3)"),
        "{html}"
    );
    assert!(html.contains("src=\"data:image/svg+xml;base64,"), "{html}");
}

/// Held against the schemas that other readers of archives have.
#[test]
fn the_archive_is_one_for_its_readers() {
    let installed = |name: &str| {
        let part = std::env::var_os(name);
        part.unwrap_or_else(|| panic!("`cargo xtask test` installs it and names it in {name}"))
    };
    let (site, _other) = site();
    let evidence = tempfile::tempdir().unwrap();
    trace(&mut World::new(), &site, evidence.path());
    let script = "const [validator, file] = process.argv.slice(1); \
        require(validator).har(JSON.parse(require('fs').readFileSync(file))).catch((error) => { \
        console.error(JSON.stringify(error.errors)); process.exit(1); })";
    let node = std::process::Command::new(installed("GUILD_TEST_NODE"))
        .args(["-e", script])
        .arg(installed("GUILD_TEST_HAR_VALIDATOR"))
        .arg(evidence.path().join("trace/flow-1.har"))
        .output()
        .unwrap();
    assert!(
        node.status.success(),
        "{}",
        String::from_utf8_lossy(&node.stderr)
    );
}
