//! Makes the log of a catalog long, for `cargo xtask bench log`: `long_log DATA ENTRIES REPORT`.
//!
//! Entries are appended as the catalog itself appends them, in the same tree under the same key, until there are as many
//! as asked for; only the events and releases that they would speak of are left out. Then it measures what a client does
//! with the proof of the first entry, and with the proof that the log has grown from what it was, and writes into
//! the report, in one line each: the bytes that are fetched, and the microseconds that the check takes.

use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use guild_skill::log::{
    Checkpoint, Edge, Hash, Proof, TileId, Tiles, consistency_spans, inclusion_spans,
    is_consistent, leaf_hash,
};
use guild_skill::note::SigningKey;
use sqlx::{AnyConnection, Connection as _};

/// How often a check is done, of which the mean is taken.
const TIMES: u32 = 1000;

/// What every entry that is made up says, but for its number.
const ENTRY: (&str, &str) = (
    "guild log v1\nRELEASE_YANKED filler-",
    " 1.0.0\nat 2026-11-20T00:00:00Z\n",
);

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [data, entries, report] = arguments.as_slice() else {
        return Err("usage: long_log DATA ENTRIES REPORT".into());
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let lines = runtime.block_on(lengthen(Path::new(data), entries.parse()?))?;
    std::fs::write(report, lines.concat())?;
    Ok(())
}

async fn lengthen(data: &Path, entries: u64) -> Result<[String; 2], Box<dyn Error>> {
    let key = SigningKey::parse(&std::fs::read_to_string(data.join("log.key"))?)?;
    sqlx::any::install_default_drivers();
    let url = format!("sqlite://{}", data.join("catalog.sqlite").display());
    let mut database = AnyConnection::connect(&url).await?;
    let there: Vec<String> = sqlx::query_scalar("SELECT entry FROM log_entries ORDER BY position")
        .fetch_all(&mut database)
        .await?;
    let first = there.first().ok_or("the log is empty")?.clone();
    let old_size = there.len() as u64;
    let mut edge = Edge::default();
    let mut tiles = Vec::new();
    for entry in &there {
        tiles.extend(edge.append(leaf_hash(entry.as_bytes())));
    }
    let old_root = edge.root();
    for number in old_size..entries {
        let entry = format!("{}{number}{}", ENTRY.0, ENTRY.1);
        tiles.extend(edge.append(leaf_hash(entry.as_bytes())));
    }
    let mut tiles: Vec<(TileId, Vec<u8>)> = tiles
        .into_iter()
        .map(|tile| (tile.id, tile.bytes))
        .collect();
    tiles.extend(edge.tiles());
    let head = Checkpoint {
        origin: key.verifier().name().to_owned(),
        size: edge.size(),
        root: edge.root(),
    };
    let checkpoint = head.sign(&key);
    write(&mut database, (old_size, &head, &checkpoint), &tiles).await?;
    database.close().await?;
    Ok([
        included(&key, &first, &checkpoint, &head, &tiles)?,
        grown((old_size, &old_root), &head, &tiles)?,
    ])
}

/// Writes the entries, the tiles and the head.
async fn write(
    database: &mut AnyConnection,
    (old_size, head, checkpoint): (u64, &Checkpoint, &str),
    tiles: &[(TileId, Vec<u8>)],
) -> Result<(), Box<dyn Error>> {
    let mut writing = database.begin().await?;
    sqlx::query(
        "WITH RECURSIVE numbers (n) AS (SELECT $1 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < $2) \
         INSERT INTO log_entries (position, kind, skill, version, entry) \
         SELECT n, 'RELEASE_YANKED', 'filler-' || n, '1.0.0', $3 || n || $4 FROM numbers",
    )
    .bind(i64::try_from(old_size)?)
    .bind(i64::try_from(head.size)?)
    .bind(ENTRY.0)
    .bind(ENTRY.1)
    .execute(&mut *writing)
    .await?;
    for (id, bytes) in tiles {
        sqlx::query(
            "INSERT OR REPLACE INTO log_tiles (level, position, hashes) VALUES ($1, $2, $3)",
        )
        .bind(i64::from(id.level))
        .bind(i64::try_from(id.index)?)
        .bind(bytes.clone())
        .execute(&mut *writing)
        .await?;
    }
    sqlx::query("UPDATE log_head SET size = $1, checkpoint = $2 WHERE id = 1")
        .bind(i64::try_from(head.size)?)
        .bind(checkpoint)
        .execute(&mut *writing)
        .await?;
    writing.commit().await?;
    Ok(())
}

/// Measures the proof that the first entry stands in the log.
fn included(
    key: &SigningKey,
    entry: &str,
    checkpoint: &str,
    head: &Checkpoint,
    tiles: &[(TileId, Vec<u8>)],
) -> Result<String, Box<dyn Error>> {
    let spans = inclusion_spans(0, head.size);
    let (known, _) = taken(tiles, &spans, head.size)?;
    let proof = Proof {
        index: 0,
        path: known.hashes(&spans).ok_or("a tile is missing")?,
        checkpoint: checkpoint.to_owned(),
    };
    let text = proof.to_string();
    let started = Instant::now();
    for _ in 0..TIMES {
        let proof = Proof::parse(black_box(&text))?;
        black_box(proof.verify(entry.as_bytes(), key.verifier())?);
    }
    Ok(line("inclusion", text.len(), started))
}

/// Measures the proof that the log begins with what it was.
fn grown(
    old: (u64, &Hash),
    head: &Checkpoint,
    tiles: &[(TileId, Vec<u8>)],
) -> Result<String, Box<dyn Error>> {
    let spans = consistency_spans(old.0, head.size);
    let started = Instant::now();
    let mut fetched = 0;
    for _ in 0..TIMES {
        let (known, bytes) = taken(black_box(tiles), &spans, head.size)?;
        let path = known.hashes(&spans).ok_or("a tile is missing")?;
        if !is_consistent(old, (head.size, &head.root), &path) {
            return Err("the log does not begin with what it was".into());
        }
        fetched = bytes;
    }
    Ok(line("consistency", fetched, started))
}

/// Takes the tiles that some spans need, and counts their bytes.
fn taken(
    tiles: &[(TileId, Vec<u8>)],
    spans: &[guild_skill::log::Span],
    size: u64,
) -> Result<(Tiles, usize), Box<dyn Error>> {
    let mut known = Tiles::of(size);
    let mut fetched = 0;
    for (id, _) in known.missing(spans) {
        // What is appended last stands last: a tile that was full is not written again.
        let tile = tiles.iter().rev().find(|tile| tile.0 == id);
        let (_, bytes) = tile.ok_or("a tile is missing")?;
        known.insert(id, bytes)?;
        fetched += bytes.len();
    }
    Ok((known, fetched))
}

fn line(what: &str, bytes: usize, started: Instant) -> String {
    let microseconds = started.elapsed().as_micros() / u128::from(TIMES);
    format!("{what} {bytes} {microseconds}\n")
}
