//! Route declarations: fields named by a method and a path, such as `"GET /api/tasks/:id"`, become endpoints.
//!
//! The form is that of `skills/api-and-interface-design` (section "Routes" of its TypeScript patterns).

use std::collections::HashSet;

use super::jsdoc::Doc;
use super::modules::Modules;
use super::outline::{Member, Sort, TypeId, TypeKind};
use super::reader::{Reader, spot, text};
use super::security::{add_scheme, security};
use super::shapes::Scope;
use crate::contract::{
    Answer, Body, Contract, Endpoint, FaultKind, Field, Location, Media, Method, Origin, Parameter,
    ShapeId, Spot, Status, Text, Written,
};

/// A route whose shapes are not worked out yet.
pub(super) struct Route<'a> {
    method: Method,
    path: Text,
    key: Text,
    file: usize,
    shape: ShapeId,
    doc: Option<&'a Doc>,
    /// What is said of all routes of the table.
    table: Option<&'a Doc>,
    description: Option<Written>,
}

/// The parts of a route that hold parameters.
const PARAMETERS: [(&str, Location); 5] = [
    ("path", Location::Path),
    ("params", Location::Path),
    ("query", Location::Query),
    ("headers", Location::Header),
    ("cookies", Location::Cookie),
];

const HELP: &str = "a route has `path`, `query`, `headers`, `cookies`, `body` and `answers`";

/// Finds the types whose fields are routes.
pub(super) fn tables(modules: &Modules) -> HashSet<(usize, usize)> {
    let mut tables = HashSet::new();
    for (file, outline) in modules.outlines.iter().enumerate() {
        for (index, declaration) in outline.declarations.iter().enumerate() {
            let is_type = matches!(declaration.sort, Sort::Interface | Sort::Alias)
                && declaration.parameters.is_empty();
            let members = members(modules, file, declaration.body);
            if is_type
                && members
                    .iter()
                    .any(|member| route(&member.name.text).is_some())
            {
                tables.insert((file, index));
            }
        }
    }
    tables
}

impl<'a> Reader<'a> {
    /// Reads the routes of all tables, in the order of the files.
    pub(super) fn routes(&mut self, tables: &HashSet<(usize, usize)>) -> Vec<Route<'a>> {
        let modules = self.modules;
        let mut order: Vec<_> = tables.iter().copied().collect();
        order.sort_unstable();
        let mut routes = Vec::new();
        for (file, index) in order {
            let declaration = modules.declaration(file, index);
            let scope = Scope {
                namespace: &declaration.scope,
                ..Scope::of(file)
            };
            for member in members(modules, file, declaration.body) {
                let key = text(file, &member.name);
                let Some((method, path)) = route(&key.text) else {
                    let message = format!("`{}` is no route", key.text);
                    let help = "name it by method and path, such as `\"GET /api/tasks/:id\"`";
                    self.fault(FaultKind::NotUnderstood, key.spot, message, help);
                    continue;
                };
                routes.push(Route {
                    method,
                    path: Text {
                        text: path.into(),
                        spot: key.spot,
                    },
                    file,
                    shape: self.shape(&scope, member.value),
                    description: member
                        .doc
                        .as_ref()
                        .and_then(|doc| self.description(file, doc)),
                    doc: member.doc.as_ref(),
                    table: declaration.doc.as_ref(),
                    key,
                });
            }
        }
        routes
    }

    /// Makes the endpoints, when all shapes are there.
    pub(super) fn make_endpoints(&mut self, contract: &mut Contract, routes: Vec<Route<'a>>) {
        let mut endpoints = Vec::new();
        let mut seen = HashSet::new();
        for route in routes {
            if !seen.insert((route.method.clone(), route.path.text.clone())) {
                let message = format!("the route `{}` is declared twice", route.key.text);
                self.fault(
                    FaultKind::KeyTwice,
                    route.key.spot,
                    message,
                    "keep one of the two",
                );
            }
            endpoints.push(self.endpoint(contract, &route));
        }
        for need in endpoints
            .iter()
            .filter_map(|endpoint| endpoint.security.as_ref())
            .flat_map(|security| &security.alternatives)
            .flatten()
        {
            add_scheme(&mut contract.schemes, need);
        }
        contract.endpoints = endpoints;
    }

    fn endpoint(&mut self, contract: &Contract, route: &Route<'a>) -> Endpoint {
        let fields = contract.fields(route.shape);
        let mut endpoint = Endpoint {
            spot: route.key.spot,
            origin: Origin::Path,
            caller: None,
            method: route.method.clone(),
            path: route.path.clone(),
            operation_id: route.tags("operationid").next(),
            summary: route.doc.and_then(|doc| {
                let spot = spot(route.file, doc.span);
                Some(Text {
                    text: doc.summary()?.into(),
                    spot,
                })
            }),
            description: route.description,
            tags: route.tags("tag").collect(),
            parameters: Vec::new(),
            body: None,
            answers: Vec::new(),
            security: [route.doc, route.table]
                .into_iter()
                .flatten()
                .find_map(|doc| security(doc, route.file)),
            is_deprecated: route.doc.is_some_and(|doc| doc.tag("deprecated").is_some()),
            is_beta: route.doc.is_some_and(|doc| {
                ["beta", "alpha", "experimental"]
                    .iter()
                    .any(|tag| doc.tag(tag).is_some())
            }),
            stability: ["beta", "alpha", "experimental"]
                .iter()
                .find_map(|tag| route.tags(tag).next()),
            sunset: route.tags("sunset").next(),
            servers: Vec::new(),
        };
        let mut has_answers = false;
        for field in &fields.list {
            match &*field.name.text {
                "body" => endpoint.body = body(contract, field),
                "answers" | "responses" => {
                    has_answers = true;
                    self.answers(contract, field, &mut endpoint.answers);
                }
                name => match PARAMETERS.iter().find(|(word, _)| *word == name) {
                    Some((_, location)) => {
                        let parameters = contract.fields(field.shape).list;
                        endpoint.parameters.extend(
                            parameters
                                .iter()
                                .map(|field| parameter(contract, field, *location)),
                        );
                    }
                    None => {
                        let message = format!("`{name}` is no part of a route");
                        self.fault(FaultKind::NotUnderstood, field.name.spot, message, HELP);
                    }
                },
            }
        }
        if !has_answers {
            let message = format!("the route `{}` does not say its answers", route.key.text);
            let help = "add `answers: { 200: …; 404: … }`, with a type for each status";
            self.fault(FaultKind::NotUnderstood, endpoint.spot, message, help);
        }
        self.tell_of_path(&endpoint);
        endpoint
    }

    fn answers(&mut self, contract: &Contract, field: &Field<'_>, answers: &mut Vec<Answer>) {
        for field in contract.fields(field.shape).list {
            let Some(status) = Status::parse(&field.name.text) else {
                let message = format!("`{}` is no status", field.name.text);
                let help = "write three digits, `\"4XX\"` or `default`";
                self.fault(FaultKind::NotUnderstood, field.name.spot, message, help);
                continue;
            };
            let shape = contract.shape(field.shape);
            answers.push(Answer {
                spot: field.name.spot,
                definition: shape.spot,
                status,
                description: shape.description,
                headers: Vec::new(),
                media: media(contract, field.shape),
            });
        }
        answers.sort_by_key(|answer| answer.status);
    }

    /// What stands in the path has a type, and the other way round.
    fn tell_of_path(&mut self, endpoint: &Endpoint) {
        let path = &endpoint.path;
        let names: Vec<&str> = path
            .text
            .split('{')
            .skip(1)
            .filter_map(|rest| Some(rest.split_once('}')?.0))
            .collect();
        let given = endpoint
            .parameters
            .iter()
            .filter(|parameter| parameter.location == Location::Path);
        let given: Vec<&Text> = given.map(|parameter| &parameter.name).collect();
        for name in &names {
            if !given.iter().any(|other| *other.text == **name) {
                let message =
                    format!("`:{name}` stands in the path, and the route does not say what it is");
                let help = format!("add `path: {{ {name}: … }}` to the route");
                self.fault(FaultKind::NotUnderstood, path.spot, message, &help);
            }
        }
        for name in given {
            if !names.contains(&&*name.text) {
                let message = format!("`{}` is no part of the path", name.text);
                self.fault(
                    FaultKind::NotUnderstood,
                    name.spot,
                    message,
                    "write it into the path after a colon",
                );
            }
        }
    }
}

impl Route<'_> {
    /// Lists what the tags of a name say.
    fn tags<'t>(&'t self, name: &'t str) -> impl Iterator<Item = Text> + 't {
        let tags = self.doc.into_iter().flat_map(|doc| &doc.tags);
        tags.filter(move |tag| tag.name == name).map(|tag| Text {
            text: tag.text.as_str().into(),
            spot: spot(self.file, tag.span),
        })
    }
}

/// Lists the fields of a type that are written in it.
fn members(modules: &Modules, file: usize, body: TypeId) -> Vec<&Member> {
    let outline = &modules.outlines[file];
    match &outline.get(body).kind {
        TypeKind::Fields { members, .. } => members.iter().collect(),
        TypeKind::Both(parts) => {
            let parts = parts.iter().map(|part| &outline.get(*part).kind);
            let lists = parts.filter_map(|part| match part {
                TypeKind::Fields { members, .. } => Some(members),
                _ => None,
            });
            lists.flatten().collect()
        }
        _ => Vec::new(),
    }
}

/// Reads `GET /api/tasks/:id`; the parameters of the path get braces.
fn route(key: &str) -> Option<(Method, String)> {
    let (method, path) = key.split_once(' ')?;
    let method = Method::of_key(&method.to_ascii_lowercase())?;
    let path = path.trim();
    if !path.starts_with('/') {
        return None;
    }
    let braced = path
        .split('/')
        .map(|segment| match segment.strip_prefix(':') {
            Some(name) if !name.is_empty() => format!("{{{name}}}"),
            _ => segment.to_owned(),
        });
    Some((method, braced.collect::<Vec<_>>().join("/")))
}

fn parameter(contract: &Contract, field: &Field<'_>, location: Location) -> Parameter {
    let parts: Vec<_> = contract
        .parts(field.shape)
        .into_iter()
        .map(|part| contract.shape(part))
        .collect();
    Parameter {
        spot: field.name.spot,
        name: field.name.clone(),
        location,
        is_required: field.is_required,
        is_deprecated: parts.iter().any(|part| part.is_deprecated),
        sunset: None,
        shape: Some(field.shape),
        description: parts.iter().find_map(|part| part.description),
        style: None,
        explode: None,
        media: Vec::new(),
        examples: parts
            .iter()
            .flat_map(|part| part.examples.clone())
            .collect(),
    }
}

fn body(contract: &Contract, field: &Field<'_>) -> Option<Body> {
    let media = media(contract, field.shape);
    (!media.is_empty()).then(|| Body {
        spot: field.name.spot,
        is_required: field.is_required,
        description: contract.shape(field.shape).description,
        media,
    })
}

/// Gives the form of a body: none for `void`, JSON for anything that is not bytes.
fn media(contract: &Contract, id: ShapeId) -> Vec<Media> {
    let parts: Vec<_> = contract
        .parts(id)
        .into_iter()
        .map(|part| contract.shape(part))
        .collect();
    if parts.iter().any(|part| part.is_never) {
        return Vec::new();
    }
    let is_binary = parts.iter().any(|part| {
        part.format
            .as_ref()
            .is_some_and(|format| &*format.text == "binary")
    });
    let name = if is_binary {
        "application/octet-stream"
    } else {
        "application/json"
    };
    let spot: Spot = contract.shape(id).spot;
    vec![Media {
        name: Text {
            text: name.into(),
            spot,
        },
        shape: Some(id),
        examples: Vec::new(),
    }]
}
