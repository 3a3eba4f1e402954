//! The model: what each part of a contract becomes.

use guild_check::Source;
use guild_check_api::contract::{
    Contract, Language, ListForm, Location, Method, Origin, SchemeKind, Status, Types,
};
use guild_check_api::{Loading, parse};

const TASKS: &str =
    include_str!("../../../../skills/api-and-interface-design/references/tasks.openapi.yaml");

fn read(text: &str) -> Contract {
    parse(&Source::new("contract.yaml", text), &Loading::alone())
}

#[test]
fn an_endpoint_has_its_parameters_answers_and_security() {
    let contract = read(TASKS);
    assert_eq!(contract.language, Language::OpenApi31);
    let endpoint = contract.endpoint_named("updateTask").unwrap();
    assert_eq!(endpoint.method, Method::Patch);
    assert_eq!(&*endpoint.path.text, "/api/tasks/{id}");
    let place = contract.place(endpoint.spot);
    assert_eq!(place.source.slice(place.span), "patch");
    let id = &endpoint.parameters[0];
    assert_eq!(
        (&*id.name.text, id.location, id.is_required),
        ("id", Location::Path, true)
    );
    assert_eq!(contract.place(id.name.spot).start().line, 189);
    let statuses: Vec<Status> = endpoint.errors().map(|answer| answer.status).collect();
    assert_eq!(statuses.first(), Some(&Status::One(400)));
    let security = endpoint.security.as_ref().unwrap();
    assert_eq!(&*security.alternatives[0][0].scopes[0].text, "tasks:write");
    assert_eq!(contract.schemes[0].kind, SchemeKind::Http("bearer".into()));
}

#[test]
fn fields_follow_references_all_of_and_one_of() {
    let contract = read(TASKS);
    let endpoint = contract.endpoint_named("getTask").unwrap();
    let shape = endpoint.answers[0].json().unwrap().shape.unwrap();
    let fields = contract.fields(shape);
    assert!(fields.get("id").unwrap().is_required);
    assert!(fields.get("status").unwrap().is_required);
    // Only a finished task has it.
    assert!(!fields.get("completedAt").unwrap().is_required);
    let notes = contract.shape(fields.get("notes").unwrap().shape);
    assert_eq!(notes.types, Types::STRING.with(Types::NULL));
}

#[test]
fn a_list_says_what_it_has_of_pagination() {
    let contract = read(TASKS);
    let list = contract
        .pagination(contract.endpoint_named("listTasks").unwrap())
        .unwrap();
    assert_eq!(list.form, ListForm::Field("items".into()));
    assert_eq!(list.fields.join(" "), "page pageSize totalItems totalPages");
    assert!(list.parameters.contains(&"pageSize".into()));
    assert_eq!(
        contract.pagination(contract.endpoint_named("getTask").unwrap()),
        None
    );
}

#[test]
fn each_version_has_its_own_words() {
    let old = read(
        "openapi: 3.0.3\npaths: {}\ncomponents:\n  schemas:\n    A: { type: string, nullable: true, minimum: 1, exclusiveMinimum: true }\n",
    );
    let shape = contract_shape(&old);
    assert_eq!(shape.0, Types::STRING.with(Types::NULL));
    assert!(shape.1);
    let new = read(
        "openapi: 3.2.0\npaths: {}\ncomponents:\n  schemas:\n    A: { type: [string, 'null'], exclusiveMinimum: 1 }\n",
    );
    assert_eq!(contract_shape(&new), shape);
}

fn contract_shape(contract: &Contract) -> (Types, bool) {
    let shape = contract.shape(contract.names[0].1);
    (shape.types, shape.limits.minimum.unwrap().is_exclusive)
}

#[test]
fn webhooks_callbacks_and_methods_of_version_3_2_are_endpoints() {
    let contract = read(
        "openapi: 3.2.0\npaths:\n  /search:\n    query:\n      responses: { '200': { description: ok } }\n    additionalOperations:\n      PURGE:\n        responses: { '204': { description: ok } }\n    post:\n      callbacks:\n        done:\n          '{$request.body#/url}':\n            post: { responses: { '200': { description: ok } } }\n      responses: { '201': { description: ok } }\nwebhooks:\n  taskDone:\n    post: { responses: { '200': { description: ok } } }\n",
    );
    assert_eq!(contract.faults, []);
    let found: Vec<(&str, Origin)> = contract
        .endpoints
        .iter()
        .map(|endpoint| (endpoint.method.word(), endpoint.origin))
        .collect();
    assert_eq!(
        found,
        [
            ("QUERY", Origin::Path),
            ("POST", Origin::Path),
            ("POST", Origin::Callback),
            ("PURGE", Origin::Path),
            ("POST", Origin::Webhook)
        ]
    );
    assert_eq!(contract.endpoints[2].caller, Some(1));
}

#[test]
fn a_place_is_found_again_as_a_pointer() {
    let contract = read(TASKS);
    let endpoint = contract.endpoint_named("updateTask").unwrap();
    let pointer = "/paths/~1api~1tasks~1{id}/patch";
    assert_eq!(contract.pointer(endpoint.spot), pointer);
    let answer = &endpoint.answers[0];
    assert_eq!(
        contract.pointer(answer.spot),
        format!("{pointer}/responses/200")
    );
    let task = contract
        .names
        .iter()
        .find(|(name, _)| &*name.text == "TaskId")
        .unwrap();
    for spot in [task.0.spot, contract.shape(task.1).spot] {
        assert_eq!(contract.pointer(spot), "/components/schemas/TaskId");
    }
    let root = contract.files[0].root().unwrap();
    for view in contract.files[0].views() {
        let pointer = contract.files[0].pointer(view.id);
        let found = root.pointer(&pointer).map(|found| found.written());
        assert_eq!(found, Some(view.written()), "{pointer}");
    }
}
