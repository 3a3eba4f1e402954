//! The resource pattern (SPEC.md 4): what each method means, on a collection and on one of its items.

guild_check::rules! {
    "api" for crate::Survey, in "resources", proved by crate::rules::prove_design;
    method_misplaced,
    body_not_taken,
    patch_requires_field,
    create_status,
    delete_status,
    put_for_patch,
}

use crate::contract::{Endpoint, Status};

/// Tells whether an endpoint is called on one item, found by a parameter at the end of the path.
fn is_item(endpoint: &Endpoint) -> bool {
    endpoint.path.text.trim_end_matches('/').ends_with('}')
}

/// Tells whether an endpoint declares one of some statuses.
fn answers(endpoint: &Endpoint, statuses: &[u16]) -> bool {
    endpoint.answers.iter().any(|answer| match answer.status {
        Status::One(status) => statuses.contains(&status),
        Status::Class(class) => class == 2,
        Status::Default => false,
    })
}
