//! Texts within their limits.

use super::chance::Chance;
use super::demand::Demand;
use super::{format, pattern};

/// Words that texts are made of.
pub(super) const WORDS: [&str; 24] = [
    "alder", "amber", "birch", "brook", "cedar", "cliff", "copper", "ember", "fern", "harbour",
    "hazel", "heron", "ivory", "juniper", "lantern", "linden", "maple", "meadow", "orchard",
    "otter", "quarry", "river", "saffron", "willow",
];

/// Makes a text; none if what is said of it cannot be kept, or is not understood.
pub(super) fn text(demand: &Demand<'_>, chance: &mut Chance) -> Option<String> {
    let shortest = demand.shortest.unwrap_or(0);
    if !demand.patterns.is_empty() {
        return pattern::text(&demand.patterns, shortest, demand.longest, chance);
    }
    let is_long = |text: &String| {
        let count = text.chars().count() as u64;
        count >= shortest && demand.longest.is_none_or(|longest| count <= longest)
    };
    let formatted = demand
        .format
        .and_then(|format| format::text(format, chance));
    if let Some(text) = formatted.filter(is_long) {
        return Some(text);
    }
    let text = words(chance);
    if is_long(&text) {
        return Some(text);
    }
    let wanted = match demand.longest {
        Some(longest) if longest < 16 => longest,
        _ => shortest,
    };
    of_length(usize::try_from(wanted).ok()?, chance)
}

/// Makes a text of so many characters that matches what patterns there are.
pub(super) fn of_exactly(demand: &Demand<'_>, count: u64, chance: &mut Chance) -> Option<String> {
    if demand.patterns.is_empty() {
        return of_length(usize::try_from(count).ok()?, chance);
    }
    pattern::text(&demand.patterns, count, Some(count), chance)
}

/// Makes two words.
pub(super) fn words(chance: &mut Chance) -> String {
    let mut word = || chance.pick(&WORDS).copied().unwrap_or("alder");
    format!("{} {}", word(), word())
}

/// The longest text that is made.
const LONGEST: usize = 100_000;

/// Makes a text of so many characters; none if that is more than anyone sends.
pub(super) fn of_length(count: usize, chance: &mut Chance) -> Option<String> {
    if count > LONGEST {
        return None;
    }
    let mut text = String::new();
    while text.len() < count {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(chance.pick(&WORDS)?);
    }
    text.truncate(count);
    // A blank at an end is taken away by many servers, which then have another text.
    if text.ends_with(' ') {
        text.pop();
        text.push('e');
    }
    Some(text)
}
