//! Start and stop.

use std::error::Error as _;
use std::io::Read as _;
use std::net::TcpStream;

use guild_server::{ServeError, ServerLimits};

use crate::client::Connection;
use crate::world::World;

#[test]
fn a_taken_port_is_told_with_address_cause_and_hint() {
    let world = World::empty();
    let error = world.bind_again().err().unwrap();
    let address = world.address();
    assert_eq!(
        error.to_string(),
        format!("cannot listen on {address}: the port is taken")
    );
    assert!(error.source().unwrap().to_string().contains("in use"));
    assert!(
        error.hint().contains("--listen 127.0.0.1:0"),
        "{}",
        error.hint()
    );
    assert!(matches!(error, ServeError::PortTaken { address: told, .. } if told == address));
}

#[test]
fn an_address_of_another_machine_is_told() {
    let world = World::empty();
    let error = world
        .bind_at("192.0.2.1:8484".parse().unwrap())
        .err()
        .unwrap();
    assert_eq!(
        error.to_string(),
        "cannot listen on 192.0.2.1:8484: this machine has no such address"
    );
}

#[test]
fn a_stop_closes_what_rests_and_refuses_what_comes() {
    let mut world = World::empty();
    let mut unused = Connection::open(world.address());
    let mut resting = Connection::open(world.address());
    resting.send("GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n");
    assert_eq!(resting.answer_to("GET").status, 200);
    world.stop().unwrap();
    assert!(resting.is_closed());
    assert!(unused.is_closed());
    assert!(TcpStream::connect(world.address()).is_err());
}

#[test]
fn a_stop_lets_a_download_come_to_its_end() {
    let mut world = World::empty();
    let length = world.publish_large();
    let mut connection = world.connect_narrowly();
    connection.send("GET /skills/tea-maker/tea-maker.zip HTTP/1.1\r\nhost: x\r\n\r\n");
    let mut first = [0; 15];
    connection.stream.read_exact(&mut first).unwrap();
    assert_eq!(&first, b"HTTP/1.1 200 OK");
    let stopping = world.begin_stop();
    let mut rest = Vec::new();
    connection.stream.read_to_end(&mut rest).unwrap();
    let head = rest
        .windows(4)
        .position(|bytes| bytes == b"\r\n\r\n")
        .unwrap();
    assert_eq!(rest.len() - head - 4, length);
    world.end_stop(stopping).unwrap();
}

#[test]
fn a_stop_cuts_off_a_client_that_takes_nothing() {
    let mut world = World::with_limits(ServerLimits {
        drain: std::time::Duration::from_millis(100),
        ..ServerLimits::standard()
    });
    world.publish_large();
    let mut connection = world.connect_narrowly();
    connection.send("GET /skills/tea-maker/tea-maker.zip HTTP/1.1\r\nhost: x\r\n\r\n");
    connection.stream.read_exact(&mut [0; 15]).unwrap();
    let error = world.stop().err().unwrap();
    assert!(
        matches!(error, ServeError::CutOff { connections: 1, .. }),
        "{error}"
    );
}
