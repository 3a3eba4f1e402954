//! Who may write: accounts and what stands in for them, roles in packs, and the log of what was done.
//!
//! Start reading at [`Caller`]: whoever asks for something is one, and it says what it may do. `sessions` and `tokens`
//! tell how a secret becomes a caller, `sign_up` and `sign_in` how a person gets a secret. None of this is part of what
//! readers of the catalog see: it is no event and changes no generation.

mod audit;
mod caller;
mod invitations;
mod keys;
mod members;
mod password;
mod publishers;
mod secret;
mod sessions;
mod sign_in;
mod sign_up;
mod standing;
mod tokens;
mod tries;

pub(crate) use self::audit::{By, Entry, of_word, word};
pub(crate) use self::members::{admit, owning};
pub(crate) use self::password::Passwords;
pub(crate) use self::secret::{random_bits, random_id};

pub use self::caller::{Actor, Caller, Credential, Denied, Place, TokenBounds};
pub use self::invitations::{Invited, NewInvitation};
pub use self::keys::{KEYS_OF_AN_ACCOUNT, KeyError};
pub use self::members::MemberError;
pub use self::password::{Password, PasswordError};
pub use self::publishers::{Identity, NewPublisher, PublisherError, TrustError};
pub use self::secret::{Secret, SecretError};
pub use self::sessions::{Found, OpenSession, SessionSecret};
pub use self::sign_in::{SignInError, SignedIn};
pub use self::sign_up::{Admission, SignUpError};
pub use self::standing::{Standing, StandingError};
pub use self::tokens::{MadeToken, NewToken};
pub use self::tries::{TooMany, TryLimits};

use crate::catalog::Inner;
use crate::error::StoreError;
use crate::store;

impl Inner {
    /// Removes what is over: sessions, tokens, links, shown identities, and tries to sign in.
    pub(crate) async fn forget_expired_secrets(&self) -> Result<(), StoreError> {
        let now = self.clock.now();
        let store = &self.store;
        let idle_since = now.saturating_sub(sessions::IDLE_MS);
        let long_ago = now.saturating_sub(tokens::SHOWN_AFTER_MS);
        let began_at = now.saturating_sub(TryLimits::LONGEST_WINDOW_MS);
        let over = [
            store::sessions::delete_expired((now, idle_since)),
            store::tokens::delete_expired(now, long_ago),
            store::invitations::delete_expired(now),
            store::publishers::delete_expired(now),
            store::tries::delete_before(began_at),
        ];
        let mut writing = store.begin().await?;
        store.send(&mut writing, over).await?;
        store.sorted(writing.commit().await)
    }
}
