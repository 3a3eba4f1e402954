//! What holds several things is named in the plural.

use std::collections::{BTreeMap, HashSet};

use guild_check::{Findings, Severity};

use super::words::{begins_with_verb, head, is_deed, is_plural, is_quality, plural, words};
use crate::contract::{Endpoint, Method};
use crate::survey::{Crowd, Survey};

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let paths = Paths::of(survey);
    let mut collections: BTreeMap<&str, Option<(&Endpoint, &str)>> = BTreeMap::new();
    for endpoint in survey.endpoints() {
        let path = &*endpoint.path.text;
        let segments: Vec<&str> = path.split('/').collect();
        let mut end = 0;
        for pair in segments.windows(2) {
            end += pair[0].len();
            if is_collection(pair[0], pair[1]) {
                let path = &path[..end];
                let entry = collections.entry(path);
                entry.or_insert_with(|| {
                    paths
                        .holds_several(path, pair)
                        .then_some((endpoint, pair[0]))
                });
            }
            end += 1;
        }
    }
    let mut crowd = Crowd::new("collections", Severity::Warning);
    let collections = collections.into_iter();
    for (path, (endpoint, segment)) in collections.filter_map(|(path, of)| Some((path, of?))) {
        crowd.judge();
        let words = words(segment);
        let Some(head) = head(&words) else {
            continue;
        };
        // A name that says what is done is told as such, and is not to be put in the plural.
        let is_fine = is_plural(head)
            || is_deed(head)
            || is_quality(head)
            || begins_with_verb(&words)
            || survey.conventions.is_allowed(segment);
        if !is_fine {
            let should = in_plural(segment, head);
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

/// Puts the head of a segment in the plural and leaves the rest as it is written.
fn in_plural(segment: &str, head: &str) -> String {
    let several = plural(head);
    // In small letters a word may have another length than it is written with.
    let Some(start) = segment.to_ascii_lowercase().rfind(head) else {
        return format!("{segment}s");
    };
    let end = start + head.len();
    let (before, own, after) = (&segment[..start], &segment[start..end], &segment[end..]);
    match several.strip_prefix(head) {
        Some(ending) => format!("{before}{own}{ending}{after}"),
        None => format!("{before}{several}{after}"),
    }
}

/// What an id stands behind holds several things; a version or a prefix of the whole API does not.
fn is_collection(segment: &str, next: &str) -> bool {
    let is_version = segment.starts_with(['v', 'V'])
        && segment[1..].starts_with(|letter: char| letter.is_ascii_digit());
    let is_item = next.starts_with('{') && next.ends_with('}') && !next[1..].contains('{');
    is_item && !segment.is_empty() && !segment.contains(['{', '.']) && !is_version
}

/// What is known of each path, without the parameter at its end where that finds one thing.
struct Paths<'a> {
    /// Those that something is added to, or that a list is read from.
    several: HashSet<&'a str>,
    /// Those that anything else is read from.
    read: HashSet<&'a str>,
    /// Those behind which one thing is changed or removed.
    kept: HashSet<&'a str>,
}

impl<'a> Paths<'a> {
    fn of(survey: &'a Survey) -> Self {
        let path = |endpoint: &'a Endpoint| &*endpoint.path.text;
        let called = |method| {
            survey
                .endpoints()
                .filter(move |other| other.method == method)
        };
        let lists = survey.lists.iter();
        let lists = lists.map(|list| path(&survey.contract.endpoints[list.endpoint]));
        let changes = called(Method::Patch).chain(called(Method::Delete));
        let item = |path: &'a str| path.strip_suffix('}')?.rsplit_once("/{");
        Self {
            several: called(Method::Post).map(path).chain(lists).collect(),
            read: called(Method::Get).map(path).collect(),
            kept: changes
                .filter_map(|call| Some(item(path(call))?.0))
                .collect(),
        }
    }

    /// Tells whether there are things behind a path that can be found by a key of their own. What is read as one thing
    /// by the path itself, such as `/board`, has parts behind it, and a file in `/readme/{dir}` is one of nothing.
    fn holds_several(&self, path: &str, pair: &[&str]) -> bool {
        if self.several.contains(path) || self.read.contains(path) {
            return self.several.contains(path);
        }
        let key = pair[1].trim_matches(['{', '}']).to_ascii_lowercase();
        let is_key = KEYS.iter().any(|end| key.ends_with(end));
        let is_named = words(pair[0]).iter().any(|word| key.contains(word));
        is_key || is_named || self.kept.contains(path)
    }
}

/// How names of what finds a thing end.
const KEYS: [&str; 9] = [
    "id", "uuid", "guid", "slug", "name", "number", "key", "code", "login",
];

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
