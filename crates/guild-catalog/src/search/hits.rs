//! The skills that were found, in order and as many as a page needs.

use std::cmp::Ordering;

use tantivy::collector::sort_key::{SortBySimilarityScore, SortByStaticFastValue, SortByString};
use tantivy::collector::{Count, TopDocs};
use tantivy::query::Query;
use tantivy::{Order, Score, TantivyError};

use crate::catalog::SkillSort;
use crate::page_request::PageRequest;
use crate::search::Found;
use crate::search::index::Snapshot;

/// What an index answers: skills in order, as many as the page needs.
#[derive(Debug, Default)]
pub(super) struct Hits {
    hits: Vec<Hit>,
    pub(super) total: u64,
}

/// A skill that was found.
#[derive(Debug)]
struct Hit {
    name: String,
    rank: Rank,
}

/// What orders the hits, the higher before the lower, before their names do.
#[derive(Clone, Copy, Debug)]
enum Rank {
    Score(Score),
    Time(Option<i64>),
    None,
}

impl Rank {
    fn compare(self, other: Self) -> Ordering {
        match (self, other) {
            (Self::Score(one), Self::Score(other)) => other.total_cmp(&one),
            (Self::Time(one), Self::Time(other)) => other.cmp(&one),
            // All hits of a search are ranked alike.
            (Self::Score(_) | Self::Time(_) | Self::None, _) => Ordering::Equal,
        }
    }
}

/// Asks one index for the hits that a page may need, and for the number of all.
pub(super) fn top(
    index: &Snapshot,
    query: &dyn Query,
    sort: SkillSort,
    page: PageRequest,
) -> Result<Hits, TantivyError> {
    let held = usize::try_from(index.searcher.num_docs()).unwrap_or(usize::MAX);
    if held == 0 {
        return Ok(Hits::default());
    }
    let needed = page.offset().saturating_add(u64::from(page.page_size()));
    let needed = usize::try_from(needed).unwrap_or(usize::MAX).min(held);
    let limit = || TopDocs::with_limit(needed);
    // Of equals the one whose name comes first stands first, on whichever page.
    let by_name = || (SortByString::for_field("name"), Order::Asc);
    let by_time = |field: &str| {
        let time = SortByStaticFastValue::<i64>::for_field(field);
        limit().order_by(((time, Order::Desc), by_name()))
    };
    let searcher = &index.searcher;
    let (hits, total): (Vec<(Rank, Option<String>)>, usize) = match sort {
        // What people make of a skill is not in the index: the best matches are put in order from the database.
        SkillSort::Relevance | SkillSort::Rating | SkillSort::Downloads | SkillSort::Stars => {
            let score = (SortBySimilarityScore, Order::Desc);
            let top = limit().order_by((score, by_name()));
            let (top, total) = searcher.search(query, &(top, Count))?;
            let top = top.into_iter();
            let top = top.map(|((score, name), _)| (Rank::Score(score), name));
            (top.collect(), total)
        }
        SkillSort::Name => {
            let (top, total) = searcher.search(query, &(limit().order_by(by_name()), Count))?;
            let top = top.into_iter().map(|(name, _)| (Rank::None, name));
            (top.collect(), total)
        }
        SkillSort::Newest | SkillSort::Updated => {
            let field = if sort == SkillSort::Newest {
                "listed_at"
            } else {
                "updated_at"
            };
            let (top, total) = searcher.search(query, &(by_time(field), Count))?;
            let top = top.into_iter();
            let top = top.map(|((time, name), _)| (Rank::Time(time), name));
            (top.collect(), total)
        }
    };
    let hits = hits.into_iter();
    let hit = |(rank, name): (Rank, Option<String>)| name.map(|name| Hit { name, rank });
    Ok(Hits {
        hits: hits.filter_map(hit).collect(),
        total: total as u64,
    })
}

impl Hits {
    /// Puts other hits among these.
    pub(super) fn merge(&mut self, other: Self) {
        self.hits.extend(other.hits);
        self.total += other.total;
        let compare = |one: &Hit, other: &Hit| {
            let by_rank = one.rank.compare(other.rank);
            by_rank.then_with(|| one.name.cmp(&other.name))
        };
        self.hits.sort_by(compare);
    }

    /// Cuts a page out of hits that stand in order, after the exact ones.
    pub(super) fn page(self, exact: &[String], page: PageRequest) -> Found {
        let total = self.total + exact.len() as u64;
        let names = self.hits.into_iter().map(|hit| hit.name);
        let names = exact.iter().cloned().chain(names);
        let skip = usize::try_from(page.offset()).unwrap_or(usize::MAX);
        Found {
            names: names.skip(skip).take(page.page_size() as usize).collect(),
            total,
        }
    }
}
