//! API contracts in an editor.

use serde_json::json;

use crate::lsp::{Editor, rules};
use crate::world::World;

const YAML: &str =
    include_str!("../../../../skills/api-and-interface-design/references/tasks.openapi.yaml");
const TYPESCRIPT: &str =
    include_str!("../../../../skills/api-and-interface-design/references/tasks.contract.ts");

#[test]
fn findings_of_a_contract_come_and_go_and_their_rule_is_explained() {
    let mut editor = Editor::start(World::alone());
    assert!(editor.open("api/openapi.yaml", YAML).is_empty());
    let wrong = YAML.replace("      operationId: listTasks\n", "");
    let findings = editor.change("api/openapi.yaml", &json!([{ "text": wrong }]));
    assert_eq!(rules(&findings), ["api/operation-id-missing"]);
    let at = json!({ "textDocument": { "uri": editor.uri("api/openapi.yaml") }, "position": findings[0]["range"]["start"] });
    let hover = editor.ask("textDocument/hover", &at);
    let text = hover["result"]["contents"]["value"].as_str().unwrap();
    assert!(text.starts_with("# api/operation-id-missing"), "{text}");
    assert!(
        editor
            .change("api/openapi.yaml", &json!([{ "text": YAML }]))
            .is_empty()
    );
    assert_eq!(editor.leave(), Some(0));
}

#[test]
fn a_contract_in_typescript_or_json_is_one_too() {
    let mut editor = Editor::start(World::alone());
    assert!(editor.open("tasks.contract.ts", TYPESCRIPT).is_empty());
    let wrong = TYPESCRIPT.replace("isPinned", "pinned");
    let findings = editor.open("pins.ts", &wrong);
    assert!(
        rules(&findings).contains(&"api/boolean-prefix"),
        "{findings:?}"
    );
    let findings = editor.open("a.json", "{\"openapi\": \"3.1.0\",\n \"paths\": {\"/a\": ");
    assert!(
        rules(&findings).contains(&"api/not-readable"),
        "{findings:?}"
    );
}

#[test]
fn other_files_with_such_endings_are_left_alone() {
    let mut editor = Editor::start(World::alone());
    for (path, text) in [
        ("compose.yaml", "services:\n  db: {image: a}\n"),
        (
            "package.json",
            "{\"name\": \"a\", \"scripts\": {\"openapi\": \"b\"}}",
        ),
        (
            "routes.ts",
            "const routes = { \"GET /api/task/:id\": show };\n",
        ),
        (
            "client.ts",
            "export const get = () => fetch(\"/api/tasks\");\n",
        ),
        ("notes.yaml", "# GET /api/tasks\n\n## Errors\n"),
    ] {
        let findings = editor.open(path, text);
        assert!(findings.is_empty(), "{path}: {findings:?}");
    }
}

#[test]
fn what_is_open_counts_in_place_of_what_lies_on_the_disk() {
    let world = World::alone();
    world.write("project/api/errors.yaml", "Id: {type: string}\n");
    let mut editor = Editor::start(world);
    let split =
        "openapi: 3.1.0\npaths: {}\ncomponents: {schemas: {Id: {$ref: 'errors.yaml#/Id'}}}\n";
    assert!(editor.open("api/openapi.yaml", split).is_empty());
    assert!(
        editor
            .open("api/errors.yaml", "Id: {type: string}\n")
            .is_empty()
    );
    let uri = editor.uri("api/errors.yaml");
    let change = json!({
        "textDocument": { "uri": uri, "version": 2 },
        "contentChanges": [{ "text": "Name: {type: string}\n" }],
    });
    editor.tell("textDocument/didChange", &change);
    let findings = editor.findings("api/openapi.yaml");
    assert_eq!(rules(&findings), ["api/reference-unresolved"]);
}

#[test]
fn agreements_and_statements_of_guild_toml_hold() {
    let world = World::alone();
    world.write(
        "project/guild.toml",
        "[api]\nfields = \"snake_case\"\n\n[[documents]]\npaths = [\"old/**\"]\nskill = \"none\"\n\n[[documents]]\npaths = [\"*.txt\"]\nskill = \"api-and-interface-design\"\n",
    );
    let mut editor = Editor::start(world);
    let contract = "openapi: 3.1.0\npaths:\n  /api/tasks:\n    get:\n      operationId: listTasks\n      parameters: [{name: is_done, in: query, schema: {type: boolean}}]\n      responses: {default: {description: All.}}\n";
    let found = editor.open("a.yaml", contract);
    assert!(!rules(&found).contains(&"api/name-case"), "{found:?}");
    assert!(!found.is_empty());
    assert!(editor.open("old/a.yaml", contract).is_empty());
    assert!(!editor.open("a.txt", contract).is_empty());
}
