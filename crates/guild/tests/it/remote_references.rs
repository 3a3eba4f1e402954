//! `guild check api --allow-remote`: what a contract names on other machines.

use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::hostile::{http, serve};
use crate::world::{Run, World};

fn contract(reference: &str) -> String {
    format!(
        "openapi: 3.1.0\ninfo: {{title: Tasks, version: 1.0.0}}\npaths: {{}}\ncomponents:\n  schemas:\n    Task:\n      $ref: '{reference}'\n    Again:\n      $ref: '{reference}'\n"
    )
}

fn yaml(body: &str) -> Vec<u8> {
    http("200 OK", "application/yaml", body.as_bytes())
}

fn moved(to: &str) -> Vec<u8> {
    format!(
        "HTTP/1.1 302 Found\r\nLocation: {to}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    )
    .into_bytes()
}

/// A world with a contract that refers to an address.
fn world(reference: &str) -> World {
    let world = World::alone();
    world.write("project/openapi.yaml", &contract(reference));
    world
}

fn check(world: &World, more: &str) -> Run {
    world.guild(&format!("check api openapi.yaml --format json {more}"))
}

fn first_message(run: Run) -> String {
    let report = run.fails(1).json();
    report["findings"][0]["message"]
        .as_str()
        .unwrap()
        .to_owned()
}

#[test]
fn nothing_is_fetched_unless_that_is_allowed() {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let url = serve(move |_| {
        count.fetch_add(1, Ordering::Relaxed);
        yaml("Task: {type: object}\n")
    });
    let world = world(&format!("{url}/a.yaml#/Task"));
    let report = check(&world, "").fails(1).json();
    let finding = &report["findings"][0];
    assert_eq!(finding["rule"], "api/reference-remote");
    assert!(finding["help"].as_str().unwrap().contains("--allow-remote"));
    let refused = first_message(check(&world, "--allow-remote"));
    assert!(refused.contains("is not a public address"), "{refused}");
    assert!(refused.contains("--allow-remote=127.0.0.1"), "{refused}");
    let other = first_message(check(&world, "--allow-remote=schemas.example"));
    assert!(other.contains("is not among the hosts"), "{other}");
    assert_eq!(asked.load(Ordering::Relaxed), 0);
}

#[test]
fn a_named_host_is_asked_once_for_each_file_and_findings_stand_in_it() {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let url = serve(move |path| {
        count.fetch_add(1, Ordering::Relaxed);
        match path {
            "/one/a.yaml" => yaml("Task:\n  $ref: '../two/b.yaml#/Task'\n"),
            "/two/b.yaml" => yaml(
                "Task:\n  type: object\n  properties:\n    self: {$ref: /one/a.yaml}\n    lost: {$ref: '#/Lost'}\n",
            ),
            _ => http("404 Not Found", "text/plain", b""),
        }
    });
    let world = world(&format!("{url}/one/a.yaml#/Task"));
    let host = url.trim_start_matches("http://");
    for allowed in [host, "127.0.0.1", "schemas.example,127.0.0.1"] {
        asked.store(0, Ordering::Relaxed);
        let report = check(&world, &format!("--allow-remote={allowed}"));
        let report = report.fails(1).json();
        let findings = report["findings"].as_array().unwrap();
        let place = |finding: &serde_json::Value| {
            (
                finding["path"].as_str().unwrap().to_owned(),
                finding["startLine"].as_u64(),
            )
        };
        assert!(
            findings
                .iter()
                .any(|finding| place(finding) == (format!("{url}/two/b.yaml"), Some(5))),
            "{report}"
        );
        assert_eq!(asked.load(Ordering::Relaxed), 2, "each file once");
    }
}

#[test]
fn a_file_from_elsewhere_reads_no_file_of_this_machine() {
    let url = serve(|_| yaml("Task: {$ref: 'file:///etc/passwd'}\nOther: {$ref: /etc/passwd}\n"));
    let world = world(&format!("{url}/a.yaml#/Task"));
    let message = first_message(check(&world, "--allow-remote=127.0.0.1"));
    assert!(
        message.contains("only http and https are spoken here"),
        "{message}"
    );
}

#[test]
fn what_cannot_be_had_is_a_finding_that_says_why() {
    let url = serve(|path| match path {
        "/loop" => moved("/loop"),
        "/away" => moved("http://elsewhere.example/a.yaml"),
        "/ftp" => moved("ftp://127.0.0.1/a"),
        "/binary" => http("200 OK", "application/yaml", b"\xff\xfe"),
        "/gone" => http("410 Gone", "text/plain", b""),
        _ => Vec::new(),
    });
    let closed = TcpListener::bind("127.0.0.1:0").unwrap();
    let nobody = format!("http://{}", closed.local_addr().unwrap());
    drop(closed);
    for (address, why) in [
        (format!("{url}/loop"), "leads on more than 5 times"),
        (
            format!("{url}/away"),
            "`elsewhere.example` is not among the hosts",
        ),
        (format!("{url}/ftp"), "no web address"),
        (format!("{url}/binary"), "not UTF-8"),
        (format!("{url}/gone"), "410 Gone"),
        (format!("{url}/broken"), "could not be fetched"),
        (format!("{nobody}/a"), "could not be fetched"),
    ] {
        let world = world(&address);
        let message = first_message(check(&world, "--allow-remote=127.0.0.1"));
        assert!(message.contains(why), "{address}: {message}");
    }
}

#[test]
fn a_contract_that_names_without_end_is_not_followed_without_end() {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let url = serve(move |_| {
        let number = count.fetch_add(1, Ordering::Relaxed);
        yaml(&format!("Task: {{$ref: 'next{number}.yaml#/Task'}}\n"))
    });
    let world = world(&format!("{url}/a.yaml#/Task"));
    let message = first_message(check(&world, "--allow-remote=127.0.0.1"));
    assert!(
        message.contains("more than 100 files are not fetched"),
        "{message}"
    );
    assert_eq!(asked.load(Ordering::Relaxed), 100);
}

#[test]
fn an_earlier_version_behind_an_address_may_be_split_too() {
    let url = serve(|path| match path {
        "/openapi.yaml" => yaml(&contract("parts.yaml#/Task")),
        _ => yaml("Task: {type: object}\n"),
    });
    let world = world("#/components/schemas/Again");
    world.write("project/openapi.yaml", &contract("parts.yaml#/Task"));
    world.write("project/parts.yaml", "Task: {type: object}\n");
    let against = format!("check api openapi.yaml --against {url}/openapi.yaml");
    let alone = world.guild(&against).ok();
    assert!(alone.stderr.contains("is not compared"), "{alone}");
    let whole = world
        .guild(&format!("{against} --allow-remote=127.0.0.1"))
        .ok();
    assert!(!whole.stderr.contains("is not compared"), "{whole}");
}
