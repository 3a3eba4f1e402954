//! How the pages look, measured in a real Chromium on every kind of page.

use serde_json::Value;

use crate::axe;
use crate::browser::{Browser, Scheme, Screen};
use crate::world::World;

const PATHS: [&str; 16] = [
    "/",
    "/packs/developer-pack",
    "/skills/api-documentation-writer",
    "/skills/browser-testing-with-devtools",
    "/skills/adr-writer/releases/NEWEST",
    "/skills/adr-writer/releases/NEWEST/files/SKILL.md",
    "/skills/api-and-interface-design/releases/NEWEST/files/references/tasks.openapi.yaml",
    "/search?query=documentation",
    "/search?query=zzzzqq",
    "/rules",
    "/rules/skill/name-form",
    "/check",
    "/docs",
    "/docs/guide/running-a-catalog",
    "/docs/api/show-skill",
    "/skills/api-docs",
];

/// Gives by how much a page is wider than the screen.
const OVERFLOW: &str =
    "document.documentElement.scrollWidth - document.documentElement.clientWidth";

/// Gives the texts that stand out too little from what is behind them, by the formula of WCAG 2.
const FAINT: &str = include_str!("samples/faint.js");

/// Gives the controls that say nothing to who cannot see them.
const UNNAMED: &str = "
  return [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select')]
    .filter((control) => control.getAttribute('aria-hidden') !== 'true')
    .filter((control) => !(control.getAttribute('aria-label') || [...(control.labels ?? [])].some((label) => label.textContent.trim())
      || (control.matches('a, button') && control.textContent.trim())))
    .map((control) => control.outerHTML);";

#[test]
fn pages_fit_a_phone_and_are_legible_in_light() {
    look_at_all(Screen::Phone, Scheme::Light);
}

#[test]
fn pages_fit_a_phone_and_are_legible_in_the_dark() {
    look_at_all(Screen::Phone, Scheme::Dark);
}

#[test]
fn pages_fit_a_desk_and_are_legible_in_light() {
    look_at_all(Screen::Desk, Scheme::Light);
}

#[test]
fn pages_fit_a_desk_and_are_legible_in_the_dark() {
    look_at_all(Screen::Desk, Scheme::Dark);
}

/// What was checked stands on the page with what was found in it, at once and under the address of the result.
#[test]
fn results_of_a_check_are_legible_wherever_they_are_read() {
    let world = World::of_developer_pack();
    for (screen, scheme) in [(Screen::Desk, Scheme::Light), (Screen::Phone, Scheme::Dark)] {
        let browser = Browser::open(screen, scheme);
        browser.go(&format!("http://{}/check", world.address()));
        browser.wait("document.querySelector('#document') !== null");
        browser.run("document.querySelector('#document').value = '# Create task\\n\\nIt does it.\\n\\n## Errors\\n'");
        look(&browser, "/check with a document");
        browser.click("#keep");
        browser.click("form.check button");
        browser.wait("location.pathname.startsWith('/check/results/')");
        browser.wait("document.readyState === 'complete'");
        look(&browser, "the result of a check");
    }
}

#[test]
fn words_that_never_end_stay_on_a_phone() {
    let world = World::empty();
    let word = "endless".repeat(40);
    let label = &word[..64];
    let skill_md = format!(
        "---\nname: trap\ndescription: Use when \"{word}\".\n---\n\n# {word}\n\n{word} `{word}`\n\n| {word} | b |\n|---|---|\n| c | {word} |\n"
    );
    let page_md = format!(
        "---\npack: {label}\ncheck-glyphs: true\n---\n\n# {word}\n\n{word}\n\n## What it does\n\n{word}\n\n\
         ## When to use\n\n- {word}\n- `{word}`\n\n## When not to use\n\n- {word}\n\n## Example prompts\n\n- {word}\n- {word}\n\n\
         ## Recent changes\n\n- Nov 20, 2026: {word}\n"
    );
    let path = format!("references/{}.md", "deep/".repeat(8) + &"long".repeat(15));
    let files = [
        ("SKILL.md", skill_md.as_bytes()),
        ("PAGE.md", page_md.as_bytes()),
        (path.as_str(), skill_md.as_bytes()),
    ];
    world.publish("trap", &files);
    let browser = Browser::open(Screen::Phone, Scheme::Light);
    for path in [
        "/".to_owned(),
        "/search?query=trap".to_owned(),
        "/skills/trap".to_owned(),
        format!("/skills/{word}"),
        with_version(&world, "/skills/trap/releases/NEWEST"),
        with_version(
            &world,
            &format!("/skills/trap/releases/NEWEST/files/{path}"),
        ),
    ] {
        browser.go(&format!("http://{}{path}", world.address()));
        look(&browser, &path);
        if browser.eval("document.querySelector('input[value=rendered]') !== null") == true {
            browser.click("input[value=rendered]");
            look(&browser, &path);
        }
    }
}

#[test]
fn the_probes_find_what_they_look_for() {
    let world = World::of_developer_pack();
    let browser = Browser::open(Screen::Phone, Scheme::Light);
    browser.go(&format!("http://{}/search", world.address()));
    browser.run("document.querySelector('h1').style.color = '#bbb';");
    let faint = browser.run(FAINT);
    assert!(faint[0].as_str().unwrap().starts_with("h1.: 1."), "{faint}");
    browser.run("document.querySelector('label[for=query]').remove();");
    assert_eq!(browser.run(UNNAMED).as_array().unwrap().len(), 1);
    let inaccessible = axe::findings(&browser).join("\n");
    assert!(inaccessible.contains("label: "), "{inaccessible}");
    assert!(inaccessible.contains("color-contrast: "), "{inaccessible}");
    browser.run("document.querySelector('h1').style.width = '50rem';");
    assert!(browser.eval(OVERFLOW).as_u64().unwrap() > 0);
    browser.run("fetch('http://127.0.0.2:9/beacon').catch(() => { window.refused = true; });");
    browser.wait("window.refused");
    assert!(!browser.console().is_empty());
}

fn look_at_all(screen: Screen, scheme: Scheme) {
    let world = World::of_developer_pack();
    let browser = Browser::open(screen, scheme);
    let base = format!("http://{}", world.address());
    for path in PATHS {
        let path = &with_version(&world, path);
        browser.go(&format!("{base}{path}"));
        look(&browser, path);
        if browser.eval("document.querySelector('input[value=rendered]') !== null") == true {
            browser.click("input[value=rendered]");
            look(&browser, path);
        }
        holds_quiet(&browser, path);
        let requests = browser.requests();
        assert!(requests.contains(&format!("{base}{path}")), "{requests:?}");
        for url in requests {
            let is_ours = url.starts_with(&base) || url.starts_with("data:");
            assert!(is_ours, "{path} asks for {url}");
        }
    }
}

/// Puts the newest version into the path of a release.
fn with_version(world: &World, path: &str) -> String {
    let Some(name) = path
        .contains("NEWEST")
        .then(|| path.split('/').nth(2))
        .flatten()
    else {
        return path.to_owned();
    };
    let skill = world.get(&format!("/api/skills/{name}")).json();
    path.replace(
        "NEWEST",
        skill["latestRelease"]["version"].as_str().unwrap(),
    )
}

fn look(browser: &Browser, path: &str) {
    let overflow = browser.eval(OVERFLOW);
    assert_eq!(overflow, 0, "{path} is wider than the screen");
    assert_eq!(
        browser.run(FAINT),
        Value::Array(Vec::new()),
        "{path}: contrast"
    );
    assert_eq!(
        browser.run(UNNAMED),
        Value::Array(Vec::new()),
        "{path}: names of controls"
    );
    let inaccessible = axe::findings(browser);
    assert!(inaccessible.is_empty(), "{path}: {inaccessible:#?}");
}

/// Holds that the console says nothing, apart from the missing page itself being missing.
fn holds_quiet(browser: &Browser, path: &str) {
    let mut said = browser.console();
    if path == "/skills/api-docs" {
        said.retain(|line| !line.contains("404"));
    }
    assert!(said.is_empty(), "{path}: {said:?}");
}
