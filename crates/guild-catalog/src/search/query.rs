//! How words find skills, and in which order.
//!
//! The place of a word decides, not how rare it is: a word in the name or title counts most, then one in the summary,
//! the description, the body. The score is therefore the same in the index on disk and in the one in memory, and both
//! can be merged. How often a word stands in a text only orders skills that are otherwise alike.

use tantivy::query::{
    AllQuery, BooleanQuery, BoostQuery, ConstScoreQuery, DisjunctionMaxQuery, FuzzyTermQuery,
    Occur, Query, TermQuery,
};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{Score, TantivyError, Term};

use crate::catalog::Sought;
use crate::error::StoreError;
use crate::search::Found;
use crate::search::Wanted;
use crate::search::facets::{self, Tally};
use crate::search::fields::{analyzed, plain, stemmed};
use crate::search::hits::{Hits, top};
use crate::search::index::Snapshot;
use crate::search::words::Words;
use crate::store::skills::Filter;

/// What is asked of an index.
#[derive(Debug)]
pub(super) struct Question {
    pub(super) words: Words,
    pub(super) wanted: Wanted,
    /// The skills that stand first and are not searched for.
    pub(super) exact: Vec<String>,
}

/// How far what is found may be from what was asked for. The next one is tried only when one finds nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// Every word, in any form; the last may be unfinished.
    Words,
    /// All words but one.
    AllButOne,
    /// Any of the words.
    AnyWord,
    /// Every word, typing errors forgiven.
    Typos,
    /// Any of the words, typing errors forgiven.
    AnyTypos,
}

/// Of three words two say enough. Of two one may say nothing, and of many hardly a skill lacks but one.
const FEW: usize = 3;

impl Reach {
    /// Gives those that are tried, in their order: a text whose every word is known holds no typing error.
    fn tried(words: &Words, indexes: &[&Snapshot]) -> &'static [Self] {
        let knows = |word: &String| indexes.iter().any(|index| knows(index, word));
        match (words.words.iter().all(knows), words.words.len()) {
            (false, _) => &[Self::Words, Self::Typos, Self::AnyTypos],
            (true, FEW) => &[Self::Words, Self::AllButOne, Self::AnyWord],
            (true, _) => &[Self::Words, Self::AnyWord],
        }
    }
}

/// Finds the page of skills that was asked for.
pub(super) fn find(
    index: &Snapshot,
    newer: Option<&Snapshot>,
    question: &Question,
) -> Result<Found, StoreError> {
    let mut hits = Hits::default();
    for reach in Reach::tried(&question.words, &both(index, newer)) {
        hits = search(index, newer, question, *reach)?;
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
    let Wanted {
        filter, sort, page, ..
    } = &question.wanted;
    let query = |index: &Snapshot, replaced: &[String]| {
        let without = question.exact.iter().chain(replaced);
        build(index, &question.words, reach, filter, without)
    };
    let mut hits = top(index, &query(index, replaced(newer)), *sort, *page)?;
    if let Some(newer) = newer {
        hits.merge(top(newer, &query(newer, &[]), *sort, *page)?);
    }
    Ok(hits)
}

/// Counts what would be found, by everything that it can be narrowed by.
pub(super) fn tally(
    index: &Snapshot,
    newer: Option<&Snapshot>,
    (words, filter): (&Words, &Filter),
) -> Result<Tally, StoreError> {
    let everything = Filter::default();
    let mut tally = Tally::default();
    for reach in Reach::tried(words, &both(index, newer)) {
        let query = |index: &Snapshot, replaced: &[String]| {
            build(index, words, *reach, &everything, replaced.iter())
        };
        tally = facets::tally(index, &query(index, replaced(newer)), filter)?;
        if let Some(newer) = newer {
            tally.add(facets::tally(newer, &query(newer, &[]), filter)?);
        }
        if tally.total > 0 || words.is_empty() {
            break;
        }
    }
    Ok(tally)
}

/// Counts the skills that a filter lets through.
pub(super) fn count(index: &Snapshot, filter: &Filter) -> Result<u64, TantivyError> {
    let query = build(index, &Words::default(), Reach::Words, filter, [].iter());
    let count = index.searcher.search(&query, &tantivy::collector::Count)?;
    Ok(count as u64)
}

fn both<'a>(index: &'a Snapshot, newer: Option<&'a Snapshot>) -> Vec<&'a Snapshot> {
    std::iter::once(index).chain(newer).collect()
}

/// Says whether a word stands in any skill, in any form.
fn knows(index: &Snapshot, word: &str) -> bool {
    frequency(index, word) > 0
}

/// Says in how many skills a word stands, in any form, at that place where it stands most.
fn frequency(index: &Snapshot, word: &str) -> u64 {
    let fields = &index.fields;
    let stem = analyzed(&mut stemmed(), word);
    let everywhere = [fields.lead, fields.summary, fields.description, fields.body];
    let term = |field: Field| Term::from_field_text(field, &stem);
    // What cannot be read is found out by the search itself.
    let count = |field| index.searcher.doc_freq(&term(field)).unwrap_or(0);
    everywhere.into_iter().map(count).max().unwrap_or(0)
}

/// Gives words, the rarest first, of those that enough skills have.
pub(super) fn rarest(index: &Snapshot, words: Vec<String>, sought: Sought) -> Vec<String> {
    let counted = words
        .into_iter()
        .map(|word| (frequency(index, &word), word));
    let counted = counted.filter(|(skills, _)| *skills >= sought.skills);
    let mut counted: Vec<(u64, String)> = counted.collect();
    counted.sort_by_key(|(skills, _)| *skills);
    let words = counted.into_iter().map(|(_, word)| word);
    words.take(sought.words).collect()
}

/// Names the skills of which a newer state is at hand.
fn replaced(newer: Option<&Snapshot>) -> &[String] {
    newer.map_or(&[][..], |newer| newer.names.as_slice())
}

/// Makes the query; without words it is everything.
fn build<'a>(
    index: &Snapshot,
    words: &Words,
    reach: Reach,
    filter: &Filter,
    without: impl Iterator<Item = &'a String>,
) -> BooleanQuery {
    let fields = &index.fields;
    let found: Box<dyn Query> = match words.is_empty() {
        true => Box::new(AllQuery),
        false => Box::new(words_query(index, &words.words, reach)),
    };
    let mut clauses = vec![(Occur::Must, found)];
    if let Some(pack) = &filter.pack {
        clauses.push((Occur::Must, fixed(fields.pack, pack, 0.0)));
    }
    for (mark, wanted) in filter.marks() {
        let occur = match wanted {
            Some(true) => Occur::Must,
            Some(false) => Occur::MustNot,
            None => continue,
        };
        clauses.push((occur, fixed(fields.marks, mark, 0.0)));
    }
    for name in without {
        clauses.push((Occur::MustNot, fixed(fields.name, name, 0.0)));
    }
    BooleanQuery::new(clauses)
}

/// Finds words, as many of them as have to be there.
fn words_query(index: &Snapshot, words: &[String], reach: Reach) -> BooleanQuery {
    let last = words.len() - 1;
    let each = |occur| {
        let words = words.iter().enumerate();
        let one = move |(place, word): (usize, &String)| {
            (occur, word_query(index, word, place == last, reach))
        };
        words.map(one)
    };
    match reach {
        Reach::Words | Reach::Typos => BooleanQuery::new(each(Occur::Must).collect()),
        Reach::AnyWord | Reach::AnyTypos => BooleanQuery::new(each(Occur::Should).collect()),
        Reach::AllButOne => {
            let all_but = |left: usize| -> Box<dyn Query> {
                let others = each(Occur::Must).enumerate();
                let others = others.filter(|(place, _)| *place != left);
                Box::new(BooleanQuery::new(others.map(|(_, word)| word).collect()))
            };
            // A skill that lacks one word is found by one of these alone: its score is that of its words.
            BooleanQuery::union((0..words.len()).map(all_but).collect())
        }
    }
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
        Reach::Words | Reach::AllButOne | Reach::AnyWord => {}
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
