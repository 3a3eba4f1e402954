//! How many of the skills that words find have what they can be narrowed by.
//!
//! One pass over all that is found. A choice is counted as if it alone were open: with a pack chosen, the other packs
//! still say how many skills they would bring, and everything else says how many are in that pack.

use std::collections::BTreeMap;

use tantivy::collector::{Collector, SegmentCollector};
use tantivy::columnar::{Column, StrColumn};
use tantivy::query::Query;
use tantivy::{DocId, Score, SegmentOrdinal, SegmentReader, TantivyError};

use crate::search::index::Snapshot;
use crate::store::skills::Filter;

/// What was counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Skills that everything chosen lets through.
    pub(crate) total: u64,
    /// Skills in each pack.
    pub(crate) packs: BTreeMap<String, u64>,
    /// Skills without and with each mark, in the order of [`Filter::marks`].
    pub(crate) marks: [[u64; 2]; 3],
}

impl Tally {
    /// Adds what was counted elsewhere.
    pub(super) fn add(&mut self, other: Self) {
        self.total += other.total;
        for (pack, count) in other.packs {
            *self.packs.entry(pack).or_default() += count;
        }
        for (mine, others) in self.marks.iter_mut().zip(other.marks) {
            mine[0] += others[0];
            mine[1] += others[1];
        }
    }
}

/// Counts what a query finds in one index.
pub(super) fn tally(
    index: &Snapshot,
    query: &dyn Query,
    filter: &Filter,
) -> Result<Tally, TantivyError> {
    if index.searcher.num_docs() == 0 {
        return Ok(Tally::default());
    }
    index.searcher.search(query, &Counter(filter.clone()))
}

/// Counts in each segment of an index.
struct Counter(Filter);

/// Counts in one segment.
struct SegmentCounter {
    packs: Option<StrColumn>,
    bits: Column<u64>,
    wanted_pack: Wanted,
    wanted_marks: [Option<bool>; 3],
    total: u64,
    /// By the number of the pack in the segment.
    of_packs: Vec<u64>,
    marks: [[u64; 2]; 3],
}

/// Which pack is chosen, as a segment knows it.
#[derive(Clone, Copy)]
enum Wanted {
    Any,
    /// One that the segment has no skill of.
    Absent,
    Pack(u64),
}

impl Collector for Counter {
    type Fruit = Tally;
    type Child = SegmentCounter;

    fn for_segment(
        &self,
        _: SegmentOrdinal,
        segment: &SegmentReader,
    ) -> Result<SegmentCounter, TantivyError> {
        let packs = segment.fast_fields().str("pack")?;
        let wanted_pack = match (&self.0.pack, &packs) {
            (None, _) => Wanted::Any,
            (Some(_), None) => Wanted::Absent,
            (Some(pack), Some(packs)) => {
                let place = packs.dictionary().term_ord(pack.as_bytes())?;
                place.map_or(Wanted::Absent, Wanted::Pack)
            }
        };
        let count = packs.as_ref().map_or(0, |packs| packs.num_terms());
        Ok(SegmentCounter {
            packs,
            bits: segment.fast_fields().u64("bits")?,
            wanted_pack,
            wanted_marks: self.0.marks().map(|(_, wanted)| wanted),
            total: 0,
            of_packs: vec![0; count],
            marks: [[0; 2]; 3],
        })
    }

    fn requires_scoring(&self) -> bool {
        false
    }

    fn merge_fruits(
        &self,
        fruits: Vec<Result<Tally, TantivyError>>,
    ) -> Result<Tally, TantivyError> {
        let mut tally = Tally::default();
        for fruit in fruits {
            tally.add(fruit?);
        }
        Ok(tally)
    }
}

impl SegmentCollector for SegmentCounter {
    type Fruit = Result<Tally, TantivyError>;

    fn collect(&mut self, doc: DocId, _: Score) {
        let pack = self
            .packs
            .as_ref()
            .and_then(|packs| packs.ords().first(doc));
        let bits = self.bits.first(doc).unwrap_or(0);
        let has = |place: usize| bits >> place & 1 == 1;
        let is_in_pack = match self.wanted_pack {
            Wanted::Any => true,
            Wanted::Absent => false,
            Wanted::Pack(wanted) => pack == Some(wanted),
        };
        let fits =
            |place: usize| self.wanted_marks[place].is_none_or(|wanted| wanted == has(place));
        let fit: [bool; 3] = std::array::from_fn(fits);
        let misfits = usize::from(!is_in_pack) + fit.iter().filter(|fits| !**fits).count();
        if misfits > 1 {
            return;
        }
        if misfits == 0 {
            self.total += 1;
        }
        if misfits == 0 || !is_in_pack {
            let place = pack.and_then(|pack| usize::try_from(pack).ok());
            if let Some(count) = place.and_then(|place| self.of_packs.get_mut(place)) {
                *count += 1;
            }
        }
        for (place, counts) in self.marks.iter_mut().enumerate() {
            if misfits == 0 || !fit[place] {
                counts[usize::from(has(place))] += 1;
            }
        }
    }

    fn harvest(self) -> Self::Fruit {
        let mut tally = Tally {
            total: self.total,
            packs: BTreeMap::new(),
            marks: self.marks,
        };
        let Some(packs) = self.packs else {
            return Ok(tally);
        };
        for (place, count) in self.of_packs.into_iter().enumerate() {
            let mut name = String::new();
            if count > 0 && packs.ord_to_str(place as u64, &mut name)? {
                tally.packs.insert(name, count);
            }
        }
        Ok(tally)
    }
}
