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
