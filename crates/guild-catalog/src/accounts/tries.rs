//! How often somebody may try before they have to wait: counted in the database, so that all nodes see all tries.
//!
//! A limit makes guessing slow and never locks anybody out for longer than a window. Who succeeds gets the try back.

use crate::catalog::Inner;
use crate::error::StoreError;
use crate::store::tries;

/// How many tries there are in a window of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TryLimits {
    /// Tries in a window.
    pub tries: u32,
    /// How long a window is, in milliseconds.
    pub window_ms: i64,
}

/// There were too many tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there were too many tries; wait {seconds} seconds and try again")]
pub struct TooMany {
    /// After how many seconds there is another try.
    pub seconds: u64,
}

impl TryLimits {
    /// No window is longer.
    pub(super) const LONGEST_WINDOW_MS: i64 = 60 * 60 * 1000;
    /// Passwords of one account.
    pub const OF_ACCOUNT: Self = Self {
        tries: 10,
        window_ms: 5 * 60 * 1000,
    };
    /// Passwords from one address, behind which a whole office may be.
    pub const OF_ADDRESS: Self = Self {
        tries: 50,
        window_ms: 5 * 60 * 1000,
    };
    /// Identities of jobs from one address, behind which many runners may be.
    pub const IDENTITY: Self = Self {
        tries: 100,
        window_ms: 5 * 60 * 1000,
    };
    /// New accounts from one address.
    pub const SIGN_UP: Self = Self {
        tries: 20,
        window_ms: 60 * 60 * 1000,
    };
}

impl TryLimits {
    /// Gives how many milliseconds to wait where so many tries were taken in a window that began then; 0 for none.
    fn wait_ms(self, taken: i64, began_at: i64, now: i64) -> i64 {
        match taken > i64::from(self.tries) {
            true => began_at.saturating_add(self.window_ms).saturating_sub(now),
            false => 0,
        }
    }
}

impl TooMany {
    fn after(wait_ms: i64) -> Self {
        let seconds = u64::try_from(wait_ms).unwrap_or(0).div_ceil(1000);
        Self { seconds }
    }
}

impl Inner {
    /// Takes a try under each key, or says how long to wait. It counts before it is known how the try ends, so that
    /// many at once are no way around it.
    pub(super) async fn take_tries(
        &self,
        keys: &[(String, TryLimits)],
    ) -> Result<Result<(), TooMany>, StoreError> {
        let now = self.clock.now();
        // Who has none left is refused by looking: a flood of tries keeps nobody from writing.
        let mut wait_ms = 0;
        for (key, limits) in keys {
            let before = tries::taken(self.store.readers(), key, now, limits.window_ms).await;
            if let Some((taken, began_at)) = self.store.sorted(before)? {
                wait_ms = wait_ms.max(limits.wait_ms(taken + 1, began_at, now));
            }
        }
        if wait_ms > 0 {
            return Ok(Err(TooMany::after(wait_ms)));
        }
        let mut writing = self.store.begin().await?;
        for (key, limits) in keys {
            let taken = tries::take(&mut writing, key, now, limits.window_ms).await;
            let (taken, began_at) = self.store.sorted(taken)?;
            wait_ms = wait_ms.max(limits.wait_ms(taken, began_at, now));
        }
        self.store.sorted(writing.commit().await)?;
        Ok(match wait_ms {
            ..=0 => Ok(()),
            _ => Err(TooMany::after(wait_ms)),
        })
    }

    /// Gives a try back to an address, and forgets those of an account.
    pub(super) async fn forgive(
        &self,
        connection: &mut sqlx::AnyConnection,
        account: &str,
        address: &str,
    ) -> Result<(), StoreError> {
        let forgiven = [tries::clear(account), tries::give_back(address)];
        self.store.send(connection, forgiven).await
    }
}
