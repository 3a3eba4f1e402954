//! The transparency log, held against its signed head, its tiles, and the releases that it is to hold.
//!
//! Entries are read page by page, and the tree over them is made anew on the way.

use guild_skill::log::{Checkpoint, Edge, Entry, EntryKind, TileId, leaf_hash};
use guild_skill::note::VerifierKey;

use super::UpkeepError;
use super::check::{Work, with_causes};
use super::flaw::FlawKind;
use super::place::Place;
use crate::log::known;
use crate::store::log::{self, HeadRow};
use crate::store::{count, number};

/// How many entries are asked for at once.
const PAGE: u64 = 1000;

/// An entry, with the digests that its release has now; a deleted one has none.
#[derive(Debug, sqlx::FromRow)]
struct Held {
    position: i64,
    kind: String,
    skill: String,
    version: Option<String>,
    entry: String,
    digest: Option<String>,
    tree_digest: Option<String>,
}

/// What the entries make.
#[derive(Debug, Default)]
struct Grown {
    edge: Edge,
    /// How many entries there are.
    entries: u64,
    /// The first entry that is missing before another: the tree ends there.
    gap: Option<u64>,
    /// The tiles that are not those of the entries.
    wrong_tiles: Vec<TileId>,
}

impl Work {
    pub(super) async fn check_log(&mut self, place: &Place) -> Result<(), UpkeepError> {
        let head = log::head(&mut self.reader).await?;
        let grown = self.grow().await?;
        let Some(head) = head else {
            // A log without entries begins at the next start.
            if grown.entries > 0 {
                let message = format!("the log has {} entries and no head", grown.entries);
                self.report.add(FlawKind::Log, "head", message);
            }
            return Ok(());
        };
        self.check_head(&head, grown);
        self.check_key(&head, place);
        self.check_held(head.sequence).await
    }

    /// Reads all entries, and tells of those that do not say what happened.
    async fn grow(&mut self) -> Result<Grown, UpkeepError> {
        let mut grown = Grown::default();
        let mut next = 0;
        loop {
            let page: Vec<Held> = sqlx::query_as(
                "SELECT l.position, l.kind, l.skill, l.version, l.entry, r.digest, r.tree_digest FROM log_entries l \
                 LEFT JOIN releases r ON r.skill = l.skill AND r.version = l.version \
                 WHERE l.position >= $1 ORDER BY l.position LIMIT $2",
            )
            .bind(number(next))
            .bind(number(PAGE))
            .fetch_all(&mut self.reader)
            .await?;
            let Some(last) = page.last() else {
                let edge = grown.edge.tiles();
                self.compare(edge, &mut grown).await?;
                return Ok(grown);
            };
            next = count(last.position) + 1;
            let mut full = Vec::new();
            for held in &page {
                if let Some(message) = disagreement(held) {
                    let subject = format!("entry {}", held.position);
                    self.report.add(FlawKind::Log, subject, message);
                }
                grown.entries += 1;
                let size = grown.edge.size();
                if grown.gap.is_none() && count(held.position) != size {
                    grown.gap = Some(size);
                }
                if grown.gap.is_none() {
                    let tiles = grown.edge.append(leaf_hash(held.entry.as_bytes()));
                    full.extend(tiles.into_iter().map(|tile| (tile.id, tile.bytes)));
                }
            }
            self.compare(full, &mut grown).await?;
        }
    }

    /// Holds tiles of the entries against those that are kept.
    async fn compare(
        &mut self,
        tiles: Vec<(TileId, Vec<u8>)>,
        grown: &mut Grown,
    ) -> Result<(), UpkeepError> {
        let ids: Vec<TileId> = tiles.iter().map(|(id, _)| *id).collect();
        let kept = log::tiles(&mut self.reader, &ids).await?;
        let wrong = tiles.into_iter().filter(|tile| !kept.contains(tile));
        grown.wrong_tiles.extend(wrong.map(|(id, _)| id));
        Ok(())
    }

    fn check_head(&mut self, head: &HeadRow, grown: Grown) {
        let mut wrong =
            |subject: &str, message: String| self.report.add(FlawKind::Log, subject, message);
        let signed = match VerifierKey::parse(&head.key) {
            Ok(key) => {
                Checkpoint::verify(&head.checkpoint, &key).map_err(|error| error.to_string())
            }
            Err(error) => Err(error.to_string()),
        };
        let signed = match signed {
            Ok(signed) => signed,
            Err(error) => {
                return wrong(
                    "head",
                    format!("its signature is not to be believed: {error}"),
                );
            }
        };
        let size = signed.size;
        if size != count(head.size) {
            let message = format!("it says {} entries, and {size} are signed", head.size);
            wrong("head", message);
        }
        if let Some(position) = grown.gap {
            return wrong(&format!("entry {position}"), "it is missing".to_owned());
        }
        if size != grown.entries {
            let message = format!("{size} are signed, and {} are there", grown.entries);
            return wrong("entries", message);
        }
        if signed.root != grown.edge.root() {
            let message = "the tree over them is not the one that is signed".to_owned();
            return wrong("entries", message);
        }
        for id in grown.wrong_tiles {
            wrong(
                &id.to_string(),
                "it does not hold the hashes of its entries".to_owned(),
            );
        }
    }

    /// Tells of a key with which no server starts.
    fn check_key(&mut self, head: &HeadRow, place: &Place) {
        if place.is_key_elsewhere() {
            self.report.is_key_unseen = true;
            return;
        }
        if let Err(error) = known(&place.key_path(), &head.key) {
            let message = with_causes(&error);
            self.report.add(FlawKind::LogKey, "log key", message);
        }
    }

    /// Tells of what the log is to hold up to a change, and does not.
    async fn check_held(&mut self, sequence: i64) -> Result<(), UpkeepError> {
        let newest: i64 = sqlx::query_scalar("SELECT sequence FROM history WHERE id = 1")
            .fetch_one(&mut self.reader)
            .await?;
        if sequence > newest {
            let message =
                format!("it follows {sequence} changes, and the history ends at {newest}");
            self.report.add(FlawKind::Log, "head", message);
        }
        let missing: Vec<(String, String)> = sqlx::query_as(
            "SELECT DISTINCT r.skill, r.version FROM events e \
             JOIN releases r ON r.skill = e.skill AND r.version = e.version \
             LEFT JOIN log_entries l ON l.skill = r.skill AND l.version = r.version \
             AND l.kind IN ('SKILL_LISTED', 'RELEASE_PUBLISHED') \
             WHERE e.sequence <= $1 AND e.kind IN ('SKILL_LISTED', 'RELEASE_PUBLISHED') AND l.skill IS NULL \
             ORDER BY r.skill, r.version",
        )
        .bind(sequence)
        .fetch_all(&mut self.reader)
        .await?;
        for (skill, version) in missing {
            let release = format!("{skill} {version}");
            self.report
                .add(FlawKind::Log, release, "the log does not hold this release");
        }
        Ok(())
    }
}

/// Says what an entry disagrees with.
fn disagreement(held: &Held) -> Option<String> {
    let Ok(entry) = held.entry.parse::<Entry>() else {
        return Some("it cannot be read".to_owned());
    };
    let is_kind = match &entry.kind {
        EntryKind::Published(_) => {
            matches!(held.kind.as_str(), "SKILL_LISTED" | "RELEASE_PUBLISHED")
        }
        EntryKind::Yanked => held.kind == "RELEASE_YANKED",
        EntryKind::Unyanked => held.kind == "RELEASE_UNYANKED",
        EntryKind::Deleted => held.kind == "SKILL_DELETED",
    };
    let version = entry.version.as_ref().map(ToString::to_string);
    if !is_kind || entry.skill.as_str() != held.skill || version != held.version {
        let (kind, skill) = (&held.kind, &held.skill);
        let version = held.version.as_deref().unwrap_or_default();
        return Some(format!(
            "it is kept as {kind} {skill} {version}, and says something else"
        ));
    }
    let EntryKind::Published(logged) = &entry.kind else {
        return None;
    };
    let is = |kept: &Option<String>, logged: &guild_skill::Digest| {
        kept.as_deref().is_none_or(|kept| kept == logged.as_str())
    };
    let is_same = is(&held.digest, &logged.archive) && is(&held.tree_digest, &logged.files);
    (!is_same).then(|| {
        format!(
            "its digests are not those of {} {}",
            held.skill,
            version.unwrap_or_default()
        )
    })
}
