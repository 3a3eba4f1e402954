//! `guild new api`.

use insta::assert_snapshot;

use crate::world::World;

const TASKS: &str = "new api tasks --field title:string:1..120 --field notes?:text --field priority:LOW,HIGH \
    --field isPinned:boolean --field assigneeId?:UserId --filter status --filter isPinned --state OPEN \
    --state DONE:completedAt:date-time --sub comments --field comments.text:text";

#[test]
fn a_contract_is_written_and_passes_its_check() {
    let world = World::alone();
    assert_snapshot!(world.guild("new api tasks --field title:string"), @"
    exit 0
    stdout:
    Made tasks/openapi.yaml
    Made tasks/contract.ts
    Made tasks/errors.md
    Made tasks/docs/list-tasks.md
    Made tasks/docs/create-task.md
    Made tasks/docs/get-task.md
    Made tasks/docs/update-task.md
    Made tasks/docs/delete-task.md
    stderr:
    The contract passes its check. What stands in angle brackets in the documents is open. Go on with:
    hint: `guild check api tasks/openapi.yaml tasks/contract.ts --deny warnings`
    hint: `guild mock tasks/openapi.yaml` serves it
    ");
    let run = world
        .guild("check api tasks/openapi.yaml tasks/contract.ts --deny warnings")
        .ok();
    assert!(run.stdout.contains("No findings in 2 files."), "{run}");
}

#[test]
fn all_that_is_asked_for_stands_in_it_and_the_documents_tell_the_errors() {
    let world = World::alone();
    world.guild(TASKS).ok();
    let run = world
        .guild("check api tasks/openapi.yaml tasks/contract.ts --deny warnings --format json")
        .ok();
    assert_eq!(
        run.json()["findings"].as_array().map(Vec::len),
        Some(0),
        "{run}"
    );
    let contract = world.read("project/tasks/contract.ts");
    for part in [
        "export type Task = OpenTask | DoneTask;",
        "  notes?: string | null;",
        "\"GET /api/tasks/:id/comments\"",
        "  isPinned?: boolean;",
        "export type UserId = string & { readonly __brand: \"UserId\" };",
    ] {
        assert!(contract.contains(part), "{part}\n{contract}");
    }
    let document = world.read("project/tasks/docs/update-task.md");
    assert!(
        document.starts_with("# PATCH /api/tasks/{id}\n"),
        "{document}"
    );
    assert!(
        document.contains("| 409 | `TASK_STATE_CONFLICT` | The task is in a state"),
        "{document}"
    );
    assert!(
        document.contains("<the condition") || document.contains("<One or two sentences"),
        "{document}"
    );
    let run = world
        .guild("check docs tasks/docs --contract tasks/openapi.yaml")
        .fails(1);
    assert!(run.stdout.contains("docs/template-left"), "{run}");
    assert!(
        !run.stdout.contains("docs/error-code-not-in-contract"),
        "{run}"
    );
    assert!(
        world
            .read("project/tasks/errors.md")
            .contains("| 404 | `TASK_NOT_FOUND` |")
    );
}

#[test]
fn files_that_are_there_stay_and_nothing_is_written_unless_forced() {
    let world = World::alone();
    world.write("project/tasks/errors.md", "Mine.\n");
    assert_snapshot!(world.guild("new api tasks --field title:string"), @"
    exit 1
    stderr:
    refused: tasks/errors.md is there and is left as it is; nothing is written
    hint: name another folder with `--output DIR`, or overwrite them with `--force`
    ");
    assert_eq!(world.read("project/tasks/errors.md"), "Mine.\n");
    assert!(!world.path("project/tasks/openapi.yaml").exists());
    world
        .guild("new api tasks --field title:string --output elsewhere/api")
        .ok();
    assert!(world.path("project/elsewhere/api/contract.ts").exists());
    world
        .guild("new api tasks --field title:string --force")
        .ok();
    assert!(
        world
            .read("project/tasks/errors.md")
            .starts_with("# Errors of Tasks")
    );
}

#[test]
fn what_would_not_pass_is_refused_with_the_name_that_fits() {
    let world = World::alone();
    assert_snapshot!(world.guild("new api createTask --field title:string"), @"
    exit 1
    stderr:
    refused: `createTask` says what is done, and a resource is a thing
    hint: call it `tasks`; the method says what is done with it
    ");
    assert_snapshot!(world.guild("new api tasks --field pinned:boolean"), @"
    exit 1
    stderr:
    refused: the truth value `pinned` does not begin with is, has or can
    hint: call it `isPinned`, `hasPinned` or `canPinned`
    ");
    assert_snapshot!(world.guild("new api tasks"), @"
    exit 1
    stderr:
    refused: a task has no field that a caller gives
    hint: name at least one: `--field title:string:1..120`
    ");
    assert!(!world.path("project/tasks").exists());
}
