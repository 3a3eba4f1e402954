//! Work that comes on standard input.

use std::io::Write as _;
use std::process::Stdio;

use crate::world::{Run, World};

const SOUND: &str =
    include_str!("../../../../skills/api-and-interface-design/references/tasks.openapi.yaml");
const TYPESCRIPT: &str =
    include_str!("../../../../skills/api-and-interface-design/references/tasks.contract.ts");

fn given(world: &World, args: &str, text: &[u8]) -> Run {
    let mut command = world.command(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    command.stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A run that is refused takes nothing.
    let _ = child.stdin.take().unwrap().write_all(text);
    world.told(&child.wait_with_output().unwrap())
}

#[test]
fn a_contract_is_known_by_its_form() {
    let world = World::alone();
    let yaml = SOUND.replace("      operationId: listTasks\n", "");
    let ts = TYPESCRIPT.replace("isPinned", "pinned");
    for (text, name) in [
        (yaml.as_str(), "stdin.yaml"),
        ("{\"openapi\": \"3.1.0\", \"paths\": []}", "stdin.json"),
        (ts.as_str(), "stdin.ts"),
        ("", "stdin.yaml"),
    ] {
        let args = "check api - --deny warnings --format json";
        let report = given(&world, args, text.as_bytes()).fails(1).json();
        assert_eq!(report["findings"][0]["path"], name);
    }
    given(&world, "check api - --deny warnings", SOUND.as_bytes()).ok();
}

#[test]
fn its_name_says_where_its_references_lead() {
    let world = World::alone();
    world.write("project/api/errors.yaml", "Id: {type: string}\n");
    let split =
        "openapi: 3.1.0\npaths: {}\ncomponents: {schemas: {Id: {$ref: 'errors.yaml#/Id'}}}\n";
    let named = "check api - --stdin-filename api/openapi.yaml --format json";
    given(&world, named, split.as_bytes()).ok();
    let report = given(&world, "check api - --format json", split.as_bytes());
    let report = report.fails(1).json();
    assert_eq!(report["findings"][0]["rule"], "api/reference-unresolved");
    let docs = "check docs - --stdin-filename docs/a.md --format github";
    let run = given(&world, docs, b"# A\n").fails(1);
    assert!(run.stdout.contains("file=docs/a.md"), "{run}");
}

#[test]
fn it_may_be_held_against_an_earlier_version() {
    let world = World::alone();
    world.write("project/old.yaml", SOUND);
    let changed = SOUND.replace("/api/tasks/{", "/api/jobs/{");
    let run = given(&world, "check api - --against old.yaml", changed.as_bytes()).fails(1);
    assert!(run.stdout.contains("api/operation-removed"), "{run}");
}

#[test]
fn what_cannot_be_meant_is_refused() {
    let world = World::alone();
    for check in ["check api", "check docs", "check work --skill adr-writer"] {
        let twice = given(&world, &format!("{check} - -"), b"").fails(2);
        assert!(twice.stderr.contains("can be read once"), "{twice}");
        let idle = format!("{check} a.md --stdin-filename b.md");
        let idle = given(&world, &idle, b"").fails(2);
        assert!(idle.stderr.contains("which is not read"), "{idle}");
    }
    let binary = given(&world, "check api -", b"openapi: \xff").fails(2);
    assert!(
        binary.stderr.contains("byte 9 begins no character"),
        "{binary}"
    );
}
