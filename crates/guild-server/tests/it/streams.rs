//! Events as they happen.

use std::io::{BufRead as _, BufReader};

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
