//! Tiles: the tree in pieces of 256 hashes, as C2SP tlog-tiles serves it.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use super::hash::{Hash, node_hash};
use super::tree::{Node, Span, joined};

/// How many hashes a full tile holds; each is the hash of a full tile of the level below.
pub const HASHES_PER_TILE: u64 = 256;

/// How many levels of the tree are one level of tiles.
const LEVELS: u8 = 8;

/// Which tile of a tree: the hashes at `index * 256` and after of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TileId {
    /// The level of tiles, from 0 for the leaves.
    pub level: u8,
    /// The place in the level, from 0.
    pub index: u64,
}

/// What is wrong with a path or with the bytes of a tile.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TileError {
    /// The path is not one of tlog-tiles.
    #[error("`{path}` names no tile")]
    Path {
        /// What was given.
        path: String,
    },
    /// The bytes are not whole hashes, or too few of them.
    #[error("the tile {id} has {length} bytes, which are not the hashes that were asked for")]
    Length {
        /// Which tile.
        id: TileId,
        /// How many bytes it has.
        length: usize,
    },
}

impl TileId {
    /// Tells how many hashes the tile holds in a tree of a size; 0 when it has no such tile.
    pub fn width(self, size: u64) -> u64 {
        let hashes = size.checked_shr(u32::from(self.level) * u32::from(LEVELS));
        let before = self.index.saturating_mul(HASHES_PER_TILE);
        hashes
            .unwrap_or(0)
            .saturating_sub(before)
            .min(HASHES_PER_TILE)
    }

    /// Writes the path below the log's prefix, for a tile of this width: `tile/0/x001/x234/067.p/8`.
    pub fn path(self, width: u64) -> String {
        format!("tile/{}/{}", self.level, place(self.index, width))
    }

    /// Reads what follows `tile/`, and gives the tile with its width.
    ///
    /// # Errors
    /// When it is not exactly as [`TileId::path`] writes it.
    pub fn parse(path: &str) -> Result<(Self, u64), TileError> {
        let wrong = || TileError::Path {
            path: path.to_owned(),
        };
        let (level, rest) = path.split_once('/').ok_or_else(wrong)?;
        let (index, width) = parse_place(rest).ok_or_else(wrong)?;
        let id = Self {
            level: level.parse().map_err(|_| wrong())?,
            index,
        };
        // One tile has one address: what reads the same but is written otherwise is refused.
        let is_canonical = id.level < 64 && id.path(width).strip_prefix("tile/") == Some(path);
        is_canonical.then_some((id, width)).ok_or_else(wrong)
    }
}

impl fmt::Display for TileId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.path(HASHES_PER_TILE))
    }
}

/// Writes the path of a bundle of entries below the log's prefix: `tile/entries/000.p/8`.
pub fn entries_path(index: u64, width: u64) -> String {
    format!("tile/entries/{}", place(index, width))
}

/// Reads what follows `tile/entries/`: the bundle's index and its width.
///
/// # Errors
/// When it is not exactly as [`entries_path`] writes it.
pub fn parse_entries(path: &str) -> Result<(u64, u64), TileError> {
    let found = parse_place(path).filter(|(index, width)| {
        entries_path(*index, *width).strip_prefix("tile/entries/") == Some(path)
    });
    found.ok_or_else(|| TileError::Path {
        path: path.to_owned(),
    })
}

fn place(index: u64, width: u64) -> String {
    let mut parts = vec![index % 1000];
    let mut rest = index / 1000;
    while rest > 0 {
        parts.push(rest % 1000);
        rest /= 1000;
    }
    let mut text = String::new();
    for (place, part) in parts.iter().enumerate().rev() {
        // Writing to a string does not fail.
        let _ = match place {
            0 => write!(text, "{part:03}"),
            _ => write!(text, "x{part:03}/"),
        };
    }
    if width < HASHES_PER_TILE {
        let _ = write!(text, ".p/{width}");
    }
    text
}

fn parse_place(text: &str) -> Option<(u64, u64)> {
    let (path, width) = match text.split_once(".p/") {
        Some((path, width)) => (
            path,
            width
                .parse()
                .ok()
                .filter(|width| (1..256).contains(width))?,
        ),
        None => (text, HASHES_PER_TILE),
    };
    let mut index: u64 = 0;
    for part in path.split('/') {
        let digits = part.strip_prefix('x').unwrap_or(part);
        let value: u64 = digits.parse().ok().filter(|value| *value < 1000)?;
        index = index.checked_mul(1000)?.checked_add(value)?;
    }
    Some((index, width))
}

/// Tiles of one tree, out of which the hashes of spans are made.
#[derive(Clone, Debug)]
pub struct Tiles {
    size: u64,
    tiles: BTreeMap<TileId, Vec<Hash>>,
}

impl Tiles {
    /// Begins with no tile of a tree of this size.
    pub const fn of(size: u64) -> Self {
        Self {
            size,
            tiles: BTreeMap::new(),
        }
    }

    /// Gives the size of the tree.
    pub const fn size(&self) -> u64 {
        self.size
    }

    /// Lists the tiles that some spans take and that are not there, each with its width in this tree.
    pub fn missing(&self, spans: &[Span]) -> Vec<(TileId, u64)> {
        let nodes = spans.iter().flat_map(|span| span.nodes());
        let mut ids: Vec<TileId> = nodes.map(|node| place_of(node).0).collect();
        ids.sort_unstable();
        ids.dedup();
        ids.retain(|id| !self.tiles.contains_key(id));
        ids.into_iter()
            .map(|id| (id, id.width(self.size)))
            .collect()
    }

    /// Takes the bytes of a tile. More hashes than the tree has are left out.
    ///
    /// # Errors
    /// When the bytes are not whole hashes, or fewer than the tile has in this tree.
    pub fn insert(&mut self, id: TileId, bytes: &[u8]) -> Result<(), TileError> {
        let width = id.width(self.size);
        let wanted = usize::try_from(width).unwrap_or(usize::MAX);
        let (chunks, rest) = bytes.as_chunks::<{ Hash::LENGTH }>();
        if !rest.is_empty() || chunks.len() < wanted {
            return Err(TileError::Length {
                id,
                length: bytes.len(),
            });
        }
        let hashes = chunks.iter().take(wanted).map(|chunk| Hash(*chunk));
        self.tiles.insert(id, hashes.collect());
        Ok(())
    }

    /// Makes the hash of a span; absent when a tile for it is not there.
    pub fn hash(&self, span: Span) -> Option<Hash> {
        let hashes: Option<Vec<Hash>> = span.nodes().map(|node| self.node(node)).collect();
        hashes.map(|hashes| joined(&hashes))
    }

    /// Makes the hashes of several spans; absent when a tile for one is not there.
    pub fn hashes(&self, spans: &[Span]) -> Option<Vec<Hash>> {
        spans.iter().map(|span| self.hash(*span)).collect()
    }

    fn node(&self, node: Node) -> Option<Hash> {
        let (id, first, count) = place_of(node);
        let hashes = self.tiles.get(&id)?.get(first..first + count)?;
        Some(full_tree(hashes))
    }
}

/// Tells in which tile a full tree stands: its first hash there, and how many it is made of.
fn place_of(node: Node) -> (TileId, usize, usize) {
    let height = node.level % LEVELS;
    let first = node.index << height;
    let id = TileId {
        level: node.level / LEVELS,
        index: first / HASHES_PER_TILE,
    };
    // Both are below 256.
    let first = usize::try_from(first % HASHES_PER_TILE).unwrap_or(0);
    (id, first, 1 << height)
}

/// Makes the hash of a full tree: of a power of two of hashes.
pub(super) fn full_tree(hashes: &[Hash]) -> Hash {
    let mut level = hashes.to_vec();
    while level.len() > 1 {
        let pairs = level.as_chunks::<2>().0.iter();
        level = pairs.map(|[left, right]| node_hash(left, right)).collect();
    }
    level.first().copied().unwrap_or_else(Hash::of_empty_tree)
}
