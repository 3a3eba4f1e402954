//! In which order operations are tried: what says what there is comes first, what takes it away last.

use crate::contract::{Contract, Endpoint, Location, Method, Origin, Parameter, SchemeKind};

/// Gives the operations that a client calls, by their index, in the order in which they are tried.
pub(super) fn order(contract: &Contract, lists: &[usize]) -> Vec<usize> {
    let endpoints = contract.endpoints.iter().enumerate();
    let called = endpoints.filter(|(_, endpoint)| endpoint.origin == Origin::Path);
    let mut all: Vec<(usize, u8, usize)> = called
        .map(|(index, endpoint)| {
            let depth = places(&endpoint.path.text).len();
            (depth, rank(endpoint, lists.contains(&index)), index)
        })
        .collect();
    all.sort_unstable();
    all.into_iter().map(|(_, _, index)| index).collect()
}

fn rank(endpoint: &Endpoint, is_list: bool) -> u8 {
    match endpoint.method {
        Method::Get if is_list => 0,
        Method::Post => 1,
        Method::Get | Method::Head | Method::Options | Method::Query => 2,
        Method::Patch | Method::Put => 3,
        Method::Trace | Method::Other(_) => 4,
        Method::Delete => 5,
    }
}

/// Tells whether a method changes nothing (RFC 9110, 9.2.1).
pub(super) fn is_reading(method: &Method) -> bool {
    match method {
        Method::Get | Method::Head | Method::Options | Method::Trace | Method::Query => true,
        Method::Put | Method::Post | Method::Delete | Method::Patch | Method::Other(_) => false,
    }
}

/// Lists the names of the parameters in a path, in their order.
pub(super) fn places(path: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut rest = path;
    while let Some((_, after)) = rest.split_once('{') {
        let Some((name, after)) = after.split_once('}') else {
            break;
        };
        names.push(name);
        rest = after;
    }
    names
}

/// Writes a path without the names of its parameters.
pub(super) fn nameless(path: &str) -> String {
    let mut nameless = path.trim_end_matches('/').to_owned();
    for name in places(path) {
        nameless = nameless.replacen(&format!("{{{name}}}"), "{}", 1);
    }
    nameless
}

/// Tells whether a parameter is left to the rest of the contract: OpenAPI gives these headers no meaning as parameters,
/// and a credential is that of its scheme.
pub(super) fn is_elsewhere(contract: &Contract, parameter: &Parameter) -> bool {
    let name = &*parameter.name.text;
    let is_implied = ["accept", "content-type", "authorization"]
        .iter()
        .any(|other| name.eq_ignore_ascii_case(other));
    let is_credential = contract.schemes.iter().any(|scheme| match &scheme.kind {
        SchemeKind::ApiKey {
            location,
            name: key,
        } => *location == parameter.location && key.eq_ignore_ascii_case(name),
        SchemeKind::Http(_)
        | SchemeKind::OAuth2
        | SchemeKind::OpenIdConnect
        | SchemeKind::MutualTls
        | SchemeKind::Unknown => false,
    });
    (is_implied && parameter.location == Location::Header) || is_credential
}
