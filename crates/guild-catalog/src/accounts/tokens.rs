//! Tokens: what programs send in place of a password.

use std::collections::{BTreeMap, BTreeSet};

use guild_skill::token::TokenText;
use guild_skill::wire::{self, AuditAction};
use guild_skill::{PackName, Role, Scope};

use crate::accounts::audit::{By, Entry};
use crate::accounts::caller::{Actor, Caller, Credential, Denied, TokenBounds};
use crate::accounts::secret::{random_bits, random_id};
use crate::accounts::sessions::{Found, is_use_new};
use crate::catalog::{Catalog, parsed};
use crate::clock::rfc3339;
use crate::error::StoreError;
use crate::page_request::PageRequest;
use crate::store::count;
use crate::store::tokens::{self, TokenRow};

/// How long a token that is over is still listed, so that its owner sees why a job fails.
pub(super) const SHOWN_AFTER_MS: i64 = 30 * 24 * 60 * 60 * 1000;

/// What a token is to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewToken {
    /// What it is for; 1 to 80 characters, which is the caller's to see to.
    pub label: String,
    /// What it may do.
    pub scopes: BTreeSet<Scope>,
    /// The one pack that it is good for.
    pub pack: Option<PackName>,
    /// How long it is good, in milliseconds; absent for ever.
    pub life_ms: Option<i64>,
}

/// A token that was made, with its secret, which is not shown again.
#[derive(Clone, Debug)]
pub struct MadeToken {
    /// The secret.
    pub secret: TokenText,
    /// What it is.
    pub token: wire::Token,
}

impl Catalog {
    /// Finds who a token stands for; nobody when it was taken back, is over, or never was.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn caller_of_token(&self, token: &TokenText) -> Result<Option<Found>, StoreError> {
        let store = &self.inner.store;
        let digest = token.digest();
        let row = store.sorted(tokens::by_secret(store.readers(), digest.hex()).await)?;
        let now = self.inner.clock.now();
        let is_good = |row: &TokenRow| {
            row.is_disabled == 0 && row.expires_at.is_none_or(|expires_at| expires_at > now)
        };
        let Some(row) = row.filter(is_good) else {
            return Ok(None);
        };
        let bounds = TokenBounds {
            scopes: scopes(&row)?,
            pack: row
                .pack
                .as_deref()
                .map(|pack| parsed("pack name", pack))
                .transpose()?,
            skill: row
                .skill
                .as_deref()
                .map(|skill| parsed("skill name", skill))
                .transpose()?,
            expires_at: row.expires_at,
        };
        let (actor, roles) = match (&row.account, &row.workflow) {
            (Some(account), _) => {
                let roles = self.inner.roles_of(account).await?;
                (Actor::Account(parsed("account", account)?), roles)
            }
            (None, workflow) => {
                // An owner of the pack has bound the job to it: there it is as a maintainer, and nowhere else.
                let role = |pack: PackName| (pack, Role::Maintainer);
                let roles: BTreeMap<_, _> = bounds.pack.clone().into_iter().map(role).collect();
                (Actor::Workflow(workflow.clone().unwrap_or_default()), roles)
            }
        };
        Ok(Some(Found {
            is_use_new: is_use_new(row.used_at, now),
            caller: Caller {
                actor,
                is_admin: row.is_admin != 0,
                credential: Credential::Token { id: row.id, bounds },
                roles,
            },
        }))
    }

    /// Makes a token for whoever is signed in.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn make_token(
        &self,
        caller: &Caller,
        new: NewToken,
    ) -> Result<Result<MadeToken, Denied>, StoreError> {
        let account = match caller.signed_in() {
            Ok(_) if new.scopes.contains(&Scope::Admin) && !caller.is_admin => {
                return Ok(Err(Denied::NotAdmin));
            }
            Ok(account) => account,
            Err(denied) => return Ok(Err(denied)),
        };
        let secret = TokenText::of_random(random_bits()?);
        let now = self.inner.clock.now();
        let row = TokenRow {
            id: random_id()?,
            account: Some(account.to_string()),
            workflow: None,
            label: new.label,
            scopes: words(&new.scopes),
            pack: new.pack.map(String::from),
            skill: None,
            created_at: now,
            expires_at: new.life_ms.map(|life| now.saturating_add(life)),
            used_at: None,
            is_admin: 0,
            is_disabled: 0,
        };
        let store = &self.inner.store;
        let mut writing = store.begin().await?;
        let entry = Entry {
            by: By::Caller(caller),
            action: AuditAction::TokenCreated,
            subject: &format!("token {}", row.id),
            at: now,
        };
        entry.write(store, &mut writing).await?;
        store
            .send(&mut writing, tokens::insert(&row, secret.digest().hex()))
            .await?;
        store.sorted(writing.commit().await)?;
        let token = into_wire(row, now)?;
        Ok(Ok(MadeToken { secret, token }))
    }

    /// Lists the tokens of an account, newest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn tokens(
        &self,
        account: &guild_skill::AccountName,
        page: PageRequest,
    ) -> Result<wire::List<wire::Token>, StoreError> {
        let store = &self.inner.store;
        let now = self.inner.clock.now();
        let total = tokens::count_of_account(store.readers(), account.as_str()).await;
        let total = store.sorted(total)?;
        let rows = tokens::of_account(store.readers(), account.as_str(), page.limits()).await;
        let rows = store.sorted(rows)?.into_iter();
        let items: Result<_, _> = rows.map(|row| into_wire(row, now)).collect();
        Ok(page.list(items?, count(total)))
    }

    /// Takes a token of the caller's account back, and tells whether it was there. A token may take itself back;
    /// another one takes somebody who is signed in.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn revoke_token(
        &self,
        caller: &Caller,
        id: &str,
    ) -> Result<Result<bool, Denied>, StoreError> {
        let is_itself =
            matches!(&caller.credential, Credential::Token { id: own, .. } if own == id);
        let account = if is_itself {
            caller.account()
        } else {
            caller.signed_in()
        };
        let account = match account {
            Ok(account) => account,
            Err(denied) => return Ok(Err(denied)),
        };
        let store = &self.inner.store;
        let mut writing = store.begin().await?;
        let was_there = store
            .alter(&mut writing, tokens::delete(account.as_str(), id))
            .await?;
        if was_there {
            let entry = Entry {
                by: By::Caller(caller),
                action: AuditAction::TokenRevoked,
                subject: &format!("token {id}"),
                at: self.inner.clock.now(),
            };
            entry.write(store, &mut writing).await?;
        }
        store.sorted(writing.commit().await)?;
        Ok(Ok(was_there))
    }

    /// Finds a token of an account.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn token(
        &self,
        account: &guild_skill::AccountName,
        id: &str,
    ) -> Result<Option<wire::Token>, StoreError> {
        let store = &self.inner.store;
        let now = self.inner.clock.now();
        let row = store.sorted(tokens::one(store.readers(), account.as_str(), id).await)?;
        row.map(|row| into_wire(row, now)).transpose()
    }
}

fn words(scopes: &BTreeSet<Scope>) -> String {
    let words: Vec<&str> = scopes.iter().map(|scope| scope.as_str()).collect();
    words.join(" ")
}

fn scopes<C: FromIterator<Scope>>(row: &TokenRow) -> Result<C, StoreError> {
    let words = row.scopes.split_ascii_whitespace();
    words.map(|word| parsed("scope", word)).collect()
}

fn into_wire(row: TokenRow, now: i64) -> Result<wire::Token, StoreError> {
    Ok(wire::Token {
        scopes: scopes(&row)?,
        id: row.id,
        label: row.label,
        pack: row.pack,
        created_at: rfc3339(row.created_at),
        expires_at: row.expires_at.map(rfc3339),
        used_at: row.used_at.map(rfc3339),
        is_expired: row.expires_at.is_some_and(|expires_at| expires_at <= now),
    })
}
