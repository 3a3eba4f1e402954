//! Contracts in several files.

use std::fs;

use guild_check_api::contract::FaultKind;
use guild_check_api::{Contract, LoadError, load};

/// Loads the first of some files from a folder that holds them all.
pub(crate) fn load_all(files: &[(&str, &str)]) -> Contract {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("api");
    for (path, text) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    load(&root.join(files[0].0)).unwrap()
}

/// Loads a file from a folder in which a link leads to a text outside of it.
#[cfg(unix)]
pub(crate) fn load_with_a_link_out(link: (&str, &str), file: (&str, &str)) -> Contract {
    let folder = tempfile::tempdir().unwrap();
    let api = folder.path().join("api");
    fs::create_dir(&api).unwrap();
    fs::write(folder.path().join("secret"), link.1).unwrap();
    std::os::unix::fs::symlink("../secret", api.join(link.0)).unwrap();
    fs::write(api.join(file.0), file.1).unwrap();
    load(&api.join(file.0)).unwrap()
}

fn kinds(contract: &Contract) -> Vec<FaultKind> {
    contract.faults.iter().map(|fault| fault.kind).collect()
}

fn root(schema: &str) -> String {
    format!(
        "openapi: 3.1.0\npaths:\n  /tasks:\n    get:\n      responses:\n        '200':\n          description: ok\n          content:\n            application/json:\n              schema: {schema}\n"
    )
}

#[test]
fn a_contract_may_be_split_in_both_languages_and_in_circles() {
    let contract = load_all(&[
        (
            "openapi.yaml",
            "openapi: 3.0.3\npaths:\n  /tasks:\n    $ref: paths/tasks.yaml\n",
        ),
        (
            "paths/tasks.yaml",
            "get:\n  responses:\n    '200':\n      description: ok\n      content:\n        application/json:\n          schema:\n            $ref: '../schemas/task.json#/Task'\n",
        ),
        (
            "schemas/task.json",
            "{\"Task\": {\"type\": \"object\", \"properties\": {\"id\": {\"type\": \"string\"}, \"parent\": {\"$ref\": \"#/Task\"}, \"all\": {\"$ref\": \"../paths/tasks.yaml#/get/responses/200/content/application~1json/schema\"}}}}",
        ),
    ]);
    assert_eq!(contract.faults, []);
    assert_eq!(contract.files.len(), 3);
    let endpoint = &contract.endpoints[0];
    let shape = endpoint.answers[0].json().unwrap().shape.unwrap();
    let fields = contract.fields(shape);
    let names: Vec<&str> = fields.list.iter().map(|field| &*field.name.text).collect();
    assert_eq!(names, ["id", "parent", "all"]);
    let place = contract.place(fields.list[0].name.spot);
    assert!(place.source.path().ends_with("schemas/task.json"));
    let inner = contract.fields(fields.list[2].shape);
    assert_eq!(inner.list.len(), 3);
}

#[test]
fn operations_and_whole_maps_may_stand_in_files_of_their_own() {
    let contract = load_all(&[
        (
            "openapi.yaml",
            "openapi: 3.0.3\npaths:\n  $ref: paths.yaml\ncomponents:\n  schemas: { $ref: schemas.yaml }\n",
        ),
        (
            "paths.yaml",
            "/tasks/{id}:\n  get: { $ref: 'operations/show.yaml' }\n",
        ),
        (
            "operations/show.yaml",
            "operationId: showTask\nparameters: { $ref: '../parameters.yaml' }\nresponses: { $ref: 'answers.yaml' }\n",
        ),
        (
            "operations/answers.yaml",
            "'200':\n  description: ok\n  content: { $ref: '../content.yaml' }\n",
        ),
        (
            "content.yaml",
            "application/json: { schema: { $ref: 'schemas.yaml#/Task' } }\n",
        ),
        (
            "parameters.yaml",
            "- { name: id, in: path, required: true, schema: { type: string } }\n",
        ),
        (
            "schemas.yaml",
            "Task: { type: object, properties: { id: { type: string } } }\n",
        ),
    ]);
    assert_eq!(contract.faults, []);
    let endpoint = &contract.endpoints[0];
    assert_eq!(endpoint.title(), "GET /tasks/{id}");
    let place = contract.place(endpoint.spot);
    assert!(place.source.path().ends_with("paths.yaml"), "{place:?}");
    assert_eq!(endpoint.parameters.len(), 1);
    let shape = endpoint.answers[0].json().unwrap().shape.unwrap();
    assert_eq!(contract.fields(shape).list.len(), 1);
    assert_eq!(contract.names[0].0.text.as_ref(), "Task");
}

#[test]
fn a_reference_out_of_the_folder_or_to_nothing_is_told_at_its_place() {
    for (reference, kind) in [
        ("'../secret.yaml'", FaultKind::Outside),
        ("'paths/../../secret.yaml'", FaultKind::Outside),
        ("'/etc/passwd'", FaultKind::Outside),
        ("'missing.yaml'", FaultKind::Unresolved),
        ("'#/components/schemas/None'", FaultKind::Unresolved),
        ("'https://example.com/a.yaml'", FaultKind::Remote),
        ("'//example.com/a.yaml'", FaultKind::Remote),
        ("'file:///etc/passwd'", FaultKind::Remote),
    ] {
        let contract = load_all(&[("openapi.yaml", &root(&format!("{{ $ref: {reference} }}")))]);
        assert_eq!(kinds(&contract), [kind], "{reference}");
        let place = contract.place(contract.faults[0].spot);
        assert_eq!(place.source.slice(place.span), reference);
    }
}

#[test]
#[cfg(unix)]
fn a_link_out_of_the_folder_is_not_followed() {
    let contract = load_with_a_link_out(
        ("link.yaml", "type: string"),
        ("openapi.yaml", &root("{ $ref: link.yaml }")),
    );
    assert_eq!(kinds(&contract), [FaultKind::Outside]);
}

#[test]
fn references_in_a_circle_end() {
    let contract = load_all(&[
        ("openapi.yaml", &root("{ $ref: 'a.yaml' }")),
        ("a.yaml", "$ref: 'b.yaml'\n"),
        ("b.yaml", "$ref: 'a.yaml'\n"),
    ]);
    assert!(
        kinds(&contract)
            .iter()
            .all(|kind| *kind == FaultKind::Unresolved)
    );
    assert!(!contract.faults.is_empty());
}

#[test]
fn anchors_and_ids_of_schemas_are_found() {
    let text = root("{ $ref: '#task' }")
        + "components:\n  schemas:\n    Task: { $anchor: task, type: object, properties: { owner: { $ref: 'urn:owner' } } }\n    Owner: { $id: 'urn:owner', type: string }\n";
    assert_eq!(load_all(&[("openapi.yaml", &text)]).faults, []);
}

#[test]
fn a_file_that_is_not_there_or_not_text_is_a_clear_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.yaml");
    assert!(matches!(load(&path), Err(LoadError::Unreadable { .. })));
    fs::write(&path, b"openapi: \xff").unwrap();
    assert!(matches!(
        load(&path),
        Err(LoadError::NotText { byte: 9, .. })
    ));
}

#[test]
fn the_name_of_a_file_may_be_percent_encoded() {
    for (name, path) in [
        ("a%20task.yaml", "a task.yaml"),
        ("100%.yaml", "100%.yaml"),
        ("a%+5.yaml", "a%+5.yaml"),
    ] {
        let root = root(&format!("{{ $ref: '{name}' }}"));
        let contract = load_all(&[("openapi.yaml", &root), (path, "type: string\n")]);
        assert_eq!(contract.faults, [], "{name}");
    }
}
