//! Schemathesis over the whole API: it tries what a stranger would.

use std::path::Path;

use crate::world::World;

const CONTRACT: &str = include_str!("../../../../docs/openapi.json");

/// What it is told: what is too long is a refusal too, and what no schema can say. A proof is a signature, which nobody
/// makes by chance; and a report counts no more findings of its rules than its summary does.
const SETTINGS: &str = r#"
hooks = "hooks.py"

[checks]
negative_data_rejection.expected-statuses = ["400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "428", "429", "5xx"]

[[operations]]
include-operation-id = ["createKey", "createReport"]
checks.positive_data_acceptance.expected-statuses = ["2xx", "401", "403", "404", "409", "422"]
"#;

/// What it sends where an archive is due.
const HOOKS: &str = r#"
import pathlib
import re

import schemathesis
from hypothesis import strategies as st

ARCHIVES = [path.read_bytes() for path in sorted(pathlib.Path("archives").rglob("*.zip"))]
schemathesis.openapi.media_type("application/zip", st.sampled_from(ARCHIVES))


@schemathesis.hook
def before_call(context, case, kwargs):
    # A signature of the right form is still nobody's.
    case.headers.pop("Guild-Signature", None)
    # The archives hold one skill, and no schema says which.
    is_release = case.operation.path == "/api/skills/{name}/releases"
    if is_release and re.fullmatch("[a-z0-9-]{1,64}", str(case.path_parameters.get("name"))):
        case.path_parameters["name"] = "adr-writer"
"#;

/// Packs a skill of ours in some versions.
fn pack(world: &World) {
    let skill = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../skills/adr-writer");
    for entry in files_below(&skill) {
        let path = entry.strip_prefix(&skill).unwrap().to_str().unwrap();
        let text = std::fs::read_to_string(&entry).unwrap();
        world.write(&format!("project/adr-writer/{path}"), &text);
    }
    let skill_md = std::fs::read_to_string(skill.join("SKILL.md")).unwrap();
    for version in ["1.0.0", "9.0.0", "9.1.0"] {
        assert!(skill_md.contains("version: '1.0.0'"), "{skill_md}");
        let text = skill_md.replace("version: '1.0.0'", &format!("version: '{version}'"));
        world.write("project/adr-writer/SKILL.md", &text);
        let pack = format!("pack adr-writer --output archives/{version}");
        world.guild(&pack).ok();
    }
}

fn files_below(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap();
    let below = entries.flat_map(|entry| {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files_below(&path)
        } else {
            vec![path]
        }
    });
    below.collect()
}

#[test]
fn schemathesis_finds_no_error_in_our_server() {
    let program = std::env::var_os("GUILD_TEST_SCHEMATHESIS");
    let program =
        program.expect("`cargo xtask test` installs it and names it in GUILD_TEST_SCHEMATHESIS");
    let world = World::new();
    world.write("project/openapi.json", CONTRACT);
    world.write("project/schemathesis.toml", SETTINGS);
    world.write("project/hooks.py", HOOKS);
    pack(&world);
    let mut command = std::process::Command::new(program);
    world.clean(&mut command);
    let words = "run openapi.json --checks all --max-examples 10 --seed 1 --generation-database none --continue-on-failure --no-color --url";
    command.args(words.split(' ')).arg(world.catalog());
    // What takes an account is tried with one: without, every answer would be 401.
    let (token, _) = world.admin("anna");
    command.args(["--header", &format!("Authorization: Bearer {token}")]);
    let run = world.run(&mut command).ok();
    let all = CONTRACT.matches("\"operationId\": \"").count();
    assert!(run.stdout.contains(&format!("Tested: {all}")), "{run}");
    let events = format!("{}/api/events?pageSize=100", world.catalog());
    let events = ureq::get(events)
        .call()
        .unwrap()
        .body_mut()
        .read_to_string();
    let events = events.unwrap();
    assert!(
        events.contains("\"skill\":\"adr-writer\""),
        "{events} {run}"
    );
}
