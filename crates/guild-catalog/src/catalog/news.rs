//! What is new, for people: the newest events, with what they need to be read.

use guild_skill::wire::{self, EventKind};
use guild_skill::{Digest, PackName, SkillName};

use super::Catalog;
use crate::clock::rfc3339;
use crate::error::StoreError;
use crate::store::events::{self, NewsRow};

/// How many events are told.
const NEWEST: i64 = 50;

/// Of what the news are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewsOf {
    /// Of everything.
    Catalog,
    /// Of the skills of a pack.
    Pack(PackName),
    /// Of one skill.
    Skill(SkillName),
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct News {
    /// A UUID that no other event of any catalog has; it stays when the catalog moves.
    pub id: String,
    /// What happened.
    pub event: wire::Event,
    /// The skill's title, while it is there.
    pub title: Option<String>,
    /// What it does, while it is there.
    pub summary: Option<String>,
    /// Why it was withdrawn or deleted, if that was said.
    pub reason: Option<String>,
}

impl Catalog {
    /// Lists what is new, the newest first, after a UUID for the list itself.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn news(&self, of: &NewsOf) -> Result<(String, Vec<News>), StoreError> {
        let store = &self.inner.store;
        let readers = store.readers();
        let (rows, list) = match of {
            NewsOf::Catalog => (events::news(readers, NEWEST).await, "/".to_owned()),
            NewsOf::Pack(pack) => {
                let rows = events::news_of_pack(readers, pack.as_str(), NEWEST).await;
                (rows, format!("{pack}/"))
            }
            NewsOf::Skill(skill) => {
                let rows = events::news_of_skill(readers, skill.as_str(), NEWEST).await;
                (rows, format!("/{skill}"))
            }
        };
        let rows = store.sorted(rows)?;
        // The key of the log is the catalog's own, wherever it is.
        let catalog = self.log_head().await?.key;
        let news: Result<_, StoreError> = rows.into_iter().map(|row| told(row, &catalog)).collect();
        Ok((uuid(&format!("{catalog} feed {list}")), news?))
    }
}

fn told(row: NewsRow, catalog: &str) -> Result<News, StoreError> {
    let kind = events::parse_kind(&row.kind)?;
    let event = wire::Event {
        sequence: crate::store::count(row.sequence),
        kind,
        skill: row.skill,
        version: row.version,
        occurred_at: rfc3339(row.occurred_at),
    };
    Ok(News {
        id: uuid(&format!("{catalog} event {}", event.sequence)),
        reason: match kind {
            EventKind::ReleaseYanked => row.yank_reason,
            EventKind::SkillDeleted => row.delete_reason,
            EventKind::SkillListed
            | EventKind::ReleasePublished
            | EventKind::ReleaseUnyanked
            | EventKind::SkillMoved => None,
        },
        event,
        title: row.title,
        summary: row.summary,
    })
}

/// Makes a UUID of a text (RFC 9562, version 8).
fn uuid(text: &str) -> String {
    let digest = Digest::of(text.as_bytes());
    let hex = digest.hex();
    format!(
        "{}-{}-8{}-a{}-{}",
        &hex[..8],
        &hex[8..12],
        &hex[12..15],
        &hex[15..18],
        &hex[18..30]
    )
}
