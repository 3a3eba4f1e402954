//! The things of a contract that follow the resource pattern (SPEC.md 4): a collection, and the items below it.

use std::collections::HashMap;

use crate::contract::{Contract, Endpoint, Method, Origin, ShapeId, Status, Types};
use crate::survey::Survey;

/// A kind of things that a collection holds.
#[derive(Clone, Debug)]
pub(super) struct Kind {
    /// The path of the collection, parameters in braces, without a slash at its end.
    pub(super) path: String,
    /// What one thing is.
    pub(super) shape: ShapeId,
    /// The field that the path of an item names, and what it may be.
    pub(super) key: Option<(String, ShapeId)>,
    /// Whether there are paths of single items.
    pub(super) has_items: bool,
}

/// What an endpoint does, as far as the state of the mock is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Lists the things of a kind; which list of the survey it is.
    List { kind: usize, list: usize },
    /// Creates one.
    Create { kind: usize },
    /// Retrieves one.
    Get { kind: usize },
    /// Changes the given fields of one.
    Change { kind: usize },
    /// Replaces one.
    Replace { kind: usize },
    /// Deletes one.
    Remove { kind: usize },
    /// None of these.
    Other,
}

/// Finds the kinds of a contract, and what each endpoint does with them.
pub(super) fn find(survey: &Survey) -> (Vec<Kind>, Vec<Role>) {
    let contract = &*survey.contract;
    let mut kinds: Vec<Kind> = Vec::new();
    let mut by_path: HashMap<String, usize> = HashMap::new();
    let mut add = |path: String, shape: Option<ShapeId>| {
        if let Some(shape) = shape.filter(|shape| is_object(contract, *shape)) {
            by_path.entry(path.clone()).or_insert_with(|| {
                kinds.push(kind(contract, path, shape));
                kinds.len() - 1
            });
        }
    };
    // Without a list of it and a creation of it, nobody could know the id of a thing.
    for list in &survey.lists {
        let path = plain(&contract.endpoints[list.endpoint]);
        let shape = item_shape(contract, &path).or(list.item);
        add(path, shape);
    }
    let called = contract
        .endpoints
        .iter()
        .filter(|endpoint| endpoint.origin == Origin::Path);
    for endpoint in called.filter(|endpoint| is_creation(endpoint)) {
        let path = plain(endpoint);
        let shape = item_shape(contract, &path);
        add(path, shape);
    }
    let roles = contract.endpoints.iter().enumerate();
    let roles = roles.map(|(index, endpoint)| role(survey, &kinds, &by_path, index, endpoint));
    let roles = roles.collect();
    (kinds, roles)
}

fn role(
    survey: &Survey,
    kinds: &[Kind],
    by_path: &HashMap<String, usize>,
    index: usize,
    endpoint: &Endpoint,
) -> Role {
    if endpoint.origin != Origin::Path {
        return Role::Other;
    }
    let path = plain(endpoint);
    if let Some(&kind) = by_path.get(&path) {
        let list = survey.lists.iter().position(|list| list.endpoint == index);
        return match (&endpoint.method, list) {
            (Method::Get, Some(list)) => Role::List { kind, list },
            (Method::Post, _) if is_creation(endpoint) => Role::Create { kind },
            _ => Role::Other,
        };
    }
    let Some(&kind) = collection_of(&path).and_then(|collection| by_path.get(collection)) else {
        return Role::Other;
    };
    if kinds[kind].key.is_none() {
        return Role::Other;
    }
    match endpoint.method {
        Method::Get => Role::Get { kind },
        Method::Patch => Role::Change { kind },
        Method::Put => Role::Replace { kind },
        Method::Delete => Role::Remove { kind },
        _ => Role::Other,
    }
}

fn kind(contract: &Contract, path: String, shape: ShapeId) -> Kind {
    let below = |endpoint: &&Endpoint| collection_of(&plain(endpoint)) == Some(path.as_str());
    let item = contract.endpoints.iter().find(below);
    let parameter = item.and_then(|item| {
        let path = plain(item);
        let last = path.rsplit('/').next()?;
        Some(last.trim_matches(['{', '}']).to_owned())
    });
    Kind {
        key: key(contract, shape, parameter.as_deref()),
        has_items: parameter.is_some(),
        path,
        shape,
    }
}

/// Finds the field that the path of an item names.
fn key(contract: &Contract, shape: ShapeId, parameter: Option<&str>) -> Option<(String, ShapeId)> {
    let fields = contract.fields(shape);
    let mut names: Vec<&str> = parameter.into_iter().collect();
    // `{taskId}` and `{task_id}` are the `id` of a task, `{userName}` its `name`.
    let ends = |end: &str| parameter.is_some_and(|name| name.to_ascii_lowercase().ends_with(end));
    for usual in [
        "id", "name", "slug", "key", "code", "number", "version", "uuid",
    ] {
        if ends(usual) {
            names.push(usual);
        }
    }
    names.extend(["id", "uuid", "key", "slug", "name"]);
    names.into_iter().find_map(|name| {
        let field = fields.get(name)?;
        let types = contract.types(field.shape);
        let is_plain = types
            .within(Types::OBJECT.with(Types::ARRAY).with(Types::BOOLEAN))
            .is_empty();
        is_plain.then(|| (name.to_owned(), field.shape))
    })
}

/// Gives what one thing of a collection is, by the endpoint that retrieves it.
fn item_shape(contract: &Contract, collection: &str) -> Option<ShapeId> {
    let is_it = |endpoint: &&Endpoint| {
        endpoint.origin == Origin::Path
            && endpoint.method == Method::Get
            && collection_of(&plain(endpoint)) == Some(collection)
    };
    let item = contract.endpoints.iter().find(is_it)?;
    item.successes().find_map(|answer| answer.json()?.shape)
}

fn is_object(contract: &Contract, shape: ShapeId) -> bool {
    let types = contract.types(shape);
    (types.is_empty() || types.has(Types::OBJECT)) && !contract.fields(shape).list.is_empty()
}

fn is_creation(endpoint: &Endpoint) -> bool {
    let is_created = |status| matches!(status, Status::One(200 | 201) | Status::Class(2));
    endpoint.method == Method::Post
        && endpoint.body.is_some()
        && endpoint
            .answers
            .iter()
            .any(|answer| is_created(answer.status))
}

/// Gives the path of an endpoint without a slash at its end.
pub(super) fn plain(endpoint: &Endpoint) -> String {
    let path = endpoint.path.text.split(['?', '#']).next().unwrap_or("");
    path.trim_end_matches('/').to_owned()
}

/// Gives the path of the collection that an item is of; none for what is no item.
pub(super) fn collection_of(path: &str) -> Option<&str> {
    let (collection, last) = path.rsplit_once('/')?;
    let is_item = last.len() > 2 && last.starts_with('{') && last.find('}') == Some(last.len() - 1);
    (is_item && !collection.is_empty() && !collection.ends_with('}')).then_some(collection)
}
