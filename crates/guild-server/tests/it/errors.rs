//! Requests that nothing can be done with.

use std::net::Shutdown;

use crate::client::Connection;
use crate::world::World;

#[test]
fn an_unknown_route_has_the_one_error_body() {
    let world = World::empty();
    for path in [
        "/api",
        "/api/",
        "/api/tasks",
        "/nothing",
        "/api/skills/",
        "//api/skills",
    ] {
        let answer = world.get(path);
        assert_eq!(answer.error(), "404 ROUTE_NOT_FOUND", "{path}");
        assert_eq!(answer.header("cache-control"), Some("no-store"));
    }
}

#[test]
fn what_cannot_be_read_as_a_request_has_the_one_error_body() {
    let world = World::empty();
    // A head that comes in few pieces may be somewhat longer than the limit.
    let long = "x".repeat(200_000);
    for (head, error) in [
        (
            format!("GET / HTTP/1.1\r\nhost: x\r\nx: {long}\r\n\r\n"),
            "431 HEAD_TOO_LONG",
        ),
        (
            format!("GET /{long} HTTP/1.1\r\nhost: x\r\n\r\n"),
            "431 HEAD_TOO_LONG",
        ),
        (
            "this is no request\r\n\r\n".to_owned(),
            "400 MALFORMED_REQUEST",
        ),
        (
            "GET / HTTP/1.1\r\nhost: x\r\na b: c\r\n\r\n".to_owned(),
            "400 MALFORMED_REQUEST",
        ),
    ] {
        let mut connection = Connection::open(world.address());
        connection.send(head);
        let answer = connection.answer_to("GET");
        assert_eq!(answer.error(), error);
        for name in ["content-security-policy", "x-content-type-options", "date"] {
            assert!(answer.header(name).is_some(), "{error} has no {name}");
        }
        assert_eq!(answer.header("content-type"), Some("application/json"));
        assert_eq!(answer.header("connection"), Some("close"));
        connection.stream.shutdown(Shutdown::Write).unwrap();
        assert!(connection.is_closed());
    }
}

#[test]
fn what_cannot_be_read_is_told_after_the_answers_before_it() {
    let world = World::empty();
    let mut connection = Connection::open(world.address());
    connection.send("GET /healthz HTTP/1.1\r\nhost: x\r\n\r\nno request\r\n\r\n");
    assert_eq!(connection.answer_to("GET").status, 200);
    let answer = connection.answer_to("GET");
    assert_eq!(answer.error(), "400 MALFORMED_REQUEST");
}

#[test]
fn a_file_that_looks_like_a_refusal_is_served_as_it_is() {
    let world = World::empty();
    let text = "HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n";
    let skill_md = "---\nname: tea-maker\ndescription: Use when tea is due.\n---\n\n# Tea\n";
    world.publish(
        "tea-maker",
        &[
            ("SKILL.md", skill_md.as_bytes()),
            ("a.txt", text.as_bytes()),
        ],
    );
    for _ in 0..3 {
        let answer = world.get("/api/skills/tea-maker/releases/0.1.0/files/a.txt");
        assert_eq!((answer.status, answer.text()), (200, text));
    }
}

#[test]
fn a_request_names_its_host_once() {
    let world = World::of_samples();
    for (head, status) in [
        ("GET /skills/tea-maker HTTP/1.1\r\n", 400),
        (
            "GET /skills/tea-maker HTTP/1.1\r\nhost: a\r\nhost: a\r\n",
            400,
        ),
        ("GET /skills/tea-maker HTTP/1.1\r\nhost: a b\r\n", 400),
        ("GET /skills/tea-maker HTTP/1.1\r\nhost: me@a\r\n", 400),
        (
            "GET /skills/tea-maker HTTP/1.0\r\nhost: a\r\nhost: b\r\n",
            400,
        ),
        ("GET /skills/tea-maker HTTP/1.0\r\n", 200),
        ("GET /skills/tea-maker HTTP/1.1\r\nhost:\r\n", 200),
        (
            "GET /skills/tea-maker HTTP/1.1\r\nHost: [::1]:8484\r\n",
            200,
        ),
    ] {
        let mut connection = Connection::open(world.address());
        connection.send(format!("{head}\r\n"));
        let answer = connection.answer_to("GET");
        assert_eq!(answer.status, status, "{head}");
        if status == 400 {
            assert_eq!(answer.error(), "400 MALFORMED_REQUEST", "{head}");
        }
    }
}

#[test]
fn a_wrong_method_is_told_the_right_ones() {
    let world = World::empty();
    for method in ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "BREW"] {
        let answer = world.request(method, "/api/events", &[]);
        assert_eq!(answer.error(), "405 METHOD_NOT_ALLOWED", "{method}");
        assert_eq!(answer.header("allow"), Some("GET,HEAD"));
    }
}

#[test]
fn a_person_gets_a_page_and_a_program_json() {
    let world = World::empty();
    let browser = ("accept", "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8");
    let page = world.request("GET", "/nothing", &[browser]);
    assert_eq!(page.status, 404);
    assert_eq!(
        page.header("content-type"),
        Some("text/html; charset=utf-8")
    );
    assert!(page.text().contains("nothing is served under this path"));
    let api = world.request("GET", "/api/nothing", &[browser]);
    assert_eq!(api.error(), "404 ROUTE_NOT_FOUND");
}

#[test]
fn paths_that_climb_are_not_found() {
    let world = World::of_samples();
    for path in [
        "/skills/../../etc/passwd",
        "/skills/tea-maker/../../../etc/passwd",
        "/api/skills/..",
        "/api/skills/tea-maker/releases/1.1.0/files/../SKILL.md",
        "/api/skills/tea-maker/releases/1.1.0/files/..%2f..%2fcatalog.sqlite",
        "/api/skills/tea-maker/releases/1.1.0/files//etc/passwd",
        "/api/skills/tea-maker/releases/1.1.0/files/SKILL.md%00",
        "/api/archives/..%2f..%2fcatalog.sqlite",
        "/%2e%2e/%2e%2e/etc/passwd",
    ] {
        let answer = world.get(path);
        let refused = [400, 404].contains(&answer.status);
        assert!(refused, "{path}: {}", answer.status);
    }
}

#[test]
fn a_very_long_url_is_refused() {
    let world = World::empty();
    let answer = world.get(&format!("/api/skills?query={}", "x".repeat(9000)));
    assert_eq!(answer.error(), "400 URL_TOO_LONG");
}

#[test]
fn what_is_not_http_is_closed_and_the_server_lives() {
    let world = World::empty();
    let long = format!("GET / HTTP/1.1\r\nx: {}\r\n\r\n", "x".repeat(200_000));
    let many = format!("GET / HTTP/1.1\r\n{}\r\n", "x: y\r\n".repeat(5000));
    for bytes in [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".as_slice(),
        b"GET /\0 HTTP/1.1\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"\r\n\r\n\r\n\0\0\0\0 \r\n\r\n",
        b"GET / HTTP/1.1\r\ncontent-length: x\r\n\r\n",
        long.as_bytes(),
        many.as_bytes(),
    ] {
        let mut connection = Connection::open(world.address());
        // The server may close before it has read all of it.
        let _ = std::io::Write::write_all(&mut connection.stream, bytes);
        let _ = connection.stream.shutdown(std::net::Shutdown::Write);
        while !connection.is_closed() {}
    }
    assert_eq!(world.get("/healthz").status, 200);
}

#[test]
fn every_answer_carries_the_security_headers() {
    let world = World::of_samples();
    for path in [
        "/",
        "/api/skills",
        "/api/skills/tea-maker",
        "/skills/tea-maker/tea-maker.zip",
        "/openapi.json",
        "/metrics",
        "/healthz",
        "/nothing",
        "/api/skills?page=0",
        "/api/skills/%ff",
    ] {
        // Twice: worked out, and from memory.
        for _ in 0..2 {
            let answer = world.get(path);
            let policy = answer.header("content-security-policy").unwrap();
            assert!(policy.starts_with("default-src 'none'; "), "{path}");
            assert_eq!(
                answer.header("x-content-type-options"),
                Some("nosniff"),
                "{path}"
            );
            assert_eq!(
                answer.header("referrer-policy"),
                Some("same-origin"),
                "{path}"
            );
            for name in [
                "permissions-policy",
                "cross-origin-opener-policy",
                "cross-origin-resource-policy",
                "cache-control",
                "content-type",
            ] {
                assert!(answer.header(name).is_some(), "{path}: {name}");
            }
        }
    }
}

#[test]
fn odd_request_targets_are_answered() {
    let world = World::of_samples();
    assert_eq!(
        world.request("OPTIONS", "*", &[]).error(),
        "404 ROUTE_NOT_FOUND"
    );
    let tunnel = world.request("CONNECT", "example.org:80", &[]);
    assert_eq!(tunnel.error(), "404 ROUTE_NOT_FOUND");
    let absolute = world.get("http://elsewhere.example/api/skills/tea-maker");
    assert_eq!(absolute.json()["name"], "tea-maker");
}

#[test]
fn a_request_that_was_refused_has_a_name() {
    let world = World::of_samples();
    let name = |answer: &crate::client::Answer| answer.header("x-request-id").unwrap().to_owned();
    let (first, second) = (world.get("/nothing"), world.get("/nothing"));
    assert_ne!(name(&first), name(&second));
    let ask = |id: &str| world.request("GET", "/nothing", &[("x-request-id", id)]);
    assert_eq!(name(&ask("proxy-7:1.2_3")), "proxy-7:1.2_3");
    for odd in ["a b", "<b>", &"a".repeat(65)] {
        assert_eq!(name(&ask(odd)).len(), 16, "{odd}");
    }
}
