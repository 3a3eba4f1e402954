//! Authentication names a credential, a scope or a role.

use guild_check::Findings;

use crate::document::{Document, Role, Section, first_word};
use crate::wording::{new_words, phrase_in};

/// Each names a credential by itself.
const CREDENTIALS: [&str; 44] = [
    "bearer",
    "api key",
    "api keys",
    "apikey",
    "x api key",
    "access key",
    "oauth",
    "oauth2",
    "openid",
    "oidc",
    "jwt",
    "session cookie",
    "cookie",
    "basic auth",
    "basic authentication",
    "http basic",
    "digest authentication",
    "client certificate",
    "client certificates",
    "mtls",
    "mutual tls",
    "hmac",
    "signed url",
    "signed request",
    "signature",
    "personal access token",
    "access token",
    "refresh token",
    "id token",
    "service account",
    "service accounts",
    "iam",
    "ssh key",
    "password",
    "one time code",
    "kerberos",
    "saml",
    "ldap",
    "webhook secret",
    "shared secret",
    "client secret",
    "csrf token",
    "aws",
    "passkey",
];

/// Each names a kind of thing, which is to have a name or a place beside it.
const KINDS: [&str; 24] = [
    "token",
    "tokens",
    "key",
    "keys",
    "scope",
    "scopes",
    "role",
    "roles",
    "permission",
    "permissions",
    "privilege",
    "privileges",
    "credential",
    "credentials",
    "header",
    "account",
    "owner",
    "owners",
    "admin",
    "administrator",
    "administrators",
    "member",
    "members",
    "capability",
];

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let Some(section) = document.section(Role::Authentication) else {
        return;
    };
    let passages = document.passages(Role::Authentication);
    let text: Vec<&str> = passages.iter().map(|passage| passage.text).collect();
    let text = text.join(" ");
    if text.trim().is_empty() || says_none(&text) || is_specific(document, section, &text) {
        return;
    }
    findings
        .error(document.at(section.heading.text_span), "no credential, scope or role is named")
        .help("say which credential in which header, and which scope or role it needs; or `None, because …`");
}

/// "None" needs its reason; that it has words at all is the contract's business.
fn says_none(text: &str) -> bool {
    let starts = matches!(
        first_word(text).as_str(),
        "none"
            | "no"
            | "not"
            | "nothing"
            | "public"
            | "anonymous"
            | "anyone"
            | "n"
            | "tbd"
            | "todo"
    );
    let is_free = [
        "no authentication",
        "without authentication",
        "needs nothing",
        "no credential",
        "unauthenticated",
    ];
    starts || phrase_in(text, &is_free).is_some()
}

fn is_specific(document: &Document, section: &Section, text: &str) -> bool {
    if phrase_in(text, &CREDENTIALS).is_some() {
        return true;
    }
    let has_code = document.inline_code_in(section.body).next().is_some();
    let has_capitals = text.split_whitespace().any(is_constant);
    let has_quote = text.contains(['"', '“', '«']);
    let is_person = phrase_in(
        text,
        &[
            "admin",
            "administrator",
            "administrators",
            "owner",
            "owners",
        ],
    )
    .is_some();
    let is_named = has_code || has_capitals || has_quote || is_person;
    is_named && phrase_in(text, &KINDS).is_some() && !new_words(text, &KINDS).is_empty()
}

/// Tells whether a word is in capitals, as roles often are.
fn is_constant(word: &str) -> bool {
    let word = word.trim_matches(|edge: char| !edge.is_alphanumeric());
    let is_capital =
        |character: char| character.is_uppercase() || character == '_' || character.is_numeric();
    word.len() > 3 && word.chars().all(is_capital)
}
