//! A catalog that is made of files, as `guild export` writes it: what a server would work out is worked out here.

use guild_skill::wire::{List, SkillSummary};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use ureq::Body;
use ureq::http::Response;

use super::{ANSWER_BYTES, Remote, RemoteError};
use crate::printer::Progress;

/// Where an export says that it is one.
const MARK: &str = "/.well-known/guildhall.json";

/// The most bytes of the list of all skills, which no server sends at once.
const LIST_BYTES: u64 = 8 * ANSWER_BYTES;

/// What an export says of itself.
#[derive(Deserialize)]
struct Mark {
    form: String,
}

impl Remote {
    /// Whether the address is known to hold files.
    pub(super) fn is_known_to_be_files(&self) -> bool {
        self.is_files.get() == Some(&true)
    }

    /// Whether an answer that is none of a catalog's comes from a host of an export; asked once.
    pub(super) fn is_host_of_files(&self, response: &Response<Body>) -> bool {
        let is_json = response.body().mime_type() == Some("application/json");
        if is_json || response.status().is_server_error() {
            return false;
        }
        *self.is_files.get_or_init(|| {
            let mark: Result<Option<Mark>, _> = self.file(MARK);
            mark.is_ok_and(|mark| mark.is_some_and(|mark| mark.form == "EXPORT"))
        })
    }

    /// Finds what a server would answer to a path; nothing when no file holds it.
    pub(super) fn find_file<T: DeserializeOwned>(
        &self,
        path: &str,
    ) -> Result<Option<T>, RemoteError> {
        self.file(&format!("{path}/index.json"))
    }

    fn file<T: DeserializeOwned>(&self, path: &str) -> Result<Option<T>, RemoteError> {
        let mut response = self.get(path, &[])?;
        match response.status().as_u16() {
            200 => {}
            403 | 404 | 410 => return Ok(None),
            _ => return Err(self.refusal(path, &mut response)),
        }
        // A host may not know the type of the file, so its content alone counts.
        let body = self.read_at_most(&mut response, LIST_BYTES, &Progress::none())?;
        let value = serde_json::from_slice(&body);
        value
            .map(Some)
            .map_err(|error| self.not_a_catalog(path, &format!("the file is not ours: {error}")))
    }
}

/// Looks through all skills as a server's search does, but without forgiving typing errors.
pub(super) fn search(
    all: List<SkillSummary>,
    words: &str,
    page: u32,
    page_size: u32,
) -> List<SkillSummary> {
    let wanted = words_of(words);
    let mut found: Vec<(u32, SkillSummary)> = all
        .items
        .into_iter()
        .map(|skill| (fit(&skill, &wanted), skill))
        .filter(|(fit, _)| *fit > 0)
        .collect();
    found.sort_by(|(one, a), (other, b)| other.cmp(one).then_with(|| a.name.cmp(&b.name)));
    let total = found.len() as u64;
    let first = (page.saturating_sub(1) as usize).saturating_mul(page_size as usize);
    let items = found.into_iter().map(|(_, skill)| skill);
    List {
        items: items.skip(first).take(page_size as usize).collect(),
        page,
        page_size,
        total_items: total,
        total_pages: total.div_ceil(u64::from(page_size.max(1))),
    }
}

/// Tells how well a skill fits; 0 when one of the words is in none of its parts.
fn fit(skill: &SkillSummary, wanted: &[String]) -> u32 {
    let parts = [
        (4, words_of(&skill.name)),
        (4, words_of(&skill.title)),
        (
            1,
            words_of(&format!("{} {}", skill.summary, skill.pack_label)),
        ),
    ];
    let mut sum = 1;
    for word in wanted {
        let weights = parts.iter().map(|(weight, known)| {
            if known.contains(word) {
                2 * weight
            } else if known.iter().any(|one| one.starts_with(word)) {
                *weight
            } else {
                0
            }
        });
        match weights.max() {
            None | Some(0) => return 0,
            Some(best) => sum += best,
        }
    }
    sum
}

fn words_of(text: &str) -> Vec<String> {
    let text = text.to_lowercase();
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn skill(name: &str, title: &str, summary: &str) -> SkillSummary {
        SkillSummary {
            name: name.to_owned(),
            title: title.to_owned(),
            summary: summary.to_owned(),
            pack: "kitchen".to_owned(),
            pack_label: "Kitchen".to_owned(),
            version: "1.0.0".to_owned(),
            digest: String::new(),
            published_at: String::new(),
            updated_at: None,
            is_derived: false,
            rating: guild_skill::wire::RatingSummary::default(),
            download_count: 0,
            star_count: 0,
        }
    }

    fn found(words: &str, page: u32, page_size: u32) -> (Vec<String>, u64) {
        let items = vec![
            skill("bread-baker", "Bread Baker", "Bakes bread, and makes tea."),
            skill("coffee", "Coffee", "Makes coffee."),
            skill("tea-maker", "Tea Maker", "Makes tea."),
        ];
        let all = List {
            items,
            page: 1,
            page_size: 3,
            total_items: 3,
            total_pages: 1,
        };
        let list = search(all, words, page, page_size);
        let names = list.items.into_iter().map(|skill| skill.name);
        (names.collect(), list.total_pages)
    }

    #[test]
    fn every_word_is_somewhere_and_names_count_most() {
        assert_eq!(found("TEA", 1, 20).0, ["tea-maker", "bread-baker"]);
        assert_eq!(found("mak tea", 1, 20).0, ["tea-maker", "bread-baker"]);
        assert_eq!(found("tea coffee", 1, 20).0, [""; 0]);
        assert_eq!(found("", 2, 2), (vec!["tea-maker".to_owned()], 2));
    }
}
