//! `guild check api --against`: what changed since an earlier version.

use std::process::Command;

use crate::world::World;

const SOUND: &str =
    include_str!("../../../../skills/api-and-interface-design/references/tasks.openapi.yaml");

/// The contract of the catalog as it was last released (CONTRIBUTING.md).
const RELEASED: &str = include_str!("../../../../docs/released/openapi.json");

const OWN: &str = include_str!("../../../../docs/openapi.json");

/// A project whose contract lost an operation and a field since its version of yesterday.
fn changed() -> (World, String) {
    let world = World::alone();
    let old = "openapi: 3.1.0
paths:
  /api/tasks:
    get: { operationId: listTasks, responses: { '200': { description: OK, content: { application/json: { schema: { $ref: task.yaml } } } } } }
    delete: { operationId: clearTasks, responses: { '204': { description: OK } } }
";
    world.write("project/api/openapi.yaml", old);
    world.write(
        "project/api/task.yaml",
        "type: object\nproperties:\n  title: { type: string }\n  done: { type: boolean }\n",
    );
    (world, old.to_owned())
}

fn git(world: &World, arguments: &str) {
    let mut command = Command::new("git");
    command
        .args(["-c", "user.name=A", "-c", "user.email=a@example.org"])
        .args(arguments.split(' '))
        .current_dir(world.path("project"));
    world.clean(&mut command);
    assert!(
        command.output().unwrap().status.success(),
        "git {arguments}"
    );
}

#[test]
fn a_revision_is_read_from_the_repository_around_even_in_a_hook_of_another() {
    let (world, _) = changed();
    git(&world, "init -q -b main");
    git(&world, "add .");
    git(&world, "commit -q -m One");
    let words = "check api api/openapi.yaml --against HEAD:api/openapi.yaml";
    let mut command = world.command(words);
    for name in ["GIT_DIR", "GIT_OBJECT_DIRECTORY"] {
        command.env(name, world.path("another"));
    }
    let run = world.run(&mut command).ok();
    assert!(run.stdout.contains("Nothing changed."), "{run}");
}

#[test]
fn a_revision_of_git_is_read_with_the_files_beside_it() {
    let (world, old) = changed();
    git(&world, "init -q -b main");
    git(&world, "add .");
    git(&world, "commit -q -m One");
    let new = old.lines().filter(|line| !line.contains("delete:"));
    let new: String = new.map(|line| format!("{line}\n")).collect();
    world.write("project/api/openapi.yaml", &new);
    world.write(
        "project/api/task.yaml",
        "type: object\nproperties:\n  title: { type: string }\n",
    );
    let run =
        world.guild("check api api/openapi.yaml --against HEAD:api/openapi.yaml --format json");
    let report = run.fails(1).json();
    let changes = report["changes"].as_array().unwrap();
    let told: Vec<_> = changes
        .iter()
        .map(|change| {
            let path = change["old"]["path"].as_str().unwrap();
            (
                change["kind"].as_str().unwrap(),
                change["rule"].as_str().unwrap(),
                path,
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            (
                "BREAKING",
                "api/operation-removed",
                "HEAD:/api/openapi.yaml"
            ),
            ("BREAKING", "api/field-removed", "HEAD:/api/task.yaml"),
        ]
    );
    assert_eq!(changes[0]["pointer"], "/paths/~1api~1tasks/delete");
    assert_eq!(changes[1]["operations"][0], "GET /api/tasks");
    assert_eq!(report["findings"][0]["severity"], "ERROR");
    let dotted = "check api api/openapi.yaml --against HEAD:./api/openapi.yaml";
    assert!(world.guild(dotted).fails(1).stdout.contains("2 breaking"));
    let none = world
        .guild("check api api/openapi.yaml --against HEAD:none.yaml")
        .fails(2);
    assert!(
        none.stderr.contains("git could not read HEAD:none.yaml"),
        "{none}"
    );
    let option = world
        .guild("check api api/openapi.yaml --against=--output=x:y")
        .fails(2);
    assert!(option.stderr.contains("no revision"), "{option}");
}

#[test]
fn a_change_fails_the_check_from_the_weight_that_is_asked_for() {
    let world = World::alone();
    world.write("project/old.yaml", SOUND);
    world.write("project/same.yaml", SOUND);
    let run = world.guild("check api same.yaml --against old.yaml").ok();
    assert!(run.stdout.contains("Nothing changed."), "{run}");
    let renamed = SOUND.replace("operationId: listTasks", "operationId: getTasks");
    world.write("project/new.yaml", &renamed);
    let run = world.guild("check api new.yaml --against old.yaml").ok();
    assert!(run.stdout.contains("api/operation-id-changed"), "{run}");
    world
        .guild("check api new.yaml --against old.yaml --fail-on risky")
        .fails(1);
    world.write(
        "project/guild.toml",
        "[rules]\n\"api/operation-id-changed\" = { severity = \"off\", reason = \"nobody generates a client\" }\n",
    );
    world
        .guild("check api new.yaml --against old.yaml --fail-on risky")
        .ok();
}

#[test]
fn a_changelog_is_written_for_those_who_call() {
    let world = World::alone();
    world.write("project/old.yaml", SOUND);
    world.write(
        "project/new.yaml",
        &SOUND.replace("operationId: listTasks", "operationId: getTasks"),
    );
    let run = world
        .guild("check api new.yaml --against old.yaml --format markdown")
        .ok();
    assert!(
        run.stdout
            .contains("\n## Risky (1)\n\n- `GET /api/tasks` was called"),
        "{run}"
    );
}

#[test]
fn a_running_server_keeps_the_contract_that_it_publishes() {
    let world = World::new();
    world.write("project/openapi.json", OWN);
    let against = format!(
        "check api openapi.json --against {}/openapi.json",
        world.catalog()
    );
    let run = world.guild(&against).ok();
    assert!(run.stdout.contains("Nothing changed."), "{run}");
    let none = world.guild(&format!("{against}x")).fails(2);
    assert!(none.stderr.contains("it answered 404"), "{none}");
}

#[test]
fn our_own_contract_breaks_nobody_who_knows_the_last_release() {
    let world = World::alone();
    world.write("project/openapi.json", OWN);
    world.write("project/released.json", RELEASED);
    world
        .guild("check api openapi.json --against released.json --fail-on breaking")
        .ok();
}

#[test]
fn what_holds_no_contract_is_not_compared() {
    let world = World::alone();
    world.write("project/openapi.yaml", SOUND);
    world.write("project/old.yaml", "hello: world\n");
    let run = world
        .guild("check api openapi.yaml --against old.yaml")
        .fails(2);
    assert!(run.stderr.contains("old.yaml holds no contract"), "{run}");
}
