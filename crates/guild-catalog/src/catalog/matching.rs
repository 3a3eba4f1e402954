//! Which skills apply to a task: found by the search index where there are many, and ranked by their descriptions.

use std::collections::BTreeSet;

use guild_skill::matching::{Candidate, Match, Ranking, telling_words};
use guild_skill::wire;

use super::{Catalog, SkillQuery, SkillSort};
use crate::error::StoreError;
use crate::page_request::PageRequest;
use crate::store::discovery::{self, DescribedRow};

/// Up to so many skills are ranked without searching first.
const WITHOUT_SEARCH: i64 = 300;

/// What of a task is searched for, where there are more skills.
const WORDS: Sought = Sought {
    words: 16,
    skills: 1,
};

/// How many skills each word brings.
const OF_WORD: u32 = 25;

/// Which words are searched for: so many, the rarest of those that so many skills have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sought {
    pub(crate) words: usize,
    pub(crate) skills: u64,
}

impl Catalog {
    /// Lists the skills that apply to a task, the best first, with what decided: the trigger phrases and the words of
    /// their descriptions that stand in it.
    ///
    /// # Errors
    /// When the database or the search index fails. No text is a wrong task.
    pub async fn matches(
        &self,
        task: &str,
        page: PageRequest,
    ) -> Result<wire::List<wire::SkillMatch>, StoreError> {
        let (rows, matches) = self.ranked(task, WORDS).await?;
        let total = matches.len() as u64;
        let before = usize::try_from(page.offset()).unwrap_or(usize::MAX);
        let shown = matches.into_iter().skip(before);
        let shown = shown.take(page.page_size() as usize);
        let items = shown.map(|found| matched(&rows[found.index], found));
        Ok(page.list(items.collect(), total))
    }

    /// Ranks skills by what of their descriptions stands in a task; where they are many, those that its rarest words find.
    pub(super) async fn ranked(
        &self,
        task: &str,
        sought: Sought,
    ) -> Result<(Vec<DescribedRow>, Vec<Match>), StoreError> {
        let rows = self.candidates(task, sought).await?;
        let candidates = rows.iter().map(|row| Candidate {
            name: row.name.clone(),
            title: row.title.clone(),
            description: row.description.clone(),
        });
        let matches = Ranking::of(candidates.collect()).rank(task);
        Ok((rows, matches))
    }

    /// Gives all skills, or where they are many those that words of the task find.
    async fn candidates(
        &self,
        task: &str,
        sought: Sought,
    ) -> Result<Vec<DescribedRow>, StoreError> {
        let store = &self.inner.store;
        let all = discovery::described(store.readers(), WITHOUT_SEARCH + 1).await;
        let all = store.sorted(all)?;
        if i64::try_from(all.len()).is_ok_and(|count| count <= WITHOUT_SEARCH) {
            return Ok(all);
        }
        let mut names = BTreeSet::new();
        let telling = self.inner.search.rarest(telling_words(task), sought);
        for word in telling.await? {
            let page = PageRequest::new(1, OF_WORD).unwrap_or(PageRequest::FIRST);
            let query = SkillQuery {
                query: Some(word),
                ..SkillQuery::all(SkillSort::Relevance, page)
            };
            let found = self.skills(query).await?;
            names.extend(found.items.into_iter().map(|skill| skill.name));
        }
        let names: Vec<String> = names.into_iter().collect();
        store.sorted(discovery::described_of(store.readers(), &names).await)
    }
}

fn matched(row: &DescribedRow, found: Match) -> wire::SkillMatch {
    wire::SkillMatch {
        name: row.name.clone(),
        title: row.title.clone(),
        summary: row.summary.clone(),
        pack: row.pack.clone(),
        version: row.version.clone(),
        phrases: found.phrases,
        words: found.words,
    }
}
