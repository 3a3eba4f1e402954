//! Keys of notes: the form in which they are given to others, and the form in which they are kept.

use std::fmt;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair as _, UnparsedPublicKey};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// The type of Ed25519 signatures as signed-note assigns it.
const ED25519_TYPE: u8 = 1;

/// What the form of a private key begins with, as Go's `sumdb/note` writes it.
const PRIVATE: &str = "PRIVATE+KEY+";

/// The longest name of a key, in bytes.
const NAME_BYTES: usize = 200;

/// A public key with its name, written `<name>+<id>+<base64>` (a vkey).
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct VerifierKey {
    name: String,
    public: [u8; 32],
}

/// A private key with its name. Printing it shows the public key.
pub struct SigningKey {
    seed: [u8; 32],
    pair: Ed25519KeyPair,
    verifier: VerifierKey,
}

/// Why a text is no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// The name cannot stand in a signature line.
    #[error("a key's name has 1 to {NAME_BYTES} bytes, without spaces, `+` and control characters")]
    Name,
    /// It has not the form of a key.
    #[error("it is not an Ed25519 key of the form `<name>+<id>+<base64>`")]
    Form,
    /// The id is not that of the name and the key: a part of it was changed.
    #[error("its id does not belong to its name and key: a part of it was changed or mistyped")]
    Id,
}

/// Tells whether a text can be the name of a key.
pub(super) fn is_name(name: &str) -> bool {
    let is_wrong = |part: char| part.is_whitespace() || part.is_control() || part == '+';
    (1..=NAME_BYTES).contains(&name.len()) && !name.contains(is_wrong)
}

impl VerifierKey {
    /// Reads a key in its public form.
    ///
    /// # Errors
    /// See [`KeyError`].
    pub fn parse(text: &str) -> Result<Self, KeyError> {
        let (name, id, key) = parts(text).ok_or(KeyError::Form)?;
        let key = Self {
            name: checked(name)?,
            public: key,
        };
        (key.id() == id).then_some(key).ok_or(KeyError::Id)
    }

    /// Gives the name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Gives the id: four bytes that tell keys of one name apart, and no more than that.
    pub fn id(&self) -> [u8; 4] {
        let mut hasher = Sha256::new();
        hasher.update(self.name.as_bytes());
        hasher.update([b'\n', ED25519_TYPE]);
        hasher.update(self.public);
        let [first, second, third, fourth, ..]: [u8; 32] = hasher.finalize().into();
        [first, second, third, fourth]
    }

    /// Gives the id in hexadecimal digits.
    pub fn id_text(&self) -> String {
        format!("{:08x}", u32::from_be_bytes(self.id()))
    }

    /// Gives what people compare: `SHA256:` and the base64 of the key's hash.
    pub fn fingerprint(&self) -> String {
        use base64::engine::general_purpose::STANDARD_NO_PAD;
        format!(
            "SHA256:{}",
            STANDARD_NO_PAD.encode(Sha256::digest(self.public))
        )
    }

    /// Tells whether the key has signed a message.
    pub fn has_signed(&self, message: &[u8], signature: &[u8]) -> bool {
        let key = UnparsedPublicKey::new(&ED25519, &self.public);
        key.verify(message, signature).is_ok()
    }
}

impl SigningKey {
    /// Makes a key from 32 random bytes.
    ///
    /// # Errors
    /// When the name cannot be that of a key.
    pub fn from_seed(name: &str, seed: [u8; 32]) -> Result<Self, KeyError> {
        let pair = Ed25519KeyPair::from_seed_unchecked(&seed).map_err(|_| KeyError::Form)?;
        let public = pair.public_key().as_ref().try_into();
        let verifier = VerifierKey {
            name: checked(name)?,
            public: public.map_err(|_| KeyError::Form)?,
        };
        Ok(Self {
            seed,
            pair,
            verifier,
        })
    }

    /// Reads a key in its private form.
    ///
    /// # Errors
    /// See [`KeyError`].
    pub fn parse(text: &str) -> Result<Self, KeyError> {
        let text = text
            .trim_end()
            .strip_prefix(PRIVATE)
            .ok_or(KeyError::Form)?;
        let (name, id, seed) = parts(text).ok_or(KeyError::Form)?;
        let key = Self::from_seed(name, seed)?;
        (key.verifier.id() == id).then_some(key).ok_or(KeyError::Id)
    }

    /// Writes the private form, `PRIVATE+KEY+<name>+<id>+<base64>`. Whoever has it can sign.
    pub fn to_secret_text(&self) -> String {
        written(PRIVATE, &self.verifier, &self.seed)
    }

    /// Gives the public key.
    pub fn verifier(&self) -> &VerifierKey {
        &self.verifier
    }

    /// Signs a message; the same message gets the same signature every time.
    pub fn sign(&self, message: &[u8]) -> [u8; 64] {
        let signature = self.pair.sign(message);
        // An Ed25519 signature has 64 bytes.
        signature.as_ref().try_into().unwrap_or([0; 64])
    }
}

fn checked(name: &str) -> Result<String, KeyError> {
    is_name(name).then(|| name.to_owned()).ok_or(KeyError::Name)
}

/// Cuts a key in its form into name, id and the 32 bytes of the key.
fn parts(text: &str) -> Option<(&str, [u8; 4], [u8; 32])> {
    let (name, rest) = text.split_once('+')?;
    let (id, key) = rest.split_once('+')?;
    let is_hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    if id.len() != 8 || !id.bytes().all(is_hex) {
        return None;
    }
    let id = u32::from_str_radix(id, 16).ok()?.to_be_bytes();
    let key = STANDARD.decode(key).ok()?;
    match key.split_first()? {
        (&ED25519_TYPE, key) => Some((name, id, key.try_into().ok()?)),
        _ => None,
    }
}

fn written(prefix: &str, key: &VerifierKey, bytes: &[u8; 32]) -> String {
    let mut typed = vec![ED25519_TYPE];
    typed.extend(bytes);
    let bytes = STANDARD.encode(typed);
    format!("{prefix}{}+{}+{bytes}", key.name, key.id_text())
}

impl fmt::Display for VerifierKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&written("", self, &self.public))
    }
}

impl fmt::Debug for VerifierKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "SigningKey({})", self.verifier)
    }
}

impl FromStr for VerifierKey {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Self, KeyError> {
        Self::parse(text)
    }
}

impl TryFrom<String> for VerifierKey {
    type Error = KeyError;

    fn try_from(text: String) -> Result<Self, KeyError> {
        Self::parse(&text)
    }
}

impl From<VerifierKey> for String {
    fn from(key: VerifierKey) -> Self {
        key.to_string()
    }
}
