//! The names that somebody who mistyped one may have meant.

/// Longer names are not compared: nobody mistypes one of a hundred letters.
const LONGEST: usize = 100;

/// Gives up to three names that are close to what was typed, the closest first.
pub fn nearest<'a>(typed: &str, names: &[&'a str]) -> Vec<&'a str> {
    if typed.len() > LONGEST {
        return Vec::new();
    }
    let typed = typed.to_lowercase();
    let mut close: Vec<(usize, &str)> = names
        .iter()
        .filter_map(|&name| Some((closeness(&typed, name)?, name)))
        .collect();
    close.sort();
    close.truncate(3);
    close.into_iter().map(|(_, name)| name).collect()
}

/// Gives up to three rules that are close to what was typed, the closest first.
///
/// A rule on work is named after a contract: `work/section-order` is `docs/section-order`, or goes by the check that was
/// typed, if no other rule is of that check.
pub(crate) fn nearest_rules(typed: &str, names: &[&str]) -> Vec<String> {
    const WORK: &str = "work/";
    let typed_check = typed.split_once('/').map(|(check, _)| check);
    let is_taken = |check: &&str| {
        names
            .iter()
            .any(|name| name.split('/').next() == Some(check))
    };
    let check = typed_check
        .filter(|check| !is_taken(check))
        .unwrap_or("docs");
    let names: Vec<String> = names
        .iter()
        .map(|name| match name.strip_prefix(WORK) {
            Some(defect) => format!("{check}/{defect}"),
            None => (*name).to_owned(),
        })
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut near: Vec<String> = nearest(typed, &names)
        .into_iter()
        .map(str::to_owned)
        .collect();
    near.dedup();
    near
}

/// Gives how far a name is from what was typed, or nothing if it is too far.
fn closeness(typed: &str, name: &str) -> Option<usize> {
    let letters = |text: &str| text.chars().count();
    let whole = || distance(typed, name);
    if is_within(typed, name, letters(typed) / 4 + 1) {
        return Some(whole());
    }
    // The check's own name is often left out or mistaken for another.
    let last = |text: &str| text.rsplit('/').next().unwrap_or("").to_owned();
    let (typed_last, name_last) = (last(typed), last(name));
    let is_piece = typed_last.len() > 3 && name_last.contains(&typed_last);
    let is_close = || is_within(&typed_last, &name_last, letters(&typed_last) / 4);
    (is_piece || is_close()).then(whole)
}

/// Says whether two names are no further apart than that; names of other lengths need no closer look.
fn is_within(left: &str, right: &str, most: usize) -> bool {
    let lengths = left.chars().count().abs_diff(right.chars().count());
    lengths <= most && distance(left, right) <= most
}

/// Counts the letters to add, take away, change or swap with their neighbour.
fn distance(left: &str, right: &str) -> usize {
    let left: Vec<char> = left.chars().collect();
    let right: Vec<char> = right.chars().collect();
    let mut before_last: Vec<usize> = vec![0; right.len() + 1];
    let mut last: Vec<usize> = (0..=right.len()).collect();
    let mut row = before_last.clone();
    for i in 0..left.len() {
        row[0] = i + 1;
        for j in 0..right.len() {
            let change = last[j] + usize::from(left[i] != right[j]);
            let mut cost = change.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && left[i] == right[j - 1] && left[i - 1] == right[j] {
                cost = cost.min(before_last[j - 1] + 1);
            }
            row[j + 1] = cost;
        }
        // The oldest row is written over next.
        std::mem::swap(&mut before_last, &mut last);
        std::mem::swap(&mut last, &mut row);
    }
    last[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 3] = ["skill/name-form", "skill/long-body", "docs/section-order"];

    #[test]
    fn a_slip_of_the_finger_is_forgiven() {
        assert_eq!(nearest("skill/nmae-form", &NAMES), ["skill/name-form"]);
        assert_eq!(nearest("section-order", &NAMES), ["docs/section-order"]);
        assert_eq!(nearest("api/long-body", &NAMES), ["skill/long-body"]);
        assert_eq!(nearest("section", &NAMES), ["docs/section-order"]);
    }

    #[test]
    fn what_is_far_is_not_suggested() {
        assert!(nearest("weather", &NAMES).is_empty());
        assert!(nearest("", &NAMES).is_empty());
        assert!(nearest(&"x".repeat(1_000_000), &NAMES).is_empty());
    }
}
