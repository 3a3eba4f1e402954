//! The secret of a webhook, which signs what is sent.

use std::fmt;

use crate::accounts::random_bits;
use crate::error::StoreError;

/// What signs deliveries: 256 random bits. The database keeps them as they are, in hexadecimal digits: signing takes
/// the secret itself.
#[derive(Clone, PartialEq, Eq)]
pub struct SigningSecret([u8; 32]);

impl SigningSecret {
    pub(super) fn random() -> Result<Self, StoreError> {
        random_bits().map(Self)
    }

    /// Gives the secret itself: to sign with it, or to show it once.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    pub(super) fn written(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    pub(super) fn read(text: &str) -> Result<Self, StoreError> {
        let byte = |place: usize| u8::from_str_radix(text.get(place * 2..place * 2 + 2)?, 16).ok();
        let mut bytes = [0; 32];
        for (place, to) in bytes.iter_mut().enumerate() {
            *to = byte(place).ok_or_else(|| StoreError::Damaged {
                what: "signing secret",
                reason: "it is not 64 hexadecimal digits".to_owned(),
            })?;
        }
        Ok(Self(bytes))
    }
}

impl fmt::Debug for SigningSecret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("SigningSecret")
    }
}
