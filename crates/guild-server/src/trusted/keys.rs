//! The keys of an issuer: a JSON Web Key Set (RFC 7517), read as hostile.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::signature::{self, RsaPublicKeyComponents, UnparsedPublicKey};
use serde::Deserialize;

/// More keys than any issuer has.
const MOST_KEYS: usize = 100;

/// How a token is signed; never by a secret that both sides know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Algorithm {
    /// RSA with SHA-256.
    Rs256,
    /// ECDSA on P-256 with SHA-256.
    Es256,
    /// Ed25519.
    EdDsa,
}

/// A public key. Its kind says which algorithm it is for, whatever a token says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Key {
    /// Modulus and exponent.
    Rsa { n: Vec<u8>, e: Vec<u8> },
    /// A point, uncompressed.
    P256(Vec<u8>),
    /// A point.
    Ed25519(Vec<u8>),
}

/// A key and what an issuer calls it.
#[derive(Clone, Debug)]
pub(super) struct NamedKey {
    pub(super) id: Option<String>,
    pub(super) key: Key,
}

#[derive(Deserialize)]
struct KeySet {
    keys: Vec<serde_json::Value>,
}

#[derive(Deserialize)]
struct Jwk {
    kty: String,
    kid: Option<String>,
    #[serde(rename = "use")]
    purpose: Option<String>,
    crv: Option<String>,
    n: Option<String>,
    e: Option<String>,
    alg: Option<String>,
    x: Option<String>,
    y: Option<String>,
}

impl Algorithm {
    pub(super) fn parse(name: &str) -> Option<Self> {
        match name {
            "RS256" => Some(Self::Rs256),
            "ES256" => Some(Self::Es256),
            "EdDSA" => Some(Self::EdDsa),
            _ => None,
        }
    }
}

impl Key {
    /// Tells which algorithm the key is for.
    pub(super) fn algorithm(&self) -> Algorithm {
        match self {
            Self::Rsa { .. } => Algorithm::Rs256,
            Self::P256(_) => Algorithm::Es256,
            Self::Ed25519(_) => Algorithm::EdDsa,
        }
    }

    /// Tells whether the key has signed a message.
    pub(super) fn has_signed(&self, message: &[u8], signed: &[u8]) -> bool {
        let verified = match self {
            Self::Rsa { n, e } => RsaPublicKeyComponents { n, e }.verify(
                &signature::RSA_PKCS1_2048_8192_SHA256,
                message,
                signed,
            ),
            Self::P256(point) => UnparsedPublicKey::new(&signature::ECDSA_P256_SHA256_FIXED, point)
                .verify(message, signed),
            Self::Ed25519(point) => {
                UnparsedPublicKey::new(&signature::ED25519, point).verify(message, signed)
            }
        };
        verified.is_ok()
    }
}

/// Reads a key set; keys of kinds that are not taken, or for another use, are left out.
pub(super) fn parse(bytes: &[u8]) -> Result<Vec<NamedKey>, serde_json::Error> {
    let set: KeySet = serde_json::from_slice(bytes)?;
    let keys = set.keys.into_iter().take(MOST_KEYS);
    let keys = keys.filter_map(|key| serde_json::from_value(key).ok());
    Ok(keys.filter_map(of_jwk).collect())
}

fn of_jwk(jwk: Jwk) -> Option<NamedKey> {
    if jwk.purpose.is_some_and(|purpose| purpose != "sig") {
        return None;
    }
    let bytes = |part: &Option<String>| URL_SAFE_NO_PAD.decode(part.as_deref()?).ok();
    let key = match (jwk.kty.as_str(), jwk.crv.as_deref()) {
        ("RSA", _) => Key::Rsa {
            n: without_zeros(bytes(&jwk.n)?),
            e: without_zeros(bytes(&jwk.e)?),
        },
        ("EC", Some("P-256")) => Key::P256([vec![4], bytes(&jwk.x)?, bytes(&jwk.y)?].concat()),
        ("OKP", Some("Ed25519")) => Key::Ed25519(bytes(&jwk.x)?),
        _ => return None,
    };
    let algorithm = jwk.alg.as_deref().map(Algorithm::parse);
    // A key that is for another algorithm of the same kind is not for ours.
    if algorithm.is_some_and(|algorithm| algorithm != Some(key.algorithm())) {
        return None;
    }
    Some(NamedKey { id: jwk.kid, key })
}

/// Some write a number with a zero before it.
fn without_zeros(bytes: Vec<u8>) -> Vec<u8> {
    bytes.into_iter().skip_while(|byte| *byte == 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_other_kinds_are_left_out() {
        let set = br#"{"keys": [
            {"kty": "oct", "k": "c2VjcmV0"},
            {"kty": "RSA", "kid": "a", "n": "AQAB", "e": "AQAB", "use": "enc"},
            {"kty": "RSA", "kid": "b", "n": "AAEAAQ", "e": "AQAB", "use": "sig"},
            {"kty": "RSA", "kid": "c", "n": "AAEAAQ", "e": "AQAB", "alg": "RS512"},
            {"kty": "EC", "crv": "P-384", "x": "AA", "y": "AA"},
            {"kty": "EC", "crv": "P-256", "x": "AA"},
            {"kty": "OKP", "crv": "Ed25519", "x": "AAAA"},
            {"kty": "RSA", "n": "***", "e": "AQAB"},
            17, null
        ]}"#;
        let keys = parse(set).unwrap();
        let ids: Vec<_> = keys.iter().map(|key| key.id.as_deref()).collect();
        assert_eq!(ids, [Some("b"), None]);
        assert_eq!(keys[0].key.algorithm(), Algorithm::Rs256);
        assert_eq!(keys[1].key.algorithm(), Algorithm::EdDsa);
        assert!(!keys[0].key.has_signed(b"", b""));
        assert!(!keys[1].key.has_signed(b"", &[0; 64]));
    }

    #[test]
    fn what_is_no_key_set_is_an_error() {
        for text in ["", "[]", "{}", "{\"keys\": 1}", "{\"keys\": {}}"] {
            assert!(parse(text.as_bytes()).is_err(), "{text}");
        }
        assert!(parse(b"{\"keys\": []}").unwrap().is_empty());
    }
}
