//! Which skills are worth knowing beside one: those that it names, those described alike, and those of its pack.

use std::collections::BTreeSet;

use guild_skill::matching::Match;
use guild_skill::wire::{self, Relation};
use guild_skill::{PageRecord, SkillName};

use super::{Catalog, SkillEntry, SkillQuery, SkillSort, Sought};
use crate::error::StoreError;
use crate::page_request::PageRequest;
use crate::store::discovery::{self, DescribedRow};

/// How many skills are told at the most.
const RELATED: usize = 8;

/// How many names in a text are looked up.
const NAMES: usize = 60;

/// What of the description is searched for where there are many skills: what the skill alone has finds no other.
const WORDS: Sought = Sought {
    words: 8,
    skills: 2,
};

/// How many words, which few others have, two descriptions share that are alike; one may be chance.
const SHARED: usize = 2;

/// How many shared words are told.
const TOLD: usize = 5;

impl Catalog {
    /// Lists the skills that are related to one, the nearest first, with what relates them.
    ///
    /// # Errors
    /// When the database or the search index fails.
    pub async fn related(&self, entry: &SkillEntry) -> Result<Vec<wire::RelatedSkill>, StoreError> {
        let store = &self.inner.store;
        let named = named(&entry.record, &entry.name);
        let named = store.sorted(discovery::described_of(store.readers(), &named).await)?;
        let mut related = Related::of(entry);
        for row in named {
            related.add(row, Relation::Named, Vec::new());
        }
        let task = format!("{} {}", entry.record.title, entry.record.description);
        let (rows, mut matches) = self.ranked(&task, WORDS).await?;
        // What all skills talk of relates none, however much of it there is.
        matches.sort_by(|one, other| other.kinship.total_cmp(&one.kinship));
        for found in matches {
            let words = shared(&found);
            if words.len() >= SHARED {
                related.add(rows[found.index].clone(), Relation::Similar, words);
            }
        }
        if related.skills.len() < RELATED {
            let page = PageRequest::new(1, RELATED as u32 + 1).unwrap_or(PageRequest::FIRST);
            let pack = SkillQuery {
                pack: Some(entry.pack.clone()),
                ..SkillQuery::all(SkillSort::Name, page)
            };
            let names = self.skills(pack).await?.items.into_iter();
            let names: Vec<String> = names.map(|skill| skill.name).collect();
            let rows = discovery::described_of(store.readers(), &names).await;
            for row in store.sorted(rows)? {
                related.add(row, Relation::SamePack, Vec::new());
            }
        }
        Ok(related.skills)
    }
}

/// The skills that were found, each once.
struct Related {
    known: BTreeSet<String>,
    skills: Vec<wire::RelatedSkill>,
}

impl Related {
    fn of(entry: &SkillEntry) -> Self {
        Self {
            known: BTreeSet::from([entry.name.to_string()]),
            skills: Vec::new(),
        }
    }

    fn add(&mut self, row: DescribedRow, relation: Relation, words: Vec<String>) {
        if self.skills.len() < RELATED && self.known.insert(row.name.clone()) {
            self.skills.push(wire::RelatedSkill {
                name: row.name,
                title: row.title,
                summary: row.summary,
                pack: row.pack,
                version: row.version,
                relation,
                words,
            });
        }
    }
}

/// Gives what two descriptions share and few others have, what counts most first.
fn shared(found: &Match) -> Vec<String> {
    let phrases = found.phrases.iter().cloned();
    phrases
        .chain(found.kin.iter().cloned())
        .take(TOLD)
        .collect()
}

/// Gives the words in backticks that may be names of other skills.
fn named(record: &PageRecord, own: &SkillName) -> Vec<String> {
    let lists = [&record.when_to_use, &record.when_not_to_use];
    let texts = lists.into_iter().flatten();
    let texts = texts.chain(record.what_it_does.as_ref());
    let texts = texts.chain([&record.summary, &record.skill_md]);
    let quoted = texts.flat_map(|text| text.split('`').skip(1).step_by(2));
    let names = quoted.filter_map(|word| SkillName::parse(word).ok());
    let mut seen = BTreeSet::new();
    let names = names.filter(|name| name != own && seen.insert(name.to_string()));
    names.take(NAMES).map(|name| name.to_string()).collect()
}
