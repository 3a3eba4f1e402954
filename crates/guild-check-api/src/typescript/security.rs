//! Who may call a route: what its comment says.

use super::jsdoc::Doc;
use super::reader::spot;
use crate::contract::{Need, Scheme, SchemeKind, Security, Text};

/// Reads `@security bearer tasks:read`, of which several are alternatives, and `@security none`.
pub(super) fn security(doc: &Doc, file: usize) -> Option<Security> {
    let tags: Vec<_> = doc
        .tags
        .iter()
        .filter(|tag| tag.name == "security")
        .collect();
    let first = tags.first()?;
    let mut alternatives = Vec::new();
    for tag in &tags {
        let mut words = tag.text.split_whitespace().map(|word| Text {
            text: word.into(),
            spot: spot(file, tag.span),
        });
        let needs = words
            .next()
            .filter(|scheme| &*scheme.text != "none")
            .map(|scheme| Need {
                scheme,
                scopes: words.collect(),
            });
        alternatives.push(needs.into_iter().collect());
    }
    Some(Security {
        spot: spot(file, first.span),
        alternatives,
    })
}

/// Adds what a caller needs to the list of schemes.
pub(super) fn add_scheme(schemes: &mut Vec<Scheme>, need: &Need) {
    let known = schemes
        .iter()
        .position(|scheme| scheme.name.text == need.scheme.text);
    let index = known.unwrap_or_else(|| {
        let kind = match &*need.scheme.text {
            word @ ("bearer" | "basic" | "digest") => SchemeKind::Http(word.into()),
            "oauth2" => SchemeKind::OAuth2,
            _ => SchemeKind::Unknown,
        };
        schemes.push(Scheme {
            name: need.scheme.clone(),
            kind,
            scopes: Vec::new(),
        });
        schemes.len() - 1
    });
    let scopes = &mut schemes[index].scopes;
    for scope in &need.scopes {
        if !scopes.iter().any(|other| other.text == scope.text) {
            scopes.push(scope.clone());
        }
    }
}
