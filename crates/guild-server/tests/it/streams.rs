//! Events as they happen.

use std::io::{BufRead as _, BufReader};

use guild_server::ServerLimits;

use crate::client::Connection;
use crate::world::World;

#[test]
fn a_stream_tells_what_was_and_what_comes_and_ends_with_the_server() {
    let mut world = World::of_samples();
    world.get("/api/events");
    let mut connection = Connection::open(world.address());
    connection.send("GET /api/events HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\nlast-event-id: 2\r\n\r\n");
    let mut lines = BufReader::new(connection.stream)
        .lines()
        .map(Result::unwrap);
    assert_eq!(next(&mut lines, "HTTP/1.1"), "HTTP/1.1 200 OK");
    assert_eq!(
        next(&mut lines, "content-type"),
        "content-type: text/event-stream"
    );
    assert_eq!(next(&mut lines, "id: "), "id: 3");
    assert!(next(&mut lines, "data: ").contains("\"skill\":\"bread-baker\""));
    world.publish_tea("1.2.0");
    assert_eq!(next(&mut lines, "id: "), "id: 4");
    let event = next(&mut lines, "data: ");
    assert!(
        event.contains("\"kind\":\"RELEASE_PUBLISHED\"") && event.contains("\"1.2.0\""),
        "{event}"
    );
    world.stop().unwrap();
    assert_eq!(lines.filter(|line| line.starts_with("data")).count(), 0);
}

#[test]
fn a_stream_goes_on_where_it_was_after_a_restart() {
    let mut world = World::of_samples();
    let mut lines = stream(&world, "/api/events", "last-event-id: 2\r\n");
    assert_eq!(next(&mut lines, "id: "), "id: 3");
    world.stop().unwrap();
    world.publish_tea("1.2.0");
    world.start_again();
    let mut lines = stream(&world, "/api/events", "last-event-id: 3\r\n");
    assert_eq!(next(&mut lines, "id: "), "id: 4");
    let mut lines = stream(&world, "/api/events?after=2", "");
    assert_eq!(next(&mut lines, "id: "), "id: 3");
    let mut lines = stream(&world, "/api/events?after=1", "last-event-id: 3\r\n");
    assert_eq!(next(&mut lines, "id: "), "id: 4");
    world.publish_tea("1.3.0");
    assert_eq!(next(&mut lines, "id: "), "id: 5");
}

#[test]
fn streams_above_the_limit_are_refused_and_who_asks_otherwise_is_served() {
    let world = World::with_limits(ServerLimits {
        streams: 2,
        ..ServerLimits::standard()
    });
    let follow = || {
        let mut connection = Connection::open(world.address());
        connection.send("GET /api/events HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\n\r\n");
        connection
    };
    let mut followers = [follow(), follow()];
    for follower in &mut followers {
        assert_eq!(follower.answer_to("HEAD").status, 200);
    }
    let refused = follow().answer_to("GET");
    assert_eq!(refused.error(), "503 TOO_BUSY");
    assert_eq!(refused.header("retry-after"), Some("60"));
    assert_eq!(world.get("/api/events").status, 200);
    // One leaves, and another may follow as soon as that is noticed.
    drop(followers);
    let is_let_in = || follow().answer_to("HEAD").status == 200;
    assert!((0..600).any(|_| is_let_in()));
}

#[test]
fn a_stream_of_many_pages_tells_every_event_once_however_slow_its_reader_is() {
    let world = World::of_samples();
    for patch in 0..130 {
        world.publish_tea(&format!("3.0.{patch}"));
    }
    let mut lines = stream(&world, "/api/events", "");
    let mut last = 0;
    let told = 3 + 130;
    for _ in 0..told {
        let id = next(&mut lines, "id: ");
        let sequence: u64 = id["id: ".len()..].parse().unwrap();
        assert!(sequence > last, "{sequence} after {last}");
        last = sequence;
    }
    let newest = world.get("/api/events?pageSize=1").json()["totalItems"].clone();
    assert_eq!(newest, told);
}

/// Begins a stream and gives its lines.
fn stream(world: &World, path: &str, headers: &str) -> impl Iterator<Item = String> + use<> {
    let mut connection = Connection::open(world.address());
    let request =
        format!("GET {path} HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\n{headers}\r\n");
    connection.send(request);
    BufReader::new(connection.stream)
        .lines()
        .map(Result::unwrap)
}

fn next(lines: &mut impl Iterator<Item = String>, start: &str) -> String {
    lines.find(|line| line.starts_with(start)).unwrap()
}
