//! Traces: a collector of our own takes what the server sends, and reads it.
#![cfg(unix)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use serde_json::Value;

use crate::serve::address;
use crate::world::World;

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const ASKS: &str = "00f067aa0ba902b7";

/// A collector: it takes spans for as long as the test lasts.
struct Collector {
    url: String,
    bodies: Receiver<(String, Value)>,
}

impl Collector {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (sender, bodies) = mpsc::channel();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = BufReader::new(stream.unwrap());
                let mut head = String::new();
                while !head.ends_with("\r\n\r\n") {
                    assert!(stream.read_line(&mut head).unwrap() > 0, "{head}");
                }
                let length = head.lines().find_map(|line| {
                    let (name, value) = line.split_once(": ")?;
                    name.eq_ignore_ascii_case("content-length").then_some(value)
                });
                let mut body = vec![0; length.unwrap().parse().unwrap()];
                stream.read_exact(&mut body).unwrap();
                let answer = "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}";
                stream.get_mut().write_all(answer.as_bytes()).unwrap();
                let body = serde_json::from_slice(&body).unwrap();
                // The test may be over.
                let _ = sender.send((head, body));
            }
        });
        Self { url, bodies }
    }

    /// Gives all spans that have come once the server has ended, with the head and the resource of the last request.
    fn spans(&self) -> (Vec<Value>, String, Value) {
        let mut spans = Vec::new();
        let (mut last_head, mut resource) = (String::new(), Value::Null);
        let mut patience = Duration::from_secs(20);
        while let Ok((head, body)) = self.bodies.recv_timeout(patience) {
            let of = &body["resourceSpans"][0];
            spans.extend(of["scopeSpans"][0]["spans"].as_array().unwrap().clone());
            (last_head, resource) = (head, of["resource"].clone());
            patience = Duration::ZERO;
        }
        (spans, last_head, resource)
    }
}

fn serve(world: &World, variables: &[(&str, &str)]) -> Child {
    let mut command = world.command("serve --listen 127.0.0.1:0 --data catalog");
    command.envs(variables.iter().copied());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Ends a server as a system does, after which everything is sent, and gives what it said.
fn end(server: Child) -> String {
    let mut kill = Command::new("kill");
    assert!(
        kill.args(["-TERM", &server.id().to_string()])
            .status()
            .unwrap()
            .success()
    );
    let output = server.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stderr).unwrap()
}

fn attribute<'s>(span: &'s Value, name: &str) -> &'s Value {
    let attributes = span["attributes"].as_array().unwrap();
    let found = attributes.iter().find(|attribute| attribute["key"] == name);
    found.map_or(&Value::Null, |attribute| &attribute["value"])
}

fn named<'s>(spans: &'s [Value], name: &str) -> &'s Value {
    let found = spans.iter().find(|span| span["name"] == name);
    found.unwrap_or_else(|| panic!("no span is called {name}: {spans:#?}"))
}

#[test]
fn a_request_is_a_span_in_the_trace_of_who_asks_and_its_statements_are_below_it() {
    let (world, collector) = (World::alone(), Collector::start());
    let mut server = serve(
        &world,
        &[
            ("OTEL_EXPORTER_OTLP_ENDPOINT", &collector.url),
            ("OTEL_EXPORTER_OTLP_HEADERS", "x-key=of%20the%20collector"),
            ("OTEL_SERVICE_NAME", "skills"),
        ],
    );
    let url = address(&mut server);
    let secret = "gld_0123456789012345678901234567890123456789012345678";
    let asked = ureq::get(format!("{url}/api/skills/adr-writer?query=what-i-typed"))
        .header("traceparent", format!("00-{TRACE}-{ASKS}-01"))
        .header("authorization", format!("Bearer {secret}"))
        .call();
    assert!(asked.is_err(), "this endpoint takes no parameter");
    let asked = ureq::get(format!("{url}/api/skills/adr-writer"))
        .header("traceparent", format!("00-{TRACE}-{ASKS}-01"))
        .call();
    assert_eq!(asked.unwrap().status(), 200);
    let archive = format!("{url}/skills/adr-writer/adr-writer.zip");
    assert_eq!(ureq::get(&archive).call().unwrap().status(), 200);
    let mut search = world.command(&format!("search adr --catalog {url}"));
    let parent = format!("00-{}-{ASKS}-01", TRACE.replace('4', "5"));
    world.run(search.env("TRACEPARENT", &parent)).ok();
    end(server);

    let (spans, head, resource) = collector.spans();
    assert!(head.starts_with("POST /v1/traces HTTP/1.1\r\n"), "{head}");
    assert!(head.contains("x-key: of the collector\r\n"), "{head}");
    assert_eq!(
        attribute(&resource, "service.name")["stringValue"],
        "skills"
    );
    let mut of_skill = spans.iter().filter(|span| {
        span["name"] == "GET /api/skills/{name}"
            && attribute(span, "http.response.status_code")["intValue"] == "200"
    });
    let request = of_skill.next().unwrap();
    assert_eq!(request["traceId"], TRACE);
    assert_eq!(request["parentSpanId"], ASKS);
    assert_eq!(request["kind"], 2);
    assert_eq!(
        attribute(request, "url.path")["stringValue"],
        "/api/skills/adr-writer"
    );
    let nanoseconds = |name: &str| request[name].as_str().unwrap().parse::<u128>().unwrap();
    assert!(nanoseconds("startTimeUnixNano") < nanoseconds("endTimeUnixNano"));
    let below = spans
        .iter()
        .filter(|span| span["parentSpanId"] == request["spanId"]);
    let statements: Vec<&Value> = below.map(|span| attribute(span, "db.query.text")).collect();
    let is_of_skills = |text: &&Value| {
        text["stringValue"]
            .as_str()
            .unwrap()
            .contains("FROM skills")
    };
    assert!(statements.iter().any(is_of_skills), "{statements:?}");
    let read = named(&spans, "read archive");
    assert_eq!(read["traceId"].as_str().unwrap().len(), 32);
    assert!(
        attribute(read, "archive.digest")["stringValue"]
            .as_str()
            .unwrap()
            .starts_with("sha256:")
    );
    let search = named(&spans, "GET /api/skills");
    assert_eq!(search["traceId"], TRACE.replace('4', "5"));
    let all = serde_json::to_string(&spans).unwrap();
    for typed in [secret, "what-i-typed", "Bearer", "adr&"] {
        assert!(!all.contains(typed), "{typed} is in a span");
    }
}

#[test]
fn what_is_not_to_be_sampled_is_not_sent_and_a_collector_that_is_away_harms_nothing() {
    let (world, collector) = (World::alone(), Collector::start());
    let endpoint = ("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url.as_str());
    let mut server = serve(
        &world,
        &[endpoint, ("OTEL_TRACES_SAMPLER", "parentbased_always_off")],
    );
    let url = address(&mut server);
    let ask = |flags: &str| {
        let asked = ureq::get(format!("{url}/healthz"));
        let asked = asked.header("traceparent", format!("00-{TRACE}-{ASKS}-{flags}"));
        assert_eq!(asked.call().unwrap().status(), 200);
    };
    ask("00");
    ask("01");
    assert_eq!(
        ureq::get(format!("{url}/readyz")).call().unwrap().status(),
        200
    );
    end(server);
    let (spans, ..) = collector.spans();
    let names: Vec<&Value> = spans.iter().map(|span| &span["name"]).collect();
    assert_eq!(names, ["GET /healthz"]);

    let closed = TcpListener::bind("127.0.0.1:0").unwrap();
    let nobody = format!("http://{}", closed.local_addr().unwrap());
    drop(closed);
    let mut server = serve(&world, &[("OTEL_EXPORTER_OTLP_ENDPOINT", &nobody)]);
    let url = address(&mut server);
    assert_eq!(ureq::get(format!("{url}/")).call().unwrap().status(), 200);
    let said = end(server);
    assert_eq!(said.matches("traces are lost").count(), 1, "{said}");
}
