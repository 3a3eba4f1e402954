//! Comparing who may call: whoever was let in is to be let in still.

use std::collections::BTreeSet;

use guild_check::report::ChangeKind::{Additive, Breaking};

use super::defect::Defect;
use super::endpoints::{Both, subject};
use super::walk::{Spots, Walk};
use crate::contract::{Contract, Endpoint, Need, SchemeKind};

/// What a caller shows: each scheme, known by what it is and not by its name, with its scopes.
type Alternative = BTreeSet<(String, BTreeSet<String>)>;

pub(super) fn compare(walk: &mut Walk<'_>, both: &Both<'_>) {
    let old = alternatives(walk.old.contract, both.old);
    let new = alternatives(walk.new.contract, both.new);
    let spot = |endpoint: &Endpoint| {
        endpoint
            .security
            .as_ref()
            .map_or(endpoint.spot, |security| security.spot)
    };
    let spots = Spots::Both {
        old: spot(both.old),
        new: spot(both.new),
    };
    let subject = subject(both.new);
    let is_let_in = |shown: &Alternative, asked: &[Alternative]| {
        asked.iter().any(|asked| {
            asked.iter().all(|(scheme, scopes)| {
                shown
                    .iter()
                    .any(|(own, held)| own == scheme && held.is_superset(scopes))
            })
        })
    };
    for shown in old.iter().filter(|shown| !is_let_in(shown, &new)) {
        let asked = new.iter().map(words).collect::<Vec<_>>().join(", or ");
        let detail = format!(
            "let in who shows {}, and asks for {asked} now",
            words(shown)
        );
        let what = (Defect::SecurityTightened, Breaking);
        walk.tell(both.operation, what, spots, (&subject, detail));
    }
    for asked in new.iter().filter(|asked| !is_let_in(asked, &old)) {
        let detail = format!("lets in who shows {} too now", words(asked));
        let what = (Defect::SecurityLoosened, Additive);
        walk.tell(both.operation, what, spots, (&subject, detail));
    }
}

/// Lists what lets a caller in; showing nothing does where the contract asks for nothing.
fn alternatives(contract: &Contract, endpoint: &Endpoint) -> Vec<Alternative> {
    let stated = endpoint
        .security
        .as_ref()
        .map(|security| &security.alternatives);
    let Some(stated) = stated.filter(|stated| !stated.is_empty()) else {
        return vec![Alternative::new()];
    };
    let read = |needs: &Vec<Need>| {
        let pairs = needs.iter().map(|need| {
            let scopes = need.scopes.iter().map(|scope| scope.text.to_string());
            (scheme(contract, &need.scheme.text), scopes.collect())
        });
        pairs.collect()
    };
    stated.iter().map(read).collect()
}

fn scheme(contract: &Contract, name: &str) -> String {
    let scheme = contract
        .schemes
        .iter()
        .find(|scheme| &*scheme.name.text == name);
    match scheme.map(|scheme| &scheme.kind) {
        Some(SchemeKind::ApiKey { location, name }) => {
            format!(
                "the key `{name}` ({})",
                format!("{location:?}").to_ascii_lowercase()
            )
        }
        Some(SchemeKind::Http(kind)) => format!("HTTP {}", kind.to_ascii_lowercase()),
        Some(SchemeKind::OAuth2) => "OAuth 2".to_owned(),
        Some(SchemeKind::OpenIdConnect) => "OpenID Connect".to_owned(),
        Some(SchemeKind::MutualTls) => "a client certificate".to_owned(),
        Some(SchemeKind::Unknown) | None => format!("`{name}`"),
    }
}

fn words(alternative: &Alternative) -> String {
    if alternative.is_empty() {
        return "nothing".to_owned();
    }
    let each = alternative.iter().map(|(scheme, scopes)| {
        if scopes.is_empty() {
            return scheme.clone();
        }
        let scopes: Vec<&str> = scopes.iter().map(String::as_str).collect();
        format!("{scheme} with {}", scopes.join(", "))
    });
    each.collect::<Vec<_>>().join(" and ")
}
