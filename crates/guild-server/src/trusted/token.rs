//! A JSON Web Token in its compact form (RFC 7515, section 3.1), signed by a key of an issuer.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use guild_skill::Digest;
use serde_json::{Map, Value};

use super::keys::{Algorithm, Key};
use super::{Disbelief, IDENTITY_BYTES};

/// A token of which nothing is believed yet.
pub(super) struct Unverified<'a> {
    header: Map<String, Value>,
    claims: Map<String, Value>,
    signed: &'a str,
    signature: Vec<u8>,
}

impl<'a> Unverified<'a> {
    /// Reads a token.
    pub(super) fn parse(text: &'a str) -> Result<Self, Disbelief> {
        if text.len() > IDENTITY_BYTES {
            return Err(Disbelief::Form("it is longer than 16 KiB"));
        }
        let three = Disbelief::Form("it has not three parts between dots");
        let Some((signed, signature)) = text.rsplit_once('.') else {
            return Err(three);
        };
        let Some((header, claims)) = signed
            .split_once('.')
            .filter(|(_, rest)| !rest.contains('.'))
        else {
            return Err(three);
        };
        let header = object(header)?;
        // A header that has to be understood, and that we do not, makes the token none (RFC 7515, section 4.1.11).
        if header.contains_key("crit") {
            return Err(Disbelief::Form(
                "its header asks for what is not known here",
            ));
        }
        Ok(Self {
            header,
            claims: object(claims)?,
            signed,
            signature: decode(signature)?,
        })
    }

    /// Gives what the token says.
    pub(super) fn claims(&self) -> &Map<String, Value> {
        &self.claims
    }

    /// Gives the digest of what is signed, by which it is known again: a signature can be written in two ways.
    pub(super) fn digest(&self) -> Digest {
        Digest::of(self.signed.as_bytes())
    }

    /// Gives the algorithm. It is chosen from a closed set, in which none needs a secret and none proves nothing.
    pub(super) fn algorithm(&self) -> Result<Algorithm, Disbelief> {
        let name = self.header.get("alg").and_then(Value::as_str);
        name.and_then(Algorithm::parse).ok_or(Disbelief::Algorithm)
    }

    /// Gives the id of the key.
    pub(super) fn key_id(&self) -> Option<&str> {
        self.header.get("kid").and_then(Value::as_str)
    }

    /// Holds the signature against a key.
    pub(super) fn verify(&self, key: &Key) -> Result<(), Disbelief> {
        match key.has_signed(self.signed.as_bytes(), &self.signature) {
            true => Ok(()),
            false => Err(Disbelief::Signature),
        }
    }
}

fn object(part: &str) -> Result<Map<String, Value>, Disbelief> {
    let bytes = decode(part)?;
    match serde_json::from_slice(&bytes) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) | Err(_) => Err(Disbelief::Form("a part of it is no JSON object")),
    }
}

fn decode(part: &str) -> Result<Vec<u8>, Disbelief> {
    URL_SAFE_NO_PAD
        .decode(part)
        .map_err(|_| Disbelief::Form("a part of it is not in base64url"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn encode(text: &str) -> String {
        URL_SAFE_NO_PAD.encode(text)
    }

    #[test]
    fn an_algorithm_that_proves_nothing_is_refused() {
        for name in [
            "none", "None", "NONE", "HS256", "HS512", "RS512", "PS256", "",
        ] {
            let header = encode(&format!("{{\"alg\":\"{name}\"}}"));
            let text = format!("{header}.{}.", encode("{}"));
            let token = Unverified::parse(&text).unwrap();
            assert!(
                matches!(token.algorithm(), Err(Disbelief::Algorithm)),
                "{name}"
            );
        }
        let text = format!("{}.{}.", encode("{\"alg\":7}"), encode("{}"));
        assert!(Unverified::parse(&text).unwrap().algorithm().is_err());
    }

    #[test]
    fn what_is_no_token_is_refused() {
        let header = encode("{\"alg\":\"RS256\"}");
        for text in [
            String::new(),
            "a.b".to_owned(),
            "..".to_owned(),
            format!("{header}.{}.x.y", encode("{}")),
            format!("{header}.{}.***", encode("{}")),
            format!("{header}.{}.", encode("[]")),
            format!(
                "{}.{}.",
                encode("{\"alg\":\"RS256\",\"crit\":[\"b64\"]}"),
                encode("{}")
            ),
            "a".repeat(IDENTITY_BYTES + 1),
        ] {
            assert!(Unverified::parse(&text).is_err(), "{text:.60}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "[A-Za-z0-9._=-]{0,200}|\\PC{0,80}") {
            if let Ok(token) = Unverified::parse(&text) {
                let _ = token.algorithm();
            }
        }
    }
}
