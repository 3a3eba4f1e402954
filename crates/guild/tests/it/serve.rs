//! `guild serve` as a process.
#![cfg(unix)]

use std::io::Write as _;
use std::net::TcpListener;
use std::process::{Child, Command};

use crate::world::{World, read_all, read_until};

/// Reads where a server that was started says it listens.
pub(crate) fn address(child: &mut Child) -> String {
    let stdout = child.stdout.as_mut().unwrap();
    let said = read_until(stdout, "/\n");
    let said = said.trim_end();
    let address = said.strip_prefix("Guildhall is serving the catalog at ");
    address
        .unwrap_or_else(|| panic!("{said}"))
        .trim_end_matches('/')
        .to_owned()
}

#[test]
fn a_first_start_serves_the_developer_pack_and_a_signal_ends_it() {
    for signal in ["TERM", "INT"] {
        let world = World::alone();
        let mut child = world.start("serve --listen 127.0.0.1:0");
        let address = address(&mut child);
        let list = world
            .guild(&format!("search --json --catalog {address}"))
            .ok()
            .json();
        assert_eq!(list["totalItems"], 6);
        assert_eq!(list["items"][0]["packLabel"], "Developer pack");
        world
            .guild(&format!(
                "install api-documentation-writer --catalog {address}"
            ))
            .ok();
        world.guild("verify").ok();
        assert!(world.path("home/.local/share/guild").is_dir());
        let pid = child.id().to_string();
        assert!(
            Command::new("kill")
                .args([&format!("-{signal}"), &pid])
                .status()
                .unwrap()
                .success()
        );
        let stderr = read_all(child.stderr.take().unwrap());
        assert_eq!(child.wait().unwrap().code(), Some(0), "{stderr}");
        assert!(stderr.contains("Stopped; nothing is lost."), "{stderr}");
    }
}

#[test]
fn a_data_folder_that_everybody_can_read_is_warned_of() {
    use std::os::unix::fs::PermissionsExt;
    let world = World::alone();
    let hint = "hint: `chmod o-rwx [WORLD]/project/open`";
    for (mode, is_open) in [(0o755, true), (0o750, false)] {
        let folder = world.path("project/open");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::set_permissions(&folder, PermissionsExt::from_mode(mode)).unwrap();
        let mut child = world.start("serve --listen 127.0.0.1:0 --data open");
        address(&mut child);
        child.kill().unwrap();
        let run = world.told(&child.wait_with_output().unwrap());
        assert_eq!(
            run.stderr
                .contains("warning: everybody on this machine may look into open"),
            is_open,
            "{run}"
        );
        assert_eq!(run.stderr.contains(hint), is_open, "{run}");
    }
}

#[test]
fn a_taken_port_is_named_with_a_way_out() {
    let world = World::alone();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap();
    let run = world.guild(&format!("serve --listen {address}")).fails(2);
    assert!(
        run.stderr
            .contains(&format!("cannot listen on {address}: the port is taken")),
        "{run}"
    );
    assert!(run.stderr.contains("--listen 127.0.0.1:0"), "{run}");
}

#[test]
fn a_second_server_on_the_same_data_is_refused() {
    let world = World::alone();
    let mut first = world.start("serve --listen 127.0.0.1:0 --data data");
    address(&mut first);
    let run = world
        .guild("serve --listen 127.0.0.1:0 --data data")
        .fails(2);
    assert!(
        run.stderr.contains("is in use by another guild server"),
        "{run}"
    );
    assert!(run.stderr.contains("--data DIR"), "{run}");
    first.kill().unwrap();
    first.wait().unwrap();
}

#[test]
fn a_data_folder_that_cannot_be_is_named() {
    let world = World::alone();
    world.write("project/file", "no folder");
    let run = world
        .guild("serve --listen 127.0.0.1:0 --data file/data")
        .fails(2);
    assert!(run.stderr.contains("file/data"), "{run}");
    assert!(run.stderr.contains("hint: name a folder"), "{run}");
}

#[test]
fn an_address_for_people_that_is_none_is_refused() {
    let world = World::alone();
    for url in ["nonsense", "ftp://a", "http://me@a", "http://a/?b"] {
        let run = world
            .guild(&format!("serve --listen 127.0.0.1:0 --base-url {url}"))
            .fails(2);
        assert!(
            run.stderr.contains("cannot be the address that people use"),
            "{run}"
        );
        assert!(run.stderr.contains("--base-url https://"), "{run}");
    }
}

/// Sends a form, and gives what the server answers.
fn post(address: &str, body: &str) -> String {
    let host = address.trim_start_matches("http://");
    let mut stream = std::net::TcpStream::connect(host).unwrap();
    let request = format!(
        "POST /check HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\
         content-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).unwrap();
    read_all(stream)
}

fn escaped(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

#[test]
fn a_pasted_contract_is_judged_as_on_the_command_line() {
    let world = World::alone();
    let contract = "openapi: 3.1.0\ninfo: {title: Tasks, version: 1.0.0}\npaths:\n  /api/task:\n    get:\n      responses:\n        '200': {description: All., content: {application/json: {schema: {$ref: 'https://elsewhere.example/a.yaml'}}}}\n";
    world.write("project/contract.yaml", contract);
    let report = world
        .guild("check api contract.yaml --format json")
        .fails(1);
    let report = report.json();
    let mut child = world.start("serve --listen 127.0.0.1:0");
    let address = address(&mut child);
    let contract = escaped(contract);
    let page = post(
        &address,
        &format!("contract=api-and-interface-design&document={contract}"),
    );
    assert!(page.contains("Read as OpenAPI 3.1 in YAML"), "{page}");
    for finding in report["findings"].as_array().unwrap() {
        let rule = finding["rule"].as_str().unwrap();
        let link = format!("href=\"/rules/{rule}\"");
        assert!(page.contains(&link), "{rule} is missing: {page}");
    }
    assert!(page.contains("api/reference-remote"), "{page}");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn archives_that_cannot_be_used_are_named_with_a_way_out() {
    let world = World::alone();
    for (archives, variables, said, hint) in [
        (
            "gs://skills",
            [("AWS_REGION", "a")],
            "is not one that guild knows",
            "--archives DIR",
        ),
        (
            "s3://skills",
            [("AWS_ENDPOINT_URL", "http://s3.example.org")],
            "without TLS",
            "AWS_ALLOW_HTTP=true",
        ),
        (
            "s3://skills",
            [("AWS_ENDPOINT_URL", "http://127.0.0.1:1")],
            "the archives at s3://skills cannot be reached",
            "check AWS_ENDPOINT_URL",
        ),
    ] {
        let line = format!("serve --listen 127.0.0.1:0 --archives {archives}");
        let mut command = world.command(&line);
        command.envs(variables).env("AWS_ACCESS_KEY_ID", "me");
        let run = world
            .run(command.env("AWS_SECRET_ACCESS_KEY", "hush"))
            .fails(2);
        assert!(
            run.stderr.contains(said) && run.stderr.contains(hint),
            "{run}"
        );
        assert!(!run.stderr.contains("hush"), "{run}");
    }
    assert!(
        !world
            .path("home/.local/share/guild/catalog.sqlite")
            .exists()
    );
}

#[test]
fn archives_may_be_in_another_folder() {
    let world = World::alone();
    let mut child = world.start("serve --listen 127.0.0.1:0 --archives kept");
    address(&mut child);
    assert!(world.path("project/kept/sha256").is_dir());
    assert!(!world.path("home/.local/share/guild/archives").exists());
    child.kill().unwrap();
    child.wait().unwrap();
}
