//! The document names the credential of the contract.

use std::sync::LazyLock;

use guild_check::Findings;
use guild_check::contract::phrase::Phrases;
use guild_check::operation::{Credential, Security};

use super::authentication_differs::{says_none, text_of};
use super::{operation, row};
use crate::document::{Document, Role};
use crate::wording::phrases;

/// Words for what goes into the `Authorization` header of a bearer.
static TOKEN: LazyLock<Phrases> = LazyLock::new(|| {
    phrases(&[
        "bearer",
        "token",
        "tokens",
        "jwt",
        "oauth",
        "oauth2",
        "openid",
        "oidc",
        "authorization",
    ])
});
static BASIC: LazyLock<Phrases> =
    LazyLock::new(|| phrases(&["basic", "password", "authorization"]));
static CERTIFICATE: LazyLock<Phrases> =
    LazyLock::new(|| phrases(&["certificate", "certificates", "mtls", "mutual tls"]));

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let Some(operation) = operation(document) else {
        return;
    };
    let Security::Needed { credentials, .. } = &operation.security else {
        return;
    };
    let text = text_of(document);
    if text.trim().is_empty() || says_none(&text) {
        return;
    }
    let missing = credentials.iter().map(|needed| {
        let missing = needed
            .iter()
            .filter(|credential| !is_named(credential, &text));
        missing.collect::<Vec<_>>()
    });
    let Some(nearest) = missing.min_by_key(Vec::len) else {
        return;
    };
    for credential in nearest {
        let message = format!(
            "the contract asks for {}, and nothing here says so",
            words(credential)
        );
        findings
            .error(
                document.at(row::heading(document, Role::Authentication)),
                message,
            )
            .help("name the credential and where it goes, as the contract has it");
    }
}

/// Tells whether a text names a credential. Names of headers know no case.
fn is_named(credential: &Credential, text: &str) -> bool {
    match credential {
        Credential::Key(_, name) => text
            .to_ascii_lowercase()
            .contains(&name.to_ascii_lowercase()),
        Credential::Http(scheme) if scheme == "basic" => BASIC.is_in(text),
        Credential::Http(scheme) if scheme == "bearer" => TOKEN.is_in(text),
        Credential::Http(scheme) => text.to_ascii_lowercase().contains(scheme.as_str()),
        Credential::Token => TOKEN.is_in(text),
        Credential::Certificate => CERTIFICATE.is_in(text),
        Credential::Other => true,
    }
}

fn words(credential: &Credential) -> String {
    match credential {
        Credential::Key(location, name) => format!("a key in the {} `{name}`", location.word()),
        Credential::Http(scheme) => format!("`Authorization: {scheme}`"),
        Credential::Token => "a token of OAuth 2 or OpenID Connect".to_owned(),
        Credential::Certificate => "a client certificate".to_owned(),
        Credential::Other => "a credential".to_owned(),
    }
}
