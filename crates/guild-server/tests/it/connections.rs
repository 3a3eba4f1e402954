//! Connections: kept, paced, bounded.

use std::io::{Read as _, Write as _};
use std::time::Duration;

use guild_server::ServerLimits;

use crate::client::Connection;
use crate::world::World;

const SOON: Duration = Duration::from_millis(150);

/// All limits so far away that only the one under test can be met.
const FAR: ServerLimits = ServerLimits {
    first_byte: Duration::from_secs(3600),
    head: Duration::from_secs(3600),
    idle: Duration::from_secs(3600),
    ..ServerLimits::standard()
};

#[test]
fn a_connection_serves_many_requests() {
    let world = World::empty();
    let mut connection = Connection::open(world.address());
    for _ in 0..3 {
        connection.send("GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n");
        assert_eq!(connection.answer_to("GET").status, 200);
    }
    connection
        .send("GET /healthz HTTP/1.1\r\nhost: x\r\n\r\nHEAD /nothing HTTP/1.1\r\nhost: x\r\n\r\n");
    assert_eq!(connection.answer_to("GET").status, 200);
    assert_eq!(connection.answer_to("HEAD").status, 404);
}

#[test]
fn a_client_that_sends_nothing_is_closed() {
    let world = World::with_limits(ServerLimits {
        first_byte: SOON,
        ..FAR
    });
    assert!(Connection::open(world.address()).is_closed());
}

#[test]
fn a_client_that_stops_within_a_head_is_closed() {
    let world = World::with_limits(ServerLimits { head: SOON, ..FAR });
    let mut connection = Connection::open(world.address());
    connection.send("GET /healthz HTTP/1.1\r\nho");
    assert!(connection.is_closed());
}

#[test]
fn a_client_that_trickles_its_head_is_closed() {
    let world = World::with_limits(ServerLimits { head: SOON, ..FAR });
    let mut connection = Connection::open(world.address());
    connection.send("GET /healthz HTTP/1.1\r\nx: ");
    let pause = Some(Duration::from_millis(20));
    connection.stream.set_read_timeout(pause).unwrap();
    let is_closed = (0..500).any(|_| {
        let is_written = connection.stream.write_all(b"x").is_ok();
        match connection.stream.read(&mut [0]) {
            Ok(read) => read == 0,
            Err(error) => !is_written || error.kind() == std::io::ErrorKind::ConnectionReset,
        }
    });
    assert!(is_closed, "ten seconds of single bytes were not cut off");
}

#[test]
fn a_connection_that_rests_is_closed_after_a_while() {
    let world = World::with_limits(ServerLimits { idle: SOON, ..FAR });
    let mut connection = Connection::open(world.address());
    connection.send("GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n");
    assert_eq!(connection.answer_to("GET").status, 200);
    assert!(connection.is_closed());
}

#[test]
fn a_connection_may_rest_longer_than_a_head_may_take() {
    let world = World::with_limits(ServerLimits {
        first_byte: SOON,
        head: SOON,
        ..FAR
    });
    let mut resting = Connection::open(world.address());
    resting.send("GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n");
    assert_eq!(resting.answer_to("GET").status, 200);
    // The time that a head may take passes while another client is waited for.
    assert!(Connection::open(world.address()).is_closed());
    resting.send("GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n");
    assert_eq!(resting.answer_to("GET").status, 200);
}

#[test]
fn slow_clients_do_not_keep_others_waiting() {
    let world = World::empty();
    let slow: Vec<Connection> = (0..200)
        .map(|_| {
            let mut connection = Connection::open(world.address());
            connection.send("GET /healthz HTTP/1.1\r\n");
            connection
        })
        .collect();
    assert_eq!(world.get("/healthz").status, 200);
    drop(slow);
}

#[test]
fn above_the_limit_the_oldest_connection_that_rests_makes_room() {
    let world = World::with_limits(ServerLimits {
        connections: 3,
        ..FAR
    });
    let mut busy = Connection::open(world.address());
    busy.send("GET /api/events HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\n\r\n");
    assert_eq!(busy.answer_to("HEAD").status, 200);
    let mut silent = Connection::open(world.address());
    let mut resting = Connection::open(world.address());
    resting.send("GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n");
    assert_eq!(resting.answer_to("GET").status, 200);
    assert_eq!(world.get("/healthz").status, 200);
    assert!(silent.is_closed(), "it never asked anything");
    resting.send("GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n");
    assert_eq!(resting.answer_to("GET").status, 200);
    let _more = [(); 2].map(|()| Connection::open(world.address()));
    assert_eq!(world.get("/healthz").status, 200);
    assert!(resting.is_closed(), "it rested the longest");
}

#[test]
fn connections_above_the_limit_wait_while_all_are_busy() {
    let world = World::with_limits(ServerLimits {
        connections: 2,
        head: SOON,
        ..FAR
    });
    let _begun = [(); 2].map(|()| {
        let mut connection = Connection::open(world.address());
        connection.send("GET /healthz HTTP/1.1\r\n");
        connection
    });
    assert_eq!(world.get("/healthz").status, 200);
}

#[test]
fn a_download_may_take_longer_than_a_connection_may_rest() {
    let world = World::with_limits(ServerLimits {
        first_byte: 2 * SOON,
        idle: SOON,
        ..FAR
    });
    let length = world.publish_large();
    let mut connection = world.connect_narrowly();
    connection.send("GET /skills/tea-maker/tea-maker.zip HTTP/1.1\r\nhost: x\r\n\r\n");
    // The time to rest passes while the server waits for the client to go on reading.
    assert!(Connection::open(world.address()).is_closed());
    assert_eq!(connection.answer_to("GET").body.len(), length);
}
