//! Authentication names a credential, a scope or a role.

use std::sync::LazyLock;

use guild_check::Findings;
use guild_check::contract::phrase::Phrases;

use crate::document::{Document, Role, Section, first_word, words};
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

/// Leaves it to the reader to find out what is needed.
static VAGUE: LazyLock<Phrases> = LazyLock::new(|| {
    const WHICH: [&str; 8] = [
        "appropriate",
        "relevant",
        "necessary",
        "proper",
        "sufficient",
        "suitable",
        "correct",
        "right",
    ];
    const WHAT: [&str; 9] = [
        "scope",
        "scopes",
        "permission",
        "permissions",
        "role",
        "roles",
        "rights",
        "privileges",
        "credentials",
    ];
    let all = WHICH
        .iter()
        .flat_map(|which| WHAT.iter().map(move |what| format!("{which} {what}")));
    Phrases::new(&all.collect::<Vec<_>>())
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
    if text.trim().is_empty() || document.says_nothing(Role::Authentication) {
        return;
    }
    if says_none(&text) {
        if !has_reason(&text) {
            findings
                .warning(
                    document.at(section.heading.text_span),
                    "no reason is given for that nothing is needed",
                )
                .help("write `None, because …`: a reader asks whether it was forgotten");
        }
        return;
    }
    if is_specific(document, section, &text) {
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
        "none" | "no" | "not" | "nothing" | "public" | "anonymous" | "anyone"
    );
    starts || FREE.is_in(text)
}

/// Tells whether a text says more than that nothing is needed.
fn has_reason(text: &str) -> bool {
    const MARKS: [char; 9] = [',', ';', ':', '—', '–', '(', '.', '!', '/'];
    let inner = text.trim().trim_end_matches(['.', '!']);
    let words = words(inner);
    let is_reason = |word: &String| matches!(word.as_str(), "because" | "since" | "as" | "due");
    inner.contains(MARKS) || words.iter().any(is_reason) || inner.contains(" - ") || words.len() > 5
}

fn is_specific(document: &Document, section: &Section, text: &str) -> bool {
    let mut codes = document.inline_code_in(section.body);
    let has_code = codes.next().is_some();
    let is_scope = |code: &str| code.contains([':', '_']) || is_constant(code);
    // «The appropriate scopes» are for the reader to find out.
    if !has_code && VAGUE.is_in(text) {
        return false;
    }
    if CREDENTIALS.is_in(text) || document.inline_code_in(section.body).any(is_scope) {
        return true;
    }
    // Whoever asks for a token is to say which one, even of somebody who is signed in.
    if CALLERS.is_in(text) && !UNNAMED.is_in(text) {
        return true;
    }
    let has_capitals = text.split_whitespace().any(is_constant);
    let has_quote = text.contains(['"', '“', '«']);
    let is_person = PERSONS.is_in(text);
    let is_named = has_code || has_capitals || has_quote || is_person;
    is_named && KIND_WORDS.is_in(text) && (has_code || new_words(text, &KINDS).next().is_some())
}

/// Tells whether a word is in capitals, as roles often are.
fn is_constant(word: &str) -> bool {
    let word = word.trim_matches(|edge: char| !edge.is_alphanumeric());
    let is_capital =
        |character: char| character.is_uppercase() || character == '_' || character.is_numeric();
    word.len() > 3 && word.chars().all(is_capital)
}
