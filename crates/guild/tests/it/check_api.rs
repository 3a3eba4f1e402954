//! `guild check api`.

use crate::world::World;

const SOUND: &str =
    include_str!("../../../../skills/api-and-interface-design/references/tasks.openapi.yaml");

#[test]
fn the_contract_that_the_skill_teaches_passes() {
    let world = World::alone();
    world.write("project/openapi.yaml", SOUND);
    let run = world.guild("check api openapi.yaml --deny warnings").ok();
    assert!(run.stdout.contains("1 file"), "{run}");
}

#[test]
fn a_defect_is_told_at_its_line_and_may_be_silenced_there_with_a_reason() {
    let world = World::alone();
    let defect = SOUND.replace("      operationId: listTasks\n", "");
    assert_ne!(defect, SOUND);
    world.write("project/openapi.yaml", &defect);
    let run = world.guild("check api openapi.yaml --deny warnings --format json");
    let report = run.fails(1).json();
    assert_eq!(report["check"], "api");
    let finding = &report["findings"][0];
    assert_eq!(finding["rule"], "api/operation-id-missing");
    assert_eq!(finding["path"], "openapi.yaml");
    assert_eq!(finding["startLine"], 14);
    let allow = "# guild: allow api/operation-id-missing: the client is written by hand\n";
    world.write("project/openapi.yaml", &format!("{allow}{defect}"));
    world.guild("check api openapi.yaml --deny warnings").ok();
}

#[test]
fn a_contract_in_several_files_is_told_of_in_each() {
    let world = World::alone();
    world.write(
        "project/api/openapi.yaml",
        "openapi: 3.1.0\npaths:\n  /api/tasks:\n    $ref: tasks.yaml\n",
    );
    world.write("project/api/tasks.yaml", "get:\n  operationId: listTasks\n");
    let report = world
        .guild("check api api/openapi.yaml --format json")
        .fails(1)
        .json();
    assert_eq!(report["summary"]["files"], 2);
    assert_eq!(report["findings"][0]["path"], "api/tasks.yaml");
}

#[test]
fn a_file_that_is_not_there_could_not_be_checked() {
    let run = World::alone().guild("check api none.yaml").fails(2);
    assert!(run.stderr.contains("could not read none.yaml"), "{run}");
}

#[test]
fn a_contract_in_typescript_is_judged_by_the_same_rules_and_silenced_in_its_own_comments() {
    let world = World::alone();
    let sound =
        include_str!("../../../../skills/api-and-interface-design/references/tasks.contract.ts");
    world.write("project/contract.ts", sound);
    world.guild("check api contract.ts --deny warnings").ok();
    let defect = sound.replace(
        "export type UserId = string & { readonly __brand: \"UserId\" };",
        "export type UserId = string;",
    );
    assert_ne!(defect, sound);
    world.write("project/contract.ts", &defect);
    let report = world
        .guild("check api contract.ts --deny warnings --format json")
        .fails(1)
        .json();
    assert_eq!(report["findings"].as_array().unwrap().len(), 1);
    assert_eq!(report["findings"][0]["rule"], "api/id-unbranded");
    let allow = "// guild: allow api/id-unbranded: users come from a service that has no types\n";
    world.write("project/contract.ts", &format!("{allow}{defect}"));
    world.guild("check api contract.ts --deny warnings").ok();
}

#[test]
fn the_sources_of_a_program_are_checked_beside_its_contract() {
    let world = World::alone();
    world.write("project/openapi.yaml", SOUND);
    let client = "export async function rate(): Promise<number> {\n  const response = await fetch(\"https://rates.example/v1\");\n  const body = await response.json();\n  return body.rate;\n}\n";
    world.write("project/src/rates.ts", client);
    let report = world
        .guild("check api openapi.yaml --sources src --deny warnings --format json")
        .fails(1)
        .json();
    assert_eq!(report["findings"][0]["rule"], "api/response-unvalidated");
    assert_eq!(report["findings"][0]["path"], "src/rates.ts");
    assert_eq!(report["findings"][0]["startLine"], 3);
    let parsed = client.replace(
        "const body = await response.json();",
        "const body = parseRates(await response.json());",
    );
    world.write("project/src/rates.ts", &parsed);
    world
        .guild("check api openapi.yaml --sources src --deny warnings")
        .ok();
    let run = world
        .guild("check api openapi.yaml --sources none")
        .fails(2);
    assert!(run.stderr.contains("could not read none"), "{run}");
}
