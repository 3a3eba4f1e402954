//! What documents are by the editor's options and by `guild.toml`.

use serde_json::json;

use crate::lsp::{Editor, rules, sound};
use crate::world::World;

const CONTRACT: &str = include_str!("../../../guild-check-docs/src/agreement/contract.yaml");

const SETTINGS: &str = "
[[documents]]
paths = [\"api/drafts/**\"]
skill = \"none\"

[[documents]]
paths = [\"api/**\"]
skill = \"api-documentation-writer\"
contract = \"openapi.yaml\"

[[documents]]
paths = [\"decisions/*.md\"]
skill = \"adr-writer\"
";

fn world() -> World {
    let world = World::alone();
    world.write("project/guild.toml", SETTINGS);
    world.write("project/openapi.yaml", CONTRACT);
    world
}

#[test]
fn a_document_is_compared_with_the_contract_that_guild_toml_names() {
    let mut editor = Editor::start(world());
    assert!(editor.open("api/a.md", &sound()).is_empty());
    let wrong = sound().replace("`tasks:write`", "`tasks:read`");
    let findings = editor.change("api/a.md", &json!([{ "text": wrong }]));
    let expected = ["docs/scope-not-in-contract", "docs/scope-undocumented"];
    assert_eq!(rules(&findings), expected, "{findings:?}");
    let at = json!({ "textDocument": { "uri": editor.uri("api/a.md") }, "position": findings[0]["range"]["start"] });
    let hover = editor.ask("textDocument/hover", &at);
    let text = hover["result"]["contents"]["value"].as_str().unwrap();
    assert!(text.contains("docs/scope-"), "{text}");
    assert!(
        editor.open("b.md", &wrong).is_empty(),
        "it is none of the paths"
    );
    assert_eq!(editor.leave(), Some(0));
}

#[test]
fn a_contract_that_changes_is_read_again() {
    let mut editor = Editor::start(world());
    assert!(editor.open("api/a.md", &sound()).is_empty());
    let more = CONTRACT.replace("tasks:write", "tasks:change");
    editor.world.write("project/openapi.yaml", &more);
    let document = json!({ "textDocument": { "uri": editor.uri("api/a.md") } });
    editor.tell("textDocument/didSave", &document);
    let findings = editor.findings("api/a.md");
    assert!(
        rules(&findings).contains(&"docs/scope-undocumented"),
        "{findings:?}"
    );
    assert_eq!(editor.leave(), Some(0));
}

#[test]
fn what_is_said_of_a_document_counts_before_its_form() {
    let mut editor = Editor::start(world());
    assert!(
        editor
            .open("api/drafts/a.md", "# POST /api/tasks\n")
            .is_empty()
    );
    let findings = editor.open("api/notes.md", "# Notes\n");
    assert!(
        rules(&findings).contains(&"docs/title-form"),
        "{findings:?}"
    );
    let findings = editor.open("decisions/1.md", "# POST /api/tasks\n");
    assert!(
        rules(&findings).contains(&"adr/section-missing"),
        "{findings:?}"
    );
    let broken = sound().replacen("```json", "```", 1);
    let findings = editor.open("api/b.md", &broken);
    let actions = editor.actions("api/b.md", &findings[0]["range"], &["quickfix"]);
    assert_eq!(actions[0]["title"], "mark the code as `json`");
    assert_eq!(editor.leave(), Some(0));
}

#[test]
fn the_editor_says_it_too_and_counts_before_guild_toml() {
    let options = json!({ "documents": [
        { "paths": ["api/**"], "skill": "none" },
        { "paths": ["*.md"], "contract": "openapi.yaml" },
    ], "trace": 1 });
    let mut editor = Editor::with_options(world(), &options);
    assert!(editor.open("api/notes.md", "# Notes\n").is_empty());
    assert!(
        editor.open("notes.md", "# Notes\n").is_empty(),
        "its form is that of nothing"
    );
    let wrong = sound()
        .replace("# PATCH", "# LINK")
        .replace("# LINK", "# QUERY");
    let findings = editor.open("b.md", &wrong);
    assert!(
        rules(&findings).contains(&"docs/operation-not-in-contract"),
        "{findings:?}"
    );
    assert_eq!(editor.leave(), Some(0));
}

#[test]
fn what_cannot_be_followed_is_told_and_the_rest_is_checked() {
    let world = world();
    std::fs::remove_file(world.path("project/openapi.yaml")).unwrap();
    let options = json!({ "documents": [{ "path": "api/**" }] });
    let mut editor = Editor::with_options(world, &options);
    let document = json!({ "uri": editor.uri("api/a.md"), "languageId": "markdown", "version": 1, "text": "# GET /a\n" });
    editor.tell("textDocument/didOpen", &json!({ "textDocument": document }));
    let message = editor.read();
    assert_eq!(message["method"], "window/showMessage");
    let text = message["params"]["message"].as_str().unwrap();
    for part in [
        "the editor's options",
        "unknown field `path`",
        "the API contract",
        "openapi.yaml",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let findings = editor.findings("api/a.md");
    assert!(
        rules(&findings).contains(&"docs/section-missing"),
        "{findings:?}"
    );
    assert_eq!(editor.leave(), Some(0));
}
