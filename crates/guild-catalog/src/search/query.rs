//! How words find skills, and in which order.
//!
//! The place of a word decides, not how rare it is: a word in the name or title counts most, then one in the summary,
//! the description, the body. The score is therefore the same in the index on disk and in the one in memory, and both
//! can be merged. How often a word stands in a text only orders skills that are otherwise alike.

use std::cmp::Ordering;

use tantivy::collector::{Count, DocSetCollector, TopDocs};
use tantivy::columnar::{Column, StrColumn};
use tantivy::query::{
    BooleanQuery, BoostQuery, ConstScoreQuery, DisjunctionMaxQuery, FuzzyTermQuery, Occur, Query,
    TermQuery,
};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocAddress, Score, TantivyError, Term};

use crate::catalog::SkillSort;
use crate::error::StoreError;
use crate::search::fields::{analyzed, plain, stemmed};
use crate::search::index::Snapshot;
use crate::search::words::Words;
use crate::search::{Found, Wanted};

/// What is asked of an index.
#[derive(Debug)]
pub(super) struct Question {
    pub(super) words: Words,
    pub(super) wanted: Wanted,
    /// The skills that stand first and are not searched for.
    pub(super) exact: Vec<String>,
}

/// What an index answers: names in order, as many as the page needs.
#[derive(Debug, Default)]
pub(super) struct Hits {
    pub(super) names: Vec<String>,
    pub(super) total: u64,
}

/// How far a word may be from what it finds. The next one is tried only when one finds nothing.
#[derive(Clone, Copy, Debug)]
enum Reach {
    /// Every word, in any form; the last may be unfinished.
    Words,
    /// Every word, typing errors forgiven.
    Typos,
    /// Any of the words, typing errors forgiven.
    AnyTypos,
}

/// A skill that was found.
#[derive(Debug)]
struct Hit {
    name: String,
    score: Score,
    updated_at: Option<i64>,
}

/// Finds the page of skills that was asked for.
pub(super) fn find(
    index: &Snapshot,
    newer: Option<&Snapshot>,
    question: &Question,
) -> Result<Found, StoreError> {
    let mut hits = Hits::default();
    for reach in [Reach::Words, Reach::Typos, Reach::AnyTypos] {
        hits = search(index, newer, question, reach)?;
        // With an exact match at hand nobody means a typing error.
        if hits.total > 0 || !question.exact.is_empty() {
            break;
        }
    }
    Ok(hits.page(&question.exact, question.wanted.page))
}

fn search(
    index: &Snapshot,
    newer: Option<&Snapshot>,
    question: &Question,
    reach: Reach,
) -> Result<Hits, TantivyError> {
    let replaced = newer.map_or(&[][..], |newer| newer.names.as_slice());
    let (mut hits, mut total) = ask(index, question, reach, replaced)?;
    if let Some(newer) = newer {
        let (newer_hits, newer_total) = ask(newer, question, reach, &[])?;
        hits.extend(newer_hits);
        total += newer_total;
    }
    hits.sort_by(|a, b| compare(a, b, question.wanted.sort));
    Ok(Hits {
        names: hits.into_iter().map(|hit| hit.name).collect(),
        total: total as u64,
    })
}

fn compare(a: &Hit, b: &Hit, sort: SkillSort) -> Ordering {
    let by_name = || a.name.cmp(&b.name);
    match sort {
        // What people make of a skill is not in the index: the best matches are put in order from the database.
        SkillSort::Relevance | SkillSort::Rating | SkillSort::Downloads => {
            b.score.total_cmp(&a.score).then_with(by_name)
        }
        SkillSort::Name => by_name(),
        SkillSort::Updated => b.updated_at.cmp(&a.updated_at).then_with(by_name),
    }
}

/// Asks one index for the hits that the page may need, and for the number of all.
fn ask(
    index: &Snapshot,
    question: &Question,
    reach: Reach,
    replaced: &[String],
) -> Result<(Vec<Hit>, usize), TantivyError> {
    let query = build(index, question, reach, replaced);
    let held = usize::try_from(index.searcher.num_docs()).unwrap_or(usize::MAX);
    if held == 0 {
        return Ok((Vec::new(), 0));
    }
    if question.wanted.sort != SkillSort::Relevance {
        let all = index.searcher.search(&query, &DocSetCollector)?;
        let total = all.len();
        let all = all.into_iter().map(|address| (0.0, address)).collect();
        return Ok((read(index, all)?, total));
    }
    let page = question.wanted.page;
    let needed = page.offset().saturating_add(u64::from(page.page_size()));
    let needed = usize::try_from(needed).unwrap_or(usize::MAX).min(held);
    let collector = (TopDocs::with_limit(needed).order_by_score(), Count);
    let (top, total) = index.searcher.search(&query, &collector)?;
    Ok((read(index, top)?, total))
}

/// Reads what orders and names the hits.
fn read(index: &Snapshot, addresses: Vec<(Score, DocAddress)>) -> Result<Vec<Hit>, TantivyError> {
    let columns = index.searcher.segment_readers().iter().map(|segment| {
        let fast = segment.fast_fields();
        Ok((fast.str("name")?, fast.i64("updated_at")?))
    });
    let columns: Vec<(Option<StrColumn>, Column<i64>)> =
        columns.collect::<Result<_, TantivyError>>()?;
    let mut hits = Vec::with_capacity(addresses.len());
    for (score, address) in addresses {
        let (names, updates) = &columns[address.segment_ord as usize];
        let mut name = String::new();
        if let Some(names) = names
            && let Some(ord) = names.term_ords(address.doc_id).next()
        {
            names.ord_to_str(ord, &mut name)?;
        }
        hits.push(Hit {
            name,
            score,
            updated_at: updates.first(address.doc_id),
        });
    }
    Ok(hits)
}

fn build(index: &Snapshot, question: &Question, reach: Reach, replaced: &[String]) -> BooleanQuery {
    let fields = &index.fields;
    let words = &question.words.words;
    let last = words.len().saturating_sub(1);
    let each = match reach {
        Reach::Words | Reach::Typos => Occur::Must,
        Reach::AnyTypos => Occur::Should,
    };
    let words = words.iter().enumerate();
    let words = words
        .map(|(place, word)| (each, word_query(index, word, place == last, reach)))
        .collect();
    let mut clauses: Vec<(Occur, Box<dyn Query>)> =
        vec![(Occur::Must, Box::new(BooleanQuery::new(words)))];
    let filter = &question.wanted.filter;
    if let Some(pack) = &filter.pack {
        clauses.push((Occur::Must, fixed(fields.pack, pack, 0.0)));
    }
    if let Some(is_derived) = filter.is_derived {
        let text = if is_derived { "1" } else { "0" };
        clauses.push((Occur::Must, fixed(fields.is_derived, text, 0.0)));
    }
    for name in question.exact.iter().chain(replaced) {
        clauses.push((Occur::MustNot, fixed(fields.name, name, 0.0)));
    }
    BooleanQuery::new(clauses)
}

/// Finds one word, with a score by its best place.
fn word_query(index: &Snapshot, word: &str, is_last: bool, reach: Reach) -> Box<dyn Query> {
    let fields = &index.fields;
    let stem = analyzed(&mut stemmed(), word);
    let word = analyzed(&mut plain(), word);
    let mut places = vec![
        fixed(fields.plain_lead, &word, 110.0),
        fixed(fields.lead, &stem, 100.0),
        fixed(fields.summary, &stem, 40.0),
        fixed(fields.description, &stem, 20.0),
        fixed(fields.body, &stem, 8.0),
    ];
    if is_last {
        places.push(beginning(fields.plain_lead, &word, 60.0));
        places.push(beginning(fields.plain_about, &word, 12.0));
        places.push(beginning(fields.plain_body, &word, 4.0));
    }
    match reach {
        Reach::Words => {}
        Reach::Typos | Reach::AnyTypos => {
            places.extend(nearby(fields.plain_lead, &word, 30.0));
            places.extend(nearby(fields.plain_about, &word, 6.0));
            places.extend(nearby(fields.plain_body, &word, 2.0));
        }
    }
    let found = DisjunctionMaxQuery::with_tie_breaker(places, 0.05);
    Box::new(BooleanQuery::new(vec![
        (Occur::Must, Box::new(found)),
        (Occur::Should, weighed(fields.lead, &stem, 0.5)),
        (Occur::Should, weighed(fields.description, &stem, 0.2)),
        (Occur::Should, weighed(fields.body, &stem, 0.1)),
    ]))
}

fn fixed(field: Field, text: &str, score: Score) -> Box<dyn Query> {
    let term = TermQuery::new(Term::from_field_text(field, text), IndexRecordOption::Basic);
    Box::new(ConstScoreQuery::new(Box::new(term), score))
}

fn weighed(field: Field, text: &str, boost: Score) -> Box<dyn Query> {
    let term = TermQuery::new(
        Term::from_field_text(field, text),
        IndexRecordOption::WithFreqs,
    );
    Box::new(BoostQuery::new(Box::new(term), boost))
}

fn beginning(field: Field, word: &str, score: Score) -> Box<dyn Query> {
    let query = FuzzyTermQuery::new_prefix(Term::from_field_text(field, word), 0, true);
    Box::new(ConstScoreQuery::new(Box::new(query), score))
}

/// Finds words with one typing error, in long words with two; a nearer word counts more.
fn nearby(field: Field, word: &str, score: Score) -> Vec<Box<dyn Query>> {
    let distances: &[u8] = match word.chars().count() {
        0..=3 => &[],
        4..=7 => &[1],
        _ => &[1, 2],
    };
    let query = |distance: &u8| -> Box<dyn Query> {
        let query = FuzzyTermQuery::new(Term::from_field_text(field, word), *distance, true);
        Box::new(ConstScoreQuery::new(
            Box::new(query),
            score / Score::from(*distance),
        ))
    };
    distances.iter().map(query).collect()
}
