//! A collection is added to by POST, and one of its things is changed by PATCH.

use std::collections::HashSet;

use guild_check::{Findings, Severity};

use super::is_item;
use crate::contract::Method;
use crate::survey::{Crowd, Survey};

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let called = |methods: &[Method]| {
        let calls = survey
            .endpoints()
            .filter(|call| methods.contains(&call.method));
        calls
            .map(|call| &*call.path.text)
            .collect::<HashSet<&str>>()
    };
    let added_to = called(&[Method::Post]);
    // What is only told something, such as `/hooks/{key}`, is no thing of a collection.
    let things = called(&[Method::Get, Method::Delete]);
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
            let is_wrong = survey.item_of(path).is_some() && !added_to.contains(path);
            let message = format!("`{title}` is called on a collection that no POST adds to");
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
        "are called on a collection that no POST adds to",
        "POST to the collection to add to it: a PUT says where the thing is to be found",
    );
}
