//! How a change is told: once, where it is defined, with both places and the operations that it bears on.

use guild_check_api::evolution::{FailOn, changelog, judge};

use super::{evolve, lines, read};

const SHARED: &str = "paths:
  /api/tasks:
    get: { responses: { '200': { description: OK, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Task' } } } } } } }
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Task' } } } }
      responses: { '201': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Task' } } } } }
components:
  schemas:
    Task:
      type: object
      properties:
        title: { type: string }
        FIELD
        parent: { $ref: '#/components/schemas/Task' }
";

fn shared(field: &str) -> String {
    SHARED.replace("FIELD", field)
}

#[test]
fn a_shared_definition_is_told_of_once_with_its_operations() {
    let old = shared("size: { type: integer }");
    let evolution = evolve(&old, &shared("size: { type: string }"));
    assert_eq!(
        lines(&evolution),
        [
            "BREAKING api/type-changed: `size` in `Task` was integer, and is string now, in what is sent and received"
        ]
    );
    let change = &evolution.changes[0];
    assert_eq!(change.operations, ["GET /api/tasks", "POST /api/tasks"]);
    assert_eq!(change.pointer, "/components/schemas/Task/properties/size");
    let (old, new) = (change.old.as_ref().unwrap(), change.new.as_ref().unwrap());
    assert_eq!((old.source.path(), old.start().line), ("old.yaml", 15));
    assert_eq!((new.source.slice(new.span), new.start().line), ("size", 15));
    assert!(change.why.as_ref().unwrap().contains("written for a type"));
    assert!(change.help.as_ref().unwrap().starts_with("leave the field"));
}

#[test]
fn what_weighs_less_the_other_way_is_the_same_change() {
    let old = shared("size: { type: integer, maximum: 10 }");
    let evolution = evolve(&old, &shared("size: { type: integer, maximum: 20 }"));
    let told = lines(&evolution);
    assert_eq!(told.len(), 1);
    assert!(
        told[0].starts_with("BREAKING api/limit-loosened")
            && told[0].ends_with("in what is received")
    );
}

#[test]
fn what_is_gone_is_told_where_it_stood_and_found_where_it_is_missing() {
    let evolution = evolve(&shared("size: { type: integer }"), &shared(""));
    let change = &evolution.changes[0];
    assert_eq!(change.rule, "api/field-removed");
    assert_eq!(change.pointer, "/components/schemas/Task/properties/size");
    let holder = change.new.as_ref().unwrap();
    assert_eq!(holder.source.slice(holder.span), "Task");
}

#[test]
fn findings_weigh_as_they_were_asked_to() {
    let (old, new) = (
        "paths:\n  /a:\n    get: { operationId: a, responses: {} }\n",
        "paths:\n  /a:\n    get: { operationId: b, responses: {} }\n",
    );
    let evolution = evolve(old, new);
    let head = "openapi: 3.1.0\n";
    let contract = read("new.yaml", &format!("{head}{new}"));
    let severities = [FailOn::Breaking, FailOn::Risky].map(|fail_on| {
        let findings = judge(&evolution, &contract, fail_on);
        findings[0].severity.word()
    });
    assert_eq!(severities, ["warning", "error"]);
}

#[test]
fn a_changelog_tells_what_breaks_first() {
    let old = "openapi: 3.1.0\ninfo: { title: Tasks, version: 1.0.0 }\npaths:\n  /a: { get: { responses: {} } }\n  /b: { get: { responses: {} } }\n";
    let new = "openapi: 3.1.0\ninfo: { title: Tasks, version: 2.0.0 }\npaths:\n  /a: { get: { responses: {} }, post: { responses: {} } }\n";
    let (old, new) = (read("old.yaml", old), read("new.yaml", new));
    let evolution = guild_check_api::evolution::compare(&old, &new, super::today());
    assert_eq!(
        changelog(&evolution, &old, &new),
        "# Changes of Tasks, 1.0.0 to 2.0.0

## Breaking (1)

- `GET /b` is gone.

## Added and relaxed (1)

- `POST /a` is new.

## Why, and what to do instead

- `api/operation-removed`: Whoever calls it gets 404 from the day on which the new version is out. Instead, keep the operation beside the new one, mark it `deprecated: true` with the date of its end in `x-sunset`, and take it away when the date has passed.
"
    );
}
