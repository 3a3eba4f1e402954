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
    for (method, path, operation) in operations() {
        let id = operation["operationId"].as_str().unwrap();
        assert!(operation["summary"].is_string(), "{id}");
        assert!(operation["tags"].is_array(), "{id}");
        let responses = operation["responses"].as_object().unwrap();
        assert!(responses.contains_key("400"), "{id}");
        // What is missing is named by the path, or by the body of these.
        let by_body = ["createReport", "createInvitation", "createWebhook"];
        let names = path.contains('{') || by_body.contains(&id);
        assert_eq!(responses.contains_key("404"), names, "{id}");
        // These two take what a list takes, or a version.
        let is_list = id.starts_with("list") || ["showFacets", "showReleaseChanges"].contains(&id);
        if method == "get" {
            assert_eq!(responses.contains_key("422"), is_list, "{id}");
        }
        // What only some may do says so, and says how to prove it.
        let is_entrance = ["createSession", "createTrustedToken"].contains(&id);
        let unknown = responses
            .get("401")
            .map(|answer| answer["description"].as_str().unwrap());
        let is_kept = unknown.is_some_and(|said| said.starts_with("The catalog is private"));
        let is_for_some = unknown.is_some() && !is_entrance && !is_kept;
        assert_eq!(operation["security"].is_array(), is_for_some, "{id}");
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
    for (_, path, operation) in operations() {
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
    for (_, path, operation) in operations() {
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
    let anna = crate::people::Person::first(&world);
    let token = anna.token(&world, &["admin"]);
    let authorization = format!("Bearer {token}");
    let hook = serde_json::json!({"url": "https://a.example/"});
    let hook = anna.send(&world, "POST", "/api/webhooks", &hook).json();
    for (method, path, _) in operations() {
        if method != "get" {
            continue;
        }
        let path = path
            .replace("{pack}", "developer-pack")
            .replace("{name}", "tea-maker")
            .replace("{version}", "1.1.0")
            .replace("{path}", "references/water.html")
            .replace("{archive}", "tea-maker.zip")
            .replace("{digest}", digest.as_str().unwrap())
            .replace("{id}", hook["webhook"]["id"].as_str().unwrap())
            .replace("/changes", "/changes?since=1.0.0");
        let headers = [("authorization", authorization.as_str())];
        assert_eq!(world.request("GET", &path, &headers).status, 200, "{path}");
    }
}

#[test]
fn what_any_operation_may_answer_is_said_of_each() {
    let contract: Value = serde_json::from_str(&guild_server::openapi_json()).unwrap();
    let declared = contract["components"]["responses"].as_object().unwrap();
    assert_eq!(
        declared.keys().collect::<Vec<_>>(),
        ["HeadTooLong", "KeptPrivate", "NotReady"]
    );
    for (method, _, operation) in operations() {
        let id = operation["operationId"].as_str().unwrap();
        let says = |status: &str, code: &str| {
            let body = &operation["responses"][status]["content"]["application/json"];
            body["examples"][code].is_object()
        };
        assert!(says("431", "HEAD_TOO_LONG"), "{id}");
        assert!(says("500", "INTERNAL_ERROR"), "{id}");
        assert_eq!(says("500", "DISK_FULL"), method != "get", "{id}");
        // That the process answers does not depend on the catalog.
        assert_eq!(says("503", "NOT_READY"), id != "showHealth", "{id}");
        // What it takes to become known, and what says how the server is, is open in a private catalog too.
        let entrances = ["createAccount", "createSession", "createTrustedToken"];
        let is_open = [&entrances[..], &["showHealth", "showReadiness"]]
            .concat()
            .contains(&id);
        assert_eq!(says("401", "UNAUTHENTICATED"), !is_open, "{id}");
    }
}

/// The operations, with each answer that several refer to written out.
fn operations() -> Vec<(String, String, Value)> {
    let contract: Value = serde_json::from_str(&guild_server::openapi_json()).unwrap();
    let mut paths = contract["paths"].as_object().unwrap().clone();
    let operations = paths.values_mut().flat_map(|item| item.as_object_mut());
    for operation in operations.flat_map(|item| item.values_mut()) {
        let responses = operation["responses"].as_object_mut().unwrap();
        for response in responses.values_mut() {
            let reference = response["$ref"].as_str();
            if let Some(place) = reference.and_then(|reference| reference.strip_prefix('#')) {
                *response = contract.pointer(place).unwrap().clone();
            }
        }
    }
    let of_path = |(path, item): (String, Value)| {
        let methods = item.as_object().unwrap().clone().into_iter();
        methods.map(move |(method, operation)| (method, path.clone(), operation))
    };
    paths.into_iter().flat_map(of_path).collect()
}

/// What two other linters find, by their rules.
fn found_by_others(contract: &Path) -> BTreeSet<String> {
    let installed = |name: &str| {
        let path = std::env::var_os(name);
        path.unwrap_or_else(|| panic!("`cargo xtask test` installs it and names it in {name}"))
    };
    let (node, programs) = (
        installed("GUILD_TEST_NODE"),
        installed("GUILD_TEST_LINTERS"),
    );
    let folder = tempfile::tempdir().unwrap();
    let ruleset = folder.path().join("ruleset.yaml");
    std::fs::write(&ruleset, "extends: ['spectral:oas']\n").unwrap();
    let run = |program: &str, words: &[&str]| -> Value {
        let mut command = std::process::Command::new(&node);
        command
            .arg(Path::new(&programs).join(program))
            .args(words)
            .arg(contract);
        command
            .current_dir(folder.path())
            .env("REDOCLY_TELEMETRY", "off")
            .env("REDOCLY_SUPPRESS_UPDATE_NOTICE", "true");
        let output = command.output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        let start = text.find(['[', '{']).unwrap_or(0);
        let mut all = serde_json::Deserializer::from_str(&text[start..]).into_iter();
        let first: Option<Result<Value, _>> = all.next();
        first
            .and_then(Result::ok)
            .unwrap_or_else(|| panic!("{program}: {text} {output:?}"))
    };
    let ruleset = ruleset.to_str().unwrap();
    let spectral = run(
        "spectral",
        &["lint", "--format", "json", "--quiet", "--ruleset", ruleset],
    );
    let redocly = run(
        "redocly",
        &[
            "lint",
            "--extends",
            "recommended",
            "--format",
            "json",
            "--max-problems",
            "1000",
        ],
    );
    let rules = |list: &Value, key: &str| -> Vec<String> {
        let list = list.as_array().unwrap_or_else(|| panic!("{list}"));
        list.iter()
            .map(|found| found[key].as_str().unwrap().to_owned())
            .collect()
    };
    let mut found: BTreeSet<String> = rules(&spectral, "code").into_iter().collect();
    found.extend(rules(&redocly["problems"], "ruleId"));
    found
}

#[test]
fn other_linters_find_nothing_that_the_specification_asks_for() {
    let folder = tempfile::tempdir().unwrap();
    let contract = folder.path().join("openapi.json");
    std::fs::write(&contract, guild_server::openapi_json()).unwrap();
    let found = found_by_others(&contract);
    // Whom to ask depends on who runs the catalog. Scopes of a bearer token are allowed since OpenAPI 3.1, and Spectral
    // looks for them in OAuth flows alone.
    let expected = ["info-contact", "oas3-operation-security-defined"];
    assert_eq!(found, expected.map(str::to_owned).into());
    let faulty = "{\"openapi\": \"3.1.0\", \"info\": {}, \"paths\": {}}";
    std::fs::write(&contract, faulty).unwrap();
    let found = found_by_others(&contract);
    let is_judged = found.contains("no-empty-servers") && found.contains("oas3-schema");
    assert!(is_judged, "{found:?}");
}
