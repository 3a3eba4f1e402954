//! Which skills apply to a task, and which words decide: by what an assistant goes by, the descriptions.
//!
//! A trigger phrase that stands in the task as it stands in the description counts most, then the words of a phrase, of
//! the name and the title, then any other word of the description. A word counts the more the fewer skills have it. What
//! a description says a skill is not for counts nothing.

use std::collections::{BTreeMap, BTreeSet};

use crate::page::quoted;

/// The most words of a task that are looked at.
const TASK_WORDS: usize = 200;

/// How particular a word is that few candidates have: one that two of six have, or forty of a thousand.
const PARTICULAR: f64 = 0.5;

/// Words that say nothing about a task.
const SILENT: [&str; 64] = [
    "a", "an", "and", "are", "as", "at", "be", "been", "but", "by", "can", "could", "do", "does",
    "for", "from", "had", "has", "have", "how", "i", "if", "in", "into", "is", "it", "its", "just",
    "me", "my", "no", "not", "now", "of", "on", "one", "or", "our", "please", "should", "so",
    "some", "that", "the", "their", "them", "then", "there", "these", "this", "to", "us", "use",
    "user", "want", "was", "we", "when", "who", "will", "with", "you", "your", "would",
];

/// How a description begins to say what a skill is not for.
const DENIALS: [&str; 4] = ["Not ", "Do not use", "Don't use", "DO NOT"];

/// What an assistant is told of a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Its name.
    pub name: String,
    /// The title for people; may be empty.
    pub title: String,
    /// The description in the front matter of SKILL.md.
    pub description: String,
}

/// A skill that applies to a task, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// Which candidate it is.
    pub index: usize,
    /// How well it applies; only the order among candidates that are ranked together has a meaning.
    pub score: f64,
    /// The trigger phrases that stand in the task, as the description has them.
    pub phrases: Vec<String>,
    /// The words of the task that decided, those that counted most first, as the task has them.
    pub words: Vec<String>,
    /// Those of them that few candidates have.
    pub kin: Vec<String>,
    /// How much those say: each at the most 1, for a word that two candidates have, and the less the more have it.
    pub kinship: f64,
}

/// A word of the task: as it is written, and its root.
struct Word {
    written: String,
    root: String,
}

/// Candidates whose words are known, ready for any number of tasks.
#[derive(Debug)]
pub struct Ranking {
    candidates: Vec<Candidate>,
    /// Each root with the candidates that have it, and how much it counts there.
    roots: BTreeMap<String, Vec<(usize, f64)>>,
    /// The trigger phrases of each candidate, with their roots.
    phrases: Vec<Vec<(String, Vec<String>)>>,
}

impl Ranking {
    /// Learns the words of candidates.
    pub fn of(candidates: Vec<Candidate>) -> Self {
        let mut ranking = Self {
            roots: BTreeMap::new(),
            phrases: Vec::with_capacity(candidates.len()),
            candidates: Vec::new(),
        };
        for (index, candidate) in candidates.iter().enumerate() {
            ranking.learn(index, candidate);
        }
        ranking.candidates = candidates;
        ranking
    }

    fn learn(&mut self, index: usize, candidate: &Candidate) {
        let mut weights: BTreeMap<String, f64> = BTreeMap::new();
        let mut add = |text: &str, weight: f64| {
            for word in words(text).filter(Word::is_telling) {
                let known = weights.entry(word.root).or_default();
                *known = known.max(weight);
            }
        };
        let description = affirmed(&candidate.description);
        let phrases = quoted(&description);
        add(&description, 1.0);
        add(&candidate.title, 1.5);
        add(&candidate.name, 2.0);
        for phrase in &phrases {
            add(phrase, 2.0);
        }
        for (root, weight) in weights {
            self.roots.entry(root).or_default().push((index, weight));
        }
        let roots = |phrase: &str| words(phrase).map(|word| word.root).collect();
        let phrases = phrases
            .into_iter()
            .map(|phrase| (phrase.clone(), roots(&phrase)));
        self.phrases.push(phrases.collect());
    }

    /// Gives the candidates.
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// Ranks the skills that apply to a task, the best first; those without a word of it are left out. Of equals the
    /// one whose name comes first stands first.
    pub fn rank(&self, task: &str) -> Vec<Match> {
        let words: Vec<Word> = words(task).take(TASK_WORDS).collect();
        let mut found: BTreeMap<usize, Vec<(f64, &Word)>> = BTreeMap::new();
        let mut seen = BTreeSet::new();
        for word in words.iter().filter(|word| word.is_telling()) {
            if !seen.insert(&word.root) {
                continue;
            }
            for &(index, weight) in self.roots.get(&word.root).into_iter().flatten() {
                let score = weight * self.rarity(&word.root);
                found.entry(index).or_default().push((score, word));
            }
        }
        let roots: Vec<&str> = words.iter().map(|word| word.root.as_str()).collect();
        let matches = found.into_iter();
        let mut matches: Vec<Match> = matches
            .map(|(index, words)| self.judge(index, words, &roots))
            .collect();
        let name = |one: &Match| self.candidates[one.index].name.as_str();
        matches.sort_by(|one, other| {
            let by_score = other.score.total_cmp(&one.score);
            by_score.then_with(|| name(one).cmp(name(other)))
        });
        matches
    }

    fn judge(&self, index: usize, mut words: Vec<(f64, &Word)>, task: &[&str]) -> Match {
        let is_said = |phrase: &[String]| {
            !phrase.is_empty() && task.windows(phrase.len()).any(|roots| roots == phrase)
        };
        let said = self.phrases[index]
            .iter()
            .filter(|(_, phrase)| is_said(phrase));
        let said: Vec<&(String, Vec<String>)> = said.collect();
        let of_words: f64 = words.iter().map(|(score, _)| score).sum();
        let telling = |root: &&String| !SILENT.contains(&root.as_str());
        let of_phrases: f64 = said
            .iter()
            .flat_map(|(_, phrase)| phrase.iter().filter(telling))
            .map(|root| 2.0 * self.rarity(root))
            .sum();
        words.sort_by(|(one, word), (other, next)| {
            let by_score = other.total_cmp(one);
            by_score.then_with(|| word.written.cmp(&next.written))
        });
        let particular = words.iter().filter_map(|(_, word)| {
            let particularity = self.particularity(&word.root);
            (particularity >= PARTICULAR).then(|| (word.written.clone(), particularity))
        });
        let (kin, particularities): (Vec<String>, Vec<f64>) = particular.unzip();
        Match {
            index,
            score: of_words + of_phrases,
            kin,
            kinship: particularities.iter().sum(),
            phrases: said.into_iter().map(|(phrase, _)| phrase.clone()).collect(),
            words: words
                .into_iter()
                .map(|(_, word)| word.written.clone())
                .collect(),
        }
    }

    /// Says how much a word counts by how few skills have it.
    #[expect(
        clippy::cast_precision_loss,
        reason = "there are far fewer skills than 2^52"
    )]
    fn rarity(&self, root: &str) -> f64 {
        let having = self.roots.get(root).map_or(1, Vec::len) as f64;
        (1.0 + self.candidates.len() as f64 / having).ln()
    }

    /// Says how particular a word is: 1 when two candidates have it, less the more have it, nearly 0 when all have.
    #[expect(
        clippy::cast_precision_loss,
        reason = "there are far fewer skills than 2^52"
    )]
    fn particularity(&self, root: &str) -> f64 {
        let having = self.roots.get(root).map_or(2, Vec::len).max(2) as f64;
        let all = self.candidates.len().max(2) as f64 + 1.0;
        (all / having).ln() / (all / 2.0).ln()
    }

    /// Finds out whether a prompt would have another skill applied than the one of this name: the other, and what
    /// decided.
    pub fn stealer(&self, name: &str, prompt: &str) -> Option<(&Candidate, Vec<String>)> {
        let ranked = self.rank(prompt);
        let candidate = |found: &Match| &self.candidates[found.index];
        let own = ranked.iter().find(|found| candidate(found).name == name);
        let own_score = own.map_or(0.0, |found| found.score);
        let first = ranked.first()?;
        if candidate(first).name == name || first.score <= own_score {
            return None;
        }
        let decided = first.phrases.iter().chain(&first.words).cloned();
        Some((candidate(first), decided.collect()))
    }
}

impl Word {
    fn is_telling(&self) -> bool {
        !SILENT.contains(&self.written.as_str())
    }
}

/// Leaves out the sentences that say what a skill is not for.
fn affirmed(description: &str) -> String {
    let sentences = description.split_inclusive(". ");
    let is_denial = |sentence: &&str| DENIALS.iter().any(|denial| sentence.starts_with(denial));
    sentences.filter(|sentence| !is_denial(sentence)).collect()
}

/// Gives the words of a text in lower case, with their roots.
fn words(text: &str) -> impl Iterator<Item = Word> {
    let words = text.split(|character: char| !character.is_alphanumeric() && character != '\'');
    words
        .map(|word| {
            word.trim_matches('\'')
                .trim_end_matches("'s")
                .to_lowercase()
        })
        .filter(|word| !word.is_empty())
        .map(|written| Word {
            root: root(&written),
            written,
        })
}

/// Takes the endings off an English word; words of one root stand for each other here. What is no English keeps its
/// form, or loses the same in both texts.
fn root(word: &str) -> String {
    const ENDINGS: [(&str, &str); 9] = [
        ("ations", ""),
        ("ation", ""),
        ("ings", ""),
        ("ing", ""),
        ("ies", "y"),
        ("ers", ""),
        ("er", ""),
        ("ed", ""),
        ("s", ""),
    ];
    const SHORTEST: usize = 4;
    let cut = ENDINGS.iter().find_map(|(ending, instead)| {
        let stem = word.strip_suffix(ending)?;
        let is_word =
            stem.chars().count() >= SHORTEST - usize::from(*ending == "s" || *ending == "ies");
        (is_word && !(*ending == "s" && stem.ends_with('s'))).then(|| format!("{stem}{instead}"))
    });
    let stem = cut.unwrap_or_else(|| word.to_owned());
    let mut stem = stem.trim_end_matches('e').to_owned();
    let mut last = stem.chars().rev();
    let (one, two) = (last.next(), last.next());
    // `planning` and `plan`.
    if stem.chars().count() > SHORTEST && one == two && one.is_some_and(|one| !"lsz".contains(one))
    {
        stem.pop();
    }
    match stem.is_empty() {
        true => word.to_owned(),
        false => stem,
    }
}

/// Gives each word of a text once, for finding candidates.
pub fn telling_words(text: &str) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let telling = words(text).filter(Word::is_telling);
    telling
        .filter(|word| seen.insert(word.root.clone()))
        .map(|word| word.written)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    use proptest::prelude::*;

    fn candidate(name: &str, description: &str) -> Candidate {
        Candidate {
            name: name.to_owned(),
            title: String::new(),
            description: description.to_owned(),
        }
    }

    fn tea_and_bread() -> Vec<Candidate> {
        vec![
            candidate(
                "bread-baker",
                "Use when bread is baked. Applies to \"bake a loaf\". Not for tea.",
            ),
            candidate(
                "tea-maker",
                "Use when tea is made. Applies to \"make tea\" or \"brew a pot\".",
            ),
        ]
    }

    #[test]
    fn a_trigger_phrase_decides_and_is_named_with_the_words() {
        let all = tea_and_bread();
        let ranked = Ranking::of(all.clone()).rank("Please brew a pot for the bakers");
        assert_eq!(all[ranked[0].index].name, "tea-maker");
        assert_eq!(ranked[0].phrases, ["brew a pot"]);
        assert_eq!(ranked[0].words, ["brew", "pot"]);
        assert_eq!(ranked[1].words, ["bakers"]);
    }

    #[test]
    fn what_a_skill_is_not_for_counts_nothing() {
        let ranking = Ranking::of(tea_and_bread());
        let ranked = ranking.rank("tea");
        assert_eq!(ranked.len(), 1);
        assert_eq!(ranking.rank("the of and"), []);
    }

    #[test]
    fn forms_of_a_word_stand_for_each_other() {
        for (one, other) in [
            ("tests", "testing"),
            ("planning", "plan"),
            ("documentation", "document"),
            ("queries", "query"),
            ("write", "writing"),
            ("planner", "planning"),
        ] {
            assert_eq!(root(one), root(other), "{one} {other}");
        }
        assert_ne!(root("class"), root("clas"));
    }

    #[test]
    fn a_word_that_few_have_makes_kin_and_one_that_all_have_does_not() {
        let mut all = tea_and_bread();
        let others = ["oven-cleaner", "cup-washer", "table-layer", "floor-sweeper"];
        all.extend(others.map(|name| candidate(name, "Use when something is kept in order.")));
        let ranking = Ranking::of(all.clone());
        let kin = |task: &str, name: &str| {
            let ranked = ranking.rank(task).into_iter();
            let mut named = ranked.filter(|found| all[found.index].name == name);
            named
                .next()
                .map_or((Vec::new(), 0.0), |found| (found.kin, found.kinship))
        };
        assert_eq!(kin("A loaf of bread", "bread-baker").0, ["bread", "loaf"]);
        let (common, much) = kin("Clean something kept in order", "oven-cleaner");
        assert_eq!(common, ["clean"]);
        assert!(much <= 1.0, "{much}");
    }

    #[test]
    fn a_prompt_that_another_skill_is_nearer_to_is_found() {
        let ranking = Ranking::of(tea_and_bread());
        assert_eq!(ranking.stealer("bread-baker", "Bake a loaf."), None);
        let (other, decided) = ranking
            .stealer("bread-baker", "Make tea, and bake bread after it.")
            .unwrap();
        assert_eq!(
            (other.name.as_str(), decided[0].as_str()),
            ("tea-maker", "make tea")
        );
    }

    proptest! {
        #[test]
        fn no_text_is_too_strange(task in "\\PC{0,60}", description in "\\PC{0,60}") {
            let all = [candidate("x", &description)];
            for found in Ranking::of(all.to_vec()).rank(&task) {
                prop_assert!(found.score.is_finite() && found.score > 0.0);
            }
        }
    }
}
