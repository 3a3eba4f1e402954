//! The rules on design: what they say of whole contracts.

use std::collections::HashSet;
use std::sync::Arc;

use guild_check::Source;
use guild_check_api::rules::judge_design;
use guild_check_api::{Conventions, Loading, Survey, parse};
use proptest::prelude::{any, proptest};

use crate::corpus::texts;

const TASKS: &str =
    include_str!("../../../../skills/api-and-interface-design/references/tasks.openapi.yaml");

fn judged(name: &str, text: &str) -> Vec<String> {
    let contract = parse(&Source::new(name, text), &Loading::alone());
    let survey = Survey::of(Arc::new(contract), Conventions::default());
    let findings = judge_design(&survey).into_iter();
    findings
        .map(|found| format!("{:?} {} {}", found.place, found.rule, found.message))
        .collect()
}

#[test]
fn the_contract_that_the_skill_teaches_has_nothing_to_find() {
    assert_eq!(judged("tasks.yaml", TASKS), Vec::<String>::new());
}

#[test]
fn real_contracts_are_judged_the_same_twice_and_nothing_is_told_twice() {
    for (name, text) in texts() {
        let first = judged(&name, &text);
        assert_eq!(first, judged(&name, &text), "{name}");
        let mut seen = HashSet::new();
        let again: Vec<&String> = first.iter().filter(|found| !seen.insert(*found)).collect();
        assert_eq!(again, Vec::<&String>::new(), "{name}");
    }
}

/// A contract with the same mistake in each of its lists, and one of another kind in one.
fn snake(lists: usize) -> String {
    let list = |index: usize| {
        format!(
            "  /things{index}s:\n    get:\n      operationId: list{index}\n      parameters:\n        - {{ name: page, in: query, schema: {{ type: integer }} }}\n        - {{ name: per_page, in: query, schema: {{ type: integer }} }}\n      responses:\n        '200':\n          description: All.\n          content: {{ application/json: {{ schema: {{ type: array, items: {{ $ref: '#/components/schemas/Thing' }} }} }} }}\n"
        )
    };
    let lists: String = (0..lists).map(list).collect();
    format!(
        "openapi: 3.1.0\npaths:\n{lists}components:\n  schemas:\n    Thing:\n      type: object\n      properties:\n        created_at: {{ type: string }}\n        owner_name: {{ type: string }}\n        is_open: {{ type: boolean }}\n"
    )
}

#[test]
fn what_a_whole_contract_shares_is_told_once_with_each_of_its_places_and_the_way_to_agree_on_it() {
    let contract = parse(&Source::new("snake.yaml", snake(20)), &Loading::alone());
    let survey = Survey::of(Arc::new(contract), Conventions::default());
    let findings = judge_design(&survey);
    let of = |rule: &str| {
        let mut all = findings.iter().filter(|found| found.rule == *rule);
        (all.next().unwrap(), all.count())
    };
    for (rule, places, agreed) in [
        ("api/name-case", 4, "`[api] fields = \"snake_case\"`"),
        ("api/pagination-incomplete", 20, "`pageSize = \"per_page\"`"),
        ("api/status-undeclared", 20, "one error body"),
    ] {
        let (found, others) = of(rule);
        assert_eq!(found.instances.len(), places, "{rule}");
        assert!(found.help.as_ref().unwrap().contains(agreed), "{found:?}");
        assert_eq!(others, 0, "{rule}");
    }
}

proptest! {
    /// A contract that somebody is about to write is judged as far as it goes.
    #[test]
    fn a_contract_with_a_hole_anywhere_is_judged(cut in 0..TASKS.len(), length in 0..400_usize, word in any::<u8>()) {
        let start = TASKS.floor_char_boundary(cut);
        let end = TASKS.floor_char_boundary((start + length).min(TASKS.len()));
        let words = ["", "{}", "[]", "null", "$ref: '#/components/schemas/Task'", "type: object\n"];
        let word = words[usize::from(word) % words.len()];
        let text = format!("{}{word}{}", &TASKS[..start], &TASKS[end..]);
        let _ = judged("tasks.yaml", &text);
    }
}

#[test]
fn what_was_not_understood_is_told_as_that_and_not_as_untyped() {
    let typescript = "import { User } from \"./users\";\nexport interface Task { owner: User; editor: Partial<User>; watchers: User[]; kind: Kind; }\n";
    let yaml = "openapi: 3.1.0\npaths: {}\ncomponents:\n  schemas:\n    Task:\n      type: object\n      properties:\n        owner: { $ref: '#/components/schemas/User' }\n        kind: { type: strin }\n        self: { $ref: '#/components/schemas/Task/properties/self' }\n";
    for (name, text) in [("tasks.ts", typescript), ("tasks.yaml", yaml)] {
        let told = judged(name, text);
        assert!(!told.is_empty(), "{name}");
        let untyped: Vec<&String> = told
            .iter()
            .filter(|told| told.contains("api/value-untyped"))
            .collect();
        assert_eq!(untyped, Vec::<&String>::new(), "{name}");
    }
}

#[test]
fn the_same_fault_at_many_places_is_told_once() {
    let fields: String = (0..40)
        .map(|field| format!("        f{field}: {{ $ref: 'user.yaml' }}\n"))
        .collect();
    let text = format!(
        "openapi: 3.1.0\npaths: {{}}\ncomponents:\n  schemas:\n    Task:\n      type: object\n      properties:\n{fields}"
    );
    let contract = parse(&Source::new("tasks.yaml", text), &Loading::alone());
    let survey = Survey::of(Arc::new(contract), Conventions::default());
    let found = judge_design(&survey);
    let places: Vec<usize> = found.iter().map(|found| found.places).collect();
    assert_eq!(places, [40], "{found:?}");
}

#[test]
fn help_on_pages_is_in_the_language_of_the_contract() {
    let text = "export interface Routes {\n  \"GET /api/tasks\": { query: { page?: string }; answers: { 200: string[] } };\n}\n";
    let contract = parse(&Source::new("tasks.ts", text), &Loading::alone());
    let survey = Survey::of(Arc::new(contract), Conventions::default());
    let findings = judge_design(&survey);
    let mut of_type = findings
        .iter()
        .filter(|found| found.rule == "api/pagination-type");
    let help = of_type.next().unwrap().help.as_deref();
    assert_eq!(
        help,
        Some("write `number`, with `/** @integer */` before it")
    );
}

#[test]
fn one_item_that_may_be_several_is_an_answer_that_varies_and_not_a_list() {
    let text = "openapi: 3.1.0\npaths:\n  /api/tasks/{id}:\n    get:\n      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]\n      responses:\n        '200': { description: It., content: { application/json: { schema: { oneOf: [{ $ref: '#/components/schemas/Task' }, { type: array, items: { $ref: '#/components/schemas/Task' } }] } } } }\ncomponents: { schemas: { Task: { type: object, properties: { title: { type: string } } } } }\n";
    let told = judged("tasks.yaml", text);
    let of = |rule: &str| told.iter().filter(|told| told.contains(rule)).count();
    assert_eq!(of("api/union-without-discriminator"), 1, "{told:?}");
    assert_eq!(of("api/list-without-pagination"), 0, "{told:?}");
}

#[test]
fn what_the_other_version_of_openapi_says_is_understood_and_told_once() {
    let fields = |written: &str| -> String {
        let field = |field: usize| format!("        f{field}: {written}\n");
        (0..40).map(field).collect()
    };
    for (version, written) in [
        ("3.0.3", "{ type: [string, 'null'], default: null }"),
        ("3.1.0", "{ type: string, nullable: true, default: null }"),
    ] {
        let text = format!(
            "openapi: {version}\npaths: {{}}\ncomponents:\n  schemas:\n    Task:\n      type: object\n      properties:\n{}",
            fields(written)
        );
        let told = judged("tasks.yaml", &text);
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].contains("(40 places)"), "{told:?}");
    }
}
