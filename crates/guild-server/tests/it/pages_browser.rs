//! What a person does with the pages, in a real Chromium.

use serde_json::Value;

use crate::browser::{Browser, CONTROL, ENTER, Scheme, Screen, TAB};
use crate::world::World;

const SKILL: &str = "/skills/api-documentation-writer";

/// A browser at a desk that stands before a page.
fn at(world: &World, path: &str) -> Browser {
    let browser = Browser::open(Screen::Desk, Scheme::Light);
    browser.go(&url(world, path));
    browser
}

fn url(world: &World, path: &str) -> String {
    format!("http://{}{path}", world.address())
}

fn text(browser: &Browser, selector: &str) -> String {
    let expression = format!("document.querySelector({selector:?}).textContent");
    browser.eval(&expression).as_str().unwrap().to_owned()
}

#[test]
fn a_person_opens_a_skill_and_the_choice_of_an_assistant_is_kept() {
    let world = World::of_developer_pack();
    let browser = at(&world, SKILL);
    assert_eq!(text(&browser, "h1"), "API Documentation Writer");
    assert!(text(&browser, "#install-shell").contains("mkdir -p {skills_folder}"));

    browser.click("#assistant option[value='claude-code']");
    browser.wait("document.querySelector('#install-shell').textContent.includes('mkdir -p ~/.claude/skills\\n')");
    assert!(text(&browser, "#install-command").ends_with("--assistant claude-code --user"));
    let announced = "The commands now install into ~/.claude/skills.";
    assert_eq!(text(&browser, "#announcer"), announced);

    browser.click("input[name=level][value=project]");
    let in_project =
        "document.querySelector('#install-shell').textContent.includes('-d .claude/skills')";
    browser.wait(in_project);

    browser.go(&url(&world, "/skills/adr-writer"));
    browser.wait(in_project);
    assert_eq!(
        browser.eval("document.querySelector('#assistant').value"),
        "claude-code"
    );
    assert!(text(&browser, "#install-command").ends_with("--assistant claude-code --project"));
}

#[test]
fn an_address_with_an_assistant_wins_over_what_was_kept() {
    let world = World::of_developer_pack();
    let browser = at(&world, SKILL);
    browser.click("#assistant option[value='claude-code']");
    browser.go(&url(&world, &format!("{SKILL}?assistant=eve&level=user")));
    browser.wait("document.querySelector('[data-without-script]').hidden");
    assert!(text(&browser, "#install-shell").contains("mkdir -p agent/skills\n"));
    assert_eq!(
        browser.eval("document.querySelector('input[value=user]').disabled"),
        true
    );
}

#[test]
fn a_command_is_copied_in_one_click_and_the_copy_is_announced() {
    let world = World::of_developer_pack();
    let browser = at(&world, SKILL);
    browser.click("button[data-copy=install-command]");
    browser.wait("document.querySelector('#announcer').textContent === 'Command copied.'");
    assert_eq!(
        text(&browser, "button[data-copy=install-command]"),
        "Copied"
    );
    let command = text(&browser, "#install-command");

    browser.click("#find");
    browser.press([CONTROL, 'v']);
    browser.wait("document.querySelector('#find').value !== ''");
    assert_eq!(
        browser.eval("document.querySelector('#find').value"),
        Value::from(command)
    );

    browser.click("button[data-copy=install-shell]");
    browser.wait("document.querySelector('#announcer').textContent.includes('where it says {skills_folder}')");
}

#[test]
fn skill_md_is_shown_as_it_is_and_as_it_reads() {
    let world = World::of_developer_pack();
    let browser = at(&world, SKILL);
    let is_shown = |selector: &str| {
        browser.eval(&format!(
            "document.querySelector({selector:?}).checkVisibility()"
        ))
    };
    assert_eq!(
        (is_shown(".view-source"), is_shown(".view-rendered")),
        (true.into(), false.into())
    );
    browser.click("input[name=view][value=rendered]");
    assert_eq!(
        (is_shown(".view-source"), is_shown(".view-rendered")),
        (false.into(), true.into())
    );
    assert_eq!(
        text(&browser, ".view-rendered h3"),
        "API Documentation Writer"
    );
}

#[test]
fn results_appear_as_one_types_and_the_address_follows() {
    let world = World::of_developer_pack();
    let browser = at(&world, "/search");
    browser.click("#query");
    browser.press("browser test".chars());
    browser.wait(
        "document.querySelector('.entry-title')?.textContent === 'Browser Testing with DevTools'",
    );
    browser.wait("location.search === '?query=browser+test'");
    browser
        .wait("document.querySelector('#announcer').textContent.endsWith('for “browser test”.')");
    assert_eq!(browser.eval("document.activeElement.id"), "query");

    browser.go(&url(&world, "/"));
    browser.click("#query");
    browser.press("adr".chars());
    browser.wait("document.querySelector('#results .entry-title')?.textContent === 'ADR Writer'");
    assert_eq!(browser.eval("location.search"), "");
    browser.press("\u{e003}\u{e003}\u{e003}".chars());
    browser.wait("document.querySelector('#results').hidden");
}

#[test]
fn an_answer_to_earlier_words_never_replaces_a_later_one() {
    let world = World::of_developer_pack();
    let browser = at(&world, "/search");
    // The first answer is held back until the second has been shown.
    browser.run(
        "const real = window.fetch; let release; const gate = new Promise((open) => { release = open; }); \
         window.held = false; \
         window.fetch = async (url, options) => { \
           if (!url.endsWith('query=adr')) { return real(url, options); } \
           window.held = true; const text = await (await real(url, {})).text(); await gate; \
           return { ok: true, text: async () => { setTimeout(() => { window.passed = true; }); return text; } }; }; \
         window.letGo = release;",
    );
    browser.click("#query");
    browser.press("adr".chars());
    browser.wait("window.held");
    browser.press(" writer zzzzqq".chars());
    browser.wait(
        "document.querySelector('#results-summary').textContent.includes('adr writer zzzzqq')",
    );
    browser.run("window.letGo();");
    browser.wait("window.passed");
    assert!(text(&browser, "#results-summary").contains("adr writer zzzzqq"));
}

#[test]
fn a_keyboard_is_enough_to_find_a_skill_and_reach_its_install_block() {
    let world = World::of_developer_pack();
    let browser = at(&world, "/rules");
    let first = "document.querySelector('a, button, input, select, textarea').className";
    assert_eq!(browser.eval(first), "skip");
    // A key that comes before the page has the focus is lost.
    tab_to(&browser, "document.activeElement.className === 'skip'", 3);
    tab_to(&browser, "document.activeElement.id === 'find'", 7);
    browser.press("api documentation".chars().chain([ENTER]));
    browser.wait("document.readyState === 'complete' && location.pathname === '/search'");
    // The choices that narrow the list stand before it, and can be passed over.
    tab_to(&browser, "document.activeElement.hash === '#found'", 10);
    browser.press([ENTER]);
    tab_to(
        &browser,
        "document.activeElement.matches('.entry-title a')",
        1,
    );
    browser.press([ENTER]);
    browser.wait("document.readyState === 'complete' && location.pathname.startsWith('/skills/')");
    assert!(browser.url().ends_with(SKILL));
    tab_to(&browser, "document.activeElement.hash === '#install'", 19);
    browser.press([ENTER]);
    tab_to(&browser, "document.activeElement.id === 'assistant'", 2);
    let outline = browser.eval("getComputedStyle(document.activeElement).outlineStyle");
    assert_eq!(outline, "solid");
    tab_to(
        &browser,
        "document.activeElement.dataset.copy === 'install-shell'",
        6,
    );
}

#[test]
fn without_scripts_a_form_fills_in_the_install_block() {
    let world = World::of_developer_pack();
    let browser = Browser::open(Screen::Phone, Scheme::Light);
    browser.switch_scripts_off();
    browser.go(&url(&world, SKILL));
    let copies =
        "[...document.querySelectorAll('.copy')].some((button) => button.checkVisibility())";
    assert_eq!(browser.eval(copies), false);
    browser.click("#assistant option[value='codex']");
    browser.click("input[name=level][value=project]");
    browser.click("[data-without-script]");
    browser.arrive(&url(
        &world,
        &format!("{SKILL}?assistant=codex&level=project#install"),
    ));
    assert!(text(&browser, "#install-shell").contains("mkdir -p .agents/skills\n"));
    assert!(text(&browser, "#install-command").ends_with("--assistant codex --project"));
}

fn tab_to(browser: &Browser, expression: &str, most: usize) {
    for _ in 0..most {
        browser.press([TAB]);
        if browser.eval(expression) == true {
            return;
        }
    }
    panic!(
        "`{expression}` is not reached by {most} tabs on {}",
        browser.url()
    );
}
