//! Browser test plans in an editor.

use serde_json::json;

use crate::lsp::{Editor, rules};
use crate::world::World;

const PLAN: &str = "# Test plan: Tasks\n\n- Entry URL: http://127.0.0.1:1/tasks\n\n## Flow: Look\n\n1. Navigate to `/tasks`\n2. Assert heading \"Tasks\" is visible\n3. Assert console has no errors\n4. Screenshot `tasks`\n";

#[test]
fn findings_of_a_plan_come_and_go_and_their_rule_is_explained() {
    let mut editor = Editor::start(World::alone());
    assert!(editor.open("plans/tasks.md", PLAN).is_empty());
    let wrong = PLAN.replace("4. Screenshot `tasks`\n", "");
    let findings = editor.change("plans/tasks.md", &json!([{ "text": wrong }]));
    assert_eq!(rules(&findings), ["browser/missing-screenshot"]);
    let at = json!({ "textDocument": { "uri": editor.uri("plans/tasks.md") }, "position": findings[0]["range"]["start"] });
    let hover = editor.ask("textDocument/hover", &at);
    let text = hover["result"]["contents"]["value"].as_str().unwrap();
    assert!(text.starts_with("# browser/missing-screenshot"), "{text}");
    assert_eq!(editor.leave(), Some(0));
}

#[test]
fn a_line_that_cannot_be_read_is_mended_to_the_nearest_one_by_a_person_alone() {
    let mut editor = Editor::start(World::alone());
    let wrong = PLAN.replace("2. Assert heading", "2. Verify heading");
    let findings = editor.open("PLAN.md", &wrong);
    assert_eq!(rules(&findings)[0], "browser/unreadable-step");
    let range = findings[0]["range"].clone();
    let actions = editor.actions("PLAN.md", &range, &[]);
    assert_eq!(actions.len(), 1, "{actions:?}");
    assert_eq!(
        actions[0]["title"],
        "write: Assert heading \"Tasks\" is visible"
    );
    assert_eq!(
        actions[0]["diagnostics"][0]["code"],
        "browser/unreadable-step"
    );
    let edit = &actions[0]["edit"]["changes"][editor.uri("PLAN.md")][0];
    assert_eq!(edit["newText"], "Assert heading \"Tasks\" is visible");
    assert_eq!(edit["range"]["start"], json!({ "line": 7, "character": 3 }));
    assert_eq!(edit["range"]["end"], json!({ "line": 7, "character": 36 }));
    assert!(
        editor
            .actions("PLAN.md", &range, &["source.fixAll"])
            .is_empty()
    );
}

#[test]
fn a_heading_and_a_line_of_the_head_are_mended_too() {
    let mut editor = Editor::start(World::alone());
    let wrong = PLAN
        .replace("## Flow: Look", "### Flow - Look")
        .replace("- Entry URL:", "- Address:");
    editor.open("PLAN.md", &wrong);
    let all =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 20, "character": 0 } });
    let actions = editor.actions("PLAN.md", &all, &["quickfix"]);
    let titles: Vec<_> = actions
        .iter()
        .map(|action| action["title"].as_str().unwrap())
        .collect();
    assert_eq!(titles, ["write: Entry URL", "write: ## Flow: Look"]);
}

#[test]
fn a_file_that_a_plan_names_lies_beside_it_or_is_open() {
    let world = World::alone();
    let mut editor = Editor::start(world);
    let plan = PLAN
        .replace(
            "3. Assert",
            "3. Upload `a.txt` to `#file`\n4. Assert `#name` has text \"a.txt\"\n5. Assert",
        )
        .replace("4. Screenshot", "6. Screenshot");
    let findings = editor.open("PLAN.md", &plan);
    assert!(
        rules(&findings).contains(&"browser/file-missing"),
        "{findings:?}"
    );
}
