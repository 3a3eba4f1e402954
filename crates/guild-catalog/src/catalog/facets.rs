//! By what a list can be narrowed, and what each choice would leave.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use guild_skill::wire;

use super::{Catalog, SkillQuery};
use crate::error::StoreError;
use crate::store::packs;
use crate::store::skills::Filter;

/// How many packs are told, those with the most skills first.
const PACKS: usize = 20;

impl Catalog {
    /// Counts, for a search or a list, how many skills each choice would leave. The order and the page do not matter.
    ///
    /// # Errors
    /// When the database or the search index fails.
    pub async fn facets(&self, query: &SkillQuery) -> Result<wire::Facets, StoreError> {
        let store = &self.inner.store;
        let filter = query.filter();
        let text = query.query.as_deref().unwrap_or_default();
        let tally = self.inner.search.tally(store, (text, filter)).await?;
        let chosen = query.pack.as_ref().map(guild_skill::PackName::as_str);
        let packs = largest(tally.packs, chosen);
        let names: Vec<String> = packs.iter().map(|(name, _)| name.clone()).collect();
        let labels = store.sorted(packs::labels(store.readers(), &names).await)?;
        let mut labels: BTreeMap<String, String> = labels.into_iter().collect();
        let pack = |(name, skill_count): (String, u64)| wire::PackFacet {
            label: labels.remove(&name).unwrap_or_else(|| name.clone()),
            name,
            skill_count,
        };
        let [is_derived, has_contract, is_signed] = tally.marks.map(|[no, yes]| wire::MarkFacet {
            with: yes,
            without: no,
        });
        Ok(wire::Facets {
            skill_count: tally.total,
            packs: packs.into_iter().map(pack).collect(),
            is_derived,
            has_contract,
            is_signed,
        })
    }
}

impl SkillQuery {
    /// Gives what narrows the list beside the words.
    pub(super) fn filter(&self) -> Filter {
        Filter {
            pack: self.pack.as_ref().map(ToString::to_string),
            is_derived: self.is_derived,
            has_contract: self.has_contract,
            is_signed: self.is_signed,
        }
    }
}

/// Takes the packs with the most skills, and the one that is chosen.
fn largest(packs: BTreeMap<String, u64>, chosen: Option<&str>) -> Vec<(String, u64)> {
    let of_chosen = chosen.map(|name| packs.get(name).copied().unwrap_or(0));
    let mut packs: Vec<(String, u64)> = packs.into_iter().collect();
    packs.sort_by_key(|(_, count)| Reverse(*count));
    packs.truncate(PACKS);
    if let (Some(name), Some(count)) = (chosen, of_chosen)
        && !packs.iter().any(|(known, _)| known == name)
    {
        packs.push((name.to_owned(), count));
    }
    packs
}
