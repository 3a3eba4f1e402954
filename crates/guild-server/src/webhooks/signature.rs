//! Signatures as Standard Webhooks has them: HMAC-SHA256 over the id, the time and the body.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use guild_catalog::SigningSecret;
use ring::hmac;

/// Writes a secret as it is shown once, and as receivers' libraries take it.
pub(crate) fn shown(secret: &SigningSecret) -> String {
    format!("whsec_{}", STANDARD.encode(secret.bytes()))
}

/// Signs a message with each secret.
pub(super) fn of(secrets: &[SigningSecret], id: &str, seconds: i64, body: &[u8]) -> String {
    let mut signed = format!("{id}.{seconds}.").into_bytes();
    signed.extend_from_slice(body);
    let sign = |secret: &SigningSecret| {
        let key = hmac::Key::new(hmac::HMAC_SHA256, secret.bytes());
        format!("v1,{}", STANDARD.encode(hmac::sign(&key, &signed)))
    };
    let signatures: Vec<String> = secrets.iter().map(sign).collect();
    signatures.join(" ")
}
