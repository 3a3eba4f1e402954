//! Versions are compared by what they mean, whatever things are called and however they are written.

use std::fmt::Write;

use guild_check::Source;
use guild_check_api::evolution::compare;
use guild_check_api::{Loading, parse};
use proptest::prelude::*;

use super::{evolve, lines, today};

/// A contract that takes and gives one shape.
fn both_ways(schema: &str, components: &str) -> String {
    format!(
        "paths:
  /api/tasks/{{id}}:
    put:
      parameters: [{{ name: id, in: path, required: true, schema: {{ type: string }} }}]
      requestBody: {{ content: {{ application/json: {{ schema: {schema} }} }} }}
      responses: {{ '200': {{ description: OK, content: {{ application/json: {{ schema: {schema} }} }} }} }}
components: {{ schemas: {{ {components} }} }}
"
    )
}

const INLINE: &str = "{ type: object, required: [a], properties: { a: { type: string }, b: { type: [integer, 'null'] } } }";

#[test]
fn the_same_meaning_is_no_change() {
    let old = both_ways(INLINE, "");
    for (schema, components) in [
        (
            "{ $ref: '#/components/schemas/Any' }",
            format!("Any: {INLINE}"),
        ),
        (
            "{ allOf: [{ $ref: '#/components/schemas/A' }, { type: object, properties: { b: { anyOf: [{ type: integer }, { type: 'null' }] } } }] }",
            "A: { type: object, required: [a], properties: { a: { type: string } } }".to_owned(),
        ),
        (
            "{ oneOf: [{ required: [a], allOf: [{ properties: { a: { $ref: '#/components/schemas/S' }, b: { oneOf: [{ type: 'null' }, { type: integer }] } } }] }] }",
            "S: { type: string }".to_owned(),
        ),
    ] {
        let evolution = evolve(&old, &both_ways(schema, &components));
        assert_eq!(lines(&evolution), [""; 0], "{schema}");
    }
}

#[test]
fn a_key_that_stands_twice_counts_once() {
    let text = "openapi: 3.1.0\npaths:\n  /tasks:\n    get:\n      responses:\n        '200': { description: OK }\n        '200': { description: OK, content: { application/json: {} } }\n";
    let read = || parse(&Source::new("twice.yaml", text), &Loading::alone());
    let (old, new) = (read(), read());
    assert_eq!(old.endpoints[0].answers.len(), 1);
    assert_eq!(lines(&compare(&old, &new, today())), [""; 0]);
}

#[test]
fn paths_are_found_again_whatever_their_parameters_are_called() {
    let path = |name: &str| {
        format!(
            "paths:\n  /tasks/{{{name}}}/notes/{{noteId}}:\n    parameters:\n      - {{ name: noteId, in: path, required: true, schema: {{ type: string }} }}\n      - {{ name: {name}, in: path, required: true, schema: {{ type: string }} }}\n    get: {{ responses: {{}} }}\n"
        )
    };
    assert_eq!(lines(&evolve(&path("id"), &path("taskId"))), [""; 0]);
}

#[test]
fn templates_that_differ_by_their_names_alone_are_told_apart() {
    let two = "paths:\n  /a/{x}: { get: { operationId: x, responses: {} } }\n  /a/{y}: { get: { operationId: y, responses: {} } }\n";
    let read = |text: &str| {
        let text = format!("openapi: 3.1.0\n{text}");
        let source = guild_check::Source::new("a.yaml", text);
        guild_check_api::parse(&source, &guild_check_api::Loading::alone())
    };
    let (old, new) = (read(two), read(two));
    let evolution = guild_check_api::evolution::compare(&old, &new, super::today());
    assert_eq!(lines(&evolution), [""; 0]);
}

#[test]
fn a_webhook_goes_the_other_way() {
    let webhook = |required: &str| {
        format!(
            "webhooks:\n  done:\n    post:\n      requestBody: {{ content: {{ application/json: {{ schema: {{ type: object, required: [{required}], properties: {{ a: {{ type: string }} }} }} }} }} }}\n      responses: {{}}\n"
        )
    };
    let added = lines(&evolve(&webhook(""), &webhook("a")));
    assert!(
        added[0].starts_with("ADDITIVE api/now-required"),
        "{added:?}"
    );
    let gone = lines(&evolve(&webhook("a"), &webhook("")));
    assert!(gone[0].starts_with("BREAKING api/now-optional"), "{gone:?}");
}

#[test]
fn a_callback_is_known_by_the_operation_that_brings_it_about() {
    let operation = |path: &str, kind: &str| {
        format!(
            "  {path}:\n    post:\n      responses: {{}}\n      callbacks:\n        done:\n          '{{$request.body#/url}}':\n            post: {{ requestBody: {{ content: {{ application/json: {{ schema: {{ type: {kind} }} }} }} }}, responses: {{}} }}\n"
        )
    };
    let both = |second: &str| {
        let (a, b) = (operation("/a", "string"), operation("/b", second));
        format!("paths:\n{a}{b}")
    };
    let evolution = evolve(&both("string"), &both("integer"));
    assert_eq!(evolution.changes.len(), 1);
    assert_eq!(
        evolution.changes[0].operations,
        ["callback POST {$request.body#/url}"]
    );
}

#[test]
fn a_part_that_leads_back_to_itself_is_compared_once() {
    let tree = |limit: u32| {
        both_ways(
            "{ $ref: '#/components/schemas/Node' }",
            &format!(
                "Node: {{ allOf: [{{ $ref: '#/components/schemas/Node' }}, {{ oneOf: [{{ $ref: '#/components/schemas/Node' }}, {{ type: string, maxLength: {limit} }}] }}], properties: {{ next: {{ $ref: '#/components/schemas/Node' }} }} }}"
            ),
        )
    };
    assert_eq!(lines(&evolve(&tree(5), &tree(5))), [""; 0]);
    assert!(!evolve(&tree(5), &tree(9)).changes.is_empty());
}

/// A schema, written inline.
fn schema() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("{ type: string }".to_owned()),
        Just("{ type: integer, minimum: 3 }".to_owned()),
        Just("{ type: [string, 'null'], maxLength: 9 }".to_owned()),
        Just("{ enum: [A, B] }".to_owned()),
        Just("{}".to_owned()),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let several = proptest::collection::vec(inner.clone(), 1..4);
        prop_oneof![
            several.clone().prop_map(|fields| {
                let mut text = "{ type: object, required: [f0], properties: {".to_owned();
                for (index, field) in fields.iter().enumerate() {
                    // Writing to a string cannot fail.
                    let _ = write!(text, " f{index}: {field},");
                }
                text + " } }"
            }),
            inner.prop_map(|items| format!("{{ type: array, items: {items} }}")),
            several
                .clone()
                .prop_map(|any| format!("{{ anyOf: [{}] }}", any.join(", "))),
            several.prop_map(|one| format!("{{ oneOf: [{}] }}", one.join(", "))),
        ]
    })
}

proptest! {
    #[test]
    fn a_contract_does_not_differ_from_itself_written_otherwise(schema in schema()) {
        let old = both_ways(&schema, "");
        let parts = both_ways("{ allOf: [{ $ref: '#/components/schemas/Part' }] }", &format!("Part: {schema}"));
        prop_assert_eq!(lines(&evolve(&old, &old)), [""; 0]);
        prop_assert_eq!(lines(&evolve(&old, &parts)), [""; 0]);
    }

    #[test]
    fn any_two_shapes_are_compared(old in schema(), new in schema()) {
        let there = evolve(&both_ways(&old, ""), &both_ways(&new, ""));
        let again = evolve(&both_ways(&old, ""), &both_ways(&new, ""));
        prop_assert_eq!(lines(&there), lines(&again));
        prop_assert!(there.is_complete);
    }
}

#[test]
fn shapes_that_all_hold_each_other_are_compared_within_bounds() {
    let all = |limit: usize| {
        let mut components = String::new();
        for shape in 0..30 {
            let parts =
                (shape + 1..30).map(|other| format!("{{ $ref: '#/components/schemas/S{other}' }}"));
            let parts = parts.collect::<Vec<_>>().join(", ");
            // Writing to a string cannot fail.
            let _ = write!(
                components,
                "S{shape}: {{ allOf: [{parts}], properties: {{ p{shape}: {{ type: string, maxLength: {limit} }}, same: {{ anyOf: [{parts}] }} }} }}, "
            );
        }
        both_ways("{ $ref: '#/components/schemas/S0' }", &components)
    };
    let evolution = evolve(&all(5), &all(9));
    assert!(evolution.changes.len() >= 30);
}
