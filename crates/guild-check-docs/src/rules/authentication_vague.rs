//! Authentication names a credential, a scope or a role.

use std::sync::LazyLock;

use guild_check::Findings;
use guild_check::contract::phrase::Phrases;

use crate::document::{Document, Role, Section, first_word};
use crate::wording::{new_words, phrases};

/// Each names a credential by itself.
static CREDENTIALS: LazyLock<Phrases> = LazyLock::new(|| {
    phrases(&[
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
        "hmac sha256",
        "hmac sha512",
        "license key",
        "licence key",
        "signing key",
        "private key",
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
        "file permissions",
        "read permission",
        "write permission",
        "read access",
        "write access",
        "root privileges",
    ])
});

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

static KIND_WORDS: LazyLock<Phrases> = LazyLock::new(|| phrases(&KINDS));

/// A role that has its usual name.
static PERSONS: LazyLock<Phrases> = LazyLock::new(|| {
    phrases(&[
        "admin",
        "administrator",
        "administrators",
        "owner",
        "owners",
        "superuser",
        "superusers",
    ])
});

/// Who may call, said whole: a state that everybody knows how to get into.
static CALLERS: LazyLock<Phrases> = LazyLock::new(|| {
    phrases(&[
        "signed in",
        "logged in",
        "log in",
        "sign in",
        "rights of the process",
        "rights of the calling process",
        "rights of the caller",
        "permissions of the process",
        "permissions of the calling process",
        "must be an administrator",
        "must be an admin",
        "must be the owner",
        "administrators only",
        "admins only",
    ])
});

/// A credential that is not said to be any in particular.
static UNNAMED: LazyLock<Phrases> = LazyLock::new(|| {
    phrases(&[
        "valid token",
        "valid tokens",
        "a token",
        "the token",
        "your token",
        "an auth token",
        "valid key",
        "a key",
        "valid credentials",
        "the credentials",
        "your credentials",
    ])
});

/// Each says that nothing is needed.
static FREE: LazyLock<Phrases> = LazyLock::new(|| {
    phrases(&[
        "no authentication",
        "without authentication",
        "needs nothing",
        "no credential",
        "unauthenticated",
        "open to everyone",
        "open to everybody",
        "open to anyone",
        "open to all",
        "anyone can",
        "anyone may",
        "everyone can",
        "everyone may",
        "everybody may",
        "does not require authentication",
        "requires no authentication",
        "needs no authentication",
        "not authenticated",
        "not require authentication",
        "publicly accessible",
        "is public",
        "are public",
    ])
});

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
    starts || FREE.is_in(text)
}

fn is_specific(document: &Document, section: &Section, text: &str) -> bool {
    if CREDENTIALS.is_in(text) {
        return true;
    }
    // Whoever asks for a token is to say which one, even of somebody who is signed in.
    if CALLERS.is_in(text) && !UNNAMED.is_in(text) {
        return true;
    }
    let has_code = document.inline_code_in(section.body).next().is_some();
    let has_capitals = text.split_whitespace().any(is_constant);
    let has_quote = text.contains(['"', '“', '«']);
    let is_person = PERSONS.is_in(text);
    let is_named = has_code || has_capitals || has_quote || is_person;
    is_named && KIND_WORDS.is_in(text) && !new_words(text, &KINDS).is_empty()
}

/// Tells whether a word is in capitals, as roles often are.
fn is_constant(word: &str) -> bool {
    let word = word.trim_matches(|edge: char| !edge.is_alphanumeric());
    let is_capital =
        |character: char| character.is_uppercase() || character == '_' || character.is_numeric();
    word.len() > 3 && word.chars().all(is_capital)
}
