//! Who may publish what, under which name, and how often.

use guild_skill::{AccountName, PackName, Scope};
use sqlx::AnyConnection;

use super::prepare::Prepared;
use super::signed::check_key;
use super::{PublishError, Terms};
use crate::accounts::{Caller, Credential, Place};
use crate::catalog::parsed;
use crate::error::StoreError;
use crate::near::{Nearness, nearness};
use crate::store::ground::{GroundRow, Question};
use crate::store::looks::NearRow;
use crate::store::releases::ReleaseRow;
use crate::store::statement::Batch;
use crate::store::{Store, count, looks, releases};

/// How many new releases one who does not run the catalog may publish within an hour.
pub const PUBLISHES_AN_HOUR: u64 = 300;

const HOUR_MS: i64 = 60 * 60 * 1000;

/// What the catalog holds of a release that is to come in.
pub(super) enum Ground {
    /// The very same files are there.
    Same(ReleaseRow),
    /// Nothing is in the way.
    Free(GroundRow),
}

/// Looks for the same files, and for what forbids to publish others. First `before` is sent, which puts a writer in the
/// line of writers.
pub(super) async fn look(
    store: &Store,
    connection: &mut AnyConnection,
    before: Batch,
    (prepared, terms): (&Prepared, &Terms),
    now: i64,
) -> Result<Ground, PublishError> {
    let caller = terms.caller.as_ref();
    let bounded = caller.filter(|caller| !caller.is_admin);
    let question = Question {
        skill: prepared.name.as_str(),
        pack: prepared.pack.as_str(),
        tree_digest: &prepared.row.tree_digest,
        account: caller.and_then(account),
        publisher: bounded.map(Caller::name),
        since: now - HOUR_MS,
        token: caller.and_then(token),
        session: caller.and_then(session),
    };
    let rows = store.ask(connection, before, question.statement()).await?;
    let ground: GroundRow = rows.into_iter().next().ok_or_else(no_history)?;
    // An upload may take long: who was let in at its beginning may have lost or gained the right since.
    if caller.is_some() && ground.credentials == 0 {
        return Err(PublishError::CredentialOver);
    }
    let caller = caller.map(|caller| as_of_now(caller, &prepared.pack, &ground));
    let caller = caller.transpose()?;
    let caller = caller.as_ref();
    if ground.same > 0
        && let Some(there) = same(store, connection, prepared, (caller, &ground)).await?
    {
        return Ok(Ground::Same(there));
    }
    check(store, connection, prepared, (caller, &ground)).await?;
    if let Some(caller) = bounded
        && count(ground.published) >= PUBLISHES_AN_HOUR
    {
        return Err(PublishError::TooMany {
            publisher: caller.name().to_owned(),
            limit: PUBLISHES_AN_HOUR,
        });
    }
    if let Some(signed) = terms.signed() {
        check_key(store, connection, prepared, signed).await?;
    }
    Ok(Ground::Free(ground))
}

/// Gives the caller with the role that an account has in a pack by now.
fn as_of_now(caller: &Caller, pack: &PackName, ground: &GroundRow) -> Result<Caller, StoreError> {
    let mut caller = caller.clone();
    // A job has no role in the database: its token says where it stands.
    if caller.account().is_ok() {
        match &ground.role {
            Some(role) => caller.roles.insert(pack.clone(), parsed("role", role)?),
            None => caller.roles.remove(pack),
        };
    }
    Ok(caller)
}

fn account(caller: &Caller) -> Option<&str> {
    caller.account().ok().map(AccountName::as_str)
}

fn token(caller: &Caller) -> Option<&str> {
    match &caller.credential {
        Credential::Token { id, .. } => Some(id),
        Credential::Session { .. } => None,
    }
}

fn session(caller: &Caller) -> Option<&str> {
    match &caller.credential {
        Credential::Session { id, .. } => Some(id),
        Credential::Token { .. } => None,
    }
}

fn no_history() -> StoreError {
    StoreError::Damaged {
        what: "history",
        reason: "it has no row".to_owned(),
    }
}

/// Finds the release that holds the very same files, for whoever might publish them.
async fn same(
    store: &Store,
    connection: &mut AnyConnection,
    prepared: &Prepared,
    (caller, ground): (Option<&Caller>, &GroundRow),
) -> Result<Option<ReleaseRow>, PublishError> {
    let row = &prepared.row;
    let there = releases::by_tree(connection, &row.skill, &row.tree_digest).await;
    let there = store.sorted(there)?;
    if let (Some(_), Some(caller)) = (&there, caller) {
        let pack = ground.listed_in.as_deref().unwrap_or_default();
        let pack = parsed("pack name", pack)?;
        caller.require(Scope::SkillsPublish, Place::Skill(&pack, &prepared.name))?;
    }
    Ok(there)
}

/// Says why something may not be published, if it may not.
async fn check(
    store: &Store,
    connection: &mut AnyConnection,
    prepared: &Prepared,
    (caller, ground): (Option<&Caller>, &GroundRow),
) -> Result<(), PublishError> {
    match &ground.listed_in {
        Some(pack) if pack != prepared.pack.as_str() => {
            return Err(PublishError::OtherPack {
                name: prepared.name.clone(),
                pack: parsed("pack name", pack)?,
                wanted: prepared.pack.clone(),
            });
        }
        Some(_) => {}
        None if ground.tombstones > 0 => {
            let name = prepared.name.clone();
            return Err(PublishError::NameDeleted { name });
        }
        None => {}
    }
    let Some(caller) = caller else {
        return Ok(());
    };
    let place = match ground.packs {
        0 => Place::NewPack(&prepared.pack, &prepared.name),
        _ => Place::Skill(&prepared.pack, &prepared.name),
    };
    caller.require(Scope::SkillsPublish, place)?;
    if ground.listed_in.is_some() || caller.is_admin {
        return Ok(());
    }
    match too_near(store, connection, prepared, caller).await? {
        Some((there, nearness)) => Err(PublishError::NameTooNear {
            name: prepared.name.clone(),
            there: there.name,
            pack: there.pack,
            nearness,
        }),
        None => Ok(()),
    }
}

/// Finds a skill of others that a new name could be taken for.
async fn too_near(
    store: &Store,
    connection: &mut AnyConnection,
    prepared: &Prepared,
    caller: &Caller,
) -> Result<Option<(NearRow, Nearness)>, PublishError> {
    let name = prepared.name.as_str();
    for there in store.sorted(looks::near(connection, name).await)? {
        let is_own = caller.roles.keys().any(|pack| pack.as_str() == there.pack);
        if is_own {
            continue;
        }
        if let Some(nearness) = nearness(name, &there.name) {
            return Ok(Some((there, nearness)));
        }
    }
    Ok(None)
}
