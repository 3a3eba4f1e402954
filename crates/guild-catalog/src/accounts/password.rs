//! Passwords: their rules, and how they are kept (argon2id, 19 MiB, two passes, as OWASP advises).

use std::fmt;
use std::sync::Arc;

use argon2::{Algorithm, Argon2, Params, Version};
use guild_skill::AccountName;
use subtle::ConstantTimeEq as _;
use tokio::sync::Semaphore;

use crate::accounts::secret::{hex, random_bits};
use crate::error::StoreError;

/// The fewest characters of a password.
const SHORTEST: usize = 10;
/// The most bytes of a password.
const LONGEST: usize = 256;

const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;
const SALT_BYTES: usize = 16;
const HASH_BYTES: usize = 32;

/// How many passwords are worked on at a time: each takes 19 MiB and a core.
const AT_WORK: usize = 2;
/// How many may wait for it or be worked on; a flood of them is turned away.
const IN_LINE: usize = 64;

/// What a person typed. It shows itself nowhere.
#[derive(Clone)]
pub struct Password(String);

/// Why a text cannot be a new password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    /// It is guessed too soon.
    #[error("the password has fewer than {SHORTEST} characters")]
    TooShort,
    /// It is no password.
    #[error("the password has more than {LONGEST} bytes")]
    TooLong,
    /// It is the first guess.
    #[error("the password is the account's name")]
    IsName,
}

/// Why a password could not be worked on.
#[derive(Debug)]
pub(crate) enum Unworked {
    /// Too many are waiting.
    Busy,
    /// The catalog failed.
    Store(StoreError),
}

impl Password {
    /// Reads a password that an account is to have from now on.
    ///
    /// # Errors
    /// When it is too short, too long, or the name.
    pub fn new(text: &str, account: &AccountName) -> Result<Self, PasswordError> {
        if text.chars().count() < SHORTEST {
            return Err(PasswordError::TooShort);
        }
        if text.len() > LONGEST {
            return Err(PasswordError::TooLong);
        }
        if text.to_lowercase() == account.as_str() {
            return Err(PasswordError::IsName);
        }
        Ok(Self(text.to_owned()))
    }

    /// Takes what a person gave as the password that they have; what is too long is none.
    pub fn given(text: &str) -> Option<Self> {
        (text.len() <= LONGEST).then(|| Self(text.to_owned()))
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Password")
    }
}

/// Where passwords are worked on, a few at a time.
#[derive(Clone, Debug)]
pub(crate) struct Passwords {
    line: Arc<Semaphore>,
    work: Arc<Semaphore>,
}

impl Passwords {
    pub(crate) fn new() -> Self {
        Self {
            line: Arc::new(Semaphore::new(IN_LINE)),
            work: Arc::new(Semaphore::new(AT_WORK)),
        }
    }

    /// Makes what is kept of a password.
    pub(crate) async fn hash(&self, password: Password) -> Result<String, Unworked> {
        let salt = random_bits().map_err(Unworked::Store)?;
        self.run(move || {
            let salt = &salt[..SALT_BYTES];
            digest(&password, salt).map(|hash| kept(salt, &hash))
        })
        .await
    }

    /// Compares a password with what is kept of one. Where nothing is kept it works as long, and says no.
    pub(crate) async fn is_right(
        &self,
        password: Password,
        kept: Option<String>,
    ) -> Result<bool, Unworked> {
        self.run(move || {
            let wanted = kept.as_deref().and_then(read);
            let salt = wanted.map_or([0; SALT_BYTES], |(salt, _)| salt);
            let hash = digest(&password, &salt)?;
            let is_same =
                |(_, wanted): ([u8; SALT_BYTES], [u8; HASH_BYTES])| bool::from(wanted.ct_eq(&hash));
            Ok(wanted.is_some_and(is_same))
        })
        .await
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Unworked> {
        let _place = self.line.try_acquire().map_err(|_| Unworked::Busy)?;
        let permit = Arc::clone(&self.work).acquire_owned().await;
        // The permit goes along: work whose client is gone still takes memory.
        let done = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work()
        });
        let done = done.await.map_err(StoreError::from);
        done.and_then(|done| done).map_err(Unworked::Store)
    }
}

fn digest(password: &Password, salt: &[u8]) -> Result<[u8; HASH_BYTES], StoreError> {
    let damaged = |error: argon2::Error| StoreError::Damaged {
        what: "password",
        reason: error.to_string(),
    };
    let params = Params::new(MEMORY_KIB, PASSES, LANES, Some(HASH_BYTES)).map_err(damaged)?;
    let mut hash = [0; HASH_BYTES];
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
        .hash_password_into(password.0.as_bytes(), salt, &mut hash)
        .map_err(damaged)?;
    Ok(hash)
}

/// Writes what is kept: the way it was made, the salt and the hash, so that another way can stand beside it one day.
fn kept(salt: &[u8], hash: &[u8]) -> String {
    format!("{WAY}${}${}", hex(salt), hex(hash))
}

const WAY: &str = "argon2id-19-m19456-t2-p1";

fn read(kept: &str) -> Option<([u8; SALT_BYTES], [u8; HASH_BYTES])> {
    let (salt, hash) = kept.strip_prefix(WAY)?.strip_prefix('$')?.split_once('$')?;
    Some((unhex(salt)?, unhex(hash)?))
}

fn unhex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    if text.len() != N * 2 {
        return None;
    }
    for (byte, place) in bytes.iter_mut().zip((0..).step_by(2)) {
        *byte = u8::from_str_radix(text.get(place..place + 2)?, 16).ok()?;
    }
    Some(bytes)
}

impl From<StoreError> for Unworked {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn anna() -> AccountName {
        AccountName::parse("anna").unwrap()
    }

    #[test]
    fn a_password_is_long_enough_and_not_too_long_and_not_the_name() {
        let new = |text: &str| Password::new(text, &anna()).map(|_| ());
        assert_eq!(new("äöüäöüäöüä"), Ok(()));
        assert_eq!(new("123456789"), Err(PasswordError::TooShort));
        assert_eq!(new(&"x".repeat(257)), Err(PasswordError::TooLong));
        let long = AccountName::parse("anna-lena-maria").unwrap();
        let is_name = Password::new("Anna-Lena-Maria", &long).map(|_| ());
        assert_eq!(is_name, Err(PasswordError::IsName));
    }

    #[tokio::test]
    async fn only_the_same_password_is_right() {
        let passwords = Passwords::new();
        let given = |text: &str| Password::given(text).unwrap();
        let kept = passwords.hash(given("correct horse")).await.unwrap();
        let again = passwords.hash(given("correct horse")).await.unwrap();
        assert_ne!(kept, again, "each has a salt of its own");
        let is_right = async |text: &str, kept: Option<&str>| {
            let kept = kept.map(str::to_owned);
            passwords.is_right(given(text), kept).await.unwrap()
        };
        assert!(is_right("correct horse", Some(&kept)).await);
        assert!(!is_right("correct horsf", Some(&kept)).await);
        assert!(!is_right("correct horse", None).await);
        assert!(!is_right("", Some("argon2id-19-m19456-t2-p1$$")).await);
        assert!(!kept.contains("correct"));
    }
}
