//! Texts that match a pattern.

use regex::RegexBuilder;
use regex_syntax::hir::{Class, Hir, HirKind};

use super::chance::Chance;

/// How many texts are tried until one is of the right length and matches all patterns.
const TRIES: usize = 60;

/// How long a text may become.
const LONGEST: usize = 8192;

/// A pattern of a contract is compiled into this many bytes at most.
const SIZE: usize = 1 << 18;

/// Makes a text that matches all patterns, and is as long as is asked.
pub(super) fn text(
    patterns: &[&str],
    shortest: u64,
    longest: Option<u64>,
    chance: &mut Chance,
) -> Option<String> {
    let first = regex_syntax::parse(patterns.first()?).ok()?;
    let regexes: Result<Vec<_>, _> = patterns
        .iter()
        .map(|pattern| RegexBuilder::new(pattern).size_limit(SIZE).build())
        .collect();
    let regexes = regexes.ok()?;
    (0..TRIES).find_map(|attempt| {
        let mut text = String::new();
        // What may stand any number of times stands a little more often with each attempt.
        let more = u32::try_from(attempt % 3 + attempt * attempt / 4).unwrap_or(0);
        write(&first, more, chance, &mut text)?;
        // A pattern that says nothing of the ends leaves room behind it.
        while !text.is_empty() && attempt % 2 == 1 && (text.chars().count() as u64) < shortest {
            text = text.repeat(2);
        }
        let count = text.chars().count() as u64;
        let is_long = count >= shortest && longest.is_none_or(|longest| count <= longest);
        let is_match = || regexes.iter().all(|regex| regex.is_match(&text));
        (is_long && is_match()).then_some(text)
    })
}

fn write(hir: &Hir, more: u32, chance: &mut Chance, text: &mut String) -> Option<()> {
    if text.len() > LONGEST {
        return None;
    }
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => text.push_str(std::str::from_utf8(&literal.0).ok()?),
        HirKind::Class(class) => text.push(character(class, chance)?),
        HirKind::Capture(capture) => write(&capture.sub, more, chance, text)?,
        HirKind::Concat(parts) => {
            for part in parts {
                write(part, more, chance, text)?;
            }
        }
        HirKind::Alternation(parts) => write(chance.pick(parts)?, more, chance, text)?,
        HirKind::Repetition(repetition) => {
            let most = repetition.max.unwrap_or(u32::MAX);
            let room = most.saturating_sub(repetition.min).min(more);
            let extra = chance.below(room as usize + 1);
            for _ in 0..repetition.min as usize + extra {
                write(&repetition.sub, more, chance, text)?;
            }
        }
    }
    Some(())
}

/// Picks a character of a class: one that is seen on every keyboard, where there is one.
fn character(class: &Class, chance: &mut Chance) -> Option<char> {
    let ranges: Vec<(char, char)> = match class {
        Class::Unicode(class) => class
            .ranges()
            .iter()
            .map(|range| (range.start(), range.end()))
            .collect(),
        Class::Bytes(class) => class
            .ranges()
            .iter()
            .map(|range| (char::from(range.start()), char::from(range.end())))
            .collect(),
    };
    let wanted: [(char, char); 4] = [('a', 'z'), ('0', '9'), ('A', 'Z'), ('!', '~')];
    for (low, high) in wanted {
        let within: Vec<(char, char)> = ranges
            .iter()
            .map(|(start, end)| (*start.max(&low), *end.min(&high)))
            .filter(|(start, end)| start <= end)
            .collect();
        if let Some((start, end)) = chance.pick(&within) {
            return (*start..=*end).nth(chance.below(*end as usize - *start as usize + 1));
        }
    }
    ranges.first().map(|(start, _)| *start)
}
