//! Real contracts: each is read without a fault of ours, and holds as many operations as counted independently.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use guild_check::Source;
use guild_check_api::contract::Origin;
use guild_check_api::{Contract, Loading, parse};
use serde_json::Value;

const METHODS: [&str; 9] = [
    "get", "put", "post", "delete", "options", "head", "patch", "trace", "query",
];

/// Finds a folder of the repository, or one beside it; none if it is not there.
#[expect(
    clippy::print_stdout,
    reason = "a test that has nothing to read says so"
)]
pub(crate) fn folder(name: &str) -> Option<PathBuf> {
    let ancestors = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let found = ancestors
        .map(|folder| folder.join(name))
        .find(|folder| folder.exists());
    if found.is_none() {
        println!("note: `{name}` is not here, so nothing was read from it");
    }
    found
}

pub(crate) fn texts() -> Vec<(String, String)> {
    let Some(folder) = folder("shared/corpus/openapi") else {
        return Vec::new();
    };
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let bytes = fs::read(&path).unwrap();
        let mut text = String::new();
        if let Some(name) = name.strip_suffix(".gz") {
            GzDecoder::new(&*bytes).read_to_string(&mut text).unwrap();
            texts.push((name.to_owned(), text));
        } else if !name.ends_with(".md") {
            texts.push((name, String::from_utf8(bytes).unwrap()));
        }
    }
    texts.sort();
    texts
}

fn read(name: &str, text: &str) -> Contract {
    parse(&Source::new(name, text), &Loading::alone())
}

/// Counts the operations of the paths of a JSON contract.
fn count_json(text: &str) -> usize {
    let value: Value = serde_json::from_str(text).unwrap();
    let Some(paths) = value.get("paths").and_then(Value::as_object) else {
        return 0;
    };
    let of_path = |item: &Value| {
        METHODS
            .iter()
            .filter(|method| item.get(**method).is_some())
            .count()
    };
    paths.values().map(of_path).sum()
}

/// Counts them in a YAML contract by its indentation alone.
fn count_yaml(text: &str) -> usize {
    let paths = text
        .lines()
        .skip_while(|line| line.trim_end() != "paths:")
        .skip(1);
    let paths: Vec<&str> = paths
        .take_while(|line| line.is_empty() || line.starts_with([' ', '#']))
        .collect();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let path = paths
        .iter()
        .find(|line| line.trim_start().starts_with('/'))
        .map_or(2, |line| indent(line));
    let is_operation = |line: &&&str| {
        let word = line.trim().trim_end_matches(':');
        indent(line) == 2 * path && METHODS.contains(&word)
    };
    paths.iter().filter(is_operation).count()
}

#[test]
fn every_real_contract_is_understood_and_has_its_operations() {
    for (name, text) in texts() {
        let contract = read(&name, &text);
        let found = contract
            .endpoints
            .iter()
            .filter(|endpoint| endpoint.origin == Origin::Path)
            .count();
        let counted = if name.ends_with(".json") {
            count_json(&text)
        } else {
            count_yaml(&text)
        };
        assert_eq!(found, counted, "{name}");
        assert!(
            found > 0 || name.starts_with("webhook"),
            "{name} has no operation"
        );
        let faults: Vec<String> = contract
            .faults
            .iter()
            .map(|fault| {
                format!(
                    "{:?}: {:?}: {}",
                    contract.place(fault.spot),
                    fault.kind,
                    fault.message
                )
            })
            .collect();
        assert!(faults.is_empty(), "{name}: {faults:#?}");
    }
}

#[test]
fn our_own_contracts_are_understood() {
    let Some(root) = folder("skills/api-and-interface-design")
        .and_then(|found| Some(found.parent()?.parent()?.to_path_buf()))
    else {
        return;
    };
    for (path, operations) in [
        (
            "skills/api-and-interface-design/references/tasks.openapi.yaml",
            7,
        ),
        (
            "skills/api-documentation-writer/references/example-openapi.yaml",
            1,
        ),
        (
            "docs/openapi.json",
            count_json(&fs::read_to_string(root.join("docs/openapi.json")).unwrap()),
        ),
    ] {
        let contract = guild_check_api::load(&root.join(path)).unwrap();
        assert_eq!(contract.faults, [], "{path}");
        assert_eq!(contract.endpoints.len(), operations, "{path}");
    }
}
