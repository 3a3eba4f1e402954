//! The whole work of each skill of the Developer pack, as an assistant with nothing but `guild mcp` does it.

use serde_json::{Value, json};

use crate::mcp::{Assistant, text};
use crate::mcp_browser::{Page, said, site_of};
use crate::world::World;

const DOCS: &str = include_str!("../../../../skills/api-documentation-writer/SKILL.md");
const BROWSER: &str = include_str!("../../../../skills/browser-testing-with-devtools/SKILL.md");
const API: &str = include_str!("../../../../skills/api-and-interface-design/SKILL.md");

/// The words in backticks of a text that are names of tools, by what they begin with.
fn tools_named(skill: &str) -> Vec<&str> {
    let words = skill.split('`').skip(1).step_by(2);
    let is_tool = |word: &&str| {
        ["check_", "browser_", "explain_"]
            .iter()
            .any(|begin| word.starts_with(begin))
    };
    words.filter(is_tool).collect()
}

/// Gives the rules of a report's findings.
fn rules(report: &Value) -> Vec<&str> {
    let findings = report["findings"].as_array().unwrap().iter();
    findings
        .map(|finding| finding["rule"].as_str().unwrap())
        .collect()
}

#[test]
fn every_tool_that_a_skill_names_is_there() {
    let mut assistant = Assistant::with_browser(World::alone(), &json!({}));
    let tools = assistant.tools();
    for (skill, due) in [
        (DOCS, ["check_docs", "explain_rule"].as_slice()),
        (
            BROWSER,
            &[
                "check_browser",
                "browser_open",
                "browser_do",
                "browser_record",
            ],
        ),
        (API, &["check_api", "explain_rule"]),
    ] {
        let named = tools_named(skill);
        for name in due {
            assert!(named.contains(name), "{name} is not named: {named:?}");
        }
        for name in named {
            assert!(tools.contains_key(name), "there is no {name}");
        }
    }
    for (tool, argument) in [
        ("check_docs", "env"),
        ("check_docs", "target"),
        ("check_browser", "isPlanOnly"),
        ("check_browser", "output"),
        ("check_api", "against"),
        ("check_api", "sources"),
        ("check_api", "live"),
    ] {
        let properties = &tools[tool]["inputSchema"]["properties"];
        assert!(
            properties[argument].is_object(),
            "{tool} takes no {argument}"
        );
    }
}

const TASK: &str = r#"{"id": "tsk_01JD4Q8Z6T", "dueAt": "2027-01-15T16:00:00Z"}"#;

const TASKS: &[Page] = &[Page::json(
    "PATCH /api/tasks/tsk_01JD4Q8Z6T",
    "200 OK",
    TASK,
)];

/// The service gives a number where the document says that it gives a text.
const OTHER_TASKS: &[Page] = &[Page::json(
    "PATCH /api/tasks/tsk_01JD4Q8Z6T",
    "200 OK",
    r#"{"id": 7, "dueAt": null}"#,
)];

/// The contract of what the document is about, with one error that a hasty author leaves out.
const TASKS_CONTRACT: &str = r#"{"openapi": "3.1.0", "info": {"title": "Tasks", "version": "1"}, "paths": {
  "/api/tasks/{id}": {"patch": {"operationId": "changeTask", "security": [{"bearer": ["tasks:write"]}],
    "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}],
    "requestBody": {"content": {"application/json": {"schema": {"type": "object",
      "properties": {"dueAt": {"type": "string", "format": "date-time"}}}}}},
    "responses": {"200": {"description": "The task.", "content": {"application/json": {"schema": {"type": "object",
        "required": ["id", "dueAt"], "properties": {"id": {"type": "string"}, "dueAt": {"type": "string", "format": "date-time"}}}}}},
      "404": {"description": "There is none."}, "422": {"description": "Not valid."}}}}},
  "components": {"securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}}}}"#;

/// Writes a document in a hurry, reads what is wrong, mends it, and proves it against contract and server.
#[test]
#[cfg(target_os = "linux")]
fn the_documentation_writer_proves_its_document() {
    let world = World::alone();
    let sound = crate::lsp::sound();
    let hasty = sound
        .replace("## When NOT to use\n\n- To add a task, call `POST /api/tasks`.\n\n", "")
        .replace("| 404 | `TASK_NOT_FOUND` | No task of the project has this `id`. | Read the list of tasks again. |\n", "");
    assert_ne!(hasty, sound);
    world.write("project/docs/change-task.md", &hasty);
    world.write("project/openapi.json", TASKS_CONTRACT);
    let mut assistant = Assistant::with_variable(world, "TASKS_TOKEN", "gld_1");
    let form = assistant.told("check_docs", &json!({ "paths": ["docs"] }));
    assert_eq!(rules(&form), ["docs/section-missing"], "{form}");
    let why = assistant.call("explain_rule", &json!({ "rule": "docs/section-missing" }));
    assert!(text(&why).contains("Instead"), "{why}");
    let mended = hasty.replace(
        "## Authentication",
        "## When NOT to use\n\n- To add a task, call `POST /api/tasks`.\n\n## Authentication",
    );
    assistant
        .world
        .write("project/docs/change-task.md", &mended);
    let with_contract = json!({ "paths": ["docs"], "contract": "openapi.json" });
    let report = assistant.told("check_docs", &with_contract);
    assert_eq!(report["verdict"], "FAILED", "{report}");
    assert!(report.to_string().contains("404"), "{report}");
    assistant.world.write("project/docs/change-task.md", &sound);
    let report = assistant.told("check_docs", &with_contract);
    assert_eq!(report["verdict"], "PASSED", "{report}");
    // A server that does not keep the contract is found out by the examples, and only by them.
    let whole = |target: String| json!({ "paths": ["docs"], "contract": "openapi.json", "target": target, "env": ["TASKS_TOKEN"] });
    let report = assistant.told("check_docs", &whole(site_of(OTHER_TASKS)));
    assert_eq!(report["verdict"], "FAILED", "{report}");
    assert!(
        rules(&report).contains(&"docs/example-wrong-shape"),
        "{report}"
    );
    let report = assistant.told("check_docs", &whole(site_of(TASKS)));
    let expected = json!({ "verdict": "PASSED", "overall": report["overall"], "findings": [] });
    assert_eq!(report, expected);
}

const FORM: &str = r#"<!doctype html><html lang="en"><title>Tasks</title><h1>Tasks</h1>
<form id="add"><label>Title <input name="title"></label><button>Add task</button></form><ul id="tasks"></ul>
<script>
add.addEventListener("submit", async (event) => {
  event.preventDefault();
  const answer = await fetch("/api/tasks", { method: "POST", body: JSON.stringify({ title: add.title.value }) });
  await answer.json();
  const item = document.createElement("li");
  item.textContent = add.querySelector("input").value;
  document.getElementById("tasks").append(item);
});
</script></html>"#;

/// The page looks right, and what its server answers is not what the contract says.
const BROKEN: &[Page] = &[
    Page::html("GET /tasks", FORM),
    Page::json("POST /api/tasks", "201 Created", r#"{"task": {"id": 7}}"#),
];

const HEALTHY: &[Page] = &[
    Page::html("GET /tasks", FORM),
    Page::json(
        "POST /api/tasks",
        "201 Created",
        r#"{"id": "tsk_1", "status": "OPEN"}"#,
    ),
];

const PLAN: &str = "# Test plan: Create a task

- Entry URL: ORIGIN/tasks

## Flow: Add a task

1. Navigate to `/tasks`
2. Assert heading \"Tasks\" is visible
3. Assert console has no errors
4. Screenshot `tasks-open`
5. Fill textbox \"Title\" with \"Pay the hosting invoice\"
6. Click button \"Add task\"
7. Assert text \"Pay the hosting invoice\" is visible
8. Assert console has no errors
9. Assert network `POST /api/tasks` responds `201` and body matches:

   ```json
   { \"id\": \"string\", \"status\": \"=OPEN\" }
   ```

10. Screenshot `task-added`
";

/// Writes a plan, has its writing checked, runs it, looks at what failed, and sees it pass on the mended page.
#[test]
fn the_browser_tester_finds_the_defect_and_sees_it_mended() {
    let broken = site_of(BROKEN);
    let world = World::alone();
    let plan = PLAN.replace("ORIGIN", &broken);
    let hasty = plan
        .replace("8. Assert console has no errors\n9.", "8.")
        .replace("6. Click", "6. Press");
    world.write("project/PLAN.md", &hasty);
    let mut assistant = Assistant::with_browser(world, &json!({}));
    let writing = json!({ "plans": ["PLAN.md"], "isPlanOnly": true });
    let report = assistant.told("check_browser", &writing);
    assert!(
        rules(&report).contains(&"browser/unreadable-step"),
        "{report}"
    );
    assistant.world.write("project/PLAN.md", &plan);
    let report = assistant.told("check_browser", &writing);
    assert_eq!(report["verdict"], "PASSED", "{report}");
    // The baseline, and the flow by hand: the page looks right.
    let url = format!("{broken}/tasks");
    said(&mut assistant, "browser_open", &json!({ "url": url }));
    let picture = assistant.call("browser_screenshot", &json!({}));
    assert_eq!(picture["content"][0]["type"], "image");
    let page = said(&mut assistant, "browser_snapshot", &json!({}));
    assert!(page.contains("button \"Add task\""), "{page}");
    let steps = json!({ "steps": [
        "Fill textbox \"Title\" with \"Pay the hosting invoice\"",
        "Click button \"Add task\"",
        "Assert text \"Pay the hosting invoice\" is visible",
        "Assert network `POST /api/tasks` responds `201` and body matches:\n\n```json\n{ \"id\": \"string\" }\n```",
    ] });
    let done = said(&mut assistant, "browser_do", &steps);
    assert!(done.contains("5 failed: Assert network"), "{done}");
    said(&mut assistant, "browser_close", &json!({}));
    let run = json!({ "plans": ["PLAN.md"], "output": "evidence" });
    let report = assistant.told("check_browser", &run);
    assert_eq!(report["verdict"], "FAILED", "{report}");
    let failed = &report["steps"][0];
    assert_eq!(failed["step"], 9, "{report}");
    assert!(
        failed["actual"].as_str().unwrap().contains("id"),
        "{report}"
    );
    assert_eq!(report["steps"].as_array().unwrap().len(), 1, "{report}");
    let evidence = assistant.world.read("project/evidence/report.md");
    assert!(evidence.contains("Overall: assertion"), "{evidence}");
    let healthy =
        json!({ "plans": ["PLAN.md"], "output": "evidence", "baseUrl": site_of(HEALTHY) });
    let report = assistant.told("check_browser", &healthy);
    assert_eq!(report["verdict"], "PASSED", "{report}");
    let evidence = assistant.world.read("project/evidence/report.md");
    assert!(evidence.contains("Overall: all "), "{evidence}");
}

const CONTRACT: &str =
    include_str!("../../../../skills/api-and-interface-design/references/tasks.openapi.yaml");

/// Designs a contract, mends what is found, and sees of each change whether it breaks what was agreed.
#[test]
fn the_interface_designer_checks_its_contract() {
    let world = World::alone();
    let hasty = CONTRACT
        .replace("isPinned", "pinned")
        .replace("/comments:", "/addComment:");
    world.write("project/openapi.yaml", &hasty);
    let mut assistant = Assistant::start(world);
    let design = json!({ "paths": ["openapi.yaml"] });
    let report = assistant.told("check_api", &design);
    assert_eq!(report["verdict"], "FAILED", "{report}");
    let found = rules(&report);
    for rule in ["api/verb-in-path", "api/boolean-prefix"] {
        assert!(found.contains(&rule), "{rule}: {report}");
        let why = assistant.call("explain_rule", &json!({ "rule": rule }));
        assert!(text(&why).contains("Instead"), "{why}");
    }
    assistant.world.write("project/openapi.yaml", CONTRACT);
    let report = assistant.told("check_api", &design);
    assert_eq!(report["verdict"], "PASSED", "{report}");
    assert_eq!(rules(&report), [""; 0], "{report}");
    // What was agreed stands; a field is renamed, then added beside the old one.
    assistant.world.write("project/agreed.yaml", CONTRACT);
    let evolution = json!({ "paths": ["openapi.yaml"], "against": "agreed.yaml" });
    let renamed = CONTRACT.replace("dueAt", "dueDate");
    assistant.world.write("project/openapi.yaml", &renamed);
    let report = assistant.told("check_api", &evolution);
    assert_eq!(report["verdict"], "FAILED", "{report}");
    assert_eq!(report["changes"][0]["kind"], "BREAKING", "{report}");
    let added = CONTRACT.replacen(
        "        isPinned: { type: boolean, default: false }\n",
        "        isPinned: { type: boolean, default: false }\n        remindAt: { type: [string, 'null'], format: date-time, default: null }\n",
        1,
    );
    assert_ne!(added, CONTRACT);
    assistant.world.write("project/openapi.yaml", &added);
    let report = assistant.told("check_api", &evolution);
    assert_eq!(report["verdict"], "PASSED", "{report}");
}
