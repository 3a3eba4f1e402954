//! Results that somebody asked to keep.

use crate::browser::{Browser, Scheme, Screen};
use crate::client::Answer;
use crate::pages_check::{FORM, form, post_to};
use crate::world::{DAY_MS, World};

/// Has a document checked and kept, and gives the path of the result.
fn keep(world: &World, document: &str) -> String {
    let mut body = form("api-documentation-writer", document);
    body.extend_from_slice(b"&keep=true");
    let answer = post_to(world, "/check", &[FORM], &body);
    assert_eq!(answer.status, 303);
    answer.header("location").unwrap().to_owned()
}

fn removed(world: &World, path: &str, headers: &[(&str, &str)]) -> Answer {
    post_to(world, &format!("{path}/removal"), headers, b"")
}

#[test]
fn a_result_is_kept_only_when_that_is_asked_for() {
    let world = World::of_developer_pack();
    let path = keep(&world, "# GET /api/<b>kept</b>\n");
    let key = path.strip_prefix("/check/results/").unwrap();
    assert!(key.len() == 32 && key.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let answer = world.request("GET", &path, &[("accept", "text/html")]);
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("x-robots-tag"), Some("noindex"));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let page = world.page(&path);
    assert!(
        page.html
            .contains("<meta name=\"robots\" content=\"noindex\">")
    );
    assert!(!page.html.contains("rel=\"canonical\""));
    assert!(page.tags("b").is_empty());
    let text = page.text();
    assert!(text.contains("Kept until Dec 5, 2026"), "{text}");
    assert!(text.contains("# GET /api/<b>kept</b>"), "{text}");
    assert!(
        text.contains("The document breaks its contract: "),
        "{text}"
    );
    let plain = post_to(&world, "/check", &[FORM], &form("adr-writer", "# A\n"));
    assert_eq!(
        plain.status, 200,
        "nothing is kept, so there is nowhere to go"
    );
}

#[test]
fn every_result_has_a_key_of_its_own_and_other_keys_find_nothing() {
    let world = World::of_developer_pack();
    let (one, other) = (keep(&world, "# One\n"), keep(&world, "# Other\n"));
    assert_ne!(one, other);
    let unknown = format!("/check/results/{}", "0".repeat(32));
    for path in [unknown.as_str(), "/check/results/x", "/check/results/%27"] {
        let page = world.page(path);
        assert_eq!(page.status, 404);
        assert!(page.text().contains("no result is kept under this address"));
    }
}

#[test]
fn a_result_goes_when_its_time_is_over_or_when_somebody_removes_it() {
    let world = World::of_developer_pack();
    let (one, other) = (keep(&world, "# One\n"), keep(&world, "# Other\n"));
    let cross = removed(&world, &one, &[("sec-fetch-site", "cross-site")]);
    assert_eq!(cross.error(), "403 CROSS_SITE");
    assert_eq!(world.page(&one).status, 200);
    for _ in 0..2 {
        let answer = removed(&world, &one, &[]);
        assert_eq!(answer.status, 200);
        assert!(answer.text().contains("The result is removed"));
    }
    assert_eq!(world.page(&one).status, 404);
    world.pass(14 * DAY_MS - 1);
    assert_eq!(world.page(&other).status, 200);
    world.pass(1);
    assert_eq!(world.page(&other).status, 404);
}

#[test]
fn a_wish_that_is_neither_yes_nor_no_is_refused() {
    let world = World::of_developer_pack();
    let mut body = form("adr-writer", "# A\n");
    body.extend_from_slice(b"&keep=maybe");
    let answer = post_to(&world, "/check", &[FORM], &body);
    assert_eq!(answer.error(), "400 MALFORMED_QUERY");
    let get = world.request("GET", "/check/results/x/removal", &[]);
    assert_eq!(get.error(), "405 METHOD_NOT_ALLOWED");
}

#[test]
fn a_person_keeps_a_result_and_removes_it_without_scripts() {
    let world = World::of_developer_pack();
    let browser = Browser::open(Screen::Phone, Scheme::Dark);
    browser.switch_scripts_off();
    browser.go(&format!("http://{}/check", world.address()));
    browser.run("document.querySelector('#document').value = '# GET /api/tasks\\n';");
    browser.click("label[for=keep]");
    browser.click("form.check button");
    browser.wait("location.pathname.startsWith('/check/results/')");
    let path = browser.eval("location.pathname");
    let until = browser.eval("document.querySelector('.kept time').textContent");
    assert_eq!(until, "Dec 5, 2026");
    let overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    assert_eq!(browser.eval(overflow), 0);
    let faint = browser.run(include_str!("samples/faint.js"));
    assert_eq!(faint.as_array().map(Vec::len), Some(0), "{faint}");
    browser.click(".kept button");
    browser.wait("document.querySelector('[role=status].empty') !== null");
    assert_eq!(world.page(path.as_str().unwrap()).status, 404);
}
