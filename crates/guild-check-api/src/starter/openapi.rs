//! The contract as OpenAPI 3.1: the resource pattern of SPEC.md 4 with the status mapping of SPEC.md 7.

use serde_json::{Map, Value, json};

use super::failures::{Failing, failures};
use super::noun::capital;
use super::plan::Plan;
use super::resource::Resource;
use super::schemas::{filter, reference, schemas};
use super::yaml;

/// Writes the contract.
pub fn openapi(plan: &Plan) -> String {
    let title = capital(&plan.main.noun.said_several());
    let scopes = format!(
        "The scopes are {0}:read and {0}:write.",
        plan.main.noun.path()
    );
    yaml::document(&json!({
        "openapi": "3.1.0",
        "info": {
            "title": title,
            "version": "0.1.0",
            "description": format!("{title}, as agreed on before the first handler is written. {scopes}"),
        },
        "servers": [{ "url": "http://127.0.0.1:3000" }],
        "security": [{ "bearerAuth": [] }],
        "tags": [{ "name": title, "description": format!("All that is done with {}.", plan.main.noun.said_several()) }],
        "paths": paths(plan, &title),
        "components": {
            "securitySchemes": { "bearerAuth": { "type": "http", "scheme": "bearer" } },
            "parameters": parameters(plan),
            "schemas": schemas(plan),
            "responses": responses(plan),
        },
    }))
}

fn paths(plan: &Plan, tag: &str) -> Value {
    let main = &plan.main;
    let collection = format!("/api/{}", main.noun.path());
    let item = format!("{collection}/{{id}}");
    let id = json!([{ "$ref": format!("#/components/parameters/{}", id_parameter(main)) }]);
    let mut paths = Map::new();
    let operation = |resource, deed| operation(plan, resource, deed, tag);
    paths.insert(
        collection,
        json!({ "get": operation(main, Deed::List), "post": operation(main, Deed::Create) }),
    );
    let of_item = json!({
        "parameters": id,
        "get": operation(main, Deed::Get),
        "patch": operation(main, Deed::Update),
        "delete": operation(main, Deed::Delete),
    });
    paths.insert(item.clone(), of_item);
    for sub in &plan.subs {
        let of_sub = json!({
            "parameters": id,
            "get": operation(sub, Deed::List),
            "post": operation(sub, Deed::Create),
        });
        paths.insert(format!("{item}/{}", sub.noun.path()), of_sub);
    }
    Value::Object(paths)
}

fn id_parameter(resource: &Resource) -> String {
    format!("{}InPath", resource.names.id)
}

/// What is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    List,
    Create,
    Get,
    Update,
    Delete,
}

/// What is said of an operation in both languages.
pub(super) struct Told {
    pub(super) id: String,
    pub(super) summary: String,
    pub(super) description: String,
    pub(super) scope: String,
}

/// Names an operation and says what it does.
pub(super) fn told(plan: &Plan, resource: &Resource, deed: Deed) -> Told {
    let main = &plan.main.noun;
    let noun = &resource.noun;
    let is_sub = *noun != *main;
    let of = if is_sub { main.pascal() } else { String::new() };
    let (several, said, a) = (noun.said_several(), noun.said(), noun.a());
    let (list, create) = match is_sub {
        true => (
            format!("List the {several} of {}", main.a()),
            format!("Add {a} to {}", main.a()),
        ),
        false => (format!("List {several}"), format!("Create {a}")),
    };
    let (id, summary, description) = match deed {
        Deed::List => (
            format!("list{of}{}", noun.pascal_several()),
            list,
            "Returns one page, newest first; a page beyond the end is empty.".to_owned(),
        ),
        Deed::Create => (
            format!("create{of}{}", noun.pascal()),
            create,
            format!("Makes {a} and returns it as stored."),
        ),
        Deed::Get => (
            format!("get{}", noun.pascal()),
            format!("Retrieve {a}"),
            format!("Returns the {said} as stored."),
        ),
        Deed::Update => (
            format!("update{}", noun.pascal()),
            format!("Change the given fields of {a}"),
            "Changes only the given fields; null clears those that may be null.".to_owned(),
        ),
        Deed::Delete => (
            format!("delete{}", noun.pascal()),
            format!("Delete {a}"),
            format!("Removes the {said} for good; a second call finds nothing."),
        ),
    };
    let scope = match deed {
        Deed::List | Deed::Get => "read",
        Deed::Create | Deed::Update | Deed::Delete => "write",
    };
    Told {
        id,
        summary,
        description,
        scope: format!("{}:{scope}", main.path()),
    }
}

fn operation(plan: &Plan, resource: &Resource, deed: Deed, tag: &str) -> Value {
    let told = told(plan, resource, deed);
    let mut operation = json!({
        "operationId": told.id,
        "summary": told.summary,
        "description": told.description,
        "tags": [tag],
        "security": [{ "bearerAuth": [told.scope] }],
    });
    let refer = |name: &str| json!({ "$ref": format!("#/components/parameters/{name}") });
    match deed {
        Deed::List => {
            let filters = resource
                .filters
                .iter()
                .map(|name| filter_parameter(resource, name));
            let parameters: Vec<Value> = [refer("Page"), refer("PageSize")]
                .into_iter()
                .chain(filters)
                .collect();
            operation["parameters"] = json!(parameters);
        }
        Deed::Create => operation["parameters"] = json!([refer("IdempotencyKey")]),
        Deed::Get | Deed::Update | Deed::Delete => {}
    }
    let body = match deed {
        Deed::Create => Some(&resource.names.create),
        Deed::Update => Some(&resource.names.update),
        Deed::List | Deed::Get | Deed::Delete => None,
    };
    if let Some(body) = body {
        operation["requestBody"] = json!({ "required": true, "content": { "application/json": { "schema": reference(body) } } });
    }
    operation["responses"] = answers(plan, resource, deed);
    operation
}

fn filter_parameter(resource: &Resource, name: &str) -> Value {
    let several = resource.noun.said_several();
    json!({
        "name": name,
        "in": "query",
        "description": format!("Only {several} whose {name} is this."),
        "schema": filter(resource, name),
    })
}

fn answers(plan: &Plan, resource: &Resource, deed: Deed) -> Value {
    let names = &resource.names;
    let said = resource.noun.said();
    let (status, description, schema) = match deed {
        Deed::List => (
            "200",
            format!("One page of {}.", resource.noun.said_several()),
            Some(&names.page),
        ),
        Deed::Create => ("201", format!("The {said} as stored."), Some(&names.one)),
        Deed::Get | Deed::Update => ("200", format!("The {said} as stored."), Some(&names.one)),
        Deed::Delete => ("204", "Deleted.".to_owned(), None),
    };
    let mut success = json!({ "description": description });
    if let Some(schema) = schema {
        success["content"] = json!({ "application/json": { "schema": reference(schema) } });
    }
    let mut answers = Map::new();
    answers.insert(status.to_owned(), success);
    for (status, response) in refusals(plan, resource, deed) {
        let refer = json!({ "$ref": format!("#/components/responses/{response}") });
        answers.insert(status.to_string(), refer);
    }
    Value::Object(answers)
}

/// Lists the errors of an operation by status, each with the name of its response.
pub(super) fn refusals(plan: &Plan, resource: &Resource, deed: Deed) -> Vec<(u16, &'static str)> {
    let has_id = !(matches!(deed, Deed::List | Deed::Create) && resource.noun == plan.main.noun);
    let mut all = Vec::new();
    match deed {
        Deed::List => all.push((400, "MalformedQuery")),
        Deed::Create | Deed::Update => all.push((400, "MalformedBody")),
        Deed::Get | Deed::Delete => {}
    }
    all.extend([(401, "Unauthenticated"), (403, "Unauthorized")]);
    if has_id {
        all.push((404, "MissingResource"));
    }
    match deed {
        Deed::Create => all.push((409, "KeyReused")),
        Deed::Update if !resource.states.is_empty() => all.push((409, "StateConflict")),
        _ => {}
    }
    if !matches!(deed, Deed::Get | Deed::Delete) {
        all.push((422, "ValidationFailure"));
    }
    all.push((500, "ServerFault"));
    all
}

/// Lists the operations of a contract, in its order.
pub(super) fn operations(plan: &Plan) -> Vec<(&Resource, Deed)> {
    let main = [
        Deed::List,
        Deed::Create,
        Deed::Get,
        Deed::Update,
        Deed::Delete,
    ]
    .map(|deed| (&plan.main, deed));
    let subs = plan
        .subs
        .iter()
        .flat_map(|sub| [(sub, Deed::List), (sub, Deed::Create)]);
    main.into_iter().chain(subs).collect()
}

fn parameters(plan: &Plan) -> Value {
    let main = &plan.main;
    let mut parameters = json!({
        "Page": {
            "name": "page",
            "in": "query",
            "description": "Number of the page, from 1.",
            "schema": { "type": "integer", "minimum": 1, "default": 1 },
        },
        "PageSize": {
            "name": "pageSize",
            "in": "query",
            "description": "Items on a page.",
            "schema": { "type": "integer", "minimum": 1, "maximum": 100, "default": 20 },
        },
        "IdempotencyKey": {
            "name": "Idempotency-Key",
            "in": "header",
            "description": "Makes a repeated call return the first answer for 24 hours.",
            "schema": { "type": "string", "minLength": 1, "maxLength": 64 },
        },
    });
    parameters[id_parameter(main)] = json!({
        "name": "id",
        "in": "path",
        "required": true,
        "description": format!("Id of the {}.", main.noun.said()),
        "schema": reference(&main.names.id),
    });
    parameters
}

/// The responses to what failed: the name, the description that tells it from the others, and the code.
const RESPONSES: [(&str, &str, &str); 9] = [
    (
        "MalformedBody",
        "The body cannot be read.",
        "MALFORMED_BODY",
    ),
    (
        "MalformedQuery",
        "The query cannot be read.",
        "MALFORMED_QUERY",
    ),
    ("Unauthenticated", "No valid token.", "UNAUTHENTICATED"),
    (
        "Unauthorized",
        "The token is valid and may not do this.",
        "FORBIDDEN",
    ),
    (
        "MissingResource",
        "There is no such resource, or the caller may not know of it.",
        "_NOT_FOUND",
    ),
    (
        "KeyReused",
        "The key was sent before, with another body.",
        "IDEMPOTENCY_KEY_REUSED",
    ),
    (
        "StateConflict",
        "The present state does not allow the change.",
        "_STATE_CONFLICT",
    ),
    (
        "ValidationFailure",
        "The input can be read and breaks a rule.",
        "VALIDATION_FAILED",
    ),
    ("ServerFault", "A fault of the server.", "SERVER_FAULT"),
];

/// Finds the error that a response tells of; none where the contract has no such error.
fn failing(plan: &Plan, ending: &str) -> Option<Failing> {
    let code = match ending.starts_with('_') {
        true => format!("{}{ending}", plan.main.noun.upper()),
        false => ending.to_owned(),
    };
    failures(plan)
        .into_iter()
        .find(|failing| failing.code == code)
}

/// Lists the errors of an operation, by its id.
pub fn failures_of(plan: &Plan, id: &str) -> Vec<Failing> {
    let all = operations(plan).into_iter();
    let mut own = all.filter(|(resource, deed)| told(plan, resource, *deed).id == id);
    let Some((resource, deed)) = own.next() else {
        return Vec::new();
    };
    let refusals = refusals(plan, resource, deed).into_iter();
    let codes =
        refusals.filter_map(|(_, name)| RESPONSES.iter().find(|(response, ..)| *response == name));
    codes
        .filter_map(|(_, _, code)| failing(plan, code))
        .collect()
}

fn responses(plan: &Plan) -> Value {
    let responses = RESPONSES.iter().filter_map(|(name, description, code)| {
        let example = example(plan, &failing(plan, code)?);
        let content =
            json!({ "application/json": { "schema": reference("ErrorBody"), "example": example } });
        Some((
            (*name).to_owned(),
            json!({ "description": description, "content": content }),
        ))
    });
    Value::Object(responses.collect())
}

fn example(plan: &Plan, failing: &Failing) -> Value {
    let mut error = json!({ "code": failing.code, "message": failing.when });
    if failing.code == "VALIDATION_FAILED" {
        let field = plan
            .main
            .fields
            .first()
            .map_or("title", |field| field.name.as_str());
        error["message"] = json!("One field is not valid.");
        error["details"] = json!([{ "field": field, "message": "is not what the contract says" }]);
    }
    json!({ "error": error })
}
