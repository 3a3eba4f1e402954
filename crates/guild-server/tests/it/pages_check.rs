//! The page that checks a document.

use std::fmt::Write as _;

use crate::browser::{Browser, Scheme, Screen};
use crate::client::{Answer, Connection};
use crate::page::{Page, text_of};
use crate::world::World;

const GOOD: &str = include_str!("../../../../docs/api/show-skill.md");

pub(crate) const FORM: (&str, &str) = ("content-type", "application/x-www-form-urlencoded");

/// Writes a form as a browser does.
pub(crate) fn form(contract: &str, document: &str) -> Vec<u8> {
    let mut body = format!("contract={contract}&document=");
    for byte in document.replace('\n', "\r\n").bytes() {
        if byte.is_ascii_alphanumeric() {
            body.push(char::from(byte));
        } else {
            write!(body, "%{byte:02X}").unwrap();
        }
    }
    body.into_bytes()
}

fn post(world: &World, headers: &[(&str, &str)], body: &[u8]) -> Answer {
    post_to(world, "/check", headers, body)
}

pub(crate) fn post_to(world: &World, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
    let mut connection = Connection::open(world.address());
    let host = world.address();
    let mut head = format!(
        "POST {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-length: {}\r\n",
        body.len()
    );
    for (name, value) in headers {
        write!(head, "{name}: {value}\r\n").unwrap();
    }
    connection.send(head + "\r\n");
    connection.send(body);
    connection.answer_to("POST")
}

/// Sends a document as a browser does from the page itself.
pub(crate) fn check(world: &World, contract: &str, document: &str) -> Page {
    let origin = format!("http://{}", world.address());
    let headers = [
        FORM,
        ("accept", "text/html"),
        ("origin", origin.as_str()),
        ("sec-fetch-site", "same-origin"),
    ];
    let answer = post(world, &headers, &form(contract, document));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert_eq!(answer.header("x-robots-tag"), Some("noindex"));
    Page {
        status: answer.status,
        html: answer.text().to_owned(),
    }
}

fn check_docs(world: &World, document: &str) -> Page {
    check(world, "api-documentation-writer", document)
}

#[test]
fn the_form_offers_the_contracts_of_the_catalog() {
    let world = World::of_developer_pack();
    let contract = b"version = 1\nname = \"tea\"\n[[section]]\nname = \"Water\"\n";
    let skill_md =
        b"---\nname: tea-notes\ndescription: Use when tea is noted.\n---\n\n# Tea notes\n";
    // A contract is found behind however many files.
    let many: Vec<String> = (0..120)
        .map(|number| format!("assets/{number}.txt"))
        .collect();
    let many = many.iter().map(|path| (path.as_str(), b"tea".as_slice()));
    let files = [
        ("SKILL.md", skill_md.as_slice()),
        ("contract.toml", contract),
    ];
    world.publish("tea-notes", &many.chain(files).collect::<Vec<_>>());
    let page = world.page("/check");
    let text = page.part("<select id=\"contract\"", "</select>").text();
    assert!(
        text.contains("API Documentation Writer (api-documentation-writer)"),
        "{text}"
    );
    assert!(text.contains("ADR Writer (adr-writer)"), "{text}");
    assert!(text.contains("Tea notes (tea-notes)"), "{text}");
    assert!(!text.contains("test-generator"), "{text}");
    let chosen = "<option value=\"api-documentation-writer\" selected>";
    assert!(page.html.contains(chosen));
    let adr = world.page("/check?contract=adr-writer");
    assert!(adr.html.contains("<option value=\"adr-writer\" selected>"));
    assert_eq!(world.page("/check?contract=nothing").status, 404);
    assert_eq!(world.page("/check?contract=test-generator").status, 422);
}

#[test]
fn a_good_document_passes_and_is_not_kept() {
    let world = World::of_developer_pack();
    let before = world.page("/check").html;
    let page = check_docs(&world, GOOD);
    assert_eq!(page.status, 200);
    let verdict = page.part("<h2 id=\"verdict\">", "</h2>").text();
    assert!(verdict.contains("Passed"), "{verdict}");
    assert!(page.tags("ol").is_empty(), "{}", page.text());
    assert_eq!(world.page("/check").html, before);
}

#[test]
fn a_defect_is_shown_with_its_line_what_to_do_and_its_rule() {
    let world = World::of_developer_pack();
    let planted = GOOD.replace("| Status | Code |", "| Code | Status |");
    assert_ne!(planted, GOOD);
    let line = planted
        .lines()
        .position(|line| line.starts_with("| Code | Status |"));
    let line = line.unwrap() + 1;
    let page = check_docs(&world, &planted);
    let verdict = page.part("<h2 id=\"verdict\">", "</h2>").text();
    assert!(
        verdict.contains("Failed The document breaks its contract: "),
        "{verdict}"
    );
    let findings = page.part("<ol class=\"findings\">", "</ol>");
    assert!(
        findings
            .text()
            .contains(&format!("Line {line} error docs/")),
        "{}",
        findings.text()
    );
    assert!(findings.html.contains("<p class=\"help\">"));
    let rule = findings
        .values("href")
        .into_iter()
        .find(|link| link.starts_with("/rules/"));
    assert_eq!(world.page(&rule.unwrap()).status, 200);
    let from = format!("<span class=\"line line-found\" id=\"L{line}\">");
    let to = format!("id=\"L{}\"", line + 1);
    let annotated = page.part(&from, &to).text();
    assert!(
        annotated.contains("Code | Status |") && annotated.contains("(docs/"),
        "{annotated}"
    );
}

#[test]
fn the_contract_of_a_skill_of_the_catalog_judges_too() {
    let world = World::of_developer_pack();
    let page = check(&world, "adr-writer", "# Nothing\n");
    assert!(page.text().contains("adr/"), "{}", page.text());
}

#[test]
fn hostile_text_is_shown_and_does_nothing() {
    let world = World::of_developer_pack();
    let hostile = "# <script>alert(1)</script>\n\n</textarea><img src=x onerror=alert(2)> \u{202e}back\n\n## `<b>` [x](javascript:alert(3))\n";
    let page = check_docs(&world, hostile);
    assert_eq!(page.status, 200);
    for element in ["script", "img", "b"] {
        assert!(page.tags(element).is_empty(), "<{element}> came through");
    }
    assert_eq!(page.html.matches("</textarea>").count(), 1);
    assert!(page.html.contains("<span class=\"unseen\">U+202E</span>"));
    assert!(page.text().contains("1 hidden character."));
    let links = page.values("href");
    assert!(!links.iter().any(|link| link.starts_with("javascript:")));
}

#[test]
fn what_cannot_be_checked_is_refused_clearly() {
    let world = World::of_developer_pack();
    let refused = |body: &[u8]| post(&world, &[FORM], body).error();
    assert_eq!(refused(b""), "400 MALFORMED_BODY");
    assert_eq!(refused(b"document=+%0D%0A"), "400 MALFORMED_BODY");
    assert_eq!(refused(b"document=%FF"), "400 MALFORMED_BODY");
    assert_eq!(refused(b"document=\xff"), "400 MALFORMED_BODY");
    assert_eq!(refused(b"document=%4"), "400 MALFORMED_BODY");
    assert_eq!(
        refused(b"document=a&contract=nothing"),
        "404 SKILL_NOT_FOUND"
    );
    let no_form = post(&world, &[("content-type", "application/json")], b"{}");
    assert_eq!(no_form.error(), "400 MALFORMED_BODY");
}

#[test]
fn a_document_of_256_kib_is_checked_and_a_longer_one_refused_with_a_page() {
    let world = World::of_developer_pack();
    let longest = "a b\n".repeat(64 * 1024);
    let page = check_docs(&world, &longest);
    assert_eq!(page.status, 200);
    assert!(page.text().contains("Only the first 5000 lines are shown."));
    let headers = [FORM, ("accept", "text/html")];
    for length in [256 * 1024 + 1, 5 * 1024 * 1024] {
        let mut body = b"document=".to_vec();
        body.resize(body.len() + length, b'a');
        let answer = post(&world, &headers, &body);
        assert_eq!(answer.status, 413);
        let text = text_of(answer.text());
        assert!(text.contains("longer than 256 KiB"), "{text}");
    }
}

#[test]
fn a_form_of_another_site_is_refused() {
    let world = World::of_developer_pack();
    let body = form("adr-writer", "# A\n");
    let foreign = [
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
        ("origin", "https://elsewhere.example"),
        ("origin", "null"),
    ];
    for header in foreign {
        let answer = post(&world, &[FORM, header], &body);
        assert_eq!(answer.error(), "403 CROSS_SITE", "{header:?}");
    }
    assert_eq!(post(&world, &[FORM], &body).status, 200);
}

#[test]
fn the_page_takes_no_other_method() {
    let world = World::empty();
    let answer = world.request("PUT", "/check", &[]);
    assert_eq!(answer.error(), "405 METHOD_NOT_ALLOWED");
    assert_eq!(answer.header("allow"), Some("GET,HEAD,POST"));
}

#[test]
fn a_person_pastes_a_document_and_sees_what_is_wrong() {
    let world = World::of_developer_pack();
    let browser = Browser::open(Screen::Phone, Scheme::Light);
    let wide = "endless".repeat(40);
    browser.go(&format!("http://{}/check", world.address()));
    browser.run(&format!(
        "document.querySelector('#document').value = '# GET /{wide}\\n\\n## Errors\\n\\nNone.\\n';"
    ));
    browser.click("form.check button");
    browser.wait("document.querySelector('#verdict') !== null");
    let verdict = browser.eval("document.querySelector('#verdict').textContent");
    assert!(verdict.as_str().unwrap().contains("Failed"), "{verdict}");
    let line = browser.eval("document.querySelector('#L3').classList.contains('line-found')");
    assert_eq!(line, true);
    let kept = browser.eval("document.querySelector('#document').value.startsWith('# GET /end')");
    assert_eq!(kept, true);
    let overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    assert_eq!(browser.eval(overflow), 0);
    let faint = browser.run(include_str!("samples/faint.js"));
    assert_eq!(faint.as_array().map(Vec::len), Some(0), "{faint}");
    assert!(browser.console().is_empty(), "{:?}", browser.console());
}
