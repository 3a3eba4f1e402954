//! What holds several things is named in the plural.

use std::collections::BTreeMap;

use guild_check::{Findings, Severity};

use super::words::{begins_with_verb, is_deed, is_plural, plural, words};
use crate::contract::Endpoint;
use crate::survey::{Crowd, Survey};

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let mut collections: BTreeMap<&str, (&Endpoint, &str)> = BTreeMap::new();
    for endpoint in survey.endpoints() {
        let path = &*endpoint.path.text;
        let segments: Vec<&str> = path.split('/').collect();
        let mut end = 0;
        for pair in segments.windows(2) {
            end += pair[0].len();
            if is_collection(pair[0], pair[1]) {
                collections
                    .entry(&path[..end])
                    .or_insert((endpoint, pair[0]));
            }
            end += 1;
        }
    }
    let mut crowd = Crowd::new("collections", Severity::Warning);
    for (path, (endpoint, segment)) in collections {
        crowd.judge();
        let words = words(segment);
        let Some(last) = words.last() else {
            continue;
        };
        // A name that says what is done is told as such, and is not to be put in the plural.
        let is_fine = is_plural(last)
            || is_deed(last)
            || begins_with_verb(&words)
            || survey.conventions.is_allowed(segment);
        if !is_fine {
            let should = in_plural(segment, last);
            let message =
                format!("`{path}` holds several things and is not in the plural: `{should}`");
            crowd.wrong(survey.place(endpoint.path.spot), path, message);
        }
    }
    crowd.tell(
        findings,
        "are not named in the plural",
        "name a collection in the plural, such as `/tasks` and `/tasks/{id}`; if the word has no plural, allow it in guild.toml under `[api.allowed]`",
    );
}

/// Puts the last word of a segment in the plural and leaves the rest as it is written.
fn in_plural(segment: &str, last: &str) -> String {
    // In small letters a word may have another length than it is written with.
    let start = segment.len().saturating_sub(last.len());
    let (before, own) = segment.split_at_checked(start).unwrap_or(("", segment));
    let several = plural(last);
    match several.strip_prefix(last) {
        Some(ending) => format!("{before}{own}{ending}"),
        None => format!("{before}{several}"),
    }
}

/// What an id stands behind holds several things; a version or a prefix of the whole API does not.
fn is_collection(segment: &str, next: &str) -> bool {
    let is_version = segment.starts_with(['v', 'V'])
        && segment[1..].starts_with(|letter: char| letter.is_ascii_digit());
    let is_item = next.starts_with('{') && next.ends_with('}') && !next[1..].contains('{');
    is_item && !segment.is_empty() && !segment.contains(['{', '.']) && !is_version
}

#[cfg(test)]
mod tests {
    use super::in_plural;

    #[test]
    fn the_plural_keeps_the_case_of_the_word() {
        assert_eq!(in_plural("orderItem", "item"), "orderItems");
        assert_eq!(in_plural("person", "person"), "people");
        assert_eq!(in_plural("\u{1e9e}", "ß"), "\u{1e9e}s");
    }
}
