//! Values that are made of shapes.

use guild_check::Source;
use guild_check_api::conform::Way;
use guild_check_api::contract::{Contract, Location};
use guild_check_api::sample::{Examples, Optional, Sampler, Taste, VariationKind, fits};
use guild_check_api::{Loading, parse};
use proptest::prelude::*;
use serde_json::{Value, json};

const TASKS: &str =
    include_str!("../../../../skills/api-and-interface-design/references/tasks.openapi.yaml");

const TASTE: Taste = Taste {
    way: Way::In,
    optional: Optional::Some,
    examples: Examples::Never,
};

fn contract(schemas: &str) -> Contract {
    let text = format!(
        "openapi: 3.1.0\ninfo: {{ title: A, version: '1' }}\npaths: {{}}\ncomponents:\n  schemas:\n{schemas}"
    );
    parse(&Source::new("openapi.yaml", text), &Loading::alone())
}

fn named(contract: &Contract, name: &str) -> guild_check_api::contract::ShapeId {
    let mut names = contract.names.iter();
    names.find(|(text, _)| &*text.text == name).unwrap().1
}

/// Makes one value of the shape `A`.
fn made(schema: &str, seed: u64) -> Option<Value> {
    let contract = contract(&format!("    A: {schema}\n"));
    let shape = named(&contract, "A");
    Sampler::new(&contract, seed, TASTE).value(shape)
}

#[test]
fn all_shapes_of_the_contract_that_the_skill_teaches_have_values_both_ways() {
    let contract = parse(&Source::new("tasks.yaml", TASKS), &Loading::alone());
    assert!(contract.names.len() > 10);
    for (name, shape) in &contract.names {
        for (seed, way) in (0..4).flat_map(|seed| [(seed, Way::In), (seed, Way::Out)]) {
            for optional in [Optional::None, Optional::Some, Optional::All] {
                let taste = Taste {
                    way,
                    optional,
                    ..TASTE
                };
                let value = Sampler::new(&contract, seed, taste).value(*shape);
                let value = value.unwrap_or_else(|| panic!("{} has no value", name.text));
                assert!(
                    fits(&contract, *shape, &value, way),
                    "{}: {value}",
                    name.text
                );
            }
        }
    }
}

#[test]
fn the_same_seed_makes_the_same_value() {
    let schema = "{ type: object, required: [a, b], properties: { a: { type: string }, b: { type: integer } } }";
    assert_eq!(made(schema, 7), made(schema, 7));
    let all: Vec<_> = (0..20).map(|seed| made(schema, seed)).collect();
    assert!(all.iter().any(|value| *value != all[0]));
}

#[test]
fn patterns_formats_and_limits_are_kept() {
    for (schema, holds) in [
        (
            "{ type: string, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 12 }",
            "^[a-z0-9-]{1,12}$",
        ),
        (
            "{ type: string, pattern: '^sha256:[0-9a-f]{64}$' }",
            "^sha256:.{64}$",
        ),
        ("{ type: string, pattern: '^(GET|POST)$' }", "^(GET|POST)$"),
        (
            "{ type: string, pattern: '[0-9]{2}', minLength: 40 }",
            "^.{40,}$",
        ),
        (
            "{ type: string, format: date-time }",
            "^20..-..-..T..:..:..Z$",
        ),
        ("{ type: string, format: uuid }", "^[0-9a-f-]{36}$"),
        (
            "{ type: string, minLength: 300, maxLength: 300 }",
            "^.{300}$",
        ),
        ("{ type: string, maxLength: 3 }", "^.{1,3}$"),
    ] {
        for seed in 0..10 {
            let value = made(schema, seed).unwrap_or_else(|| panic!("{schema}"));
            let regex = regex::Regex::new(holds).unwrap();
            assert!(regex.is_match(value.as_str().unwrap()), "{schema}: {value}");
        }
    }
    for seed in 0..20 {
        let number = made("{ type: integer, exclusiveMinimum: 3, maximum: 5 }", seed).unwrap();
        assert!((4..=5).contains(&number.as_i64().unwrap()));
        let number = made("{ type: integer, minimum: 10, multipleOf: 25 }", seed).unwrap();
        assert_eq!(number.as_i64().unwrap() % 25, 0);
        let list = made("{ type: array, minItems: 3, uniqueItems: true, items: { type: integer, minimum: 1, maximum: 9 } }", seed).unwrap();
        assert!(list.as_array().unwrap().len() >= 3);
    }
}

#[test]
fn a_discriminator_says_which_shape_it_is() {
    let contract = contract(
        "    Pet:
      oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }]
      discriminator: { propertyName: kind, mapping: { CAT: '#/components/schemas/Cat', DOG: '#/components/schemas/Dog' } }
    Cat: { type: object, required: [kind, lives], properties: { kind: { type: string }, lives: { type: integer } } }
    Dog: { type: object, required: [kind, tricks], properties: { kind: { type: string }, tricks: { type: integer } } }
",
    );
    let pet = named(&contract, "Pet");
    let mut kinds: Vec<String> = (0..20)
        .map(|seed| {
            let value = Sampler::new(&contract, seed, TASTE).value(pet).unwrap();
            let field = if value["kind"] == "CAT" {
                "lives"
            } else {
                "tricks"
            };
            assert!(value[field].is_i64(), "{value}");
            value["kind"].as_str().unwrap().to_owned()
        })
        .collect();
    kinds.sort();
    kinds.dedup();
    assert_eq!(kinds, ["CAT", "DOG"]);
}

#[test]
fn what_only_the_other_side_sets_is_left_out() {
    let schema = "{ type: object, required: [id, title, secret], properties: { id: { type: string, readOnly: true }, title: { type: string, example: Pay the rent }, secret: { type: string, writeOnly: true } } }";
    let contract = contract(&format!("    A: {schema}\n"));
    let shape = named(&contract, "A");
    let of = |way| {
        let taste = Taste {
            way,
            optional: Optional::All,
            examples: Examples::First,
        };
        Sampler::new(&contract, 1, taste).value(shape).unwrap()
    };
    let (given, gotten) = (of(Way::In), of(Way::Out));
    assert_eq!(given["title"], "Pay the rent");
    assert!(
        given.get("id").is_none() && given.get("secret").is_some(),
        "{given}"
    );
    assert!(
        gotten.get("id").is_some() && gotten.get("secret").is_none(),
        "{gotten}"
    );
}

#[test]
fn a_shape_that_holds_itself_comes_to_an_end() {
    let schema = "{ type: object, required: [name], properties: { name: { type: string }, parts: { type: array, items: { $ref: '#/components/schemas/A' } }, whole: { $ref: '#/components/schemas/A' } } }";
    assert!(made(schema, 1).is_some());
    let endless =
        "{ type: object, required: [a], properties: { a: { $ref: '#/components/schemas/A' } } }";
    assert_eq!(made(endless, 1), None);
}

#[test]
fn edges_are_allowed_and_what_is_beyond_them_is_not() {
    let contract = parse(&Source::new("tasks.yaml", TASKS), &Loading::alone());
    let shape = named(&contract, "CreateTask");
    let base = json!({ "title": "Pay the rent", "priority": "LOW", "isPinned": false, "dueAt": "2026-11-21T08:25:00Z" });
    let mut sampler = Sampler::new(&contract, 1, TASTE);
    let edges = sampler.edges(shape, &base);
    let said: Vec<&str> = edges.iter().map(|edge| &*edge.what).collect();
    assert!(
        said.contains(&"`title` with 120 characters, which are allowed"),
        "{said:#?}"
    );
    assert!(
        said.contains(&"`priority` as \"HIGH\", one of its values"),
        "{said:#?}"
    );
    assert!(edges.iter().all(|edge| edge.kind == VariationKind::Edge));
    let wrongs = sampler.wrongs(shape, &base);
    let said: Vec<(&str, VariationKind)> = wrongs
        .iter()
        .map(|wrong| (&*wrong.what, wrong.kind))
        .collect();
    for expected in [
        ("without `title`, which is required", VariationKind::Missing),
        (
            "with `noSuchField`, which there is not",
            VariationKind::Unknown,
        ),
        (
            "`title` with 121 characters, which are not allowed",
            VariationKind::Limit,
        ),
        (
            "`title` with 0 characters, which are not allowed",
            VariationKind::Limit,
        ),
        ("`title` as an object", VariationKind::Type),
        (
            "`priority` with a value that is not listed",
            VariationKind::Listed,
        ),
        (
            "`dueAt` as \"yesterday\", which is no date-time",
            VariationKind::Form,
        ),
        ("`isPinned` as the text \"perhaps\"", VariationKind::Type),
    ] {
        assert!(said.contains(&expected), "{expected:?} is not in {said:#?}");
    }
}

#[test]
fn parameters_have_edges_too() {
    let contract = parse(&Source::new("tasks.yaml", TASKS), &Loading::alone());
    let list = contract.endpoint_named("listTasks").unwrap();
    let size = list
        .parameters
        .iter()
        .find(|parameter| &*parameter.name.text == "pageSize")
        .unwrap();
    assert_eq!(size.location, Location::Query);
    let mut sampler = Sampler::new(&contract, 1, TASTE);
    let edges = sampler.edges(size.shape.unwrap(), &json!(20));
    let values: Vec<&Value> = edges.iter().map(|edge| &edge.value).collect();
    assert_eq!(values, [&json!(1), &json!(100)]);
    let wrongs = sampler.wrongs(size.shape.unwrap(), &json!(20));
    let values: Vec<&Value> = wrongs.iter().map(|wrong| &wrong.value).collect();
    assert_eq!(
        values,
        [&json!(0), &json!(101), &json!(1.5), &json!("seven")]
    );
}

proptest! {
    #[test]
    fn no_shape_is_too_strange(schema in "[a-zA-Z0-9:{}\\[\\], '^$*+?()|\\\\-]{0,60}", seed in any::<u64>()) {
        let contract = contract(&format!("    A: {{ type: string, pattern: '{}' }}\n", schema.replace('\'', "")));
        if let Some((_, shape)) = contract.names.first() {
            let mut sampler = Sampler::new(&contract, seed, TASTE);
            if let Some(value) = sampler.value(*shape) {
                prop_assert!(fits(&contract, *shape, &value, Way::In));
                let _ = sampler.edges(*shape, &value);
                let _ = sampler.wrongs(*shape, &value);
            }
        }
    }
}
