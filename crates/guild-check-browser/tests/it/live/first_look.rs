//! `guild new plan`: a plan that is written from a first look at a healthy page passes as it stands.

use std::time::Duration;

use guild_check::Source;
use guild_check_browser::draft::draft;
use guild_check_browser::survey::survey;
use guild_check_browser::{BrowserChoice, Plan, judge};
use url::Url;

use super::{Answer, Site, World, launch, passes};

/// Looks at a page, writes the plan, runs it as it is, and gives its text.
fn walk(site: &Site, path: &str) -> String {
    let world = World::new();
    let entry = Url::parse(&site.url(path)).unwrap();
    let browser = BrowserChoice::Launch(launch(world.folder.path()));
    let survey = survey(&entry, &browser, Duration::from_secs(20)).unwrap();
    let text = draft(&survey, &entry).text;
    let found = judge(&Plan::read(&Source::new("PLAN.md", text.as_str())));
    assert!(found.is_empty(), "{found:#?}\n{text}");
    let outcome = world.run_plan(&text);
    let steps: Vec<_> = outcome.flows.iter().flat_map(|flow| &flow.steps).collect();
    assert!(!steps.is_empty(), "{text}");
    passes(&outcome);
    text
}

#[test]
fn a_page_that_its_scripts_fill_from_an_api() {
    let page = "<h1 id=head></h1><label>Title <input></label><button>Add task</button><ul id=list></ul>
        <script>setTimeout(async () => {
          const tasks = await (await fetch('/api/tasks?open=1')).json();
          head.textContent = `${tasks.length} tasks`;
          list.innerHTML = tasks.map((task) => `<li><a href=/tasks/${task.id}>${task.title}</a>`).join('');
          navigator.sendBeacon('/api/seen');
        }, 200)</script>";
    let site = Site::new(&[
        ("/tasks", Answer::page(page)),
        (
            "/api/tasks",
            Answer::json(200, r#"[{"id": 1, "title": "Buy milk"}]"#),
        ),
        ("/api/seen", Answer::Raw(204, String::new(), String::new())),
    ]);
    let text = walk(&site, "/tasks");
    for line in [
        "# Test plan: 1 tasks",
        "Assert heading \"1 tasks\" is visible",
        "Assert network `GET /api/tasks` responds `200`",
        "- textbox \"Title\"",
        "- button \"Add task\"",
        "- link \"Buy milk\"",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

#[test]
fn names_that_are_no_plain_words() {
    let page = "<h1>Say “hi”, \\ or `code` * & <i>more</i></h1><h2>Twice</h2><h2>Twice</h2>
        <button>\"Quoted\" it's</button><button>\u{1f389} Party\n on</button><a href=/>a|b [c](d) _e_ #f</a>
        <button aria-label='Close'>x</button><button>Same</button><button>Same</button>
        <button hidden>Nobody</button><label>1. First <input type=checkbox></label>
        <select aria-label='Colour: red?'><option>Red</select>";
    walk(&Site::page(page), "/");
}

#[test]
fn parts_in_shadows_and_frames() {
    let page = "<my-card></my-card><iframe title=Pay srcdoc='<h2>Payment</h2><button>Pay now</button>'></iframe>
        <script>customElements.define('my-card', class extends HTMLElement {
          constructor() { super(); this.attachShadow({mode: 'open'}).innerHTML = '<h1>In the shadow</h1><button>Lit</button>'; }
        });</script>";
    let text = walk(&Site::page(page), "/");
    assert!(text.contains("heading \"In the shadow\""), "{text}");
    assert!(text.contains("- button \"Lit\""), "{text}");
    assert!(text.contains("- button \"Pay now\""), "{text}");
}

#[test]
fn a_page_that_says_that_there_is_none() {
    let world = World::new();
    let gone = Answer::Raw(
        404,
        "content-type: text/html\r\n".to_owned(),
        "<h1>Gone</h1>".to_owned(),
    );
    let site = Site::new(&[("/gone", gone)]);
    let browser = BrowserChoice::Launch(launch(world.folder.path()));
    for path in ["/gone", "/gone#top"] {
        let url = Url::parse(&site.url(path)).unwrap();
        let survey = survey(&url, &browser, Duration::from_secs(20)).unwrap();
        assert_eq!(survey.remark.as_deref(), Some("the server answered `404`"));
    }
}

#[test]
fn a_page_without_a_heading_behind_a_redirect_that_never_stops_asking() {
    let page = "<p>Live</p><button>Stop</button><script>
        const poll = async () => { await fetch('/api/feed?at=' + Date.now()); setTimeout(poll, 100); };
        poll(); new EventSource('/api/events');</script>";
    let site = Site::new(&[
        ("/", Answer::redirect("/live")),
        ("/live", Answer::page(page)),
        ("/api/feed", Answer::json(200, "{}")),
        ("/api/events", Answer::Silence),
    ]);
    let text = walk(&site, "/");
    assert!(text.contains("Assert button \"Stop\" is visible"), "{text}");
}

#[test]
fn a_page_with_next_to_nothing() {
    walk(&Site::page("<p>Nothing here</p>"), "/");
    walk(
        &Site::page("<h1 style='position:absolute;left:-9999px'>For readers only</h1><p>Text</p>"),
        "/",
    );
    walk(
        &Site::page("<h1><img src=data:, alt='A logo'></h1><p>Text</p>"),
        "/",
    );
}
