//! Names that a person could take for one another.
//!
//! A new name is refused when it looks like one that is there: the same letters to a hasty reader (`l` for `i`, `0` for
//! `o`, `rn` for `m`), the same words joined otherwise or in the plural, or one letter more, less, other or swapped in a
//! name of some length. Names that a person tells apart at a glance stay free: `plan-1` and `plan-2`, `react-js` and
//! `react-ts`.

/// How long a name must look for one letter to be overlooked, in characters.
const LONG: usize = 8;

/// A word this short that differs is another word (`js`, `ts`, `api`, `app`), not a slip.
const SHORT_WORD: usize = 3;

/// How two names are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nearness {
    /// They have the same letters to a hasty reader.
    LooksTheSame,
    /// One letter is added, left out or another.
    OneLetter,
    /// Two letters that stand side by side are swapped.
    Swapped,
}

impl Nearness {
    /// Says it as the reason of a refusal: `they … `.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::LooksTheSame => "look the same",
            Self::OneLetter => "differ by one letter",
            Self::Swapped => "differ by two swapped letters",
        }
    }
}

/// Gives what a hasty reader sees of a name: no hyphens, no plural, letters that look alike as one.
pub(crate) fn look(name: &str) -> String {
    let words: String = name.split('-').map(singular).collect();
    let words = words.replace("rn", "m").replace("vv", "w");
    let alike = |letter| match letter {
        'i' | 'l' => '1',
        'o' => '0',
        letter => letter,
    };
    words.chars().map(alike).collect()
}

fn singular(word: &str) -> &str {
    match word.strip_suffix('s') {
        Some(stem) if word.len() > SHORT_WORD && !stem.ends_with('s') => stem,
        _ => word,
    }
}

/// Gives the beginning and the end, backwards, of a look: every look one letter away shares one of them. Nothing for a
/// look that is too short for one letter to count.
pub(crate) fn halves(look: &str) -> Option<(String, String)> {
    if look.len() + 1 < LONG {
        return None;
    }
    let half = look.len() / 2 - 1;
    let backwards: String = reversed(look).chars().take(half).collect();
    Some((look.chars().take(half).collect(), backwards))
}

/// Writes a look backwards.
pub(crate) fn reversed(look: &str) -> String {
    look.chars().rev().collect()
}

/// Tells how a new name is too like one that is there.
pub(crate) fn nearness(new: &str, there: &str) -> Option<Nearness> {
    let looks = [look(new), look(there)];
    if looks[0] == looks[1] {
        // `v1` and `vl` are no words that a person mixes up: numbers count.
        return (!are_numbered(new, there)).then_some(Nearness::LooksTheSame);
    }
    if looks.iter().any(|look| look.len() < LONG) {
        return None;
    }
    let found = slip(looks[0].as_bytes(), looks[1].as_bytes())?;
    let is_plain = are_numbered(new, there) || is_other_word(new, there);
    (!is_plain).then_some(found)
}

/// Whether two names are one but for their numbers.
fn are_numbered(new: &str, there: &str) -> bool {
    let letters = |name: &str| -> String {
        let letters = name.chars().filter(char::is_ascii_alphabetic);
        letters.collect()
    };
    let has_number = |name: &str| name.bytes().any(|byte| byte.is_ascii_digit());
    letters(new) == letters(there) && has_number(new) && has_number(there)
}

/// Whether one short word is another, and all others are the same.
fn is_other_word(new: &str, there: &str) -> bool {
    if new.split('-').count() != there.split('-').count() {
        return false;
    }
    let mut other = new
        .split('-')
        .zip(there.split('-'))
        .filter(|(new, there)| new != there);
    let is_short = |(new, there): (&str, &str)| new.len().max(there.len()) <= SHORT_WORD;
    other.next().is_some_and(is_short) && other.next().is_none()
}

/// Finds the one letter in which two texts differ.
fn slip(left: &[u8], right: &[u8]) -> Option<Nearness> {
    let same = left.iter().zip(right).take_while(|(a, b)| a == b).count();
    let (left, right) = (&left[same..], &right[same..]);
    let backwards = left.iter().rev().zip(right.iter().rev());
    let same = backwards.take_while(|(a, b)| a == b).count();
    let (left, right) = (&left[..left.len() - same], &right[..right.len() - same]);
    match (left, right) {
        ([_], [_]) | ([_], []) | ([], [_]) => Some(Nearness::OneLetter),
        ([a, b], [c, d]) if a == d && b == c => Some(Nearness::Swapped),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_name_that_is_taken_for_another_is_near() {
        for (new, there, how) in [
            ("adr-writers", "adr-writer", Nearness::LooksTheSame),
            ("adrwriter", "adr-writer", Nearness::LooksTheSame),
            ("ad-rwriter", "adr-writer", Nearness::LooksTheSame),
            ("cl4whub-too1", "cl4whub-tool", Nearness::LooksTheSame),
            ("todo-l1st", "todo-list", Nearness::LooksTheSame),
            ("t0do-list", "todo-list", Nearness::LooksTheSame),
            ("modem-setup", "modern-setup", Nearness::LooksTheSame),
            ("cllawhub-x", "clawhub-x", Nearness::OneLetter),
            ("code-revew", "code-review", Nearness::OneLetter),
            ("code-reviev", "code-review", Nearness::OneLetter),
            ("clawhub1x", "clawhubx", Nearness::OneLetter),
            ("code-reveiw", "code-review", Nearness::Swapped),
        ] {
            assert_eq!(nearness(new, there), Some(how), "{new} {there}");
            assert_eq!(nearness(there, new), Some(how), "{there} {new}");
        }
    }

    #[test]
    fn names_that_a_person_tells_apart_are_free() {
        for (new, there) in [
            ("react-best-js", "react-best-ts"),
            ("test-plan-1", "test-plan-2"),
            ("python2-expert", "python3-expert"),
            ("migrate-v11", "migrate-v1"),
            ("docx", "docs"),
            ("pdf", "pdg"),
            ("code-review", "code-reviewer"),
            ("commit", "commits-all"),
            ("api-design", "app-design"),
            ("create-pr", "create-mr"),
        ] {
            assert_eq!(nearness(new, there), None, "{new} {there}");
        }
    }

    proptest! {
        #[test]
        fn whoever_is_one_letter_away_shares_a_half(
            name in "[a-hk-m]{4,9}-[a-hk-m]{4,9}",
            at in 0_usize..8,
            letter in "[a-h]",
            kind in 0..4,
        ) {
            let mut other = name.clone();
            match kind {
                0 => other.insert_str(at, &letter),
                1 => drop(other.remove(at)),
                2 => other.replace_range(at..=at, &letter),
                _ => {
                    let letter = other.remove(at);
                    other.insert(at + 1, letter);
                }
            }
            if let Some(Nearness::OneLetter | Nearness::Swapped) = nearness(&name, &other) {
                let (start, end) = halves(&look(&name)).unwrap();
                let there = look(&other);
                prop_assert!(there.starts_with(&start) || reversed(&there).starts_with(&end));
            }
        }
    }
}
