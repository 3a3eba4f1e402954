//! What holds for every page: found by following every link from the first.

use std::collections::{BTreeMap, BTreeSet};

use crate::page::Page;
use crate::world::World;

/// Loads every page that can be reached, the rules' pages once for all.
fn all_pages(world: &World) -> BTreeMap<String, Page> {
    let mut pages = BTreeMap::new();
    let mut open = vec![
        "/".to_owned(),
        "/search?query=zzzzqq".to_owned(),
        "/nothing".to_owned(),
    ];
    while let Some(path) = open.pop() {
        if pages.contains_key(&path) {
            continue;
        }
        let page = world.page(&path);
        open.extend(
            page.values("href")
                .into_iter()
                .filter(|link| is_page(link))
                .map(|link| without_fragment(&link)),
        );
        pages.insert(path, page);
    }
    assert!(pages.len() > 50, "links lead to every page");
    pages
}

fn is_page(link: &str) -> bool {
    let others = ["/assets/", "/api/", "/openapi.json"];
    link.starts_with('/')
        && !link.ends_with(".zip")
        && !link.ends_with(".atom")
        && !others.iter().any(|other| link.starts_with(other))
}

fn without_fragment(link: &str) -> String {
    link.split('#').next().unwrap_or_default().to_owned()
}

#[test]
fn every_link_leads_somewhere_and_every_page_keeps_the_rules_of_the_house() {
    let world = World::of_developer_pack();
    let mut links = BTreeSet::new();
    for (path, page) in all_pages(&world) {
        let expected = if path == "/nothing" { 404 } else { 200 };
        assert_eq!(page.status, expected, "{path}");
        holds_security(&path, &page);
        holds_form(&path, &page);
        let others = page
            .values("href")
            .into_iter()
            .filter(|link| link.starts_with('/') && !is_page(link));
        links.extend(others.chain(page.values("src")));
    }
    for link in links {
        assert_eq!(world.get(&link).status, 200, "{link}");
    }
}

/// Holds that a page runs nothing of its own text and loads nothing from elsewhere.
fn holds_security(path: &str, page: &Page) {
    for script in page.tags("script") {
        assert!(script.contains(" src=\"/assets/"), "{path}: {script}");
    }
    for link in page.tags("link") {
        // A reader of feeds loads a feed; a browser does not.
        let is_feed = link.contains("type=\"application/atom+xml\"") && link.contains(" href=\"/");
        let is_ours =
            link.contains("rel=\"canonical\"") || link.contains(" href=\"/assets/") || is_feed;
        assert!(is_ours, "{path}: {link}");
    }
    for element in [
        "style", "img", "iframe", "object", "embed", "video", "audio", "base",
    ] {
        assert!(page.tags(element).is_empty(), "{path} has <{element}>");
    }
    for tag in page.bare_tags() {
        for attribute in tag.split_whitespace().skip(1) {
            let is_inline = attribute.starts_with("style=") || attribute.starts_with("on");
            assert!(!is_inline, "{path}: <{tag}>");
        }
    }
}

/// Holds what readers and their tools rely on: a title, a language, one first heading, no heading skipped, unique ids.
fn holds_form(path: &str, page: &Page) {
    assert!(
        page.html.starts_with("<!doctype html>\n<html lang=\"en\">"),
        "{path}"
    );
    assert_eq!(page.tags("title").len(), 1, "{path}");
    assert_eq!(page.tags("main").len(), 1, "{path}");
    assert!(
        page.html.contains("<meta name=\"description\" content=\""),
        "{path}"
    );
    assert!(
        page.html.contains("<a class=\"skip\" href=\"#main\">"),
        "{path}"
    );
    let canonical = page
        .html
        .contains("<link rel=\"canonical\" href=\"http://127.0.0.1:");
    assert_eq!(canonical, page.status == 200, "{path}");
    let ids = page.values("id");
    let unique: BTreeSet<&String> = ids.iter().collect();
    assert_eq!(unique.len(), ids.len(), "{path} has an id twice");
    let levels = page.html.match_indices("<h").filter_map(|(at, _)| {
        let mut after = page.html[at + 2..].chars();
        let level = after.next()?.to_digit(10)?;
        after
            .next()
            .filter(|next| matches!(next, ' ' | '>'))
            .map(|_| level)
    });
    let levels: Vec<u32> = levels.collect();
    assert_eq!(
        levels.iter().filter(|&&level| level == 1).count(),
        1,
        "{path}"
    );
    assert_eq!(levels.first(), Some(&1), "{path}");
    for pair in levels.windows(2) {
        assert!(pair[1] <= pair[0] + 1, "{path} skips a heading: {levels:?}");
    }
}

#[test]
fn styles_and_scripts_are_kept_for_ever_under_the_address_of_their_content() {
    let world = World::empty();
    let page = world.page("/");
    let style = page
        .values("href")
        .into_iter()
        .find(|link| link.ends_with("/style.css"))
        .unwrap();
    let answer = world.get(&style);
    assert_eq!(
        answer.header("cache-control"),
        Some("public, max-age=31536000, immutable")
    );
    assert_eq!(
        answer.header("content-type"),
        Some("text/css; charset=utf-8")
    );
    assert_eq!(
        world.get("/assets/0000000000000000/style.css").error(),
        "404 ROUTE_NOT_FOUND"
    );
}

#[test]
fn a_page_is_kept_and_asked_after() {
    let world = World::of_developer_pack();
    let first = world.request("GET", "/skills/adr-writer", &[("accept", "text/html")]);
    let tag = first.header("etag").unwrap();
    let again = world.request("GET", "/skills/adr-writer", &[("if-none-match", tag)]);
    assert_eq!(again.status, 304);
}
