//! Servers that are none: they cost neither time nor memory, and get nothing that is not theirs.

use std::io::Write as _;
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

use super::raw::{JSON, Request, Server, answer};
use super::{Trial, rules, told};

/// A contract with one list, for which a key is needed.
const ONE: &str = "
openapi: 3.1.0
info: { title: Things, version: 1.0.0 }
paths:
  /things:
    get:
      operationId: listThings
      security: [{ key: [] }]
      responses:
        '401': { description: No key. }
        '200':
          description: All of them.
          content: { application/json: { schema: { type: array, items: { type: string } } } }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Api-Key }
";

fn trial(url: &str) -> Trial {
    let mut trial = Trial::of(ONE, url);
    let read = |_: &str| Some("the-key-of-things".to_owned());
    let credential = guild_check_api::live::Credential::parse("key=THINGS_KEY", read).unwrap();
    trial.options.credentials = guild_check_api::live::Credentials::new(vec![credential]);
    trial.options.limits.request_time = Duration::from_millis(700);
    trial.options.limits.body_bytes = 64 << 10;
    trial
}

/// Tries a server that answers the list in some way, and everything else as it should.
fn of_list(
    handler: impl Fn(&Request, &mut TcpStream) + Send + Sync + 'static,
) -> (Server, guild_check_api::live::Live) {
    let server = Server::start(move |request, stream| {
        match (request.path.as_str(), request.header("x-api-key")) {
            ("/things", Some("the-key-of-things")) => handler(request, stream),
            ("/things", _) => answer(stream, 401, "", ""),
            _ => answer(stream, 404, "", ""),
        }
    });
    let live = trial(&server.url()).run();
    (server, live)
}

#[test]
fn nothing_that_listens_is_said_at_once() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let error = trial(&url).try_it().unwrap_err();
    assert_eq!(error.url, url);
    assert!(
        error
            .to_string()
            .starts_with("nothing answers at http://127.0.0.1:"),
        "{error}"
    );
}

#[test]
fn what_is_no_answer_is_a_finding() {
    type Handler = fn(&Request, &mut TcpStream);
    let servers: [(&str, Handler); 5] = [
        ("closes", |_, _| {}),
        ("ends in the middle", |_, stream| {
            drop(write!(
                stream,
                "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n{JSON}\r\n[\"a"
            ))
        }),
        ("speaks something else", |_, stream| {
            drop(write!(stream, "220 mail.example.com ESMTP\r\n"))
        }),
        ("has an endless head", |_, stream| {
            let _ = write!(stream, "HTTP/1.1 200 OK\r\n");
            while write!(stream, "X-More: {}\r\n", "a".repeat(1000)).is_ok() {}
        }),
        ("has an endless body", |_, stream| {
            let _ = write!(stream, "HTTP/1.1 200 OK\r\n{JSON}\r\n[");
            while write!(stream, "\"{}\",", "a".repeat(1000)).is_ok() {}
        }),
    ];
    for (what, handler) in servers {
        let (_server, live) = of_list(handler);
        assert!(
            rules(&live).contains(&"api/no-answer"),
            "{what}: {}",
            told(&live)
        );
    }
}

#[test]
fn a_server_that_hangs_is_given_up_in_time() {
    let started = Instant::now();
    let (_server, live) = of_list(|_, stream| {
        // It ends when the other side does.
        let _ = std::io::Read::read(stream, &mut [0; 16]);
    });
    assert!(
        told(&live).contains("nothing came within 0.7 s"),
        "{}",
        told(&live)
    );
    assert!(started.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_redirect_is_followed_nowhere() {
    let other = Server::start(|_, stream| answer(stream, 200, JSON, "[]"));
    let to = other.url();
    let (_server, live) = of_list(move |request, stream| {
        answer(
            stream,
            if request.method == "GET" { 302 } else { 405 },
            &format!("Location: {to}/things\r\n"),
            "",
        )
    });
    assert!(other.requests().is_empty());
    assert_eq!(rules(&live), ["api/undeclared-status"], "{}", told(&live));
}

#[test]
fn what_unpacks_without_an_end_is_cut() {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(b"[").unwrap();
    for _ in 0..2000 {
        packed.write_all(&[b' '; 10_000]).unwrap();
    }
    let packed = packed.finish().unwrap();
    assert!(packed.len() < 64 << 10);
    let (_server, live) = of_list(move |_, stream| {
        let length = packed.len();
        let _ = write!(
            stream,
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: {length}\r\n{JSON}\r\n"
        );
        let _ = stream.write_all(&packed);
    });
    assert!(
        told(&live).contains("its JSON goes on after 64 KiB"),
        "{}",
        told(&live)
    );
}

#[test]
fn a_server_that_dies_on_the_way_ends_the_run() {
    let count = std::sync::atomic::AtomicUsize::new(0);
    let server = Server::start(move |request, stream| {
        if count.fetch_add(1, std::sync::atomic::Ordering::SeqCst) < 3 {
            let status = if request.path == "/things" { 200 } else { 404 };
            answer(stream, status, JSON, "[]");
        }
    });
    let live = trial(&server.url()).run();
    assert!(rules(&live).contains(&"api/no-answer"), "{}", told(&live));
    assert!(server.requests().len() < 12, "{}", server.requests().len());
}

#[test]
fn deep_and_strange_answers_are_told_and_not_trusted() {
    for body in [
        "[".repeat(200_000),
        "\u{0}".to_owned(),
        "[1e999]".to_owned(),
        "{\"a\":1,\"a\":2}".to_owned(),
        "\u{feff}[]".to_owned(),
    ] {
        let (_server, live) = of_list(move |_, stream| answer(stream, 200, JSON, &body));
        assert!(
            rules(&live).contains(&"api/answer-mismatch")
                || rules(&live).contains(&"api/no-answer"),
            "{}",
            told(&live)
        );
    }
}
