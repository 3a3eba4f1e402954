//! Bodies of a live exchange, held against the files that a plan names: JSON Schemas and contracts.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use guild_check::operation::Bodies;
use guild_check::{Source, shortened};

use crate::conform::{Way, mismatch};
use crate::contract::{Answer, Endpoint, Origin, Status};
use crate::tree::{Tree, View};
use crate::{Contract, Loading, load, parse};

/// A contract that was read, or why it cannot be.
type Read = Result<Arc<Contract>, String>;

/// The schemas and contracts of a folder, each read once.
#[derive(Debug)]
pub struct FolderBodies {
    folder: PathBuf,
    read: Mutex<HashMap<(Kind, String), Read>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Schema,
    Contract,
}

/// A contract whose only answer is what a schema describes; the schema is a file beside it.
const AROUND: &str = r#"{"openapi": "3.1.0", "info": {"title": "A schema", "version": "1"}, "paths": {"/": {"get": {"responses": {"200": {"description": "A body", "content": {"application/json": {"schema": {"$ref": FILE}}}}}}}}}"#;

/// No longer text is told of a value.
const LONGEST: usize = 200;

impl FolderBodies {
    /// Takes the folder that files are relative to.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
            read: Mutex::default(),
        }
    }

    fn contract(&self, kind: Kind, file: &str) -> Read {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = read.entry((kind, file.to_owned()));
        let path = self.folder.join(file);
        entry
            .or_insert_with(|| match kind {
                Kind::Schema => around(&path),
                Kind::Contract => load(&path).map(Arc::new).map_err(|error| error.to_string()),
            })
            .clone()
    }
}

/// Reads a schema as the body of a contract's only answer.
fn around(path: &Path) -> Read {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    if !path.is_file() {
        return Err(format!("{} is not there", path.display()));
    }
    let reference = serde_json::Value::from(format!("./{name}")).to_string();
    let source = Source::new("schema.around.json", AROUND.replace("FILE", &reference));
    let contract = parse(&source, &Loading::within(folder));
    match contract.faults.first() {
        Some(fault) => Err(format!("`{name}` cannot be read: {}", fault.message)),
        None => Ok(Arc::new(contract)),
    }
}

impl Bodies for FolderBodies {
    fn schema(&self, file: &str, body: &str) -> Vec<String> {
        match self.contract(Kind::Schema, file) {
            Ok(contract) => judge(&contract, "GET", "/", 200, body),
            Err(why) => vec![why],
        }
    }

    fn answer(&self, file: &str, method: &str, path: &str, status: u16, body: &str) -> Vec<String> {
        match self.contract(Kind::Contract, file) {
            Ok(contract) => judge(&contract, method, path, status, body),
            Err(why) => vec![why],
        }
    }
}

fn judge(contract: &Contract, method: &str, path: &str, status: u16, body: &str) -> Vec<String> {
    let Some(endpoint) = find(contract, method, path) else {
        return vec![format!("the contract has no operation {method} {path}")];
    };
    let Some(answer) = answer_of(endpoint, status) else {
        return vec![format!(
            "the contract has no answer {status} for {method} {}",
            endpoint.path.text
        )];
    };
    let Some(media) = answer.json() else {
        return match body.trim().is_empty() {
            true => Vec::new(),
            false => vec![format!("the contract has no JSON body for {status}")],
        };
    };
    let tree = Tree::parse(&Source::new("body.json", body), Loading::alone().limits);
    let Some(root) = tree.root().filter(|_| tree.faults.is_empty()) else {
        return vec!["the body is no JSON".to_owned()];
    };
    let found = media
        .shape
        .and_then(|shape| mismatch(contract, shape, root, Way::Out));
    found
        .into_iter()
        .map(|found| sentence(found.at, &found.message))
        .collect()
}

/// Says which value is not what the contract says.
fn sentence(at: View<'_>, message: &str) -> String {
    let text = match way(at).as_str() {
        "" => format!("the body {message}"),
        way => format!("`{way}` {message}"),
    };
    shortened(&text, LONGEST)
}

/// Gives the way to a value: `items[3].dueAt`.
fn way(at: View<'_>) -> String {
    let mut steps = Vec::new();
    let mut value = at;
    while let Some(parent) = value.parent() {
        steps.push(match parent.is_list() {
            true => {
                let index = parent.items().position(|item| item.span() == value.span());
                format!("[{}]", index.unwrap_or_default())
            }
            false => format!(".{}", value.key()),
        });
        value = parent;
    }
    steps.reverse();
    steps.concat().trim_start_matches('.').to_owned()
}

/// Finds the operation of a real path: the one with the most words of its own. A contract may leave out the start that
/// its servers add.
fn find<'a>(contract: &'a Contract, method: &str, path: &str) -> Option<&'a Endpoint> {
    let segments: Vec<&str> = path.trim_end_matches('/').split('/').skip(1).collect();
    (0..=segments.len().min(4)).find_map(|left_out| {
        let fits = |endpoint: &&Endpoint| {
            endpoint.origin == Origin::Path
                && endpoint.method.word() == method
                && literal(&endpoint.path.text, &segments[left_out..]).is_some()
        };
        let all = contract.endpoints.iter().filter(fits);
        all.max_by_key(|endpoint| literal(&endpoint.path.text, &segments[left_out..]))
    })
}

/// Counts the segments of a template that are words, if a path fits it.
fn literal(template: &str, segments: &[&str]) -> Option<usize> {
    let wanted: Vec<&str> = template.trim_end_matches('/').split('/').skip(1).collect();
    let pairs = || wanted.iter().zip(segments);
    let is_open = |wanted: &str| wanted.contains('{') || wanted.starts_with(':');
    let fits = wanted.len() == segments.len()
        && pairs().all(|(wanted, segment)| is_open(wanted) || wanted == segment);
    fits.then(|| pairs().filter(|(wanted, _)| !is_open(wanted)).count())
}

/// The exact status goes before its class, and that before all others.
fn answer_of(endpoint: &Endpoint, status: u16) -> Option<&Answer> {
    let rank = |answer: &&Answer| match answer.status {
        Status::One(one) if one == status => Some(0),
        Status::Class(class) if u16::from(class) == status / 100 => Some(1),
        Status::Default => Some(2),
        Status::One(_) | Status::Class(_) => None,
    };
    let fitting = endpoint
        .answers
        .iter()
        .filter(|answer| rank(answer).is_some());
    fitting.min_by_key(|answer| rank(answer))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[(&str, &str)]) -> (tempfile::TempDir, FolderBodies) {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        let bodies = FolderBodies::new(folder.path());
        (folder, bodies)
    }

    #[test]
    fn a_body_is_held_against_a_schema_with_its_own_definitions() {
        let schema = r##"{"type": "object", "required": ["items"], "properties": {"items": {"type": "array", "items": {"$ref": "#/$defs/task"}}}, "$defs": {"task": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string", "minLength": 2}}}}}"##;
        let (_folder, bodies) = folder(&[("task.schema.json", schema)]);
        let held = |body| bodies.schema("task.schema.json", body);
        assert_eq!(held(r#"{"items": [{"id": "ab"}]}"#), Vec::<String>::new());
        let found = held(r#"{"items": [{"id": "ab"}, {"id": 7}]}"#);
        assert!(
            found.len() == 1 && found[0].starts_with("`items[1].id` "),
            "{found:?}"
        );
        assert_eq!(held("{"), ["the body is no JSON"]);
        assert!(bodies.schema("none.json", "{}")[0].ends_with("is not there"));
    }

    #[test]
    fn an_answer_is_held_against_the_operation_of_its_path() {
        let contract = r#"{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/tasks/{id}": {"get": {"responses": {"200": {"description": "A task", "content": {"application/json": {"schema": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}}}}}, "404": {"description": "None"}}}}, "/tasks/open": {"get": {"responses": {"204": {"description": "Nothing"}}}}}}"#;
        let (_folder, bodies) = folder(&[("openapi.json", contract)]);
        let held = |path, status, body| bodies.answer("openapi.json", "GET", path, status, body);
        assert_eq!(
            held("/tasks/1", 200, r#"{"id": "1"}"#),
            Vec::<String>::new()
        );
        assert_eq!(
            held("/api/v1/tasks/1", 200, r#"{"id": "1"}"#),
            Vec::<String>::new()
        );
        assert_eq!(
            held("/tasks/1", 200, "{}"),
            ["the body has no `id`, which is required"]
        );
        assert_eq!(
            held("/tasks/1", 500, "{}"),
            ["the contract has no answer 500 for GET /tasks/{id}"]
        );
        assert_eq!(held("/tasks/open", 204, ""), Vec::<String>::new());
        assert_eq!(
            held("/notes", 200, "{}"),
            ["the contract has no operation GET /notes"]
        );
    }
}
