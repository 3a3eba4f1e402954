//! Contracts of one API in both languages, held against each other.

use guild_check::Source;
use guild_check_api::{Contract, Loading, Twins, parse, rules};
use proptest::prelude::*;

const OPENAPI: &str =
    include_str!("../../../../skills/api-and-interface-design/references/tasks.openapi.yaml");
const TYPESCRIPT: &str =
    include_str!("../../../../skills/api-and-interface-design/references/tasks.contract.ts");

fn read(name: &str, text: &str) -> Contract {
    parse(&Source::new(name, text), &Loading::alone())
}

/// What the two do not agree on: rule, line and message.
fn told(openapi: &str, typescript: &str) -> Vec<String> {
    let (openapi, typescript) = (read("a.yaml", openapi), read("a.ts", typescript));
    let twins = Twins::of(&openapi, &typescript).unwrap();
    let findings = rules::judge_twins(&twins).into_iter();
    let line = |place: &guild_check::Place| place.start().line;
    findings
        .map(|found| {
            let path = found.place.source.path().to_owned();
            format!(
                "{} {path}:{} {}",
                found.rule,
                line(&found.place),
                found.message
            )
        })
        .collect()
}

/// Changes one place of the contract in TypeScript, and gives the one thing that is told then.
fn change(from: &str, to: &str) -> String {
    let changed = TYPESCRIPT.replacen(from, to, 1);
    assert_ne!(changed, TYPESCRIPT, "{from}");
    let told = told(OPENAPI, &changed);
    assert_eq!(told.len(), 1, "{to}: {told:#?}");
    told.into_iter().next().unwrap()
}

#[test]
fn the_contracts_of_the_skill_say_the_same() {
    assert_eq!(told(OPENAPI, TYPESCRIPT), [""; 0]);
    let (openapi, typescript) = (read("a.yaml", OPENAPI), read("a.ts", TYPESCRIPT));
    assert!(
        Twins::of(&typescript, &openapi).is_some(),
        "in either order"
    );
}

#[test]
fn each_disagreement_is_told_once_where_it_is() {
    for (from, to, expected) in [
        (
            "  authorId: UserId;",
            "",
            "api/twin-part-missing a.ts:90 `authorId` of `Comment` is missing here, and stands in a.yaml:",
        ),
        (
            "  authorId: UserId;",
            "  authorId: UserId;\n  mood: string;",
            "api/twin-part-missing a.yaml:",
        ),
        (
            "  text: string;\n}\n\nexport interface PageQuery",
            "  text?: string;\n}\n\nexport interface PageQuery",
            "api/twin-requirement-differs a.ts:",
        ),
        (
            "  assigneeId?: UserId;\n  isPinned?: boolean;\n}",
            "  assigneeId?: UserId;\n  isPinned?: string;\n}",
            "`isPinned` in the query of `GET /api/tasks` is string here, and is boolean in a.yaml:",
        ),
        (
            "\"LOW\" | \"NORMAL\" | \"HIGH\"",
            "\"LOW\" | \"NORMAL\" | \"TOP\"",
            "is one of `LOW`, `NORMAL`, `TOP` here, and is one of `HIGH`, `LOW`, `NORMAL` in a.yaml:",
        ),
        (
            "  completedAt: string;",
            "  completedAt: string | null;",
            "`completedAt` of `DoneTask` is string or null here, and is string in a.yaml:",
        ),
        (
            "  \"DELETE /api/tasks/:id\": {",
            "  \"GET /api/users\": {\n    answers: { 204: void };\n  };\n  \"DELETE /api/tasks/:id\": {",
            "api/twin-operation-missing a.yaml:1 `GET /api/users` is missing here, and stands in a.ts:",
        ),
        (
            "201: Task; 409: ErrorBody",
            "201: Task; 409: ErrorBody; 418: ErrorBody",
            "the answer 418 of `POST /api/tasks` is missing here",
        ),
    ] {
        let told = change(from, to);
        assert!(told.contains(expected), "{told}\nis not\n{expected}");
    }
}

#[test]
fn a_variant_that_only_one_of_them_has_is_found_by_its_word() {
    let lost = "export interface LostTask extends TaskBase {\n  status: \"LOST\";\n}\n\nexport type Task = OpenTask | LostTask | DoneTask;";
    let told = change("export type Task = OpenTask | DoneTask;", lost);
    let expected = "the variant `status: LOST` of `Task` is missing here";
    assert!(told.contains(expected), "{told}");
}

#[test]
fn contracts_of_two_apis_and_of_one_language_are_no_twins() {
    let other = read(
        "b.ts",
        "export interface R {\n  \"GET /api/users\": { answers: { 204: void } };\n}\n",
    );
    let openapi = read("a.yaml", OPENAPI);
    assert!(Twins::of(&openapi, &other).is_none());
    assert!(Twins::of(&openapi, &read("b.yaml", OPENAPI)).is_none());
    assert!(Twins::of(&read("a.ts", TYPESCRIPT), &read("b.ts", TYPESCRIPT)).is_none());
}

#[test]
fn a_base_path_in_the_servers_counts_and_what_only_one_side_sends_is_no_disagreement() {
    let openapi = "\
openapi: 3.1.0
servers: [{url: 'https://a.example/api'}]
paths:
  /tasks/{taskId}:
    put:
      parameters: [{name: taskId, in: path, required: true, schema: {type: integer}}]
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Task'}}}}
      responses: {'200': {description: It., content: {application/json: {schema: {$ref: '#/components/schemas/Task'}}}}}
components:
  schemas:
    Task:
      type: object
      required: [id, parent, title]
      properties:
        id: {type: integer, readOnly: true}
        secret: {type: string, writeOnly: true}
        title: {type: string, maxLength: 9}
        parent: {anyOf: [{$ref: '#/components/schemas/Task'}, {type: 'null'}]}
";
    let typescript = "\
interface Sent { title: string; secret?: string; parent: Sent | null }
interface Task { id: number; title: string; parent: Task | null }
export interface Routes {
  \"PUT /api/tasks/:id\": { path: { id: number }; body: Sent; answers: { 200: Task } };
}
";
    assert_eq!(told(openapi, typescript), [""; 0]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Halves of contracts, and lines of them in another order, are compared to an end.
    #[test]
    fn no_contract_is_too_strange(from in 0..400_usize, count in 0..200_usize, skip in 1..5_usize) {
        let cut = |text: &str| {
            let kept = text.lines().enumerate().filter(|(line, _)| *line < from || *line > from + count || line % skip == 0);
            kept.map(|(_, line)| format!("{line}\n")).collect::<String>()
        };
        for (openapi, typescript) in [
            (cut(OPENAPI), TYPESCRIPT.to_owned()),
            (OPENAPI.to_owned(), cut(TYPESCRIPT)),
        ] {
            let (openapi, typescript) = (read("a.yaml", &openapi), read("a.ts", &typescript));
            if let Some(twins) = Twins::of(&openapi, &typescript) {
                let _ = rules::judge_twins(&twins);
            }
        }
    }
}
