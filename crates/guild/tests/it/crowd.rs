//! Ten thousand connections that ask nothing: the others are served, and the memory has a bound.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::process::Child;
use std::time::Duration;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::serve::address;
use crate::world::World;

/// What a connection that rests may cost the server.
const BYTES_EACH: u64 = 16 * 1024;

/// Our own end of each connection is a file too; some are needed for other tests, which run beside.
fn as_many_as_the_system_lets(wanted: u64) -> u64 {
    let limit = getrlimit(Resource::Nofile);
    let most = limit.maximum.unwrap_or(wanted * 2);
    let current = limit.current.map(|current| current.max(most));
    setrlimit(Resource::Nofile, Rlimit { current, ..limit }).unwrap();
    wanted.min(most.saturating_sub(512))
}

fn memory(server: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let kilobytes = line.unwrap().split_whitespace().nth(1).unwrap();
    kilobytes.parse::<u64>().unwrap() * 1024
}

/// Asks over a connection that rests, and says whether it is still there.
fn is_open(mut connection: &TcpStream) -> bool {
    let request = b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n";
    let mut answer = [0; 12];
    connection.write_all(request).is_ok()
        && connection.read_exact(&mut answer).is_ok()
        && &answer == b"HTTP/1.1 200"
}

#[test]
fn ten_thousand_connections_that_rest_keep_nobody_out() {
    let world = World::alone();
    let mut server = world.start("serve --listen 127.0.0.1:0 --data catalog");
    let url = address(&mut server);
    let wanted = as_many_as_the_system_lets(10_000);
    let place = url.trim_start_matches("http://");
    let before = memory(&server);
    let mut resting = Vec::new();
    for number in 0..wanted {
        let connection = TcpStream::connect(place).unwrap();
        let patience = Some(Duration::from_secs(60));
        connection.set_read_timeout(patience).unwrap();
        // Every other one asks once before it rests.
        if number % 2 == 0 {
            assert!(is_open(&connection), "{number}");
        }
        resting.push(connection);
        if number % 1000 == 0 {
            let answer = ureq::get(format!("{url}/api/skills/adr-writer"))
                .config()
                .timeout_global(patience)
                .build()
                .call();
            let status = answer.map(|answer| answer.status());
            assert_eq!(status.unwrap(), 200, "beside {number}");
        }
    }
    let grown = memory(&server).saturating_sub(before);
    eprintln!("{wanted} connections: {grown} bytes more");
    assert!(grown < wanted * BYTES_EACH, "{grown} bytes more");
    let answer = ureq::get(format!("{url}/skills/adr-writer")).call();
    assert_eq!(answer.unwrap().status(), 200);
    assert!(is_open(resting.last().unwrap()), "the newest is kept");
    assert!(!is_open(&resting[0]), "the oldest made room");
    server.kill().unwrap();
    server.wait().unwrap();
}
