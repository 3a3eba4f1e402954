//! The catalog's transparency log: what was published, withdrawn or deleted, as a tree that only grows.
//!
//! The log follows the events: whoever writes an event of a release lets the log follow in the same transaction
//! ([`Inner::commit`]), so that what is acknowledged stands in the log, under a head that the log's key signed. Writers
//! stand in one line, on one node or on many, so all nodes sign one history. What was written past the log, by an older
//! guild on the same database, is followed at the next opening, or within a second.

mod key;
mod read;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use guild_skill::log::{
    Checkpoint, Edge, Entry, EntryKind, LoggedRelease, Signer, TileId, leaf_hash,
};
use guild_skill::note::SigningKey;
use guild_skill::signature::Statement as SignedStatement;
use sqlx::{Any, AnyConnection, Transaction};

pub(crate) use self::key::{known, open, write as write_key};
pub use self::read::{LogHead, LogTile};

use crate::catalog::{Inner, parsed};
use crate::clock::rfc3339;
use crate::error::StoreError;
use crate::store::log::{self, ChangeRow, HeadRow, PendingRow};
use crate::store::releases::ReleaseRow;
use crate::store::statement::{Batch, Statement};
use crate::store::{Store, count, number};

/// How many sequences are followed in one transaction, so that others can write between two of them.
const STEP: i64 = 1000;

/// Where the log's key is, and what the log is called.
#[derive(Clone, Debug, Default)]
pub struct LogOptions {
    /// The file with the log's private key; by default `log.key` in the data folder. It is made when the log begins.
    /// Many nodes on one database share one key.
    pub key: Option<PathBuf>,
    /// What a log that begins is called: an address without its scheme; by default a name that no other log has.
    pub origin: Option<String>,
}

impl LogOptions {
    /// Tells where the log's key is.
    pub(crate) fn path(&self, data: &Path) -> PathBuf {
        self.key.clone().unwrap_or_else(|| data.join("log.key"))
    }
}

/// The log of an open catalog.
#[derive(Debug)]
pub(crate) struct Log {
    key: SigningKey,
    /// The edge of the tree that this node wrote last, with its checkpoint.
    edge: Mutex<Option<(String, Edge)>>,
}

impl Inner {
    /// Ends a transaction that wrote the event of a sequence: the log follows, then everything is there at once.
    pub(crate) async fn commit(
        &self,
        transaction: Transaction<'static, Any>,
        sequence: i64,
    ) -> Result<(), StoreError> {
        let batch = Batch::default();
        self.commit_with(transaction, batch, sequence).await
    }

    /// Ends a transaction as [`Inner::commit`] does, with the last that is to be written.
    pub(crate) async fn commit_with(
        &self,
        mut transaction: Transaction<'static, Any>,
        batch: Batch,
        sequence: i64,
    ) -> Result<(), StoreError> {
        self.log
            .follow(&self.store, &mut transaction, batch, sequence)
            .await?;
        self.store.sorted(transaction.commit().await)?;
        self.advance(sequence);
        Ok(())
    }

    /// Lets the log follow what was written past it; most often there is nothing.
    pub(crate) async fn follow_log(&self) -> Result<(), StoreError> {
        self.log.catch_up(&self.store).await
    }
}

impl Log {
    /// The log with its key.
    fn of(key: SigningKey) -> Self {
        Self {
            key,
            edge: Mutex::default(),
        }
    }

    /// Follows all events that there are.
    pub(crate) async fn catch_up(&self, store: &Store) -> Result<(), StoreError> {
        loop {
            let head = store.sorted(log::head(store.readers()).await)?;
            let sequence = head.map_or(0, |head| head.sequence);
            if !store.sorted(log::is_behind(store.readers(), sequence).await)? {
                return Ok(());
            }
            let mut transaction = store.begin().await?;
            let newest = store.sorted(log::hold(&mut transaction).await)?;
            let until = newest.min(sequence.saturating_add(STEP));
            let batch = Batch::default();
            self.follow(store, &mut transaction, batch, until).await?;
            store.sorted(transaction.commit().await)?;
        }
    }

    /// Sends what is still to be written, appends what happened up to a sequence, and signs the new head. The caller
    /// stands in the line of writers.
    async fn follow(
        &self,
        store: &Store,
        connection: &mut AnyConnection,
        before: Batch,
        until: i64,
    ) -> Result<(), StoreError> {
        let rows: Vec<PendingRow> = store.ask(connection, before, log::pending(until)).await?;
        let head = rows.first().map(|row| row.head.clone());
        let head = head.ok_or_else(|| damaged("it has no head"))?;
        let changes: Vec<ChangeRow> = rows.into_iter().filter_map(PendingRow::change).collect();
        let mut batch = Batch::default();
        if changes.is_empty() {
            let sequence = until;
            batch.push(log::put_head(&HeadRow { sequence, ..head }));
            return store.send(connection, batch).await;
        }
        let mut edge = self.edge_of(store, connection, &head).await?;
        let before = edge.tiles();
        let mut tiles = Vec::new();
        for change in &changes {
            let Some(entry) = entry(change)? else {
                continue;
            };
            batch.push(log::insert(edge.size(), change, &entry));
            let full = edge.append(leaf_hash(entry.as_bytes())).into_iter();
            tiles.extend(full.map(|tile| (tile.id, tile.bytes)));
        }
        let changed = |tile: &(TileId, Vec<u8>)| !before.contains(tile);
        tiles.extend(edge.tiles().into_iter().filter(changed));
        batch.extend(
            tiles
                .into_iter()
                .map(|(id, bytes)| log::put_tile(id, bytes)),
        );
        let head = self.signed(&edge, until);
        batch.push(log::put_head(&head));
        store.send(connection, batch).await?;
        *self.edge.lock().unwrap_or_else(PoisonError::into_inner) = Some((head.checkpoint, edge));
        Ok(())
    }

    /// Gives the edge of the tree that a head is of. That of the last one is at hand: a checkpoint says which tree it is
    /// of, so whether another node has written since, or the transaction was undone, makes no difference.
    async fn edge_of(
        &self,
        store: &Store,
        connection: &mut AnyConnection,
        head: &HeadRow,
    ) -> Result<Edge, StoreError> {
        if let Some(edge) = self.known_edge(&head.checkpoint) {
            return Ok(edge);
        }
        let size = count(head.size);
        let tiles = log::tiles(&mut *connection, &Edge::tiles_of(size)).await;
        Edge::of(size, &store.sorted(tiles)?).map_err(|error| damaged(&error.to_string()))
    }

    /// Gives the edge of the tree of a checkpoint, where this node wrote it last.
    fn known_edge(&self, checkpoint: &str) -> Option<Edge> {
        let edge = self.edge.lock().unwrap_or_else(PoisonError::into_inner);
        let edge = edge.as_ref().filter(|(known, _)| known == checkpoint);
        edge.map(|(_, edge)| edge.clone())
    }

    /// Signs a release that the catalog publishes by itself, before its event is followed, and makes the statement that
    /// keeps the signature.
    pub(crate) fn sign(&self, row: &mut ReleaseRow) -> Result<Statement, StoreError> {
        let statement = SignedStatement {
            skill: &parsed("skill name", &row.skill)?,
            version: &parsed("version", &row.version)?,
            archive: &parsed("digest", &row.digest)?,
            files: &parsed("digest", &row.tree_digest)?,
        };
        let signature = statement.sign(&self.key).to_string();
        let release = (row.skill.as_str(), row.version.as_str());
        let kept = log::insert_signature(release, &signature, None);
        row.signature = Some(signature);
        Ok(kept)
    }

    fn signed(&self, edge: &Edge, sequence: i64) -> HeadRow {
        let verifier = self.key.verifier();
        let checkpoint = Checkpoint {
            origin: verifier.name().to_owned(),
            size: edge.size(),
            root: edge.root(),
        };
        HeadRow {
            key: verifier.to_string(),
            sequence,
            size: number(edge.size()),
            checkpoint: checkpoint.sign(&self.key),
        }
    }
}

/// Writes the entry of a change; none for a release that was deleted before the log came to it.
fn entry(change: &ChangeRow) -> Result<Option<String>, StoreError> {
    let kind = match (change.kind.as_str(), &change.digest, &change.tree_digest) {
        ("SKILL_LISTED" | "RELEASE_PUBLISHED", Some(digest), Some(tree)) => {
            let signature = change.signature.as_deref();
            let rotations = change.rotations.as_deref().unwrap_or_default().lines();
            EntryKind::Published(Box::new(LoggedRelease {
                archive: parsed("digest", digest)?,
                files: parsed("digest", tree)?,
                by: signer(change),
                signature: signature
                    .map(|text| parsed("signature", text))
                    .transpose()?,
                rotations: rotations
                    .map(|text| parsed("signature", text))
                    .collect::<Result<_, _>>()?,
            }))
        }
        ("RELEASE_YANKED", ..) => EntryKind::Yanked,
        ("RELEASE_UNYANKED", ..) => EntryKind::Unyanked,
        ("SKILL_DELETED", ..) => EntryKind::Deleted,
        _ => return Ok(None),
    };
    let version = change.version.as_deref();
    let entry = Entry {
        kind,
        skill: parsed("skill name", &change.skill)?,
        version: version
            .map(|version| parsed("version", version))
            .transpose()?,
        at: rfc3339(change.occurred_at),
    };
    Ok(Some(entry.to_string()))
}

fn signer(change: &ChangeRow) -> Signer {
    match (&change.identity, &change.published_by) {
        (Some(identity), _) => Signer::Identity(identity.clone()),
        (None, Some(account)) => Signer::Account(account.clone()),
        (None, None) => Signer::Catalog,
    }
}

fn damaged(reason: &str) -> StoreError {
    StoreError::Damaged {
        what: "transparency log",
        reason: reason.to_owned(),
    }
}
