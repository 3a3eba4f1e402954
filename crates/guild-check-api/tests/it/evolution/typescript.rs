//! Contracts in TypeScript evolve by the same rules.

use super::{compare, lines, read, today};

const TASKS: &str =
    include_str!("../../../../../skills/api-and-interface-design/references/tasks.contract.ts");

/// Changes one place of the contract of the skill, and tells what that means.
fn change(from: &str, to: &str) -> Vec<String> {
    let changed = TASKS.replacen(from, to, 1);
    assert_ne!(changed, TASKS, "{from}");
    let versions = (read("old.ts", TASKS), read("new.ts", &changed));
    lines(&compare(&versions.0, &versions.1, today()))
}

#[test]
fn a_contract_that_did_not_change_has_no_changes() {
    let (old, new) = (read("old.ts", TASKS), read("new.ts", TASKS));
    assert_eq!(lines(&compare(&old, &new, today())), [""; 0]);
}

#[test]
fn the_same_types_under_other_names_are_no_change() {
    let renamed = TASKS
        .replace("TaskBase", "Common")
        .replace("InputRefused", "RefusedToo");
    let renamed = renamed.replace(
        "answers: Refused & { 204: void; 404: ErrorBody }",
        "answers: { 204: void; 401: ErrorBody; 403: ErrorBody; 404: ErrorBody; 500: ErrorBody }",
    );
    let (old, new) = (read("old.ts", TASKS), read("new.ts", &renamed));
    assert_eq!(lines(&compare(&old, &new, today())), [""; 0]);
}

#[test]
fn each_change_is_weighed_by_the_way_its_value_goes() {
    for (from, to, kind, rule) in [
        // A field that consumers have seen is gone.
        (
            "  isPinned: boolean;\n  assigneeId: UserId | null;\n  /** @format",
            "  assigneeId: UserId | null;\n  /** @format",
            "BREAKING",
            "field-removed",
        ),
        // A type changed.
        (
            "  notes: string | null;",
            "  notes: number | null;",
            "BREAKING",
            "type-changed",
        ),
        // What was optional in an input is required.
        (
            "  isPinned?: boolean;\n  assigneeId?: UserId | null;\n}\n\nexport interface UpdateTask",
            "  isPinned: boolean;\n  assigneeId?: UserId | null;\n}\n\nexport interface UpdateTask",
            "BREAKING",
            "required",
        ),
        // A new optional field, in what goes in and what comes out.
        (
            "  priority?: TaskPriority;\n",
            "  priority?: TaskPriority;\n  color?: string;\n",
            "ADDITIVE",
            "added",
        ),
        // A route is gone.
        (
            "  \"DELETE /api/tasks/:id\": {",
            "  \"DELETE /api/tasks/:id/old\": {",
            "BREAKING",
            "removed",
        ),
        // A shorter limit on an input.
        (
            "@maximum 100 @default 20",
            "@maximum 50 @default 20",
            "BREAKING",
            "maximum",
        ),
        // A value that a consumer may send is gone.
        (
            "\"LOW\" | \"NORMAL\" | \"HIGH\"",
            "\"LOW\" | \"NORMAL\"",
            "BREAKING",
            "value",
        ),
        // A value that a consumer receives is new, and so are the words of a status.
        (
            "export type TaskStatus = \"OPEN\" | \"DONE\";",
            "export type TaskStatus = \"OPEN\" | \"DONE\" | \"LATE\";",
            "ADDITIVE",
            "value",
        ),
        // What was always there may be missing in an answer.
        (
            "  authorId: UserId;",
            "  authorId?: UserId;",
            "BREAKING",
            "now-optional",
        ),
        // What had to be sent may be left out.
        (
            "  text: string;\n}\n\nexport interface PageQuery",
            "  text?: string;\n}\n\nexport interface PageQuery",
            "ADDITIVE",
            "now-optional",
        ),
        // An answer may be another variant, which an old consumer does not know.
        (
            "export type Task = OpenTask | DoneTask;",
            "export interface LostTask extends TaskBase {\n  status: \"LOST\";\n}\n\nexport type Task = OpenTask | DoneTask | LostTask;",
            "BREAKING",
            "variant-added",
        ),
        // A variant is gone: nobody receives what they do not know, and what they wait for does not come.
        (
            "export type Task = OpenTask | DoneTask;",
            "export type Task = OpenTask;",
            "ADDITIVE",
            "variant-removed",
        ),
        // An enum in place of a text.
        (
            "  taskId: TaskId;\n  authorId",
            "  taskId: \"ONE\" | \"TWO\";\n  authorId",
            "ADDITIVE",
            "values-narrowed",
        ),
        // Another kind of id: what was an id of a task is one of a user.
        (
            "  taskId: TaskId;\n  authorId",
            "  taskId: UserId;\n  authorId",
            "BREAKING",
            "type-changed: `taskId` in `Comment` was a `TaskId`, and is a `UserId` now",
        ),
        // A brand under another name is the same kind of id to who reads the contract, and to no compiler.
        (
            "__brand: \"CommentId\"",
            "__brand: \"NoteId\"",
            "RISKY",
            "type-changed",
        ),
        // An id that is told from others where it was not: who sent any text does not compile any more.
        (
            "assigneeId?: UserId;\n  isPinned?: boolean;\n}\n\n// Output",
            "assigneeId?: UserId;\n  isPinned?: boolean;\n  near?: string;\n}\n\n// Output",
            "ADDITIVE",
            "parameter-added",
        ),
        // A route is new.
        (
            "  \"DELETE /api/tasks/:id\": {",
            "  \"GET /api/users\": {\n    answers: { 200: Page<UserId> };\n  };\n  \"DELETE /api/tasks/:id\": {",
            "ADDITIVE",
            "operation-added",
        ),
        // A status is gone.
        (
            "answers: InputRefused & { 201: Task; 409: ErrorBody };",
            "answers: InputRefused & { 200: Task; 409: ErrorBody };",
            "BREAKING",
            "answer-removed",
        ),
    ] {
        let told = change(from, to);
        let is_it = |line: &String| line.starts_with(kind) && line.contains(rule);
        assert!(told.iter().any(is_it), "{to}: {told:#?}");
    }
}

#[test]
fn the_same_contract_in_both_languages_differs_only_in_what_one_of_them_cannot_say() {
    let openapi = include_str!(
        "../../../../../skills/api-and-interface-design/references/tasks.openapi.yaml"
    );
    let (old, new) = (read("tasks.yaml", openapi), read("tasks.ts", TASKS));
    let told = lines(&compare(&old, &new, today()));
    let routes = told
        .iter()
        .filter(|line| line.contains("operation") || line.contains("path-removed"));
    assert_eq!(routes.collect::<Vec<_>>(), [""; 0]);
}
