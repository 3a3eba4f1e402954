//! Feeds: what readers of Atom get.

use guild_server::{Access, Reading};

use crate::people::{Person, with_token};
use crate::world::World;

/// Gives the texts of an element, as they stand in the XML.
fn all<'a>(xml: &'a str, element: &str) -> Vec<&'a str> {
    let (open, close) = (format!("<{element}>"), format!("</{element}>"));
    let parts = xml.split(open.as_str()).skip(1);
    parts
        .map(|part| part.split(close.as_str()).next().unwrap())
        .collect()
}

/// Holds that a text is XML: every element is closed in order, and `&` and `<` stand for nothing else.
fn is_well_formed(xml: &str) {
    let mut open: Vec<&str> = Vec::new();
    let body = xml
        .strip_prefix("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n")
        .unwrap();
    for (number, part) in body.split('<').enumerate() {
        for entity in part.split('&').skip(1) {
            let name = entity.split(';').next().unwrap();
            let is_known = ["amp", "lt", "gt", "quot", "apos"].contains(&name);
            assert!(is_known || name.starts_with('#'), "&{name} in {part}");
        }
        if number == 0 {
            continue;
        }
        let tag = part.split('>').next().unwrap();
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(tag.split_whitespace().next().unwrap());
        }
    }
    assert!(open.is_empty(), "{open:?}");
    let is_legal = |c: char| c >= ' ' || c == '\n';
    assert!(xml.chars().all(is_legal));
}

#[test]
fn a_feed_tells_what_is_new_under_ids_that_stay() {
    let world = World::of_samples();
    let feed = world.get("/feed.atom");
    assert_eq!(feed.status, 200);
    assert_eq!(
        feed.header("content-type"),
        Some("application/atom+xml; charset=utf-8")
    );
    is_well_formed(feed.text());
    assert_eq!(
        all(feed.text(), "title"),
        [
            "Guildhall",
            "bread-baker 0.1.0 listed",
            "tea-maker 1.1.0 published",
            "tea-maker 1.0.0 listed"
        ]
    );
    assert_eq!(all(feed.text(), "updated")[0], "2026-11-21T12:00:00Z");
    let ids = all(feed.text(), "id");
    assert!(
        ids.iter()
            .all(|id| id.starts_with("urn:uuid:") && id.len() == 45),
        "{ids:?}"
    );
    let etag = feed.header("etag").unwrap();
    let again = world.request("GET", "/feed.atom", &[("if-none-match", etag)]);
    assert_eq!(again.status, 304);
    world.publish_tea("1.2.0");
    let later = world.get("/feed.atom");
    assert_ne!(later.header("etag"), Some(etag));
    assert_eq!(all(later.text(), "id")[2..], ids[1..]);
    let skill = world.get("/skills/tea-maker/feed.atom");
    assert_eq!(all(skill.text(), "entry").len(), 3);
    assert_eq!(all(skill.text(), "id")[1..2], all(later.text(), "id")[1..2]);
    assert_eq!(world.get("/skills/no-such/feed.atom").status, 404);
    assert_eq!(world.get("/packs/no-such/feed.atom").status, 404);
    assert_eq!(world.get("/packs/developer-pack/feed.atom").status, 200);
}

#[test]
fn pages_say_where_their_feed_is() {
    let world = World::of_samples();
    for (page, feeds) in [
        ("/", &["/feed.atom"][..]),
        (
            "/skills/tea-maker",
            &["/feed.atom", "/skills/tea-maker/feed.atom"],
        ),
        (
            "/packs/developer-pack",
            &["/feed.atom", "/packs/developer-pack/feed.atom"],
        ),
    ] {
        let page = world.page(page);
        let links = page.tags("link");
        let mut links = links
            .iter()
            .filter(|link| link.contains("application/atom+xml"));
        for feed in feeds {
            let link = links.next().unwrap();
            assert!(link.contains(&format!("href=\"{feed}\"")), "{link}");
        }
    }
}

#[test]
fn what_an_author_writes_stays_text() {
    let world = World::empty();
    let title = "</title><script>alert(1)</script>&nbsp;]]>\u{8}\u{fffe}";
    let skill = format!(
        "---\nname: trap\ndescription: 'Use when <b>&amp; \"x\"'\n---\n\n# {title}\n\nText.\n"
    );
    world.publish("trap", &[("SKILL.md", skill.as_bytes())]);
    for path in ["/feed.atom", "/skills/trap/feed.atom"] {
        let feed = world.get(path);
        is_well_formed(feed.text());
        assert!(
            !feed.text().contains("<script") && !feed.text().contains("<b>"),
            "{}",
            feed.text()
        );
    }
}

#[test]
fn a_private_catalog_tells_nothing_to_strangers() {
    let world = World::with_access(Access {
        reading: Reading::Accounts,
        ..Access::standard()
    });
    assert_eq!(world.get("/feed.atom").status, 401);
    let token = Person::first(&world).token(&world, &[]);
    assert_eq!(with_token(&world, &token, "GET", "/feed.atom").status, 200);
    let index = "/.well-known/agent-skills/index.json";
    let private = with_token(&world, &token, "GET", index);
    assert_eq!(
        (
            private.status,
            private.header("access-control-allow-origin")
        ),
        (200, None)
    );
}

#[test]
fn pages_of_other_sites_may_read_an_index_and_nothing_else() {
    let world = World::of_samples();
    for path in [
        "/.well-known/agent-skills/index.json",
        "/packs/developer-pack/.well-known/skills/index.json",
    ] {
        for _ in 0..2 {
            let answer = world.request("GET", path, &[("origin", "https://other.example")]);
            assert_eq!(
                answer.header("access-control-allow-origin"),
                Some("*"),
                "{path}"
            );
            assert_eq!(answer.header("access-control-allow-credentials"), None);
        }
    }
    for path in [
        "/api/skills",
        "/",
        "/feed.atom",
        "/api/sessions/current",
        "/skills/tea-maker/tea-maker.zip",
    ] {
        let answer = world.request("GET", path, &[("origin", "https://other.example")]);
        assert_eq!(answer.header("access-control-allow-origin"), None, "{path}");
    }
}
