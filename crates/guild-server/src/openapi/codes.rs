//! Which codes an answer that refuses may carry, and which there are.

use utoipa::openapi::schema::{AllOfBuilder, ObjectBuilder, Schema, Type};
use utoipa::openapi::{OpenApi, RefOr, Response};

use crate::error::Code;

/// Says of each answer that refuses which codes it may carry: those that it has an example of.
pub(super) fn narrow(contract: &mut OpenApi) {
    for response in answers(contract) {
        for content in response.content.values_mut() {
            let RefOr::T(content) = content else {
                continue;
            };
            let codes: Vec<String> = content.examples.keys().cloned().collect();
            let general = content.schema.take();
            content.schema = match general {
                Some(general) if !codes.is_empty() => Some(with_codes(general, codes)),
                other => other,
            };
        }
    }
}

/// Narrows the body of every error to some codes.
fn with_codes(general: RefOr<Schema>, codes: Vec<String>) -> RefOr<Schema> {
    let code = ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(codes));
    let text = ObjectBuilder::new().schema_type(Type::String);
    // Some readers hold an example against each part alone, and would miss the message.
    let detail = ObjectBuilder::new()
        .property("code", code)
        .property("message", text);
    let body = ObjectBuilder::new().property("error", detail);
    let narrowed = AllOfBuilder::new().item(body).item(general);
    RefOr::T(narrowed.build().into())
}

/// Says in the contract which codes there are.
pub(super) fn list(contract: &mut OpenApi) {
    let codes = Code::ALL.iter();
    let codes = codes.map(|code| format!("`{}` ({})", code.as_str(), code.status().as_u16()));
    let codes: Vec<String> = codes.collect();
    let description = contract.info.description.get_or_insert_default();
    description.push_str(" The codes of errors are ");
    description.push_str(&codes.join(", "));
    description.push('.');
}

/// Gives every answer, those of operations and those that several refer to.
fn answers(contract: &mut OpenApi) -> Vec<&mut Response> {
    let mut all: Vec<&mut RefOr<Response>> = Vec::new();
    if let Some(components) = &mut contract.components {
        all.extend(components.responses.values_mut());
    }
    for item in contract.paths.paths.values_mut() {
        for operation in super::of_path(item) {
            all.extend(operation.responses.responses.values_mut());
        }
    }
    all.into_iter()
        .filter_map(|response: &mut RefOr<Response>| match response {
            RefOr::T(response) => Some(response),
            RefOr::Ref(_) => None,
        })
        .collect()
}
