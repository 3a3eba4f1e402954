//! Reading the log: its head, its tiles, and the proof of a release.

use guild_skill::log::{Edge, HASHES_PER_TILE, Hash, Proof, TileId, Tiles, inclusion_spans};
use guild_skill::{SkillName, wire};

use super::damaged;
use crate::catalog::Catalog;
use crate::error::StoreError;
use crate::store::count;
use crate::store::log::{self, CoveredRow};

/// What the log says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogHead {
    /// The public key of the log, with its name.
    pub key: String,
    /// How many entries it has.
    pub size: u64,
    /// The signed checkpoint.
    pub checkpoint: String,
}

/// A tile as it is served.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogTile {
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl Catalog {
    /// Gives the head of the log.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn log_head(&self) -> Result<LogHead, StoreError> {
        let store = &self.inner.store;
        let head = store.sorted(log::head(store.readers()).await)?;
        let head = head.ok_or_else(|| damaged("it has no head"))?;
        Ok(LogHead {
            key: head.key,
            size: count(head.size),
            checkpoint: head.checkpoint,
        })
    }

    /// Gives the first hashes of a tile, as many as its width says; absent when the tree has not so many.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn log_tile(&self, id: TileId, width: u64) -> Result<Option<LogTile>, StoreError> {
        let head = self.log_head().await?;
        if id.width(head.size) < width {
            return Ok(None);
        }
        let store = &self.inner.store;
        let tiles = store.sorted(log::tiles(store.readers(), &[id]).await)?;
        let length = usize::try_from(width).unwrap_or(usize::MAX) * Hash::LENGTH;
        let bytes = tiles.into_iter().next().and_then(|(_, mut bytes)| {
            let is_whole = bytes.len() >= length;
            bytes.truncate(length);
            is_whole.then_some(bytes)
        });
        let bytes = bytes.ok_or_else(|| damaged(&format!("the tile {id} is missing")))?;
        Ok(Some(LogTile { bytes }))
    }

    /// Gives a bundle of entries, each after its length in two bytes; absent when the log has not so many.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn log_entries(&self, index: u64, width: u64) -> Result<Option<LogTile>, StoreError> {
        let head = self.log_head().await?;
        if (TileId { level: 0, index }).width(head.size) < width {
            return Ok(None);
        }
        let store = &self.inner.store;
        let first = index * HASHES_PER_TILE;
        let rows = store.sorted(log::entries(store.readers(), first, width).await)?;
        if rows.len() as u64 != width {
            return Err(damaged(&format!("an entry after {first} is missing")));
        }
        let mut bytes = Vec::new();
        for row in rows {
            let length = u16::try_from(row.entry.len());
            let length = length.map_err(|_| damaged("an entry is too long"))?;
            bytes.extend(length.to_be_bytes());
            bytes.extend(row.entry.as_bytes());
        }
        Ok(Some(LogTile { bytes }))
    }

    /// Gives what the log says of a release, and the proof of it; absent when the log does not hold it.
    ///
    /// # Errors
    /// When the database fails, or does not hold the whole log.
    pub async fn log_entry(
        &self,
        skill: &SkillName,
        version: &str,
    ) -> Result<Option<wire::LogEntry>, StoreError> {
        let store = &self.inner.store;
        let row = store.sorted(log::of_release(store.readers(), skill.as_str(), version).await)?;
        let Some(CoveredRow { entry, head }) = row else {
            return Ok(None);
        };
        let (index, entry) = (count(entry.position), entry.entry);
        let size = count(head.size);
        let spans = inclusion_spans(index, size);
        let mut tiles = Tiles::of(size);
        // What was published just now stands at the edge, which is at hand.
        let edge = self.inner.log.known_edge(&head.checkpoint);
        for (id, bytes) in edge.iter().flat_map(Edge::tiles) {
            let inserted = tiles.insert(id, &bytes);
            inserted.map_err(|error| damaged(&error.to_string()))?;
        }
        let ids: Vec<TileId> = tiles
            .missing(&spans)
            .into_iter()
            .map(|(id, _)| id)
            .collect();
        for (id, bytes) in store.sorted(log::tiles(store.readers(), &ids).await)? {
            let inserted = tiles.insert(id, &bytes);
            inserted.map_err(|error| damaged(&error.to_string()))?;
        }
        let path = tiles.hashes(&spans);
        let path =
            path.ok_or_else(|| damaged(&format!("a tile for the entry {index} is missing")))?;
        let proof = Proof {
            index,
            path,
            checkpoint: head.checkpoint,
        };
        Ok(Some(wire::LogEntry {
            index,
            key: head.key,
            entry,
            proof: proof.to_string(),
        }))
    }
}
