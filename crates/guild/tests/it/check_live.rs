//! `guild check api --live`.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};

use serde_json::Value;

use crate::world::{Run, World};

/// A contract of one list that is one text.
const NOTES: &str = "\
openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
paths:
  /api/notes:
    get:
      operationId: listNotes
      summary: List notes
      security: [{ key: [] }]
      responses:
        '200':
          description: The names of all notes.
          content:
            application/json:
              schema: { type: array, maxItems: 100, items: { type: string } }
        '401': { $ref: '#/components/responses/Error' }
        '403': { $ref: '#/components/responses/Error' }
        '500': { $ref: '#/components/responses/Error' }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Notes-Key }
  responses:
    Error:
      description: An error.
      content:
        application/json:
          schema:
            type: object
            required: [code, message]
            properties:
              code: { type: string, enum: [UNAUTHENTICATED, UNAUTHORIZED, ROUTE_NOT_FOUND, METHOD_NOT_ALLOWED, SERVER_FAULT] }
              message: { type: string }
";

const KEY: &str = "n0tes-k3y";

/// Serves notes until the test ends.
fn serve(notes: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            reply(stream, notes);
        }
    });
    format!("http://{address}")
}

fn reply(mut stream: TcpStream, notes: &str) {
    let mut lines = BufReader::new(stream.try_clone().unwrap())
        .lines()
        .map_while(Result::ok);
    let first = lines.next().unwrap_or_default();
    let head: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
    let is_known = head
        .iter()
        .any(|line| line.to_lowercase().starts_with("x-notes-key") && line.ends_with(KEY));
    let error =
        |code: &str| format!("{{\"code\": \"{code}\", \"message\": \"This cannot be done.\"}}");
    let (status, body) = match first.split_whitespace().collect::<Vec<_>>().as_slice() {
        ["GET", "/api/notes", _] if is_known => (200, notes.to_owned()),
        ["GET", "/api/notes", _] => (401, error("UNAUTHENTICATED")),
        [_, "/api/notes", _] => (405, error("METHOD_NOT_ALLOWED")),
        _ => (404, error("ROUTE_NOT_FOUND")),
    };
    let length = body.len();
    let _ = write!(
        stream,
        "HTTP/1.1 {status} Status\r\nContent-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    );
}

fn run(world: &World, url: &str, more: &str) -> Run {
    world.write("project/notes.yaml", NOTES);
    let mut command = world.command(&format!("check api notes.yaml --live {url} {more}"));
    world.run(command.env("NOTES_KEY", KEY).env("EMPTY", ""))
}

const CREDENTIAL: &str = "--credential key=NOTES_KEY";

#[test]
fn a_server_that_keeps_its_contract_passes_and_is_told_of_by_operation() {
    let world = World::alone();
    let url = serve("[\"rent\"]");
    let run = run(&world, &url, &format!("{CREDENTIAL} --deny warnings")).ok();
    assert!(run.stdout.contains("PASSED   GET /api/notes  "), "{run}");
    assert!(
        run.stdout
            .contains("Of 1 operation: 1 passed, 0 failed, 0 not run, after "),
        "{run}"
    );
    assert!(
        run.stdout.contains("3 error answers; on the wire "),
        "{run}"
    );
}

#[test]
fn a_finding_has_its_place_a_command_and_the_seed() {
    let world = World::alone();
    let url = serve("[7]");
    let human = run(&world, &url, CREDENTIAL).fails(1);
    for part in [
        "error[api/answer-mismatch]: `GET /api/notes` answered 200 with a body whose `[0]` is of type integer, not string",
        "--> notes.yaml:5:5",
        "= again: curl -sS -g -i -H 'Accept: application/json, */*;q=0.8' -H 'X-Notes-Key: '\"$NOTES_KEY\" http://",
        "FAILED   GET /api/notes  ",
        "The same requests again: --seed 1.",
    ] {
        assert!(human.stdout.contains(part), "{part}\n{human}");
    }
    let report = run(
        &world,
        &url,
        &format!("{CREDENTIAL} --format json --seed 7"),
    )
    .fails(1)
    .json();
    assert_eq!(report["operations"][0]["name"], "GET /api/notes");
    assert_eq!(report["operations"][0]["verdict"], "FAILED");
    assert_eq!(report["operations"][0]["line"], 5);
    assert!(
        report["operations"][0]["requests"]["valid"].as_u64() >= Some(1),
        "{report}"
    );
    let is_it = |finding: &&Value| finding["rule"] == "api/answer-mismatch";
    let finding = report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .find(is_it)
        .unwrap();
    assert!(
        finding["again"].as_str().unwrap().starts_with("curl "),
        "{finding}"
    );
    for format in ["sarif", "github", "junit", "markdown"] {
        let run = run(&world, &url, &format!("{CREDENTIAL} --format {format}")).fails(1);
        assert!(run.stdout.contains("curl -sS"), "{run}");
        assert!(!run.stdout.contains(KEY), "{run}");
        assert!(
            format == "sarif" || format == "github" || run.stdout.contains("GET /api/notes"),
            "{run}"
        );
    }
}

#[test]
fn what_keeps_a_server_from_being_tried_is_said_with_what_to_type() {
    let world = World::alone();
    let url = serve("[]");
    let without = run(&world, &url, "").fails(2);
    assert!(
        without.stdout.contains("NOT_RUN  GET /api/notes"),
        "{without}"
    );
    assert!(
        without
            .stdout
            .contains("it needs `key`: give --credential key=NAME"),
        "{without}"
    );
    for (more, said) in [
        (
            "--credential key=UNSET",
            "the environment variable `UNSET` is not set, or is empty",
        ),
        (
            "--credential key=EMPTY",
            "the environment variable `EMPTY` is not set, or is empty",
        ),
        (
            "--credential token=NOTES_KEY",
            "the contract has no security scheme `token`",
        ),
        ("--credential NOTES_KEY", "write SCHEME=NAME"),
    ] {
        let run = run(&world, &url, more).fails(2);
        assert!(run.stderr.contains(said), "{run}");
    }
    let gone = run(&world, "http://127.0.0.1:1", CREDENTIAL).fails(2);
    assert!(
        gone.stderr.contains("nothing answers at [CATALOG]"),
        "{gone}"
    );
    assert!(
        gone.stderr.contains("hint: start the server first"),
        "{gone}"
    );
    let report = run(
        &world,
        "http://127.0.0.1:1",
        &format!("{CREDENTIAL} --format json"),
    )
    .fails(2)
    .json();
    assert_eq!(report["verdict"], "NOT_RUN");
    for url in ["localhost:9000", "ftp://a", "http://me:secret@127.0.0.1:1"] {
        let run = run(&world, url, "").fails(2);
        assert!(run.stderr.contains("--live"), "{run}");
    }
}

#[test]
fn safe_leaves_nothing_undone_where_the_contract_only_reads() {
    let world = World::alone();
    let url = serve("[]");
    run(&world, &url, &format!("{CREDENTIAL} --safe")).ok();
}

#[test]
fn a_rule_on_servers_is_not_idle_where_no_server_is_tried() {
    let world = World::alone();
    let allowed = format!("# guild: allow api/answer-mismatch: the old server counts\n{NOTES}");
    world.write("project/notes.yaml", &allowed);
    world.guild("check api notes.yaml --deny warnings").ok();
}

/// What takes more than a contract says to be tried with success.
const UNTRIED: &[&str] = &[
    " POST /api/accounts ",
    " POST /api/sessions ",
    " DELETE /api/sessions/current ",
    " PUT /api/packs/{pack}/members/{account} ",
    " DELETE /api/packs/{pack}/members/{account} ",
    " POST /api/keys ",
    " DELETE /api/keys/{id} ",
    " DELETE /api/invitations/{id} ",
    " POST /api/reports ",
    " POST /api/skills/{name}/ratings ",
    " PATCH /api/skills/{name}/ratings/{id} ",
    " DELETE /api/skills/{name}/ratings/{id} ",
    " PUT /api/skills/{name}/star ",
    " DELETE /api/skills/{name}/star ",
    " POST /api/trusted-tokens ",
    " POST /api/webhooks/{id}/deliveries/{delivery}/redeliveries ",
    " POST /api/skills ",
    " POST /api/skills/{name}/releases ",
    " PATCH /api/skills/{name} ",
    " DELETE /api/skills/{name} ",
    " PATCH /api/skills/{name}/releases/{version} ",
];

#[test]
fn our_own_server_keeps_our_own_contract() {
    let world = World::new();
    for version in ["1.1.0", "1.2.0", "2.0.0"] {
        world.publish("greeter", version, &[("scripts/hello.sh", "echo hello\n")]);
    }
    for name in ["keeper", "baker", "sower"] {
        world.publish(
            name,
            "1.0.0",
            &[("references/a b.md", "# A\n"), ("assets/ä.txt", "ä\n")],
        );
    }
    world.write(
        "project/openapi.json",
        include_str!("../../../../docs/openapi.json"),
    );
    let url = world.catalog();
    let (token, session) = world.admin("anna");
    for seed in [1, 2] {
        let mut command = world.command(&format!(
            "check api openapi.json --live {url} --deny warnings --seed {seed} \
             --credential token=TOKEN --credential session=SESSION"
        ));
        let run = world.run(command.env("TOKEN", &token).env("SESSION", &session));
        assert!(run.stdout.contains("No findings in 1 file."), "{run}");
        let left = run
            .stdout
            .lines()
            .filter(|line| line.starts_with("NOT_RUN"));
        for line in left {
            // It cannot guess a password, makes no archive of a skill, and takes nothing away that it did not make.
            let is_known = UNTRIED.iter().any(|operation| line.contains(operation));
            assert!(is_known, "{run}");
        }
    }
}
