//! `guild check docs --contract`.

use crate::world::World;

const DOCUMENT: &str =
    include_str!("../../../../skills/api-documentation-writer/references/example-endpoint.md");
const CONTRACT: &str =
    include_str!("../../../../skills/api-documentation-writer/references/example-openapi.yaml");

fn world(document: &str, contract: &str) -> World {
    let world = World::alone();
    let document = document.replace("Last updated: 2026-11-20", "Last updated: 2024-11-20");
    world.write("project/api/create-task.md", &document);
    world.write("project/openapi.yaml", contract);
    world
}

/// Changes one of the two, and gives the rules of all findings.
fn rules(document: &str, contract: &str) -> Vec<String> {
    let world = world(document, contract);
    let run = world.guild("check docs api --contract openapi.yaml --deny warnings --format json");
    let report = run.fails(1).json();
    let findings = report["findings"].as_array().unwrap().iter();
    let mut rules: Vec<String> = findings
        .map(|finding| finding["rule"].as_str().unwrap().to_owned())
        .collect();
    rules.dedup();
    rules
}

fn changed(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "`{from}` is not there");
    text.replacen(from, to, 1)
}

#[test]
fn the_document_and_the_contract_of_the_skill_agree() {
    let world = world(DOCUMENT, CONTRACT);
    world
        .guild("check docs api --contract openapi.yaml --coverage --deny warnings")
        .ok();
}

#[test]
fn a_change_of_the_document_is_exactly_one_finding() {
    for (from, to, rule) in [
        (
            "# POST /api/tasks\n",
            "# PUT /api/tasks\n",
            "operation-not-in-contract",
        ),
        (
            "| `isPinned` | boolean",
            "| `isPinned` | string",
            "type-differs",
        ),
        (
            "| `title` | string | yes",
            "| `title` | string | no",
            "requirement-differs",
        ),
        ("no | Header. 1 to", "no | Query. 1 to", "place-differs"),
        (
            "`LOW`, `NORMAL`, `HIGH`",
            "`LOW`, `NORMAL`, `TOP`, `HIGH`",
            "values-differ",
        ),
        (
            "| `priority` | string",
            "| `urgency` | string",
            "parameter-not-in-contract parameter-undocumented",
        ),
        (
            "Status `201`.",
            "Status `202`.",
            "success-status-not-in-contract success-status-undocumented",
        ),
        (
            "\"isPinned\": true,\n  \"assigneeId\"",
            "\"isPinned\": \"yes\",\n  \"assigneeId\"",
            "response-type-differs",
        ),
        (
            "  \"status\": \"OPEN\",\n",
            "",
            "response-field-undocumented",
        ),
        (
            "  \"status\": \"OPEN\",\n",
            "  \"status\": \"OPEN\",\n  \"colour\": \"red\",\n",
            "response-field-not-in-contract",
        ),
        (
            "| 500 | `SERVER_FAULT`",
            "| 503 | `SERVER_FAULT`",
            "error-status-not-in-contract error-status-undocumented",
        ),
        (
            "| `FORBIDDEN` |",
            "| `NOT_ALLOWED` |",
            "error-code-not-in-contract",
        ),
    ] {
        let found = rules(&changed(DOCUMENT, from, to), CONTRACT);
        let mut wanted: Vec<String> = rule.split(' ').map(|rule| format!("docs/{rule}")).collect();
        wanted.sort();
        let mut found = found;
        found.sort();
        found.dedup();
        assert_eq!(found, wanted, "{from} → {to}");
    }
}

#[test]
fn a_change_of_the_contract_is_exactly_one_finding() {
    for (from, to, rule) in [
        (
            "      operationId: createTask",
            "      deprecated: true\n      operationId: createTask",
            "docs/unstable-part-unmarked",
        ),
        (
            "[tasks:write]",
            "[tasks:admin]",
            "docs/scope-not-in-contract docs/scope-undocumented",
        ),
        (
            "isPinned: { type: boolean, default: false }",
            "isPinned: { type: boolean, default: false }\n        colour: { type: string }",
            "docs/parameter-undocumented",
        ),
        (
            "#/components/schemas/OpenTask' }",
            "#/components/schemas/Task' }",
            "api/reference-unresolved",
        ),
    ] {
        let mut found = rules(DOCUMENT, &changed(CONTRACT, from, to));
        found.sort();
        let wanted: Vec<&str> = rule.split(' ').collect();
        assert_eq!(found, wanted, "{from} → {to}");
    }
}

#[test]
fn coverage_names_each_operation_without_a_document_where_it_stands() {
    let contract = changed(
        CONTRACT,
        "\ncomponents:",
        "    get:\n      responses: { '200': { description: ok } }\n\ncomponents:",
    );
    let world = world(DOCUMENT, &contract);
    world.guild("check docs api --contract openapi.yaml").ok();
    let run = world.guild("check docs api --contract openapi.yaml --coverage --format json");
    let report = run.fails(1).json();
    let findings = report["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 1, "{report}");
    assert_eq!(findings[0]["rule"], "docs/operation-undocumented");
    assert_eq!(findings[0]["path"], "openapi.yaml");
    assert!(
        findings[0]["message"]
            .as_str()
            .unwrap()
            .contains("GET /api/tasks")
    );
}

#[test]
fn a_contract_that_is_not_there_is_named() {
    let world = world(DOCUMENT, CONTRACT);
    let run = world
        .guild("check docs api --contract nowhere.yaml")
        .fails(2);
    assert!(run.stderr.contains("nowhere.yaml"), "{run}");
    world.guild("check docs api --coverage").fails(2);
}

/// Commits what lies in the project, as of a day.
fn commit(world: &World, day: &str) {
    let time = format!("{day}T12:00:00+0000");
    for args in [
        "init --quiet",
        "add openapi.yaml",
        "-c user.name=a -c user.email=a@example.org commit --quiet --allow-empty-message --message=",
    ] {
        let mut command = std::process::Command::new("git");
        command.args(args.split_whitespace());
        world.clean(&mut command);
        command
            .env("GIT_AUTHOR_DATE", &time)
            .env("GIT_COMMITTER_DATE", &time);
        world.run(&mut command).ok();
    }
}

#[test]
fn a_document_that_is_older_than_its_operation_in_the_history_of_the_contract() {
    let world = world(DOCUMENT, CONTRACT);
    let check = "check docs api --contract openapi.yaml --deny warnings";
    commit(&world, "2025-03-01");
    world.guild(check).ok();
    let other = format!("{CONTRACT}# a line that is no part of the operation\n");
    world.write("project/openapi.yaml", &other);
    commit(&world, "2025-04-01");
    world.guild(check).ok();
    let new = changed(&other, "summary:", "x-reviewed: yes\n      summary:");
    world.write("project/openapi.yaml", &new);
    world.guild(check).ok();
    commit(&world, "2025-05-01");
    let run = world.guild(check).fails(1);
    assert!(
        run.stdout.contains("docs/date-older-than-contract"),
        "{run}"
    );
    assert!(run.stdout.contains("changed on 2025-05-01"), "{run}");
}
