//! What other checks ask of a contract: its operations, with everything that bears on a value joined.

pub(crate) mod address;
mod merge;

use std::collections::{HashMap, HashSet};

use guild_check::operation::{
    Answer, Credential, Input, Location, Operation, OperationName, Operations, Promise, Security,
    Status,
};

use crate::Contract;
use crate::contract::{self, Endpoint, Origin, SchemeKind, ShapeId};
pub(crate) use merge::{Merge, words};

/// A contract that can be asked for its operations.
#[derive(Debug)]
pub struct ContractOperations {
    /// The contract.
    pub contract: Contract,
    /// The endpoints by method and path, parameters without their names.
    by_address: HashMap<(String, String), usize>,
    /// The statuses under which each list of codes is used.
    statuses_of_codes: HashMap<ShapeId, HashSet<contract::Status>>,
}

/// Fields of an error body that hold its code.
const CODES: [&str; 3] = ["code", "errorCode", "error_code"];

impl ContractOperations {
    /// Prepares a contract.
    pub fn new(contract: Contract) -> Self {
        let mut by_address = HashMap::new();
        let mut statuses_of_codes: HashMap<ShapeId, HashSet<contract::Status>> = HashMap::new();
        for (index, endpoint) in contract.endpoints.iter().enumerate() {
            if endpoint.origin != Origin::Path {
                continue;
            }
            for path in address::forms(&contract, endpoint) {
                by_address
                    .entry((endpoint.method.word().to_owned(), path))
                    .or_insert(index);
            }
            for answer in endpoint.errors() {
                if let Some(code) = code_shape(&contract, answer) {
                    statuses_of_codes
                        .entry(code)
                        .or_default()
                        .insert(answer.status);
                }
            }
        }
        Self {
            contract,
            by_address,
            statuses_of_codes,
        }
    }

    fn operation(&self, endpoint: &Endpoint) -> Operation {
        let mut merge = Merge::new(&self.contract);
        let mut inputs: Vec<Input> = endpoint
            .parameters
            .iter()
            .filter_map(|parameter| self.parameter(parameter, &mut merge))
            .collect();
        let is_body_open = self.body(endpoint, &mut merge, &mut inputs);
        let successes = endpoint
            .successes()
            .map(|answer| self.answer(answer, &mut merge))
            .collect();
        let errors = endpoint
            .errors()
            .map(|answer| self.answer(answer, &mut merge))
            .collect();
        Operation {
            name: self.name(endpoint),
            whole: self.contract.whole(endpoint.spot),
            summary: endpoint
                .summary
                .as_ref()
                .map(|summary| summary.text.to_string()),
            promise: promise(endpoint.is_deprecated, endpoint.is_beta),
            inputs,
            is_body_open,
            successes,
            errors,
            security: self.security(endpoint),
            shapes: merge.finish(),
        }
    }

    fn name(&self, endpoint: &Endpoint) -> OperationName {
        OperationName {
            method: endpoint.method.word().to_owned(),
            path: endpoint.path.text.to_string(),
            id: endpoint.operation_id.as_ref().map(|id| id.text.to_string()),
            place: self.contract.place(endpoint.spot),
        }
    }

    fn parameter(&self, parameter: &contract::Parameter, merge: &mut Merge<'_>) -> Option<Input> {
        let location = location_of(parameter.location);
        let name = &*parameter.name.text;
        // OpenAPI gives these headers no meaning as parameters, and credentials belong to another section.
        let is_implied = ["accept", "content-type", "authorization"]
            .iter()
            .any(|other| name.eq_ignore_ascii_case(other));
        if (is_implied && location == Location::Header) || self.is_credential(parameter) {
            return None;
        }
        Some(Input {
            name: name.to_owned(),
            location,
            is_required: parameter.is_required,
            promise: promise(parameter.is_deprecated, false),
            shape: parameter.shape.map(|shape| merge.index(shape)),
            description: self.words(parameter.description),
        })
    }

    fn is_credential(&self, parameter: &contract::Parameter) -> bool {
        self.contract
            .schemes
            .iter()
            .any(|scheme| match &scheme.kind {
                SchemeKind::ApiKey { location, name } => {
                    *location == parameter.location && *name == parameter.name.text
                }
                SchemeKind::Http(_)
                | SchemeKind::OAuth2
                | SchemeKind::OpenIdConnect
                | SchemeKind::MutualTls
                | SchemeKind::Unknown => false,
            })
    }

    /// Adds the fields of the body; tells whether it may have others.
    fn body(&self, endpoint: &Endpoint, merge: &mut Merge<'_>, inputs: &mut Vec<Input>) -> bool {
        let Some(body) = &endpoint.body else {
            return false;
        };
        let Some(shape) = body.named().and_then(|media| media.shape) else {
            return true;
        };
        for field in self.contract.fields(shape).list {
            let facts = self.contract.parts(field.shape);
            let facts: Vec<_> = facts
                .into_iter()
                .map(|part| self.contract.shape(part))
                .collect();
            if facts.iter().any(|shape| shape.is_read_only) {
                continue;
            }
            inputs.push(Input {
                name: field.name.text.to_string(),
                location: Location::Body,
                is_required: field.is_required && body.is_required,
                promise: promise(
                    facts.iter().any(|shape| shape.is_deprecated),
                    facts.iter().any(|shape| shape.is_beta),
                ),
                shape: Some(merge.index(field.shape)),
                description: facts.iter().find_map(|shape| self.words(shape.description)),
            });
        }
        let whole = merge.index(shape);
        merge.is_open(whole)
    }

    fn answer(&self, answer: &contract::Answer, merge: &mut Merge<'_>) -> Answer {
        let code = code_shape(&self.contract, answer);
        let statuses = code
            .and_then(|code| self.statuses_of_codes.get(&code))
            .map_or(0, HashSet::len);
        Answer {
            status: match answer.status {
                contract::Status::One(status) => Status::One(status),
                contract::Status::Class(class) => Status::Class(class),
                contract::Status::Default => Status::Default,
            },
            shape: answer
                .json()
                .and_then(|media| media.shape)
                .map(|shape| merge.index(shape)),
            codes: code.and_then(|code| merge.values(code)).unwrap_or_default(),
            are_codes_own: statuses == 1,
            description: self.words(answer.description),
        }
    }

    fn security(&self, endpoint: &Endpoint) -> Security {
        let Some(security) = &endpoint.security else {
            return Security::Unsaid;
        };
        if security.alternatives.iter().all(Vec::is_empty) {
            return Security::Open;
        }
        let scopes = |needs: &Vec<contract::Need>| {
            needs
                .iter()
                .flat_map(|need| &need.scopes)
                .map(|scope| scope.text.to_string())
                .collect::<Vec<_>>()
        };
        let mut known: Vec<String> = Vec::new();
        known.extend(
            self.contract
                .schemes
                .iter()
                .flat_map(|scheme| &scheme.scopes)
                .map(|scope| scope.text.to_string()),
        );
        let all = self
            .contract
            .endpoints
            .iter()
            .filter_map(|endpoint| endpoint.security.as_ref());
        known.extend(
            all.flat_map(|security| &security.alternatives)
                .flat_map(scopes),
        );
        known.sort();
        known.dedup();
        Security::Needed {
            alternatives: security.alternatives.iter().map(scopes).collect(),
            credentials: security
                .alternatives
                .iter()
                .map(|needs| needs.iter().map(|need| self.credential(need)).collect())
                .collect(),
            known,
        }
    }

    fn credential(&self, need: &contract::Need) -> Credential {
        let mut schemes = self.contract.schemes.iter();
        let scheme = schemes.find(|scheme| scheme.name.text == need.scheme.text);
        match scheme.map(|scheme| &scheme.kind) {
            Some(SchemeKind::ApiKey { location, name }) => {
                Credential::Key(location_of(*location), name.to_string())
            }
            Some(SchemeKind::Http(scheme)) => Credential::Http(scheme.to_lowercase()),
            Some(SchemeKind::OAuth2 | SchemeKind::OpenIdConnect) => Credential::Token,
            Some(SchemeKind::MutualTls) => Credential::Certificate,
            Some(SchemeKind::Unknown) | None => Credential::Other,
        }
    }

    fn words(&self, written: Option<contract::Written>) -> Option<String> {
        let view = self.contract.view(written?)?;
        view.text().map(str::to_owned)
    }
}

impl Operations for ContractOperations {
    fn list(&self) -> Vec<OperationName> {
        let endpoints = self
            .contract
            .endpoints
            .iter()
            .filter(|endpoint| endpoint.origin == Origin::Path);
        endpoints.map(|endpoint| self.name(endpoint)).collect()
    }

    fn find(&self, method: &str, path: &str) -> Option<Operation> {
        let key = (method.to_owned(), address::plain(path));
        let index = self.by_address.get(&key)?;
        Some(self.operation(&self.contract.endpoints[*index]))
    }
}

fn location_of(location: contract::Location) -> Location {
    match location {
        contract::Location::Path => Location::Path,
        contract::Location::Query | contract::Location::QueryString => Location::Query,
        contract::Location::Header => Location::Header,
        contract::Location::Cookie => Location::Cookie,
    }
}

fn promise(is_deprecated: bool, is_beta: bool) -> Promise {
    match (is_deprecated, is_beta) {
        (true, _) => Promise::Deprecated,
        (false, true) => Promise::Beta,
        (false, false) => Promise::Kept,
    }
}

/// Finds the shape of the code in an error body: the field itself, or that of an `error` or of `errors`.
fn code_shape(contract: &Contract, answer: &contract::Answer) -> Option<ShapeId> {
    let shape = answer.json()?.shape?;
    let code = |shape: ShapeId| {
        let fields = contract.fields(shape);
        let field = CODES.iter().find_map(|name| fields.get(name))?;
        contract
            .parts(field.shape)
            .into_iter()
            .find(|part| contract.shape(*part).values.is_some())
    };
    let inner = || {
        let fields = contract.fields(shape);
        let field = ["error", "errors"]
            .iter()
            .find_map(|name| fields.get(name))?;
        let items = contract
            .parts(field.shape)
            .into_iter()
            .find_map(|part| contract.shape(part).items);
        code(items.unwrap_or(field.shape))
    };
    code(shape).or_else(inner)
}
