//! An issuer of identities on this machine: real keys, real signatures, discovery, and everything that can go wrong.

use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair as _, RSA_PKCS1_SHA256,
    RsaKeyPair, RsaPublicKeyComponents,
};
use serde_json::{Value, json};

/// A key of 2048 bits that signs nothing but the identities of tests; `ring` makes none of its own.
const RSA: &[u8] = include_bytes!("samples/issuer_rsa.pk8");
/// What a runner shows to get an identity.
pub(crate) const REQUEST_TOKEN: &str = "request-token";

/// How many identities were made: no two are alike.
static TOKENS: AtomicU64 = AtomicU64::new(1);

/// A private key.
pub(crate) enum Key {
    Rsa(RsaKeyPair),
    P256(EcdsaKeyPair),
    Ed25519(Ed25519KeyPair),
}

/// How the issuer answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mood {
    Well,
    Down,
    Hanging,
    Endless,
    Garbled,
    NamedOtherwise,
    KeysElsewhere,
    Redirecting,
}

struct State {
    mood: Mood,
    /// The keys that it publishes, by id.
    keys: BTreeMap<String, Value>,
    /// How often it was asked for anything.
    asked: usize,
    /// What a runner is given, before it is signed.
    claims: Value,
    /// Whose connections are held open without an answer.
    held: Vec<TcpStream>,
}

/// An issuer, with one key, `first`.
pub(crate) struct Issuer {
    pub(crate) url: String,
    pub(crate) key: Arc<Key>,
    /// The second that it takes for now.
    now: i64,
    state: Arc<Mutex<State>>,
}

impl Key {
    pub(crate) fn rsa() -> Self {
        Self::Rsa(RsaKeyPair::from_pkcs8(RSA).unwrap())
    }

    pub(crate) fn p256() -> Self {
        let (kind, random) = (&ECDSA_P256_SHA256_FIXED_SIGNING, SystemRandom::new());
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(kind, &random).unwrap();
        Self::P256(EcdsaKeyPair::from_pkcs8(kind, pkcs8.as_ref(), &random).unwrap())
    }

    pub(crate) fn ed25519() -> Self {
        let pkcs8 = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).unwrap();
        Self::Ed25519(Ed25519KeyPair::from_pkcs8(pkcs8.as_ref()).unwrap())
    }

    pub(crate) fn algorithm(&self) -> &'static str {
        match self {
            Self::Rsa(_) => "RS256",
            Self::P256(_) => "ES256",
            Self::Ed25519(_) => "EdDSA",
        }
    }

    /// The public key as it is published.
    pub(crate) fn jwk(&self, id: &str) -> Value {
        let text = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
        let mut jwk = match self {
            Self::Rsa(pair) => {
                let public = RsaPublicKeyComponents::<Vec<u8>>::from(pair.public_key());
                json!({"kty": "RSA", "n": text(&public.n), "e": text(&public.e)})
            }
            Self::P256(pair) => {
                let point = pair.public_key().as_ref();
                json!({"kty": "EC", "crv": "P-256", "x": text(&point[1..33]), "y": text(&point[33..])})
            }
            Self::Ed25519(pair) => {
                json!({"kty": "OKP", "crv": "Ed25519", "x": text(pair.public_key().as_ref())})
            }
        };
        jwk["kid"] = id.into();
        jwk["use"] = "sig".into();
        jwk
    }

    fn sign(&self, message: &[u8]) -> Vec<u8> {
        let random = SystemRandom::new();
        match self {
            Self::Rsa(pair) => {
                let mut signature = vec![0; pair.public().modulus_len()];
                pair.sign(&RSA_PKCS1_SHA256, &random, message, &mut signature)
                    .unwrap();
                signature
            }
            Self::P256(pair) => pair.sign(&random, message).unwrap().as_ref().to_vec(),
            Self::Ed25519(pair) => pair.sign(message).as_ref().to_vec(),
        }
    }

    /// Signs claims under a header that a test may twist.
    pub(crate) fn token(&self, header: &Value, claims: &Value) -> String {
        let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let signed = format!("{}.{}", part(header), part(claims));
        let signature = URL_SAFE_NO_PAD.encode(self.sign(signed.as_bytes()));
        format!("{signed}.{signature}")
    }
}

impl Issuer {
    /// Starts an issuer, for which it is a second since 1970.
    pub(crate) fn start(key: Key, now: i64) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let key = Arc::new(key);
        let state = Arc::new(Mutex::new(State {
            mood: Mood::Well,
            keys: [("first".to_owned(), key.jwk("first"))].into(),
            asked: 0,
            claims: json!({}),
            held: Vec::new(),
        }));
        let issuer = Self {
            url,
            key,
            now,
            state,
        };
        issuer.give(issuer.claims("unset"));
        let (url, key, state) = (
            issuer.url.clone(),
            Arc::clone(&issuer.key),
            Arc::clone(&issuer.state),
        );
        thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(stream) = stream else { break };
                let (url, key, state) = (url.clone(), Arc::clone(&key), Arc::clone(&state));
                thread::spawn(move || answer(stream, &url, &key, &state));
            }
        });
        issuer
    }

    /// What it says of the job `release.yml` of `octo/tools`, to an audience.
    pub(crate) fn claims(&self, audience: &str) -> Value {
        json!({
            "iss": self.url, "aud": audience, "sub": "repo:octo/tools:environment:production",
            "exp": self.now + 300, "iat": self.now, "nbf": self.now - 5, "jti": TOKENS.fetch_add(1, Ordering::Relaxed).to_string(),
            "repository": "octo/tools", "repository_id": "74", "environment": "production",
            "workflow_ref": "octo/tools/.github/workflows/release.yml@refs/tags/v1.0.0",
            "ref": "refs/tags/v1.0.0", "sha": "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
            "event_name": "push", "run_id": "17",
        })
    }

    /// Signs an identity for an audience, with some claims changed; `null` takes one away.
    pub(crate) fn identity(&self, audience: &str, change: &Value) -> String {
        let claims = changed(self.claims(audience), change);
        let header = json!({"alg": self.key.algorithm(), "kid": "first", "typ": "JWT"});
        self.key.token(&header, &claims)
    }

    /// What the runners of the next jobs are given.
    pub(crate) fn give(&self, claims: Value) {
        self.state.lock().unwrap().claims = claims;
    }

    pub(crate) fn be(&self, mood: Mood) {
        self.state.lock().unwrap().mood = mood;
    }

    /// Publishes a key, or takes one back.
    pub(crate) fn publish_key(&self, id: &str, key: Option<&Key>) {
        let mut state = self.state.lock().unwrap();
        match key {
            Some(key) => drop(state.keys.insert(id.to_owned(), key.jwk(id))),
            None => drop(state.keys.remove(id)),
        }
    }

    pub(crate) fn asked(&self) -> usize {
        self.state.lock().unwrap().asked
    }
}

/// Changes some claims; `null` takes one away.
pub(crate) fn changed(mut claims: Value, change: &Value) -> Value {
    let object = claims.as_object_mut().unwrap();
    object.extend(change.as_object().unwrap().clone());
    object.retain(|_, value| !value.is_null());
    claims
}

fn answer(mut stream: TcpStream, url: &str, key: &Key, state: &Mutex<State>) {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read(&mut byte) {
            Ok(1) => head.push(byte[0]),
            _ => return,
        }
    }
    let head = String::from_utf8(head).unwrap();
    let path = head.split(' ').nth(1).unwrap();
    let mut state = state.lock().unwrap();
    state.asked += 1;
    let ok = |body: Value| ("200 OK", String::new(), body.to_string());
    let keys = format!("{url}/keys");
    let (status, more, body) = match (state.mood, path) {
        (Mood::Hanging, _) => return state.held.push(stream),
        (Mood::Down, _) => ("502 Bad Gateway", String::new(), String::new()),
        (Mood::Endless, _) => ("200 OK", String::new(), " ".repeat(300 * 1024)),
        (Mood::Garbled, _) => ("200 OK", String::new(), "<html>".to_owned()),
        (Mood::Redirecting, _) => (
            "302 Found",
            format!("location: {url}/elsewhere\r\n"),
            String::new(),
        ),
        (Mood::NamedOtherwise, _) => ok(json!({"issuer": "https://a.example", "jwks_uri": keys})),
        (Mood::KeysElsewhere, _) => {
            ok(json!({"issuer": url, "jwks_uri": "http://169.254.169.254/keys"}))
        }
        (Mood::Well, "/.well-known/openid-configuration") => {
            ok(json!({"issuer": url, "jwks_uri": keys}))
        }
        (Mood::Well, "/keys") => {
            let keys: Vec<_> = state.keys.values().collect();
            ok(json!({"keys": keys}))
        }
        (Mood::Well, path) => runner(path, &head, key, &state.claims),
    };
    drop(state);
    let length = body.len();
    let _ = write!(
        stream,
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\
         connection: close\r\n{more}\r\n{body}"
    );
}

/// Gives a runner what GitHub Actions gives: an identity for the audience that it names.
fn runner(path: &str, head: &str, key: &Key, claims: &Value) -> (&'static str, String, String) {
    let is_known = head
        .to_ascii_lowercase()
        .contains(&format!("authorization: bearer {REQUEST_TOKEN}"));
    let audience = path.strip_prefix("/token?").and_then(|query| {
        query
            .split('&')
            .find_map(|pair| pair.strip_prefix("audience="))
    });
    let Some(audience) = audience.filter(|_| is_known) else {
        return ("404 Not Found", String::new(), String::new());
    };
    let audience = audience.replace("%3A", ":").replace("%2F", "/");
    let claims = changed(claims.clone(), &json!({"aud": audience}));
    let header = json!({"alg": key.algorithm(), "kid": "first"});
    let body = json!({"value": key.token(&header, &claims)}).to_string();
    ("200 OK", String::new(), body)
}
