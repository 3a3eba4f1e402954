//! A path names things, and the method says what is done with them.

use std::collections::{BTreeMap, BTreeSet};

use guild_check::{Findings, Severity};

use super::words::{begins_with_verb, is_deed, is_verb, words};
use crate::contract::{Endpoint, Method};
use crate::survey::{Crowd, Survey, Users};

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    // The operations of one path, and of the paths below it, share the verb.
    let mut by_verb: BTreeMap<String, (&Endpoint, &str, Users)> = BTreeMap::new();
    for endpoint in survey.endpoints() {
        let path = &*endpoint.path.text;
        let found = verb(endpoint);
        let found = found.filter(|(_, segment)| !survey.conventions.is_allowed(segment));
        if let Some((start, segment)) = found {
            let key = path[..start + segment.len()].to_owned();
            let entry = by_verb.entry(key);
            let (_, _, users) = entry.or_insert((endpoint, segment, Users::default()));
            users.count += 1;
        }
    }
    let paths: BTreeSet<&str> = survey
        .endpoints()
        .map(|endpoint| &*endpoint.path.text)
        .collect();
    let mut crowd = Crowd::new("paths", Severity::Error);
    paths.iter().for_each(|_| crowd.judge());
    for (path, (endpoint, segment, users)) in by_verb {
        let message = format!(
            "the path `{path}` says what is done: `{segment}`{}",
            users.by()
        );
        crowd.wrong(survey.place(endpoint.path.spot), path, message);
    }
    crowd.tell(
        findings,
        "say what is done",
        "name the thing: PATCH a field of it for a change of state, or POST to what the action makes, such as `/approvals`",
    );
}

/// Finds a verb among the segments of a path, and where it starts.
fn verb(endpoint: &Endpoint) -> Option<(usize, &str)> {
    let path = &*endpoint.path.text;
    // The paths of OAuth have their names from its standards (RFC 6749, 7009).
    if path.contains("oauth") || path == "/authorize" {
        return None;
    }
    let mut start = 0;
    let mut before = "";
    for segment in path.split('/') {
        let is_last = start + segment.len() == path.trim_end_matches('/').len();
        let words = words(segment);
        let is_found = match words.as_slice() {
            _ if segment.contains(['{', '#', '.', '?']) => false,
            [] => false,
            [word] => {
                let is_called = matches!(endpoint.method, Method::Post | Method::Put);
                let is_act = is_last && is_called && before.starts_with('{');
                is_verb(word) || (is_act && is_deed(word))
            }
            words => begins_with_verb(words),
        };
        if is_found {
            return Some((start, segment));
        }
        start += segment.len() + 1;
        before = segment;
    }
    None
}
