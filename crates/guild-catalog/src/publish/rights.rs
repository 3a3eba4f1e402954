//! Who may publish what, under which name, and how often.

use guild_skill::Scope;
use sqlx::AnyConnection;

use super::PublishError;
use super::prepare::Prepared;
use crate::accounts::{Caller, Place};
use crate::catalog::parsed;
use crate::near::{Nearness, nearness};
use crate::store::looks::NearRow;
use crate::store::releases::ReleaseRow;
use crate::store::{Store, count, looks, packs, releases, skills, tombstones};

/// How many new releases one who does not run the catalog may publish within an hour.
pub const PUBLISHES_AN_HOUR: u64 = 300;

const HOUR_MS: i64 = 60 * 60 * 1000;

/// Finds the release that holds the very same files, for whoever might publish them.
pub(super) async fn same(
    store: &Store,
    connection: &mut AnyConnection,
    prepared: &Prepared,
    caller: Option<&Caller>,
) -> Result<Option<ReleaseRow>, PublishError> {
    let row = &prepared.row;
    let there = releases::by_tree(connection, &row.skill, &row.tree_digest).await;
    let there = store.sorted(there)?;
    if let (Some(_), Some(caller)) = (&there, caller) {
        let pack = store.sorted(skills::pack_of(connection, &row.skill).await)?;
        let pack = parsed("pack name", pack.as_deref().unwrap_or_default())?;
        caller.require(Scope::SkillsPublish, Place::Skill(&pack, &prepared.name))?;
    }
    Ok(there)
}

/// Says why something may not be published, if it may not.
pub(super) async fn check(
    store: &Store,
    connection: &mut AnyConnection,
    prepared: &Prepared,
    caller: Option<&Caller>,
) -> Result<(), PublishError> {
    let name = prepared.name.as_str();
    let listed_in = store.sorted(skills::pack_of(connection, name).await)?;
    match &listed_in {
        Some(pack) if pack != prepared.pack.as_str() => {
            return Err(PublishError::OtherPack {
                name: prepared.name.clone(),
                pack: parsed("pack name", pack)?,
                wanted: prepared.pack.clone(),
            });
        }
        Some(_) => {}
        None if store.sorted(tombstones::has(connection, name).await)? => {
            let name = prepared.name.clone();
            return Err(PublishError::NameDeleted { name });
        }
        None => {}
    }
    let Some(caller) = caller else {
        return Ok(());
    };
    let pack = packs::skills_of(connection, prepared.pack.as_str()).await;
    let place = match store.sorted(pack)? {
        Some(_) => Place::Skill(&prepared.pack, &prepared.name),
        None => Place::NewPack(&prepared.pack, &prepared.name),
    };
    caller.require(Scope::SkillsPublish, place)?;
    if listed_in.is_some() || caller.is_admin {
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

/// Says that a publisher has to wait, if it has.
pub(super) async fn check_pace(
    store: &Store,
    connection: &mut AnyConnection,
    caller: Option<&Caller>,
    now: i64,
) -> Result<(), PublishError> {
    let Some(caller) = caller.filter(|caller| !caller.is_admin) else {
        return Ok(());
    };
    let published = releases::count_by(connection, caller.name(), now - HOUR_MS).await;
    if count(store.sorted(published)?) < PUBLISHES_AN_HOUR {
        return Ok(());
    }
    Err(PublishError::TooMany {
        publisher: caller.name().to_owned(),
        limit: PUBLISHES_AN_HOUR,
    })
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
