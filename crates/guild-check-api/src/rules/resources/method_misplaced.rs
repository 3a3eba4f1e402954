//! A collection is added to by POST, and one of its things is changed by PATCH.

use std::collections::HashSet;

use guild_check::{Findings, Severity};

use super::{answers, is_item};
use crate::contract::{Endpoint, Method};
use crate::rules::naming::words::words;
use crate::survey::{Crowd, Survey};

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    // What is only told something, such as `/hooks/{key}`, is no thing of a collection.
    let is_thing = |call: &&Endpoint| matches!(call.method, Method::Get | Method::Delete);
    let things = survey.endpoints().filter(is_thing);
    let things: HashSet<&str> = things.map(|call| &*call.path.text).collect();
    let mut posts = Crowd::new("POST operations", Severity::Warning);
    let mut puts = Crowd::new("PUT operations", Severity::Warning);
    for endpoint in survey.endpoints() {
        let (title, path) = (endpoint.title(), &*endpoint.path.text);
        if endpoint.method == Method::Post {
            let is_wrong = is_item(endpoint) && things.contains(path);
            let message = format!("`{title}` is called on one thing, which is there already");
            posts.judge_call(survey, endpoint, is_wrong.then_some(message));
        }
        if endpoint.method == Method::Put {
            let is_wrong = survey.item_of(path).is_some() && adds(endpoint);
            let message = format!("`{title}` adds to a collection");
            puts.judge_call(survey, endpoint, is_wrong.then_some(message));
        }
    }
    posts.tell(
        findings,
        "are called on one thing, which is there already",
        "PATCH the thing to change it, or POST to the collection to add to it",
    );
    puts.tell(
        findings,
        "add to a collection",
        "POST to the collection to add to it: a PUT says where the thing is to be found",
    );
}

/// Tells whether an operation makes a thing, and does not replace all that there are.
fn adds(endpoint: &Endpoint) -> bool {
    let name = endpoint.operation_id.as_ref().map_or("", |id| &*id.text);
    let is_called_so = words(name)
        .iter()
        .any(|word| word == "create" || word == "add");
    is_called_so || answers(endpoint, &[201])
}
