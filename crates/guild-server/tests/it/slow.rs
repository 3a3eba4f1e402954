//! Clients that take or send nothing any more: cut off within their limit, while others are served.

use std::io::{BufRead as _, BufReader, Read as _};
use std::time::Duration;

use guild_server::ServerLimits;

use crate::client::Connection;
use crate::people::Person;
use crate::publishing::{ZIP, code, post, tea, zip};
use crate::world::World;

/// A client that takes nothing for a moment is cut off; one that never asks anything, well after that, so that waiting
/// for the end of such a one is waiting for the end of the other.
const IMPATIENT: ServerLimits = ServerLimits {
    stalled_write: Duration::from_millis(200),
    first_byte: Duration::from_millis(2000),
    send_buffer_bytes: Some(4096),
    ..ServerLimits::standard()
};

/// As many archives as are taken at a time.
const ADMITTED: usize = 16;

/// More than a narrow connection holds before it is read.
const EVENTS: u64 = 120;

fn wait(world: &World) {
    assert!(Connection::open(world.address()).is_closed());
}

#[test]
fn a_download_that_is_not_taken_is_cut_off_while_others_have_theirs() {
    let world = World::with_limits(IMPATIENT);
    let length = world.publish_large();
    let path = "/skills/tea-maker/tea-maker.zip";
    let mut stalled = world.connect_narrowly();
    stalled.send(format!("GET {path} HTTP/1.1\r\nhost: x\r\n\r\n"));
    assert_eq!(world.get(path).body.len(), length);
    wait(&world);
    let mut taken = Vec::new();
    let _ = stalled.stream.read_to_end(&mut taken);
    assert!(taken.len() < length / 2, "{} of {length}", taken.len());
}

#[test]
fn publishers_that_stop_are_cut_off_and_make_room_for_others() {
    let world = World::with_limits(ServerLimits {
        upload: Duration::from_secs(4),
        ..ServerLimits::standard()
    });
    let token = Person::first(&world).token(&world, &["skills:publish"]);
    let archive = zip(&tea("1.0.0", &[]));
    let stopped: Vec<Connection> = (0..ADMITTED)
        .map(|_| {
            let mut connection = Connection::open(world.address());
            connection.send(format!(
                "POST /api/skills HTTP/1.1\r\nhost: x\r\ncontent-type: {ZIP}\r\nexpect: 100-continue\r\n\
                 authorization: Bearer {token}\r\ncontent-length: {}\r\n\r\n",
                archive.len()
            ));
            // From now on the server waits for the archive.
            assert_eq!(connection.answer_to("HEAD").status, 100);
            connection.send(&archive[..archive.len() / 2]);
            connection
        })
        .collect();
    let refused = post(&world, &token, "/api/skills", ZIP, &archive);
    assert_eq!((refused.status, code(&refused).as_str()), (503, "TOO_BUSY"));
    assert_eq!(
        world.get("/api/skills").status,
        200,
        "readers see none of it"
    );
    for mut connection in stopped {
        let answer = connection.answer_to("POST");
        assert_eq!(
            (answer.status, code(&answer).as_str()),
            (400, "MALFORMED_BODY")
        );
    }
    let made = post(&world, &token, "/api/skills", ZIP, &archive);
    assert_eq!(made.status, 201, "{}", made.text());
}

#[test]
fn a_body_that_goes_on_coming_is_waited_for_and_one_that_stops_is_not() {
    let world = World::with_limits(ServerLimits {
        body: Duration::from_millis(100),
        first_byte: Duration::from_millis(1500),
        ..ServerLimits::standard()
    });
    // Each has as much as earns it some seconds in its middle, whatever it is.
    let pad = " ".repeat(60_000);
    let bodies = [
        (
            "/api/sessions",
            "application/json",
            format!("{{\"name\": \"nobody\",{pad}\"password\": \"none\"}}"),
            401,
        ),
        (
            "/sign-in",
            "application/x-www-form-urlencoded",
            format!("next={}&name=nobody&password=none", "x".repeat(60_000)),
            422,
        ),
    ];
    for (path, kind, body, status) in bodies {
        let begin = |sent: &str| {
            let mut connection = Connection::open(world.address());
            connection.send(format!(
                "POST {path} HTTP/1.1\r\nhost: x\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n\r\n{sent}",
                body.len()
            ));
            connection
        };
        let (first, rest) = body.split_at(50_000);
        let mut steady = begin(first);
        let mut stopped = begin(&first[..20]);
        let answer = stopped.answer_to("POST");
        assert_eq!(answer.status, 400, "{path}: {}", answer.text());
        wait(&world);
        steady.send(rest);
        let answer = steady.answer_to("POST");
        assert_eq!(answer.status, status, "{path}: {}", answer.text());
    }
}

#[test]
fn a_listener_that_takes_nothing_is_cut_off_and_goes_on_where_it_was() {
    let world = World::with_limits(IMPATIENT);
    for patch in 1..=EVENTS {
        world.publish_tea(&format!("1.0.{patch}"));
    }
    let mut stalled = world.connect_narrowly();
    stalled.send(listening_after(0));
    assert_eq!(heard(&world, 0), EVENTS, "others hear everything meanwhile");
    wait(&world);
    let mut taken = Vec::new();
    let _ = stalled.stream.read_to_end(&mut taken);
    let taken = String::from_utf8(taken).unwrap();
    // What follows the last blank line came in part.
    let (whole, _) = taken.rsplit_once("\n\n").unwrap();
    let last: u64 = whole
        .rsplit("id: ")
        .next()
        .unwrap()
        .lines()
        .next()
        .unwrap()
        .parse()
        .unwrap();
    assert!(last < EVENTS, "it took all {last}");
    assert_eq!(heard(&world, last), EVENTS);
}

fn listening_after(event: u64) -> String {
    format!(
        "GET /api/events HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\nlast-event-id: {event}\r\n\r\n"
    )
}

/// Listens to what came after an event, one by one, and gives the last.
fn heard(world: &World, after: u64) -> u64 {
    let mut connection = Connection::open(world.address());
    connection.send(listening_after(after));
    let lines = BufReader::new(connection.stream)
        .lines()
        .map(Result::unwrap);
    let mut ids = lines.filter_map(|line| line.strip_prefix("id: ")?.parse().ok());
    for expected in after + 1..=EVENTS {
        assert_eq!(ids.next(), Some(expected));
    }
    EVENTS
}
