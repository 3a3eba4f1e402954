//! The published contract: what it promises is what is committed and served.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use crate::world::World;

#[test]
fn the_committed_contract_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        committed == guild_server::openapi_json(),
        "docs/openapi.json is not what the handlers say: run `cargo xtask generate`"
    );
}

#[test]
fn the_contract_is_served_as_it_is_committed() {
    let world = World::empty();
    let served = world.get("/openapi.json");
    assert_eq!(served.text(), guild_server::openapi_json());
    assert_eq!(served.json()["openapi"], "3.1.0");
}

#[test]
fn every_operation_is_named_described_and_states_its_errors() {
    for (path, operation) in operations() {
        let id = operation["operationId"].as_str().unwrap();
        assert!(operation["summary"].is_string(), "{id}");
        assert!(operation["tags"].is_array(), "{id}");
        let responses = operation["responses"].as_object().unwrap();
        assert!(responses.contains_key("400"), "{id}");
        assert_eq!(responses.contains_key("404"), path.contains('{'), "{id}");
        let is_list = id.starts_with("list");
        assert_eq!(responses.contains_key("422"), is_list, "{id}");
        for (status, response) in responses {
            assert!(
                !response["description"].as_str().unwrap().is_empty(),
                "{id} {status}"
            );
            if status.as_str() >= "400" {
                let body = &response["content"]["application/json"];
                let general = &body["schema"]["allOf"][1]["$ref"];
                assert_eq!(general, "#/components/schemas/ErrorBody", "{id} {status}");
            }
        }
    }
}

#[test]
fn every_refusal_states_its_codes_with_an_example_of_each() {
    let contract: Value = serde_json::from_str(&guild_server::openapi_json()).unwrap();
    let known = contract["info"]["description"].as_str().unwrap();
    for (path, operation) in operations() {
        let responses = operation["responses"].as_object().unwrap();
        let refusals = responses
            .iter()
            .filter(|(status, _)| status.as_str() >= "400");
        for (status, response) in refusals {
            let body = &response["content"]["application/json"];
            let detail = &body["schema"]["allOf"][0]["properties"]["error"];
            let codes = detail["properties"]["code"]["enum"].as_array().unwrap();
            assert!(!codes.is_empty(), "{path} {status}");
            for code in codes.iter().map(|code| code.as_str().unwrap()) {
                let example = &body["examples"][code]["value"]["error"]["code"];
                assert_eq!(example, code, "{path} {status}");
                let told = format!("`{code}` ({status})");
                assert!(known.contains(&told), "{path}: {told}");
            }
        }
    }
}

#[test]
fn every_parameter_is_described_and_named_in_the_path() {
    for (path, operation) in operations() {
        let parameters = operation["parameters"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let in_path = parameters
            .iter()
            .filter(|parameter| parameter["in"] == "path");
        let named: BTreeSet<&str> = in_path
            .map(|parameter| parameter["name"].as_str().unwrap())
            .collect();
        let wanted = path
            .split('/')
            .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
        assert_eq!(named, wanted.collect(), "{path}");
        for parameter in &parameters {
            assert!(
                parameter["description"].is_string(),
                "{path} {}",
                parameter["name"]
            );
        }
    }
}

#[test]
fn every_operation_answers_under_its_path() {
    let world = World::of_samples();
    let digest = world.get("/api/skills/tea-maker").json()["latestRelease"]["digest"].clone();
    for (path, _) in operations() {
        let path = path
            .replace("{pack}", "developer-pack")
            .replace("{name}", "tea-maker")
            .replace("{version}", "1.1.0")
            .replace("{path}", "references/water.html")
            .replace("{archive}", "tea-maker.zip")
            .replace("{digest}", digest.as_str().unwrap());
        assert_eq!(world.get(&path).status, 200, "{path}");
    }
}

fn operations() -> Vec<(String, Value)> {
    let contract: Value = serde_json::from_str(&guild_server::openapi_json()).unwrap();
    let paths = contract["paths"].as_object().unwrap().clone();
    let paths = paths.into_iter();
    paths
        .map(|(path, item)| (path, item["get"].clone()))
        .collect()
}
