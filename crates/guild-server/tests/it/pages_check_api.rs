//! The page that checks an API contract.

use crate::browser::{Browser, Scheme, Screen};
use crate::page::Page;
use crate::pages_check::check;
use crate::world::World;

const SKILL: &str = "api-and-interface-design";

const OPENAPI: &str = "\
openapi: 3.1.0
info: {title: Tasks, version: 1.0.0}
paths:
  /api/tasks/{id}:
    get:
      operationId: getTask
      parameters:
        - {name: id, in: path, required: true, schema: {type: string}}
      responses:
        '200':
          description: The task.
          content:
            application/json:
              schema:
                type: object
                properties:
                  done: {type: boolean}
";

const TYPESCRIPT: &str = "\
// The contract of tasks.
export interface Routes {
  \"GET /api/task/:id\": {
    path: { id: string };
    answers: { 200: { is_done: any } };
  };
}
";

fn check_api(world: &World, contract: &str) -> Page {
    check(world, SKILL, contract)
}

#[test]
fn the_form_offers_documents_and_api_contracts_apart() {
    let world = World::of_developer_pack();
    let page = world.page("/check");
    let contracts = page.part("<optgroup label=\"An API contract\">", "</optgroup>");
    assert_eq!(
        contracts.text(),
        "API and Interface Design (api-and-interface-design)"
    );
    let documents = page.part("<optgroup label=\"A document\">", "</optgroup>");
    assert!(!documents.text().contains(SKILL));
    let chosen = world.page("/check?contract=api-and-interface-design");
    assert!(
        chosen
            .html
            .contains("<option value=\"api-and-interface-design\" selected>")
    );
}

#[test]
fn openapi_is_shown_with_its_verdict_checklist_and_findings_in_their_place() {
    let world = World::of_developer_pack();
    for contract in [OPENAPI.to_owned(), as_json(OPENAPI)] {
        let page = check_api(&world, &contract);
        assert_eq!(page.status, 200);
        let text = page.text();
        assert!(
            text.contains("The API contract keeps the rules, with 2 warnings."),
            "{text}"
        );
        let checklist = page.part("<dl class=\"checklist\"", "</dl>");
        assert_eq!(checklist.tags("div").len(), 6);
        assert!(
            checklist
                .text()
                .contains("not applicable list endpoints paginate"),
            "{}",
            checklist.text()
        );
        let rules = page.part("<ol class=\"findings\">", "</ol>").values("href");
        assert!(
            rules.contains(&"/rules/api/boolean-prefix".to_owned()),
            "{rules:?}"
        );
        assert_eq!(world.page("/rules/api/boolean-prefix").status, 200);
        let annotated = page.part("<pre class=\"file numbered\"", "</pre>");
        assert!(annotated.html.contains("<mark>"), "{}", annotated.html);
        assert!(annotated.text().contains("(api/boolean-prefix)"));
    }
}

/// The same contract in the other form; what it holds stays on lines of its own.
fn as_json(_: &str) -> String {
    r#"{
  "openapi": "3.1.0",
  "info": {"title": "Tasks", "version": "1.0.0"},
  "paths": {"/api/tasks/{id}": {"get": {
    "operationId": "getTask",
    "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}],
    "responses": {"200": {"description": "The task.", "content": {"application/json": {"schema": {
      "type": "object", "properties": {
        "done": {"type": "boolean"}
      }
    }}}}}
  }}}
}
"#
    .to_owned()
}

#[test]
fn what_is_wrong_at_many_places_is_told_once_and_shown_at_each() {
    let world = World::of_developer_pack();
    let fields: String = (0..20)
        .map(|index| format!("                  field_{index}: {{type: string}}\n"))
        .collect();
    let planted = OPENAPI.replace("                  done: {type: boolean}\n", &fields);
    let page = check_api(&world, &planted);
    let findings = page.part("<ol class=\"findings\">", "</ol>").text();
    assert_eq!(findings.matches("api/name-case").count(), 1, "{findings}");
    assert!(
        findings.contains("The same on lines 18, 19, "),
        "{findings}"
    );
    assert!(findings.contains(" and at 9 more places."), "{findings}");
    let annotated = page.part("<pre class=\"file numbered\"", "</pre>").text();
    assert_eq!(
        annotated.matches("(api/name-case)").count(),
        20,
        "{annotated}"
    );
}

#[test]
fn typescript_is_known_by_its_form() {
    let world = World::of_developer_pack();
    let page = check_api(&world, TYPESCRIPT);
    assert!(
        page.text().contains("Read as TypeScript"),
        "{}",
        page.text()
    );
    assert!(page.text().contains("The API contract breaks the rules: "));
    let findings = page.part("<ol class=\"findings\">", "</ol>").text();
    for rule in [
        "api/value-untyped",
        "api/name-case",
        "api/collection-not-plural",
    ] {
        assert!(findings.contains(rule), "{rule}: {findings}");
    }
}

#[test]
fn what_stands_elsewhere_is_not_read_and_the_finding_says_why() {
    let world = World::of_developer_pack();
    for (reference, rule, why) in [
        (
            "https://elsewhere.example/a.yaml#/A",
            "api/reference-remote",
            "another machine",
        ),
        (
            "../secret.yaml#/A",
            "api/reference-unresolved",
            "not read here",
        ),
        (
            "file:///etc/passwd",
            "api/reference-remote",
            "another machine",
        ),
        ("/etc/passwd", "api/reference-unresolved", "not read here"),
    ] {
        let schema = "                type: object\n                properties:\n                  done: {type: boolean}\n";
        let planted = OPENAPI.replace(schema, &format!("                $ref: '{reference}'\n"));
        assert_ne!(planted, OPENAPI);
        let page = check_api(&world, &planted);
        let findings = page.part("<ol class=\"findings\">", "</ol>").text();
        assert!(findings.contains(rule), "{reference}: {findings}");
        assert!(findings.contains(why), "{reference}: {findings}");
    }
    let imported = format!("import {{ Id }} from \"../id\";\nexport type A = Id;\n{TYPESCRIPT}")
        .replace("path: { id: string }", "path: { id: Id }");
    let findings = check_api(&world, &imported).text();
    assert!(
        findings.contains("other files are not read here"),
        "{findings}"
    );
}

#[test]
fn hostile_contracts_are_shown_and_do_nothing() {
    let world = World::of_developer_pack();
    let evil = "</code></pre><script>alert(1)</script><img src=x onerror=alert(2)>\u{202e}";
    let quoted = "\"><b onmouseover=alert(3)>' `<i>` ";
    for contract in [
        OPENAPI.replace("done", &format!("'{evil}'")),
        OPENAPI.replace("getTask", &format!("{quoted:?}")),
        format!("{{\"openapi\": \"{evil}\", \"paths\": {{\"/<b>\": {{\"get\": {{}}}}}}}}"),
        TYPESCRIPT.replace("is_done", &format!("{evil:?}")),
        format!("// {evil}\nexport type A = `{quoted}`;\n"),
        evil.to_owned(),
    ] {
        let page = check_api(&world, &contract);
        assert_eq!(page.status, 200);
        for element in ["script", "img", "b", "i"] {
            assert!(page.tags(element).is_empty(), "<{element}>: {contract}");
        }
        for tag in page.bare_tags() {
            assert!(
                !tag.contains("onerror") && !tag.contains("onmouseover"),
                "{tag}"
            );
        }
        assert_eq!(page.html.matches("</textarea>").count(), 1);
    }
}

#[test]
fn texts_that_are_made_to_exhaust_are_answered() {
    let world = World::of_developer_pack();
    let bomb: String = (1..40)
        .map(|level| format!("a{level}: &a{level} [*a{0}, *a{0}]\n", level - 1))
        .collect();
    let deep = 100_000;
    for contract in [
        format!("openapi: 3.1.0\na0: &a0 [x]\n{bomb}"),
        "[".repeat(deep),
        format!("openapi: 3.1.0\nx: {}", "{a: ".repeat(deep / 4)),
        format!("export type A = {}", "{a:".repeat(deep / 3)),
        format!("export type A = {}", "(".repeat(deep)),
        format!("type A = {}1;", "!".repeat(deep)),
        format!("const a = {}1;", "-".repeat(deep)),
        format!("type A<T> = {}", "A<".repeat(deep / 2)),
        "\u{feff}\0\0\0".to_owned(),
        "openapi: 3.1.0\npaths:\n\t- a".to_owned(),
    ] {
        let page = check_api(&world, &contract);
        assert_eq!(page.status, 200, "{}", &contract[..contract.len().min(40)]);
    }
}

#[test]
fn a_person_pastes_a_contract_and_sees_what_is_wrong() {
    let world = World::of_developer_pack();
    for (screen, scheme) in [(Screen::Phone, Scheme::Dark), (Screen::Desk, Scheme::Light)] {
        let browser = Browser::open(screen, scheme);
        browser.go(&format!(
            "http://{}/check?contract={SKILL}",
            world.address()
        ));
        let pasted = serde_json::to_string(OPENAPI).unwrap();
        browser.run(&format!(
            "document.querySelector('#document').value = {pasted};"
        ));
        browser.click("form.check button");
        browser.wait("document.querySelector('#verdict') !== null");
        let marked = browser.eval("document.querySelectorAll('.line-found mark').length > 0");
        assert_eq!(marked, true);
        let overflow =
            "document.documentElement.scrollWidth - document.documentElement.clientWidth";
        assert_eq!(browser.eval(overflow), 0);
        let faint = browser.run(include_str!("samples/faint.js"));
        assert_eq!(faint.as_array().map(Vec::len), Some(0), "{faint}");
        assert!(browser.console().is_empty(), "{:?}", browser.console());
    }
}
