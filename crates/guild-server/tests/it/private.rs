//! A private catalog: read by those alone who are known.

use std::io::{BufRead as _, BufReader};

use guild_server::{Access, Reading};
use serde_json::json;

use crate::client::Connection;
use crate::people::{PASSWORD, Person, with_token};
use crate::world::World;

fn world() -> World {
    World::with_access(Access {
        reading: Reading::Accounts,
        ..Access::standard()
    })
}

#[test]
fn nobody_reads_a_private_catalog_by_any_path() {
    let world = world();
    let digest = world.with_catalog(async |catalog| {
        let name = guild_skill::SkillName::parse("tea-maker").unwrap();
        catalog.skill(&name).await.unwrap().unwrap().latest.digest
    });
    let anna = Person::first(&world);
    let token = anna.token(&world, &[]);
    for path in [
        "/api/skills",
        "/api/skills/tea-maker",
        &format!("/api/archives/{digest}"),
        "/skills/tea-maker/tea-maker.zip",
        "/api/events",
        "/openapi.json",
        "/api/v1/skills",
        "/.well-known/agent-skills/index.json",
        "/no-such-path",
    ] {
        assert_eq!(world.get(path).status, 401, "{path}");
        let known = with_token(&world, &token, "GET", path);
        assert_ne!(known.status, 401, "{path}");
        assert_eq!(
            world.get(path).status,
            401,
            "{path}, though an answer is kept"
        );
        let kept = known.header("cache-control").unwrap_or("no-store");
        assert!(
            kept == "no-store" || kept.starts_with("private"),
            "{path}: {kept}"
        );
    }
    for path in ["/", "/skills/tea-maker", "/search?query=tea", "/account"] {
        let turned_away = world.request("GET", path, &[("accept", "text/html")]);
        assert_eq!(turned_away.status, 303, "{path}");
        let place = turned_away.header("location").unwrap();
        assert!(place.starts_with("/sign-in?next=%2F"), "{place}");
        assert_eq!(anna.get(&world, path).status, 200, "{path}");
    }
}

#[test]
fn who_is_signed_in_sees_that_the_server_is_there_though_the_database_is_away() {
    let world = world();
    let anna = Person::first(&world);
    world.with_catalog(async |catalog| catalog.close().await);
    assert_eq!(anna.get(&world, "/healthz").status, 200);
    assert_eq!(anna.get(&world, "/readyz").status, 503);
    let read = anna.get(&world, "/api/skills");
    assert_eq!((read.status, read.error().as_str()), (503, "503 NOT_READY"));
}

#[test]
fn a_stream_of_events_ends_with_the_token_that_it_was_begun_with() {
    let world = world();
    let anna = Person::first(&world);
    let token = anna.token(&world, &[]);
    let mut follower = Connection::open(world.address());
    let head = format!(
        "GET /api/events?after=100 HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\nauthorization: Bearer {token}\r\n\r\n"
    );
    follower.send(head);
    assert_eq!(follower.answer_to("HEAD").status, 200);
    let tokens = with_token(&world, &token, "GET", "/api/tokens").json();
    let id = tokens["items"][0]["id"].as_str().unwrap();
    let path = format!("/api/tokens/{id}");
    assert_eq!(anna.send(&world, "DELETE", &path, &json!({})).status, 204);
    world.publish_tea("1.2.0");
    // The last chunk of the answer is an empty one.
    let lines = BufReader::new(follower.stream).lines().map(Result::unwrap);
    let told: Vec<String> = lines.take_while(|line| line != "0").collect();
    assert!(
        !told.iter().any(|line| line.starts_with("data")),
        "{told:?}"
    );
}

#[test]
fn the_way_in_is_open() {
    let world = world();
    for path in ["/sign-in", "/healthz", "/readyz", "/metrics"] {
        assert_eq!(world.get(path).status, 200, "{path}");
    }
    let page = world.get("/sign-in");
    let style = page
        .text()
        .split("rel=\"stylesheet\" href=\"")
        .nth(1)
        .unwrap();
    let style = style.split('"').next().unwrap();
    assert_eq!(world.get(style).status, 200);
    Person::first(&world);
    let form = [("content-type", "application/x-www-form-urlencoded")];
    let fields = format!(
        "name=anna&password={}&next=/skills/tea-maker",
        PASSWORD.replace(' ', "+")
    );
    let signed_in = world.send("POST", "/sign-in", &form, &fields);
    assert_eq!(signed_in.status, 303, "{}", signed_in.text());
    assert_eq!(signed_in.header("location"), Some("/skills/tea-maker"));
    for path in ["/api/tokens", "/check"] {
        let closed = crate::people::send(&world, "POST", path, &[], &json!({}));
        assert_eq!(closed.error(), "401 UNAUTHENTICATED", "{path}");
    }
}
