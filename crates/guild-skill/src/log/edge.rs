//! The right edge of a tree: all that is needed to append to it.

use super::hash::Hash;
use super::tile::{HASHES_PER_TILE, TileError, TileId, Tiles, full_tree};
use super::tree::Span;

/// The tiles of a tree that are not full yet, one a level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edge {
    size: u64,
    levels: Vec<Vec<Hash>>,
}

/// A tile that an append has filled; it never changes again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FullTile {
    /// Which tile.
    pub id: TileId,
    /// Its 256 hashes, one after the other.
    pub bytes: Vec<u8>,
}

impl Edge {
    /// Lists the tiles that are the edge of a tree of a size.
    pub fn tiles_of(size: u64) -> Vec<TileId> {
        let mut level: u8 = 0;
        let mut hashes = size;
        let mut ids = Vec::new();
        while hashes > 0 {
            if !hashes.is_multiple_of(HASHES_PER_TILE) {
                let index = hashes / HASHES_PER_TILE;
                ids.push(TileId { level, index });
            }
            hashes /= HASHES_PER_TILE;
            level += 1;
        }
        ids
    }

    /// Takes the edge of a tree of a size from its tiles.
    ///
    /// # Errors
    /// When a tile is missing or too short.
    pub fn of(size: u64, tiles: &[(TileId, Vec<u8>)]) -> Result<Self, TileError> {
        let mut edge = Self {
            size,
            levels: Vec::new(),
        };
        for id in Self::tiles_of(size) {
            let bytes = tiles.iter().find(|(there, _)| *there == id);
            let bytes = bytes.map_or(&[] as &[u8], |(_, bytes)| bytes.as_slice());
            let (chunks, rest) = bytes.as_chunks::<{ Hash::LENGTH }>();
            if !rest.is_empty() || chunks.len() as u64 != id.width(size) {
                return Err(TileError::Length {
                    id,
                    length: bytes.len(),
                });
            }
            edge.levels.resize(usize::from(id.level), Vec::new());
            edge.levels
                .push(chunks.iter().map(|chunk| Hash(*chunk)).collect());
        }
        Ok(edge)
    }

    /// Tells how many leaves the tree has.
    pub const fn size(&self) -> u64 {
        self.size
    }

    /// Appends a leaf, and gives the tiles that are full with it.
    pub fn append(&mut self, leaf: Hash) -> Vec<FullTile> {
        self.size += 1;
        let mut full = Vec::new();
        let mut hash = leaf;
        for level in 0.. {
            if self.levels.len() == usize::from(level) {
                self.levels.push(Vec::new());
            }
            let hashes = &mut self.levels[usize::from(level)];
            hashes.push(hash);
            if (hashes.len() as u64) < HASHES_PER_TILE {
                break;
            }
            let hashes = std::mem::take(hashes);
            let covered = u32::from(level + 1) * 8;
            let id = TileId {
                level,
                index: (self.size >> covered) - 1,
            };
            hash = full_tree(&hashes);
            full.push(FullTile {
                id,
                bytes: bytes_of(&hashes),
            });
        }
        full
    }

    /// Gives the tiles of the edge with their bytes.
    pub fn tiles(&self) -> Vec<(TileId, Vec<u8>)> {
        let ids = Self::tiles_of(self.size).into_iter();
        let bytes = |id: TileId| bytes_of(&self.levels[usize::from(id.level)]);
        ids.map(|id| (id, bytes(id))).collect()
    }

    /// Gives the root of the tree.
    pub fn root(&self) -> Hash {
        let mut tiles = Tiles::of(self.size);
        for (id, bytes) in self.tiles() {
            // They are whole hashes of ours, as many as the tree has.
            let _ = tiles.insert(id, &bytes);
        }
        // Every full tree that the whole is made of stands at the edge.
        let root = tiles.hash(Span::tree(self.size));
        root.unwrap_or_else(Hash::of_empty_tree)
    }
}

fn bytes_of(hashes: &[Hash]) -> Vec<u8> {
    hashes.iter().flat_map(|hash| hash.0).collect()
}
